import { parseCsv } from '../../core/documents/csv';
import { parseHtml } from '../../core/documents/html';
import { parseMarkdown } from '../../core/documents/markdown';
import { parsePlain } from '../../core/documents/plain';
import { failure, isFailure } from '../../core/errors';
import type { Format, ParsedDocument } from '../../core/types';
import { createPause } from '../breathe';
import { detect, extensionOf, extensions, unsupported, type Kind } from './detect';
import { parseDocx } from './docx';
import { parseEmail } from './email';
import { decodeText } from './encoding';
import { parseEpub } from './epub';
import { defaultLimits, type Limits } from './limits';
import { parseOdt } from './odt';
import { parsePdf } from './pdf';
import { parseRtf } from './rtf';
import type { ParseContext, ParseResult } from './types';
import { parseXlsx } from './xlsx';

export type { ParseResult } from './types';

/** Raised whenever the same bytes may give another text: stored documents are then read again. */
export const parserVersion = 1;

/** Endings of files that can be read, lower case, without the dot: for file pickers and drop filters. */
export const supportedExtensions: readonly string[] = Object.keys(extensions);

/** True when a file of this name is worth trying; its content still decides. */
export function isSupported(path: string): boolean {
  return Object.hasOwn(extensions, extensionOf(path));
}

/**
 * Reads a file, by its content, into one text with offsets. Progress comes in the unit of the format
 * (pages, chapters, sheets). `bytes` are left as they are. The message of a failure says the
 * reason and what to do, without the file's name.
 * @throws DocumentEmpty, DocumentEncrypted, DocumentDamaged, DocumentNoText, DocumentTooLarge,
 * DocumentUnsupported; AbortError when cancelled.
 */
export async function parseFile(
  bytes: ArrayBuffer,
  path: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
  limits: Limits = defaultLimits,
): Promise<ParseResult> {
  signal.throwIfAborted();
  if (bytes.byteLength === 0) throw failure('DocumentEmpty', 'It is empty (0 bytes).');
  if (bytes.byteLength > limits.bytes)
    throw failure(
      'DocumentTooLarge',
      `It has ${Math.round(bytes.byteLength / 1048576)} MB; files up to ${Math.round(limits.bytes / 1048576)} MB are read. Split it.`,
    );
  const context: ParseContext = { limits, onProgress, signal, pause: createPause(signal) };
  const kind = detect(new Uint8Array(bytes), path, limits);
  const result = await read(bytes, path, kind, context);
  signal.throwIfAborted();
  return finish(result, path);
}

async function read(
  bytes: ArrayBuffer,
  path: string,
  kind: Kind,
  context: ParseContext,
): Promise<ParseResult> {
  const data = new Uint8Array(bytes);
  try {
    if (kind.type === 'pdf') return { format: 'pdf', parsed: await parsePdf(bytes, context) };
    if (kind.type === 'rtf') return { format: 'rtf', parsed: await parseRtf(data, context) };
    if (kind.type === 'zip') {
      const { format, zip } = kind;
      if (format === 'docx') return { format, parsed: await parseDocx(bytes, zip, context) };
      if (format === 'epub') return { format, parsed: await parseEpub(zip, context) };
      if (format === 'odt') return { format, parsed: await parseOdt(zip, context) };
      return { format, parsed: await parseXlsx(bytes, zip, context) };
    }
    if (kind.format === 'email')
      return { format: 'email', parsed: await parseEmail(bytes, context) };
    return { format: kind.format, parsed: readText(data, kind.format, path, context) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (
      error instanceof Error &&
      (error.name.startsWith('Document') || isFailure(error, 'AbortError'))
    )
      throw error;
    throw failure('DocumentDamaged', 'It is damaged and cannot be read.', error);
  }
}

function readText(
  bytes: Uint8Array,
  format: Format,
  path: string,
  { limits, onProgress }: ParseContext,
): ParsedDocument {
  onProgress(0, 1);
  const { text, encoding, by } = decodeText(bytes);
  const isKnown = Object.hasOwn(extensions, extensionOf(path));
  if (looksBinary(text, isKnown)) throw unsupported('not a text file, or in an unknown format');
  if (text.length > limits.characters)
    throw failure(
      'DocumentTooLarge',
      `It holds more than ${limits.characters.toLocaleString('en')} characters of text. Split it.`,
    );
  const parsed =
    format === 'markdown'
      ? parseMarkdown(text, limits.characters)
      : format === 'html'
        ? parseHtml(text, limits.characters)
        : format === 'csv' || format === 'tsv'
          ? parseCsv(text, format === 'tsv' ? '\t' : '', limits.characters)
          : parsePlain(text, limits.characters);
  onProgress(1, 1);
  if (by !== 'guess') return parsed;
  return {
    ...parsed,
    warnings: [
      ...parsed.warnings,
      `Its encoding was guessed: ${encoding}. Odd letters? Save it as UTF-8.`,
    ],
  };
}

/** Control characters, or more than a few that could not be decoded. */
function looksBinary(text: string, isKnown: boolean): boolean {
  const sample = text.length > 200_000 ? text.slice(0, 100_000) + text.slice(-100_000) : text;
  let control = 0;
  let lost = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    if (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27)
      control++;
    else if (code === 0xfffd || (code >= 0x7f && code < 0xa0 && code !== 0x85)) lost++;
  }
  return control > sample.length * 0.005 + 1 || lost > sample.length * (isKnown ? 0.1 : 0.02) + 1;
}

/** What holds for every format: some text, a title, and a word when the name misled. */
function finish({ format, parsed }: ParseResult, path: string): ParseResult {
  if (parsed.text.trim() === '') throw failure('DocumentEmpty', 'It has no text.');
  const named = extensions[extensionOf(path)];
  const misnamed =
    named !== undefined && named !== format
      ? [
          `Its name ends in .${extensionOf(path)}, but it is ${formatNames[format]} and was read as such.`,
        ]
      : [];
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return {
    format,
    parsed: {
      ...parsed,
      title: parsed.title || name.replace(/(?<=.)\.[^.]+$/, ''),
      warnings: [...misnamed, ...parsed.warnings],
    },
  };
}

const formatNames: Readonly<Record<Format, string>> = {
  text: 'plain text',
  markdown: 'Markdown',
  html: 'a web page (HTML)',
  csv: 'a table (CSV)',
  tsv: 'a table (TSV)',
  pdf: 'a PDF',
  docx: 'a Word document',
  epub: 'an e-book (EPUB)',
  odt: 'an OpenDocument text',
  xlsx: 'a workbook (XLSX)',
  email: 'a mail',
  rtf: 'rich text (RTF)',
};
