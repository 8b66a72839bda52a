import { createBuilder } from '../../core/documents/build';
import { isoDate } from '../../core/documents/date';
import { addHtmlText } from '../../core/documents/html';
import { allText, attribute } from '../../core/documents/html-tree';
import { failure } from '../../core/errors';
import { oneLine } from '../../core/lib/text';
import type { ParsedDocument } from '../../core/types';
import { byName, parseXml } from './office';
import type { ParseContext } from './types';
import type { Zip } from './zip';

/**
 * Reads the chapters of an EPUB (2 or 3) in the order of its spine.
 * @throws DocumentDamaged, DocumentEncrypted
 */
export async function parseEpub(zip: Zip, context: ParseContext): Promise<ParsedDocument> {
  if (
    zip.has('META-INF/rights.xml') ||
    /Algorithm="[^"]*aes/i.test(zip.text('META-INF/encryption.xml') ?? '')
  )
    throw failure('DocumentEncrypted', 'It is copy-protected (DRM), so its text cannot be read.');
  const container = parseXml(zip.text('META-INF/container.xml') ?? '');
  const rootfile = byName(container, 'rootfile')[0];
  const opfPath =
    (rootfile && attribute(rootfile, 'full-path')) ?? zip.names.find((n) => n.endsWith('.opf'));
  const opf = opfPath === undefined ? null : zip.text(opfPath);
  if (opfPath === undefined || opf === null)
    throw failure('DocumentDamaged', 'It is damaged: its list of contents is missing.');
  const nodes = parseXml(opf);
  const folder = opfPath.slice(0, opfPath.lastIndexOf('/') + 1);
  const items = new Map(
    byName(nodes, 'item').map((item) => [attribute(item, 'id'), attribute(item, 'href') ?? '']),
  );
  const spine = byName(nodes, 'itemref').filter((ref) => attribute(ref, 'linear') !== 'no');
  const builder = createBuilder(context.limits.characters);
  for (const [i, ref] of spine.entries()) {
    context.onProgress(i, spine.length);
    await context.pause();
    const href = items.get(attribute(ref, 'idref')) ?? '';
    const html = zip.text(resolvePath(folder, href));
    if (html === null) builder.warn(`The chapter "${href}" is missing.`);
    else addHtmlText(builder, bodyOf(html));
  }
  context.onProgress(spine.length, spine.length);
  const text = (name: string): string => {
    const element = byName(nodes, name)[0];
    return element ? oneLine(allText(element)) : '';
  };
  return builder.finish({ title: text('title'), date: isoDate(text('date')) });
}

/** Self-closed `<title/>` or `<script/>` would swallow the rest when read as HTML. */
function bodyOf(xhtml: string): string {
  const start = xhtml.search(/<body[\s>]/i);
  return (start < 0 ? xhtml : xhtml.slice(start)).replace(
    /<(script|title|style|a|p|div|span|i|b|em|strong|td|th)\b([^<>]*)\/>/gi,
    '<$1$2></$1>',
  );
}

function resolvePath(folder: string, href: string): string {
  const path = folder + decodeURIComponentSafely(href.split('#')[0]!);
  const parts: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  return parts.join('/');
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
