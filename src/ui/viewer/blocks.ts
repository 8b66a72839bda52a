import type { ParsedDocument, Table } from '../../core/types';

/**
 * A piece of a document that is drawn as one. Blocks tile the text without a gap or an overlap:
 * `[start, end)` holds the words `[start, textEnd)` and the white space after them, so that what is
 * marked on the page is, letter for letter, what was quoted.
 */
export type Block = Tile & Shape;

interface Tile {
  readonly start: number;
  readonly textEnd: number;
  readonly end: number;
  /** 1-based page that begins with this block, else null. */
  readonly page: number | null;
}
type Shape =
  | { readonly kind: 'heading'; readonly level: number }
  /** `lines`: line breaks mean something (a poem, an address) and are kept. */
  | { readonly kind: 'prose'; readonly lines: boolean }
  /** Rows `[firstRow, lastRow)` of a table; with row 0 comes its header. */
  | {
      readonly kind: 'table';
      readonly table: Table;
      readonly firstRow: number;
      readonly lastRow: number;
    };

const maxProse = 4000;
const rowsPerBlock = 100;

/** All blocks of a document, in order. */
export const blocksOf = (parsed: ParsedDocument): Block[] => [...blocks(parsed)];

/** The blocks of a document one by one, so that a book can be cut without blocking the page. */
export function* blocks(parsed: ParsedDocument): Generator<Block, void, undefined> {
  const { text, headings, pages } = parsed;
  const tables = parsed.tables.filter((table) => table.rowSpans.length > 0);
  let at = 0;
  let table = 0;
  let heading = 0;
  let page = 0;

  const tile = (shape: Shape, textEnd: number, limit: number): Block => {
    let begins: number | null = null;
    // An empty page begins where the next one does: the last of them names the block.
    while (page < pages.length && (pages[page] ?? 0) <= at) begins = ++page;
    const end = skipSpace(text, textEnd, limit);
    const block = { ...shape, start: at, textEnd, end, page: begins };
    at = end;
    return block;
  };

  while (at < text.length) {
    while (table < tables.length && (tables[table]?.end ?? 0) <= at) table++;
    while (heading < headings.length && (headings[heading]?.start ?? 0) < at) heading++;
    const nextTable = tables[table];
    const nextHeading = headings[heading];
    if (nextTable && nextTable.start <= at) {
      for (let row = 0; row < nextTable.rowSpans.length; row += rowsPerBlock) {
        const lastRow = Math.min(nextTable.rowSpans.length, row + rowsPerBlock);
        const isLast = lastRow === nextTable.rowSpans.length;
        const textEnd = nextTable.rowSpans[lastRow - 1]?.[1] ?? nextTable.end;
        const limit = isLast ? text.length : (nextTable.rowSpans[lastRow]?.[0] ?? text.length);
        yield tile(
          { kind: 'table', table: nextTable, firstRow: row, lastRow },
          isLast ? Math.max(textEnd, nextTable.end) : textEnd,
          limit,
        );
      }
      continue;
    }
    const isHeading = nextHeading?.start === at;
    const following = isHeading ? headings[heading + 1] : nextHeading;
    const limit = Math.min(
      text.length,
      nextTable?.start ?? text.length,
      following?.start ?? text.length,
      pageAfter(pages, page, at) ?? text.length,
    );
    if (isHeading)
      yield tile({ kind: 'heading', level: nextHeading.level }, endOfLine(text, at, limit), limit);
    else {
      const textEnd = endOfParagraph(text, at, limit);
      yield tile({ kind: 'prose', lines: keepsLines(text.slice(at, textEnd)) }, textEnd, limit);
    }
  }
}

/** The first page start behind `at`, looking from the page that is drawn next. */
function pageAfter(pages: readonly number[], from: number, at: number): number | undefined {
  let page = from;
  while (page < pages.length && (pages[page] ?? 0) <= at) page++;
  return pages[page];
}

function endOfLine(text: string, from: number, limit: number): number {
  const line = text.indexOf('\n', from);
  return trimEnd(text, from, line < 0 ? limit : Math.min(line, limit));
}

/** The end of the words up to the next blank line; a paragraph that is too long is cut at a space. */
function endOfParagraph(text: string, from: number, limit: number): number {
  const stop = Math.min(limit, from + maxProse);
  for (let line = text.indexOf('\n', from); line >= 0 && line < stop;) {
    let next = line + 1;
    while (next < stop && (text[next] === ' ' || text[next] === '\t')) next++;
    if (text[next] === '\n' && next < stop) return trimEnd(text, from, line);
    line = text.indexOf('\n', next);
  }
  if (stop === limit) return trimEnd(text, from, limit);
  const part = text.slice(from, stop);
  const cut = Math.max(part.lastIndexOf('\n'), part.lastIndexOf('. ') + 1, part.lastIndexOf(' '));
  return cut > 0 ? trimEnd(text, from, from + cut) : stop;
}

const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 160 || code === 0x2028 || code === 0x2029;

function trimEnd(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

function skipSpace(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Long lines are prose that an editor wrapped; short ones were broken by someone who meant it. */
function keepsLines(words: string): boolean {
  const lines = words.split('\n');
  if (lines.length < 2) return false;
  const inner = lines.slice(0, -1);
  return inner.filter((line) => line.length >= 45).length < inner.length / 2;
}
