import type {
  DocumentId,
  DocumentRecord,
  Format,
  Heading,
  ParsedDocument,
  Passage,
  PassageId,
  Span,
  Table,
} from '../../src/core/types';

/** A document of the fake backend, whole. */
export interface FakeDocument {
  readonly record: DocumentRecord;
  readonly parsed: ParsedDocument;
  readonly passages: readonly Passage[];
  readonly bytes: () => Promise<ArrayBuffer>;
}

export interface FakeSource {
  readonly path: string;
  readonly text: string;
  readonly collection?: string;
  readonly modified?: number;
  readonly date?: string;
  readonly pages?: readonly number[];
  readonly bytes?: () => Promise<ArrayBuffer>;
  readonly size?: number;
  readonly warnings?: readonly string[];
}

const formats: Readonly<Record<string, Format>> = {
  md: 'markdown',
  txt: 'text',
  csv: 'csv',
  html: 'html',
  pdf: 'pdf',
  docx: 'docx',
  eml: 'email',
};
export const formatOf = (path: string): Format | null =>
  formats[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? null;

/** Reads `# headings`, `| tables |` and blank lines; enough to draw the page on, no more. */
export function fakeDocument(source: FakeSource): FakeDocument {
  const { path, collection = 'Documents', modified = Date.UTC(2025, 2, 3) } = source;
  const headings: Heading[] = [];
  const tables: Table[] = [];
  let text = '';
  for (const block of source.text.replace(/\r\n/g, '\n').split(/\n{2,}/)) {
    if (text) text += '\n\n';
    const start = text.length;
    const heading = /^(#{1,6}) (.*)$/.exec(block);
    if (heading) {
      const [, marks = '', words = ''] = heading;
      headings.push({ level: marks.length, text: words, start });
      text += words;
    } else if (block.startsWith('|')) {
      const rows = block
        .split('\n')
        .filter((line) => !/^\|[-| :]+\|$/.test(line))
        .map((line) =>
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        );
      const [header = [], ...body] = rows;
      text += header.join(' | ');
      const rowSpans: Span[] = body.map((row) => {
        text += '\n';
        const from = text.length;
        text += row.join(' | ');
        return [from, text.length];
      });
      tables.push({ start, end: text.length, header, rows: body, rowSpans });
    } else text += block;
  }
  const id = fakeId(source.text) as DocumentId;
  const pages = source.pages ?? [];
  const passages = fakePassages(id, text, headings, tables, pages);
  const title = headings[0]?.text ?? path.slice(path.lastIndexOf('/') + 1);
  const date = source.date ?? null;
  const warnings = source.warnings ?? [];
  const bytes =
    source.bytes ?? (async () => new TextEncoder().encode(source.text).buffer as ArrayBuffer);
  return {
    parsed: { title, text, pages, headings, tables, date, warnings },
    passages,
    bytes,
    record: {
      id,
      title,
      format: formatOf(path) ?? 'text',
      bytes: source.size ?? source.text.length,
      paths: [path],
      collection,
      added: Date.UTC(2025, 5, 1, 9),
      modified,
      date,
      pages: pages.length,
      passages: passages.length,
      characters: text.length,
      warnings,
      stage: 'embedded',
      versions: { parser: 1, chunker: 1, embedder: 'fake' },
    },
  };
}

function fakePassages(
  document: DocumentId,
  text: string,
  headings: readonly Heading[],
  tables: readonly Table[],
  pages: readonly number[],
): Passage[] {
  const passages: Passage[] = [];
  for (const match of text.matchAll(/[^\n](?:[^\n]|\n(?!\n))*/g)) {
    const [words] = match;
    const start = match.index;
    if (headings.some((heading) => heading.start === start)) continue;
    const table = tables.find((one) => one.start === start);
    const ordinal = passages.length;
    const sentences = [...words.matchAll(/[^.!?]+[.!?]*\s*/g)].map((one): Span => [
      one.index,
      one.index + one[0].trimEnd().length,
    ]);
    passages.push({
      id: `${document}#${ordinal}` as PassageId,
      document,
      ordinal,
      start,
      end: start + words.length,
      text: words,
      sentences,
      headings: headings.filter((heading) => heading.start < start).map((heading) => heading.text),
      page: pages.length > 0 ? pages.filter((page) => page <= start).length : null,
      kind: table ? 'table' : 'prose',
      header: table?.header ?? [],
      tokens: Math.ceil(words.length / 4),
    });
  }
  return passages;
}

/** Sixteen hex digits of the text; the same text is the same document. */
function fakeId(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x1000193;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193) >>> 0;
    b = Math.imul(b + text.charCodeAt(i), 0x85ebca6b) >>> 0;
  }
  return a.toString(16).padStart(8, '0') + b.toString(16).padStart(8, '0');
}
