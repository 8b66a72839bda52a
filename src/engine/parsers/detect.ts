import { failure } from '../../core/errors';
import type { Format } from '../../core/types';
import { openZip, type Zip } from './zip';
import type { Limits } from './limits';

/** What a file is, by its content first. Text kinds still need their encoding. */
export type Kind =
  | { readonly type: 'pdf' }
  | { readonly type: 'rtf' }
  | { readonly type: 'zip'; readonly format: 'docx' | 'epub' | 'odt' | 'xlsx'; readonly zip: Zip }
  | { readonly type: 'text'; readonly format: Format };

/** Endings that are worth offering to the reader; anything else is tried as text only when asked. */
export const extensions: Readonly<Record<string, Format>> = {
  txt: 'text',
  text: 'text',
  log: 'text',
  rst: 'text',
  org: 'text',
  tex: 'text',
  srt: 'text',
  vtt: 'text',
  md: 'markdown',
  markdown: 'markdown',
  mdown: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  epub: 'epub',
  odt: 'odt',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  eml: 'email',
  rtf: 'rtf',
};

/** The ending of a path in lower case, without the dot; empty when there is none. */
export function extensionOf(path: string): string {
  return /[^/\\]\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/**
 * @throws DocumentUnsupported for images, programs, legacy Office files and other binaries,
 * DocumentEncrypted, DocumentDamaged
 */
export function detect(bytes: Uint8Array, path: string, limits: Limits): Kind {
  const extension = extensionOf(path);
  const head = latin(bytes, 0, 1024);
  // The header may stand behind other bytes; a text that only speaks of it has no objects.
  if (/^\s*%PDF-\d/.test(head) || /%PDF-\d[^]*?\d+ \d+ obj\b/.test(head)) return { type: 'pdf' };
  if (/^\s*\{\\rtf/.test(head)) return { type: 'rtf' };
  if (head.startsWith('PK\u0003\u0004')) return zipKind(openZip(bytes, limits));
  if (head.startsWith('PK\u0005\u0006')) throw failure('DocumentEmpty', 'It is an empty archive.');
  if (head.startsWith('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'))
    throw legacyOffice(bytes, extension);
  const known = signatures.find(([pattern]) => pattern.test(head));
  if (known) throw unsupported(known[1]);
  const named = extensions[extension];
  if (named === 'pdf' && /\d+ \d+ obj\b/.test(latin(bytes, 0, 65_536))) return { type: 'pdf' };
  if (named && zipFormats.has(named) && !isLikelyText(bytes))
    throw failure('DocumentDamaged', 'It is damaged: its beginning is missing or overwritten.');
  return { type: 'text', format: textFormat(named, head) };
}

function textFormat(named: Format | undefined, head: string): Format {
  const start = head
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .replace(/\0/g, '')
    .trimStart();
  if (/^(?:<!doctype html|<html[\s>]|<\?xml[^>]*\?>\s*(?:<!doctype html|<html[\s>]))/i.test(start))
    return 'html';
  if (named && !binaryFormats.has(named)) return named;
  return 'text';
}

const zipFormats = new Set<Format>(['docx', 'epub', 'odt', 'xlsx']);
const binaryFormats = new Set<Format>([...zipFormats, 'pdf', 'rtf']);

function zipKind(zip: Zip): Kind {
  const mimetype = zip.has('mimetype') ? (zip.text('mimetype') ?? '').trim() : '';
  if (
    mimetype === 'application/epub+zip' ||
    (zip.has('META-INF/container.xml') && zip.names.some((n) => n.endsWith('.opf')))
  )
    return { type: 'zip', format: 'epub', zip };
  if (mimetype.startsWith('application/vnd.oasis.opendocument.text'))
    return { type: 'zip', format: 'odt', zip };
  if (mimetype.startsWith('application/vnd.oasis.opendocument'))
    throw unsupported(
      'an OpenDocument spreadsheet or presentation; save it as .xlsx, .csv or .pdf',
    );
  const has = (folder: string): boolean => zip.names.some((name) => name.startsWith(folder));
  if (
    has('word/') ||
    (zip.has('_rels/.rels') &&
      /officeDocument"[^>]*\.xml/.test(zip.text('_rels/.rels') ?? '') &&
      zip.names.some((n) => /document\d*\.xml$/.test(n)))
  )
    return { type: 'zip', format: 'docx', zip };
  if (has('xl/')) return { type: 'zip', format: 'xlsx', zip };
  if (has('ppt/')) throw unsupported('a PowerPoint presentation; save it as .pdf');
  throw unsupported('a zip archive; unpack it and add the files in it');
}

/** Compound files: Word, Excel and PowerPoint before 2007, and the envelope of encrypted newer ones. */
function legacyOffice(bytes: Uint8Array, extension: string): Error {
  const has = (name: string): boolean => includesUtf16(bytes, name);
  if (has('EncryptedPackage'))
    return failure(
      'DocumentEncrypted',
      'It is protected by a password. Save a copy without one and add that.',
    );
  if (has('WordDocument'))
    return unsupported(
      'a Word file from before 2007; open it in Word or LibreOffice and save it as .docx',
    );
  if (has('Workbook') || has('Book'))
    return unsupported('an Excel file from before 2007; save it as .xlsx');
  if (has('PowerPoint Document'))
    return unsupported('a PowerPoint file from before 2007; save it as .pdf');
  if (extension === 'msg' || has('__properties_version1.0'))
    return unsupported('an Outlook message; save it as .eml');
  return unsupported('an old Office file; save it as .docx, .xlsx or .pdf');
}

function includesUtf16(bytes: Uint8Array, name: string): boolean {
  const wanted = Array.from(name, (char) => [char.charCodeAt(0), 0]).flat();
  outer: for (let i = 0; i + wanted.length <= bytes.length; i++) {
    for (let j = 0; j < wanted.length; j++) if (bytes[i + j] !== wanted[j]) continue outer;
    return true;
  }
  return false;
}

export function unsupported(what: string): Error {
  return failure('DocumentUnsupported', `It is ${what}.`);
}

/** No zero bytes and few control characters at its beginning. */
function isLikelyText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 4096);
  let control = 0;
  for (const byte of head) {
    if (byte === 0) return false;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) control++;
  }
  return control <= head.length * 0.01;
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, Math.min(to, 60_000)));
}

