import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  column,
  docxFile,
  latin,
  pdfFile,
  utf8,
  wordParagraph,
} from '../../engine/parsers-fixtures';

/** Awkward real documents, where they are; users of the repository do not have them. */
export const realFiles = fileURLToPath(new URL('../../../../shared/data/files/', import.meta.url));
export const hasRealFiles = existsSync(realFiles);

/** Notes in one directory: more than a browser lists at a time. */
export const notes = 105;

/** A nested folder on the disk, as people have it; `files` are paths with the folder's own name. */
export interface Folder {
  readonly path: string;
  readonly files: readonly string[];
}

/** Writes `path -> bytes` into a new folder `name`. */
export function writeFolder(
  name: string,
  files: Readonly<Record<string, ArrayBuffer | string>>,
): Folder {
  const path = join(mkdtempSync(join(tmpdir(), 'touchstone-folder-')), name);
  for (const [inside, bytes] of Object.entries(files)) {
    const file = join(path, inside);
    mkdirSync(dirname(file), { recursive: true });
    if (typeof bytes === 'string' && existsSync(bytes)) copyFileSync(bytes, file);
    else writeFileSync(file, Buffer.from(typeof bytes === 'string' ? utf8(bytes) : bytes));
  }
  return { path, files: Object.keys(files).map((inside) => `${name}/${inside}`) };
}

/** A file of the folder with the number in it, and one sentence that no other file has. */
export const notePath = (number: number): string =>
  `notes/note-${String(number).padStart(3, '0')}.txt`;

const animals = ['otter', 'heron', 'badger', 'marten', 'dipper', 'adder', 'plover', 'weasel'];
export const noteText = (number: number): string =>
  `Note ${number}. Trap ${number + 700} at the river caught a ${animals[number % animals.length]} in week ${(number % 52) + 1}.`;

export const noteFiles = (): Record<string, string> =>
  Object.fromEntries(Array.from({ length: notes }, (_, i) => [notePath(i + 1), noteText(i + 1)]));

/** A text of several batches of passages; the import is cut off in the middle of it. */
export const longText = (paragraphs: number): string =>
  Array.from(
    { length: paragraphs },
    (_, i) =>
      `Entry ${i + 1} of the log. ` +
      `The keeper of lock ${i + 1} wrote down a water level of ${211 + i * 3} centimetres and a flow of ${90 + i * 7} litres a second. `.repeat(
        3,
      ),
  ).join('\n\n');

