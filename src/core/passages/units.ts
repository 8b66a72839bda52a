import { noPause, type Pause } from '../cancel';
import { splitSentences } from '../lib/sentences';
import type { Heading, ParsedDocument, Table } from '../types';
import type { TokensOf } from './tokens';

/** What passages are made of: a sentence, a row of a table, or a piece of one that is too long. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** What stands between it and the unit before. */
  readonly after: 'paragraph' | 'line' | 'sentence' | 'piece';
  readonly heading: boolean;
  /** Index of the heading that it stands under, -1 before the first. */
  readonly section: number;
  /** Index of its table, -1 for prose. */
  readonly table: number;
}

type Uncounted = Omit<Unit, 'tokens'>;

/**
 * Cuts a document into units, in order. They cover every character that is not white space once,
 * but for the names of columns, which table passages carry apart.
 * @param maxTokens longer sentences and rows are split at clauses, then words, then characters.
 */
export async function unitsOf(
  parsed: ParsedDocument,
  tokensOf: TokensOf,
  maxTokens: number,
  pause: Pause = noPause,
): Promise<Unit[]> {
  const plain = uncounted(parsed);
  const counts = await count(
    plain.map((unit) => parsed.text.slice(unit.start, unit.end)),
    tokensOf,
    pause,
  );
  const units: Unit[] = [];
  for (const [i, unit] of plain.entries()) {
    const tokens = counts[i]!;
    if (tokens <= maxTokens) units.push({ ...unit, tokens });
    else units.push(...(await split(parsed.text, unit, tokensOf, maxTokens)));
  }
  return units;
}

function uncounted(parsed: ParsedDocument): Uncounted[] {
  const units: Uncounted[] = [];
  const headings = parsed.headings;
  let section = -1;
  let last = 0;
  const add = (start: number, end: number, table: number): void => {
    while (section + 1 < headings.length && headings[section + 1]!.start <= start) section++;
    const between = parsed.text.slice(last, start);
    const after = /\n\s*\n/.test(between)
      ? 'paragraph'
      : between.includes('\n')
        ? 'line'
        : 'sentence';
    units.push({ start, end, after, heading: isWithin(headings[section], start), section, table });
    last = end;
  };
  const prose = (from: number, to: number): void => {
    for (const [start, end] of splitSentences(parsed.text.slice(from, to)))
      add(from + start, from + end, -1);
  };
  let at = 0;
  for (const { table, index } of tablesInOrder(parsed.tables)) {
    if (table.start < at) continue;
    prose(at, table.start);
    for (const [start, end] of table.rowSpans)
      if (parsed.text.slice(start, end).trim() !== '') add(start, end, index);
    at = table.end;
  }
  prose(at, parsed.text.length);
  return units;
}

function isWithin(heading: Heading | undefined, at: number): boolean {
  return heading !== undefined && at < heading.start + heading.text.length;
}

/** Tables that have rows; one without is read as prose. */
function tablesInOrder(tables: readonly Table[]): { table: Table; index: number }[] {
  return tables
    .map((table, index) => ({ table, index }))
    .filter(({ table }) => table.rowSpans.length > 0)
    .sort((a, b) => a.table.start - b.table.start);
}

/** Texts a call of the tokenizer takes: few calls, yet air between them. */
const batch = 1024;

async function count(
  texts: readonly string[],
  tokensOf: TokensOf,
  pause: Pause,
): Promise<Uint32Array> {
  const counts = new Uint32Array(texts.length);
  for (let i = 0; i < texts.length; i += batch) {
    counts.set(await tokensOf(texts.slice(i, i + batch)), i);
    await pause();
  }
  return counts;
}

/** Pieces of at most `maxTokens`, ending at a clause where one ends in the last third, else at a word. */
async function split(
  text: string,
  unit: Uncounted,
  tokensOf: TokensOf,
  maxTokens: number,
): Promise<Unit[]> {
  const words = await countedWords(text, unit, tokensOf, maxTokens);
  const pieces: Unit[] = [];
  let from = 0;
  while (from < words.length) {
    let to = from;
    let tokens = 0;
    let clause = -1;
    let clauseTokens = 0;
    while (to < words.length && (to === from || tokens + words[to]!.tokens <= maxTokens)) {
      tokens += words[to]!.tokens;
      if (
        tokens > maxTokens * 0.6 &&
        /[,;:|)–—、，；]$/.test(text.slice(words[to]!.start, words[to]!.end))
      )
        [clause, clauseTokens] = [to, tokens];
      to++;
    }
    if (to < words.length && clause >= from) [to, tokens] = [clause + 1, clauseTokens];
    const after = from === 0 ? unit.after : 'piece';
    pieces.push({ ...unit, start: words[from]!.start, end: words[to - 1]!.end, tokens, after });
    from = to;
  }
  return pieces;
}

interface Word {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

async function countedWords(
  text: string,
  unit: Uncounted,
  tokensOf: TokensOf,
  maxTokens: number,
): Promise<Word[]> {
  const spans = [...text.slice(unit.start, unit.end).matchAll(/\S+/g)].map((match) => ({
    start: unit.start + match.index,
    end: unit.start + match.index + match[0].length,
  }));
  const counts = await tokensOf(spans.map(({ start, end }) => text.slice(start, end)));
  const words: Word[] = [];
  for (const [i, span] of spans.entries()) {
    const tokens = counts[i]!;
    if (tokens <= maxTokens || span.end - span.start < 2) words.push({ ...span, tokens });
    else
      words.push(
        ...(await countedLetters(text, span.start, span.end, tokens, tokensOf, maxTokens)),
      );
  }
  return words;
}

/** Text without spaces (Chinese, a long code): halves until each fits, never through a surrogate pair. */
async function countedLetters(
  text: string,
  start: number,
  end: number,
  tokens: number,
  tokensOf: TokensOf,
  maxTokens: number,
): Promise<Word[]> {
  if (tokens <= maxTokens || end - start < 2) return [{ start, end, tokens }];
  const middle = cutNear(text, start, end);
  if (middle <= start || middle >= end) return [{ start, end, tokens }];
  const [left = 0, right = 0] = await tokensOf([
    text.slice(start, middle),
    text.slice(middle, end),
  ]);
  return [
    ...(await countedLetters(text, start, middle, left, tokensOf, maxTokens)),
    ...(await countedLetters(text, middle, end, right, tokensOf, maxTokens)),
  ];
}

/** The middle, or just after a clause mark near it. */
function cutNear(text: string, start: number, end: number): number {
  const middle = (start + end) >> 1;
  const reach = (end - start) >> 3;
  for (let d = 0; d <= reach; d++)
    for (const at of [middle + d, middle - d])
      if (/[、，；：,;]/.test(text[at - 1] ?? '')) return at;
  const code = text.charCodeAt(middle);
  return code >= 0xdc00 && code < 0xe000 ? middle + 1 : middle;
}
