import type { Span, Table } from '../../core/types';

/** A run of text that is marked, or not. */
export interface Run {
  readonly text: string;
  readonly marked: boolean;
}

/** Cuts `text.slice(start, end)` where the marked span begins and ends. Empty runs are left out. */
export function runsOf(text: string, start: number, end: number, marked: Span | null): Run[] {
  if (!marked || marked[1] <= start || marked[0] >= end)
    return start < end ? [{ text: text.slice(start, end), marked: false }] : [];
  const from = Math.max(start, marked[0]);
  const to = Math.min(end, marked[1]);
  return [
    { text: text.slice(start, from), marked: false },
    { text: text.slice(from, to), marked: true },
    { text: text.slice(to, end), marked: false },
  ].filter((run) => run.text !== '');
}

/** A cell of a table row: its words, then what separates it from the next cell. */
export interface CellSpan {
  readonly start: number;
  readonly textEnd: number;
  readonly end: number;
}

const separator = ' | ';

/**
 * Where the cells of a row stand in the text. null when the row does not read as its cells joined
 * by the separator; it is then drawn as one line.
 */
export function cellSpans(text: string, row: Span, cells: readonly string[]): CellSpan[] | null {
  const spans: CellSpan[] = [];
  let at = row[0];
  for (const [index, cell] of cells.entries()) {
    const textEnd = at + cell.length;
    const isLast = index === cells.length - 1;
    const end = isLast ? row[1] : textEnd + separator.length;
    if (!text.startsWith(cell, at) || end > row[1]) return null;
    if (!isLast && !text.startsWith(separator, textEnd)) return null;
    spans.push({ start: at, textEnd, end });
    at = end;
  }
  return spans.length > 0 ? spans : null;
}

/** Where the header of a table stands: before its first row, when it has column names. */
export function headerSpan(table: Table): Span | null {
  const first = table.rowSpans[0];
  return table.header.length > 0 && first && first[0] > table.start
    ? [table.start, first[0]]
    : null;
}

/** Index of the block that holds an offset; blocks are in order and tile the text. */
export function blockAt(
  blocks: readonly { readonly start: number; readonly end: number }[],
  offset: number,
): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((blocks[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** 1-based page of an offset; 1 when the document has no pages. */
export const pageAt = (pages: readonly number[], offset: number): number =>
  Math.max(1, pages.filter((start) => start <= offset).length);
