import { cleanCharacters, oneLine } from '../lib/text';
import type { ParsedDocument } from '../types';
import { createBuilder, type Builder } from './build';
import { isoDate } from './date';
import { isGenericHeading, looksLikeHeading } from './headings';
import { isWrapped, wrapWidths } from './wraps';

/**
 * Reads plain text: paragraphs, wrapped lines joined where they clearly are wraps, headings guessed
 * modestly (chapters, numbered or capital lines that stand alone). A form feed starts a page.
 */
export function parsePlain(raw: string, maxCharacters = Infinity): ParsedDocument {
  const builder = createBuilder(maxCharacters);
  const text = cleanCharacters(raw);
  const pages = text.split('\f');
  for (const page of pages) {
    if (pages.length > 1) builder.page();
    addPlainText(builder, page, true);
  }
  const head = text.slice(0, 4000).split('\n', 30);
  const says = (name: string): string | undefined =>
    head
      .map((line) => new RegExp(`^${name}\\s*:\\s*(.{3,200})$`, 'i').exec(line.trim())?.[1])
      .find(Boolean);
  return builder.finish({
    title: says('title') ?? says('subject') ?? firstLine(text),
    date: isoDate(says('date')) ?? isoDate(says('release date')),
  });
}

/** Adds hard-wrapped or plain text to a document under construction. */
export function addPlainText(builder: Builder, raw: string, guessHeadings: boolean): void {
  const lines = cleanCharacters(raw)
    .split('\n')
    .map((line) => line.trimEnd());
  const widths = wrapWidths(lines);
  // In a book with chapters, words in capitals are signatures and shouts.
  const chapters = lines.filter((line) => /^\s*chapter\s+\S+/i.test(line)).length;
  for (let from = 0; from < lines.length; from++) {
    if (lines[from] === '') continue;
    let to = from + 1;
    while (to < lines.length && lines[to] !== '') to++;
    const underline = to - from === 2 && isUnderline(lines[to - 1]!) ? lines[to - 1] : undefined;
    const alone = to - from === 1 || underline !== undefined ? oneLine(lines[from]!) : null;
    const level =
      guessHeadings && alone !== null ? headingLevel(alone, underline, chapters < 5) : null;
    if (level !== null) builder.heading(level, alone!);
    else builder.block(joinLines(lines, widths, from, to).join('\n'));
    from = to;
  }
}

function joinLines(
  lines: readonly string[],
  widths: readonly (number | null)[],
  from: number,
  to: number,
): string[] {
  const joined: string[] = [];
  for (let i = from; i < to; i++) {
    const line = lines[i]!;
    if (i > from && isWrapped(lines[i - 1]!, line, widths[i - 1]!)) {
      const last = joined.pop()!;
      const glue = /\p{L}-$/u.test(lines[i - 1]!) && /^\s*\p{Ll}/u.test(line) ? '' : ' ';
      joined.push(last + glue + oneLine(line));
    } else joined.push(keepsColumns(line) ? line : line.replace(/(\S)[ \t]+/g, '$1 ').trimEnd());
  }
  return joined;
}

/** Wide gaps inside a line set columns; they are kept, so that the columns can be seen. */
function keepsColumns(line: string): boolean {
  return /\S(?: {3,}|\t)\S/.test(line);
}

function isUnderline(line: string): boolean {
  return /^\s*(={3,}|-{3,}|~{3,}|\*{3,})\s*$/.test(line);
}

function headingLevel(
  line: string,
  underline: string | undefined,
  capitals: boolean,
): number | null {
  if (underline !== undefined) return line.length > 120 ? null : underline.includes('=') ? 1 : 2;
  return looksLikeHeading(line, capitals);
}

/** The first line as a title: only a short one that does not end like a sentence or name a part. */
function firstLine(text: string): string {
  const line = oneLine(/\S.*/.exec(text)?.[0] ?? '');
  if (line.length > 100 || /[.,;:]$/.test(line) || !/\p{L}/u.test(line)) return '';
  return isGenericHeading(line) ? '' : line;
}
