import type { Pause } from '../../cancel';
import type { ParsedDocument } from '../../types';
import type { Builder } from '../build';
import { isGenericHeading } from '../headings';
import { readingOrder } from './columns';
import { runningLines } from './furniture';
import { bodyType, headingLevels, type OutlineEntry } from './headings';
import { bullet, linesOf, paragraphsOf, type Paragraph } from './lines';
import { segmentsOf, type PageItems } from './segments';
import { findTables, type PdfTable } from './tables';
import { cleanLine, joinLines, vocabularyOf, type Vocabulary } from './words';

export interface PdfFacts {
  readonly title: string;
  readonly date: string | null;
  readonly outline: readonly OutlineEntry[];
}

/**
 * Turns the placed words of all pages into one text: columns in reading order, running headers and
 * footers left out, lines joined to paragraphs (also across columns and pages), words cut at line
 * ends made whole, headings by outline, numbers and size, tables where cells line up.
 */
export async function assemblePdf(
  pages: readonly PageItems[],
  facts: PdfFacts,
  builder: Builder,
  pause: Pause,
): Promise<ParsedDocument> {
  const segments = pages.map((page) => segmentsOf(page.items));
  const running = runningLines(
    segments,
    pages.map((page) => page.height),
  );
  const blocks: (Paragraph | PdfTable)[] = [];
  for (const [number, all] of segments.entries()) {
    await pause();
    for (const flow of readingOrder(all.filter((segment) => !running.has(segment))))
      for (const part of findTables(linesOf(flow), number))
        blocks.push(...('kind' in part ? [part] : paragraphsOf(part, number)));
  }
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  const vocabulary = vocabularyOf(
    paragraphs.flatMap((paragraph) => paragraph.lines.map((line) => cleanLine(line.text))),
  );
  const textOf = (paragraph: Paragraph): string =>
    joinLines(
      paragraph.lines.map((line) => cleanLine(line.text)),
      vocabulary,
    );
  const body = bodyType(paragraphs);
  const levels = headingLevels(paragraphs, body, facts.outline, textOf);
  await pause();
  const title = facts.title || largestOnFirstPage(paragraphs, body.size, textOf);
  write(builder, mergeAcross(blocks, levels, body.size), levels, vocabulary, pages.length);
  return builder.finish({ title, date: facts.date });
}

/** A paragraph with those that continue it in later columns or pages, or a table. */
type Block = readonly Paragraph[] | PdfTable;

/**
 * A paragraph that stops in mid-sentence at the foot of a column goes on in the next one; captions,
 * footnotes and tables between the two step aside, to the side of their own page.
 */
function mergeAcross(
  blocks: readonly (Paragraph | PdfTable)[],
  levels: ReadonlyMap<Paragraph, number>,
  bodySize: number,
): Block[] {
  const merged: Block[] = [];
  const waiting: (Paragraph | PdfTable)[] = blocks.slice().reverse();
  for (let block = waiting.pop(); block; block = waiting.pop()) {
    if (block.kind === 'table') {
      merged.push(block);
      continue;
    }
    const chain: Paragraph[] = [block];
    const between: (Paragraph | PdfTable)[] = [];
    while (chain.length < longestChain) {
      const last = chain.at(-1)!;
      const at =
        levels.has(last) || last.lines[0]!.size < bodySize * 0.9
          ? -1
          : continuation(waiting, last, levels);
      if (at < 0) break;
      const skipped = waiting.splice(at);
      chain.push(skipped.shift() as Paragraph);
      between.push(...skipped.reverse());
    }
    // Where the page turns within the paragraph, what is on its first page goes before it.
    const turns = chain.at(-1)!.page !== block.page;
    const first = (other: Paragraph | PdfTable): boolean => turns && other.page === block.page;
    merged.push(...between.filter(first).map(asBlock), chain);
    merged.push(...between.filter((other) => !first(other)).map(asBlock));
  }
  return merged;
}

const asBlock = (block: Paragraph | PdfTable): Block => (block.kind === 'table' ? block : [block]);

