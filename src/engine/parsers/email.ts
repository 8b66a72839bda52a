import PostalMime, { type Address } from 'postal-mime';
import { createBuilder } from '../../core/documents/build';
import { isoDate } from '../../core/documents/date';
import { addHtmlText } from '../../core/documents/html';
import { addPlainText } from '../../core/documents/plain';
import type { ParsedDocument } from '../../core/types';
import type { ParseContext } from './types';

/** Reads a mail: subject as title, sender, receivers and date as lines, then its text. Attachments are named, not read. */
export async function parseEmail(
  bytes: ArrayBuffer,
  context: ParseContext,
): Promise<ParsedDocument> {
  context.onProgress(0, 1);
  const mail = await PostalMime.parse(bytes);
  await context.pause();
  const builder = createBuilder(context.limits.characters);
  const lines = [
    mail.from && `From: ${addressText(mail.from)}`,
    mail.to && `To: ${mail.to.map(addressText).join(', ')}`,
    mail.cc && `Cc: ${mail.cc.map(addressText).join(', ')}`,
    mail.date && `Date: ${mail.date}`,
  ].filter((line) => line);
  if (mail.subject) builder.heading(1, mail.subject);
  builder.block(lines.join('\n'));
  const before = builder.length;
  if (mail.text?.trim()) addPlainText(builder, mail.text, false);
  if (builder.length === before && mail.html) addHtmlText(builder, mail.html);
  const names = mail.attachments.map((attachment) => attachment.filename ?? attachment.mimeType);
  if (names.length > 0)
    builder.warn(`Attachments are not read: ${names.join(', ')}. Save them as files to add them.`);
  context.onProgress(1, 1);
  return builder.finish({ title: mail.subject ?? '', date: isoDate(mail.date) });
}

function addressText(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(addressText).join(', ')}`;
  if (!address.name) return address.address ?? '';
  return address.address ? `${address.name} <${address.address}>` : address.name;
}