/* Byte signatures as Latin-1 text. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, 'a picture (PNG), not text'],
  [/^\xff\xd8\xff/, 'a picture (JPEG), not text'],
  [/^GIF8[79]a/, 'a picture (GIF), not text'],
  [/^(?:II\*\x00|MM\x00\*)/, 'a picture (TIFF), not text'],
  [/^BM[^]{4}\x00\x00\x00\x00/, 'a picture (BMP), not text'],
  [/^RIFF[^]{4}WEBP/, 'a picture (WebP), not text'],
  [/^RIFF[^]{4}(?:WAVE|AVI )/, 'a sound or video file'],
  [/^[^]{4}ftyp(?:heic|heix|mif1|avif)/, 'a picture (HEIC or AVIF), not text'],
  [/^[^]{4}ftyp/, 'a video file'],
  [/^(?:ID3[\x02-\x04]|\xff\xfb|OggS\x00|fLaC\x00)/, 'a sound file'],
  [/^\x1a\x45\xdf\xa3/, 'a video file'],
  [
    /^(?:\x1f\x8b|BZh\d|\xfd7zXZ|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|\x28\xb5\x2f\xfd)/,
    'a compressed archive; unpack it and add the files in it',
  ],
  [/^[^]{257}ustar/, 'an archive; unpack it and add the files in it'],
  [
    /^(?:MZ[^]{0,60}\x00|\x7fELF|\xca\xfe\xba\xbe|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\x00asm)/,
    'a program',
  ],
  [/^SQLite format 3/, 'a database'],
  [/^(?:wOF[F2]\x00|OTTO\x00|\x00\x01\x00\x00\x00)/, 'a font'],
  [/^%!PS/, 'a PostScript file; convert it to .pdf'],
  [/^(?:AT&TFORM[^]{4}DJV)/, 'a DjVu book; convert it to .pdf'],
  [/^BOOKMOBI|^[^]{60}BOOKMOBI/, 'a Kindle book; convert it to .epub'],
];
