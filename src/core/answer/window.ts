import type { Passage, Span } from '../types';
import { coverage, fold } from '../lib/words';

/** Sentences of one passage that a claim is judged against. */
export interface Window {
  /** Index of the passage among those that were read. */
  readonly at: number;
  /** Offsets into the passage's text. */
  readonly start: number;
  readonly end: number;
  /** What the judge reads: the sentences, with the document's title before them where they do not name it. */
  readonly premise: string;
}

/**
 * The sentence that holds `[start, end)` with `around` neighbours on each side, as long as it stays
 * under `maxChars`.
 */
export function windowAround(
  passage: Passage,
  at: number,
  start: number,
  end: number,
  title: string,
  around: number,
  maxChars: number,
): Window {
  const spans =
    passage.sentences.length > 0 ? passage.sentences : ([[0, passage.text.length]] as const);
  let first = spans.findIndex(([, e]) => e > start);
  if (first < 0) first = spans.length - 1;
  let last = first;
  while (last + 1 < spans.length && spans[last]![1] < end) last++;
  const inner: Span = [spans[first]![0], spans[last]![1]];
  for (let step = 0; step < around; step++) {
    const before = spans[first - 1];
    if (before && spans[last]![1] - before[0] <= maxChars) first--;
    const after = spans[last + 1];
    if (after && after[1] - spans[first]![0] <= maxChars) last++;
  }
  const from = Math.min(spans[first]![0], inner[0]);
  const to = Math.max(spans[last]![1], inner[1]);
  return {
    at,
    start: from,
    end: to,
    premise: withTitle(passage.text.slice(from, to), title, passage),
  };
}

/** The sentence of a passage that shares most with the wanted stems, with its neighbours. */
export function bestWindow(
  passage: Passage,
  at: number,
  wanted: ReadonlySet<string>,
  title: string,
  around: number,
  maxChars: number,
): Window {
  let best: Span = passage.sentences[0] ?? [0, passage.text.length];
  let most = -1;
  for (const span of passage.sentences) {
    const share = coverage(wanted, passage.text.slice(span[0], span[1]));
    if (share > most) [most, best] = [share, span];
  }
  return windowAround(passage, at, best[0], best[1], title, around, maxChars);
}

/** A table row alone says little: its column names come with it. A sentence with "he" needs its title. */
function withTitle(text: string, title: string, passage: Passage): string {
  const columns =
    passage.kind === 'table' && passage.header.length > 0 ? `${passage.header.join(' | ')}\n` : '';
  const subject = title.trim();
  const named = subject === '' || fold(text).includes(fold(subject.replace(/\s*\([^)]*\)$/, '')));
  return `${named ? '' : `${subject}. `}${columns}${text}`;
}