const lines = (topic: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${topic}, line ${i + 1} of the column, ends here.`);
const twoColumns = (): ArrayBuffer =>
  pdfFile([
    [
      ...column(60, 720, lines('The left column speaks of granite', 24), 9),
      ...column(330, 720, lines('The right column speaks of slate', 24), 9),
    ],
  ]);
const whole = (): ArrayBuffer => pdfFile([column(72, 700, lines('A page of the report', 30))]);

/** 1 x 1 pixel. */
const picture = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const noise = (bytes: number): ArrayBuffer => {
  let x = 7;
  return Uint8Array.from({ length: bytes }, () => (x = (x * 1103515245 + 12345) & 0x7fffffff) >>> 8)
    .buffer;
};

/** Files that cannot be taken in, each with the name of its error and words that its reason holds. */
export const badFiles: Readonly<
  Record<string, { readonly bytes: ArrayBuffer; readonly error: string; readonly says: RegExp }>
> = {
  'bad/empty.txt': { bytes: new ArrayBuffer(0), error: 'DocumentEmpty', says: /0 bytes/ },
  'bad/encrypted.pdf': {
    bytes: pdfFile([column(72, 700, ['Secret'])], { encrypted: true }),
    error: 'DocumentEncrypted',
    says: /password/,
  },
  'bad/truncated.docx': {
    bytes: docxFile(wordParagraph('A letter. '.repeat(500))).slice(0, 900),
    error: 'DocumentDamaged',
    says: /damaged/,
  },
  'bad/truncated.pdf': { bytes: whole().slice(0, 300), error: 'DocumentDamaged', says: /damaged/ },
  'bad/fuzzed.pdf': { bytes: fuzzed(whole()), error: 'DocumentDamaged', says: /damaged/ },
  'bad/no-pages.pdf': { bytes: pdfFile([]), error: 'DocumentDamaged', says: /page/ },
  'bad/picture.txt': {
    bytes: picture.buffer,
    error: 'DocumentUnsupported',
    says: /picture|image/,
  },
  'bad/program.md': { bytes: noise(5000), error: 'DocumentUnsupported', says: /text file|format/ },
  'bad/scanned.pdf': {
    bytes: pdfFile([[], []], { pictures: [0, 1] }),
    error: 'DocumentNoText',
    says: /scanned.*OCR/,
  },
};

/** Every byte between the objects' headers may be another one. */
function fuzzed(bytes: ArrayBuffer): ArrayBuffer {
  const out = new Uint8Array(bytes.slice(0));
  const junk = new Uint8Array(noise(out.length));
  for (let i = 9; i < out.length; i++) if (i % 3 !== 0) out[i] = junk[i]!;
  return out.buffer;
}

/** Files that are awkward and are read all the same; each holds the words given. */
export const oddFiles: Readonly<Record<string, { bytes: ArrayBuffer; holds: string }>> = {
  'odd/utf-16.txt': {
    bytes: utf16('The ferry to Skåne is called Öresund Star.'),
    holds: 'ferry to Skåne',
  },
  'odd/windows-1252.txt': {
    bytes: latin('The caf\xe9 \x93Bl\xe4tter\x94 opens at nine \x96 closed on Mondays.'),
    holds: 'café “Blätter” opens',
  },
  'odd/shift-jis.txt': {
    bytes: latin(
      '\x93\x8c\x8b\x9e\x82\xcd\x93\xfa\x96{\x82\xcc\x8e\xf1\x93s\x82\xc5\x82\xb7\x81B'.repeat(3),
    ),
    holds: '東京は日本の首都です。',
  },
  'odd/two-columns.pdf': { bytes: twoColumns(), holds: 'line 24 of the column, ends here.' },
  'odd/same as note 7.txt': { bytes: utf8(noteText(7)), holds: 'Trap 707' },
};

function utf16(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')).buffer;
}

/** Real files, small and awkward, with what must become of them: a format, or the name of an error. */
export const realFates: Readonly<Record<string, 'indexed' | string>> = {
  'mammothjs__empty.docx': 'DocumentEmpty',
  'mammothjs__footnotes.docx': 'indexed',
  'markitdown__equations.docx': 'indexed',
  'markitdown__SPARSE-2024-INV-1234_borderless_table.pdf': 'indexed',
  'pdfjs__ArabicCIDTrueType.pdf': 'indexed',
  'pdfjs__PDFBOX-3148-2-fuzzed.pdf': 'indexed',
  'pdfjs__S2.pdf': 'indexed',
  'pdfjs__bomb_giant.pdf': 'indexed',
  'pdfjs__empty.pdf': 'DocumentNoText',
  'pdfjs__poppler-742-0-fuzzed.pdf': 'DocumentDamaged',
  'pdfjs__scan-bad.pdf': 'DocumentNoText',
  'sample-files__imagemagick-CCITTFaxDecode.pdf': 'DocumentNoText',
  'unstructured__copy-protected.pdf': 'indexed',
  'unstructured__docx-tables.docx': 'indexed',
  'unstructured__empty.txt': 'DocumentEmpty',
  'unstructured__fake-text-utf-32.txt': 'indexed',
  'unstructured__layout-parser-paper-fast.pdf': 'indexed',
  'unstructured__simple.odt': 'indexed',
  'unstructured__stanley-cups-utf-16.csv': 'indexed',
  'unstructured__umlauts-non-utf8.md': 'indexed',
  'unstructured__vodafone.xlsx': 'indexed',
};
