import { failure } from '../errors';
import { cleanCharacters, oneLine } from '../lib/text';
import { isGenericHeading } from './headings';
import type { Heading, ParsedDocument, Span, Table } from '../types';

/**
 * Puts a document's text together, block by block, so that offsets, headings, tables and pages
 * agree by construction. Blocks are parted by an empty line, list items and table rows by a line
 * end. A line end inside a block is a real one: wrapped lines are joined before they come here.
 */
export interface Builder {
  /** Characters so far. */
  readonly length: number;
  /** A heading of level 1 to 6 on a line of its own; nothing when the text is blank. */
  heading(level: number, text: string): void;
  /**
   * A block whose line ends are kept. `close` puts it right under the block before it, as list
   * items are. `pageStarts` are offsets into `text` at which further pages begin; `text` must then
   * be clean already.
   */
  block(
    text: string,
    options?: { readonly close?: boolean; readonly pageStarts?: readonly number[] },
  ): void;
  /** Rows as lines, cells joined by ` | `. Without body rows the header becomes a plain block. */
  table(header: readonly string[], rows: readonly (readonly string[])[]): void;
  /** What comes next stands on a new page. */
  page(): void;
  warn(message: string): void;
  finish(facts: { readonly title?: string; readonly date?: string | null }): ParsedDocument;
}

/** @throws DocumentTooLarge from what adds more than `maxCharacters`. */
export function createBuilder(maxCharacters = Infinity): Builder {
  const parts: string[] = [];
  const headings: Heading[] = [];
  const tables: Table[] = [];
  const pages: number[] = [];
  const warnings: string[] = [];
  let length = 0;
  let pendingPages = 0;

  const append = (text: string): number => {
    const start = length;
    parts.push(text);
    length += text.length;
    if (length > maxCharacters)
      throw failure(
        'DocumentTooLarge',
        `It holds more than ${maxCharacters.toLocaleString('en')} characters of text. Split it into smaller files.`,
      );
    return start;
  };
  /** Starts a block and returns its offset. */
  const open = (close: boolean): number => {
    if (length > 0) append(close ? '\n' : '\n\n');
    for (; pendingPages > 0; pendingPages--) pages.push(length);
    return length;
  };

  return {
    get length() {
      return length;
    },
    heading(level, text) {
      const line = oneLine(cleanCharacters(text));
      if (line === '') return;
      const start = open(false);
      append(line);
      headings.push({ level: Math.min(6, Math.max(1, level)), text: line, start });
    },
    block(text, { close = false, pageStarts = [] } = {}) {
      const clean = pageStarts.length > 0 ? text : tidyLines(cleanCharacters(text));
      if (clean.trim() === '') return;
      const start = open(close);
      append(clean);
      for (const at of pageStarts) pages.push(start + at);
    },
    table(header, rows) {
      const width = rows.reduce((most, row) => Math.max(most, row.length), header.length);
      const cells = (row: readonly string[]): string[] =>
        Array.from({ length: width }, (_, i) => oneLine(cleanCharacters(row[i] ?? '')));
      const names = header.length > 0 ? cells(header) : [];
      const body = rows.map(cells).filter((row) => row.some((cell) => cell !== ''));
      if (body.length === 0) {
        this.block(rowText(names));
        return;
      }
      const start = open(false);
      const rowSpans: Span[] = [];
      if (names.some((name) => name !== '')) append(`${rowText(names)}\n`);
      for (const [i, row] of body.entries()) {
        if (i > 0) append('\n');
        const at = append(rowText(row));
        rowSpans.push([at, length]);
      }
      tables.push({ start, end: length, header: names, rows: body, rowSpans });
    },
    page() {
      pendingPages++;
    },
    warn(message) {
      if (!warnings.includes(message)) warnings.push(message);
    },
    finish({ title = '', date = null }) {
      for (; pendingPages > 0; pendingPages--) pages.push(length);
      const first = headings[0]?.text ?? '';
      const name = oneLine(cleanCharacters(title)) || (isGenericHeading(first) ? '' : first);
      return { title: name, text: parts.join(''), pages, headings, tables, date, warnings };
    },
  };
}

/** A row as it stands in the text. */
export function rowText(cells: readonly string[]): string {
  return cells.join(' | ').trim();
}

/** No white space at line ends, at most one empty line in a row, none at the edges. */
function tidyLines(text: string): string {
  return text
    .replace(/\f/g, '\n')
    .replace(/[ \t]+(?=\n|$)/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}