/** Columns that a paragraph may run through; a text without sentences does not become one. */
const longestChain = 12;

/** Blocks looked at for the rest of a sentence; a chart can leave a dozen scraps. */
const lookAhead = 16;

/** Index (from the end of `waiting`, whose last is next) of the paragraph that continues `last`, or -1. */
function continuation(
  waiting: readonly (Paragraph | PdfTable)[],
  last: Paragraph,
  levels: ReadonlyMap<Paragraph, number>,
): number {
  const lastLine = last.lines.at(-1)!;
  const hyphen = /\p{L}-$/u.test(lastLine.text);
  if (/[.!?:;…]["”’)\]]*$/.test(lastLine.text)) return -1;
  let skippedAside = false;
  for (let i = waiting.length - 1; i >= Math.max(0, waiting.length - lookAhead); i--) {
    const next = waiting[i]!;
    if (next.kind === 'table') {
      skippedAside = true;
      continue;
    }
    if (next.page > last.page + 1) return -1;
    const first = next.lines[0]!;
    const sameSize = Math.abs(first.size / lastLine.size - 1) < 0.06;
    const isAside =
      first.size < lastLine.size * 0.94 ||
      /^(?:figure|fig\.|table|abb\.|tabelle)\s*\d/i.test(first.text);
    if (levels.has(next)) {
      if (next.page === last.page) return -1;
      continue;
    }
    if (isAside) {
      skippedAside = true;
      continue;
    }
    // At the top of a column, or under a figure there: what stands right below was parted on purpose.
    const lower = /^\p{Ll}/u.test(first.text);
    if (!sameSize || (next.above !== Infinity && !(skippedAside && lower))) return -1;
    const goesOn =
      lower || /^[\p{N}(“"]/u.test(first.text) || (hyphen && /^\p{L}/u.test(first.text));
    if (!lower && !hyphen && !last.full) return -1;
    if (goesOn || (!next.indented && !bullet.test(first.text))) return i;
    return -1;
  }
  return -1;
}

function write(
  builder: Builder,
  blocks: readonly Block[],
  levels: ReadonlyMap<Paragraph, number>,
  vocabulary: Vocabulary,
  pages: number,
): void {
  let page = -1;
  const turnTo = (wanted: number): void => {
    for (; page < wanted; page++) builder.page();
  };
  let lastWasItem = false;
  for (const block of blocks) {
    if ('kind' in block) {
      turnTo(block.page);
      builder.table(block.header, block.rows);
      lastWasItem = false;
      continue;
    }
    const first = block[0]!;
    turnTo(first.page);
    const lines = block.flatMap(({ lines: own, page: on }) =>
      own.map((line) => ({ text: cleanLine(line.text), on })),
    );
    const pageStarts: number[] = [];
    const text = joinLines(
      lines.map((line) => line.text),
      vocabulary,
      (i, start) => {
        for (; page < lines[i]!.on; page++) pageStarts.push(start);
      },
    );
    const level = levels.get(first);
    const isItem = bullet.test(text);
    if (level !== undefined && block.length === 1) builder.heading(level, text);
    else
      builder.block(pageStarts.length > 0 ? text : text.replace(bullet, '- '), {
        close: isItem && lastWasItem,
        pageStarts,
      });
    lastWasItem = isItem;
  }
  turnTo(pages - 1);
}

/** The largest print in the upper part of the first page that has text, if it stands out. */
function largestOnFirstPage(
  paragraphs: readonly Paragraph[],
  bodySize: number,
  textOf: (paragraph: Paragraph) => string,
): string {
  const first = paragraphs[0]?.page;
  const candidates = paragraphs.filter((p) => p.page === first).slice(0, 12);
  const largest = Math.max(0, ...candidates.map((p) => p.lines[0]!.size));
  if (largest < bodySize * 1.15) return '';
  const found = candidates.find((p) => p.lines[0]!.size === largest)!;
  const text = textOf(found);
  const isTitle = text.length >= 3 && text.length <= 300 && found.lines.length <= 5;
  return isTitle && !isGenericHeading(text) ? text : '';
}
