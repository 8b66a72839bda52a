import { noPause, type Pause } from '../cancel';
import type { Settings } from '../settings';
import type { DocumentId, Heading, ParsedDocument, Passage, PassageId, Span } from '../types';
import { pack, type Range } from './pack';
import type { TokensOf } from './tokens';
import { unitsOf, type Unit } from './units';

/** Raised whenever the same text may give other passages: stored ones are then made again. */
export const chunkerVersion = 1;

/**
 * Cuts a document into passages of whole sentences near `targetTokens`, in order. A passage does
 * not reach over a heading of the same or a higher level, unless its section is tiny (under a
 * quarter of the target), nor mix table rows with prose. Sentences over `maxTokens` are split. With
 * no overlap the passages cover every character that is not white space once, but for column names,
 * which stand in `header`.
 */
export async function chunk(
  document: DocumentId,
  parsed: ParsedDocument,
  tokensOf: TokensOf,
  settings: Settings['passages'],
  pause: Pause = noPause,
): Promise<Passage[]> {
  const { targetTokens, maxTokens } = settings;
  const most = Math.max(targetTokens, maxTokens);
  const units = await unitsOf(parsed, tokensOf, most, pause);
  const headerTokens = await tokensOf(parsed.tables.map((table) => table.header.join(' | ')));
  const paths = headingPaths(parsed.headings);
  const passages: Passage[] = [];
  for (const run of runsOf(units, parsed.headings, targetTokens)) {
    await pause();
    const part = units.slice(run[0], run[1]);
    const table = part[0]!.table;
    // Column names are read together with the rows, so they take of the room.
    const room =
      table < 0 ? targetTokens : Math.max(targetTokens / 2, targetTokens - headerTokens[table]!);
    const ranges = pack(part, room, table < 0 ? most : Math.max(room, most - headerTokens[table]!));
    for (const range of ranges) {
      const members = part.slice(
        withOverlap(part, range, table < 0 ? settings.overlapSentences : 0, most),
        range[1],
      );
      passages.push(passageOf(document, passages.length, parsed, members, paths));
    }
  }
  return passages;
}

function passageOf(
  document: DocumentId,
  ordinal: number,
  parsed: ParsedDocument,
  units: readonly Unit[],
  paths: readonly (readonly string[])[],
): Passage {
  const start = units[0]!.start;
  const end = units.at(-1)!.end;
  const table = parsed.tables[units[0]!.table];
  return {
    id: `${document}#${ordinal}` as PassageId,
    document,
    ordinal,
    start,
    end,
    text: parsed.text.slice(start, end),
    sentences: units.map((unit): Span => [unit.start - start, unit.end - start]),
    headings: commonPath(units, paths),
    page: pageAt(parsed.pages, start),
    kind: table ? 'table' : 'prose',
    header: table?.header ?? [],
    tokens: units.reduce((sum, unit) => sum + unit.tokens, 0),
  };
}

/**
 * Stretches that are packed on their own: rows of one table, or prose of one section. Tiny sections
 * join: a small one the section before it, if that is no deeper; what follows a small one joins it,
 * if that is no further out. So a chapter heading with one line under it keeps to its first section.
 */
function runsOf(units: readonly Unit[], headings: readonly Heading[], target: number): Range[] {
  const runs: Range[] = [];
  const tiny = target / 4;
  let open: { from: number; to: number; tokens: number; level: number; table: number } | null =
    null;
  for (const [from, to] of sectionsOf(units)) {
    const { table, section } = units[from]!;
    let tokens = 0;
    for (let i = from; i < to; i++) tokens += units[i]!.tokens;
    const level = headings[section]?.level ?? 0;
    const joins: boolean =
      open !== null &&
      open.table < 0 &&
      table < 0 &&
      level >= open.level &&
      (open.tokens < tiny || (tokens < tiny && open.tokens + tokens <= target));
    if (open && joins) {
      open.to = to;
      open.tokens += tokens;
    } else {
      if (open) runs.push([open.from, open.to]);
      open = { from, to, tokens, level, table };
    }
  }
  if (open) runs.push([open.from, open.to]);
  return runs;
}

/** Consecutive units of one section and one table, or of prose. */
function sectionsOf(units: readonly Unit[]): Range[] {
  const ranges: Range[] = [];
  let from = 0;
  for (let i = 1; i <= units.length; i++) {
    const unit = units[i];
    if (unit && unit.section === units[from]!.section && unit.table === units[from]!.table)
      continue;
    ranges.push([from, i]);
    from = i;
  }
  return units.length === 0 ? [] : ranges;
}

/** First unit of a passage that repeats up to `sentences` of the one before, as far as `most` tokens allow. */
function withOverlap(
  units: readonly Unit[],
  [from, to]: Range,
  sentences: number,
  most: number,
): number {
  let tokens = 0;
  for (let i = from; i < to; i++) tokens += units[i]!.tokens;
  let start = from;
  while (start > 0 && from - start < sentences && tokens + units[start - 1]!.tokens <= most)
    tokens += units[--start]!.tokens;
  return start;
}

/** For each heading those above it, outermost first, and itself. */
function headingPaths(headings: readonly Heading[]): string[][] {
  const stack: Heading[] = [];
  return headings.map((heading) => {
    while (stack.length > 0 && stack.at(-1)!.level >= heading.level) stack.pop();
    stack.push(heading);
    return stack.map((h) => h.text);
  });
}

/** The headings that all units stand under. */
function commonPath(
  units: readonly Unit[],
  paths: readonly (readonly string[])[],
): readonly string[] {
  let common = paths[units[0]!.section] ?? [];
  for (const unit of units) {
    const path = paths[unit.section] ?? [];
    let same = 0;
    while (same < common.length && common[same] === path[same]) same++;
    if (same < common.length) common = common.slice(0, same);
  }
  return common;
}

/** 1-based page at an offset, null without pages. */
export function pageAt(pages: readonly number[], offset: number): number | null {
  if (pages.length === 0) return null;
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pages[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
