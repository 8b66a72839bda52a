import { cleanCharacters, oneLine } from '../lib/text';
import type { ParsedDocument } from '../types';
import { createBuilder, type Builder } from './build';
import { isoDate } from './date';
import { looksLikeHeading } from './headings';
import { isWrapped, wrapWidth } from './wraps';

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
    addPlainText(builder, page, true, wrapWidth(text));
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
export function addPlainText(
  builder: Builder,
  raw: string,
  guessHeadings: boolean,
  width = wrapWidth(raw),
): void {
  const text = cleanCharacters(raw);
  for (const lines of paragraphsOf(text)) {
    const only = lines.length === 1 || isUnderline(lines[1]) ? oneLine(lines[0]!) : null;
    const level =
      guessHeadings && only !== null && lines.length <= 2 ? headingLevel(only, lines[1]) : null;
    if (level !== null) builder.heading(level, only!);
    else builder.block(joinLines(lines, width).join('\n'));
  }
}

/** Runs of lines that are not blank. */
function* paragraphsOf(text: string): Generator<string[]> {
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() !== '') lines.push(line.trimEnd());
    else if (lines.length > 0) {
      yield lines;
      lines = [];
    }
  }
  if (lines.length > 0) yield lines;
}

function joinLines(lines: readonly string[], width: number | null): string[] {
  const joined: string[] = [];
  for (const [i, line] of lines.entries()) {
    const before = lines[i - 1];
    if (before !== undefined && isWrapped(before, line, width)) {
      const last = joined.pop()!;
      const glue = /\p{L}-$/u.test(last) && /^\s*\p{Ll}/u.test(line) ? '' : ' ';
      joined.push(last + glue + oneLine(line));
    } else joined.push(keepsColumns(line) ? line : line.replace(/(\S)[ \t]+/g, '$1 ').trimEnd());
  }
  return joined;
}

/** Wide gaps inside a line set columns; they are kept, so that the columns can be seen. */
function keepsColumns(line: string): boolean {
  return /\S(?: {3,}|\t)\S/.test(line);
}

function isUnderline(line: string | undefined): boolean {
  return line !== undefined && /^\s*(={3,}|-{3,}|~{3,}|\*{3,})\s*$/.test(line);
}

function headingLevel(line: string, underline: string | undefined): number | null {
  if (underline !== undefined) return line.length > 120 ? null : /=/.test(underline) ? 1 : 2;
  return looksLikeHeading(line);
}

/** The first line as a title: only a short one that does not end like a sentence. */
function firstLine(text: string): string {
  const line = oneLine(/\S.*/.exec(text)?.[0] ?? '');
  return line.length <= 100 && !/[.,;:]$/.test(line) && /\p{L}/u.test(line) ? line : '';
}
