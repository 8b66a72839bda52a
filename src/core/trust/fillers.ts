import { contentWords, stem, stopWords } from '../lib/words';

/** What fills a slot of a statement: two statements that differ in it alone disagree. */
export interface Filler {
  readonly text: string;
  readonly kind: 'when' | 'time' | 'weekday' | 'number' | 'name';
  /** Lower-cased words. */
  readonly words: readonly string[];
  readonly start: number;
}

const months =
  'January|February|March|April|May|June|July|August|September|October|November|December';
const days = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';
const numerals =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred';

/** In this order: what one pattern took, a later one leaves. */
const patterns: readonly (readonly [Filler['kind'], RegExp])[] = [
  [
    'when',
    new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${months})\\b(?:,? \\d{4}\\b)?`, 'g'),
  ],
  ['when', new RegExp(`\\b(?:${months}) \\d{1,2}(?:st|nd|rd|th)?\\b(?:,? \\d{4}\\b)?`, 'g')],
  ['when', new RegExp(`\\b(?:${months}) \\d{4}\\b`, 'g')],
  ['when', /\b\d{4}-\d{2}-\d{2}\b|\b(?:1\d|20)\d{2}s?\b(?!,\d)/g],
  ['weekday', new RegExp(`\\b(?:${days})s?\\b`, 'g')],
  ['time', /\b\d{1,2}[:.]\d{2}\b(?!\d)/g],
  ['number', /[$£€]?(?<![\p{L}\p{N}])\d+(?:,\d{3})*(?:\.\d+)?(?:st|nd|rd|th)?%?(?!\p{L})/gu],
  ['number', new RegExp(`\\b(?:${numerals})\\b`, 'gi')],
  [
    'name',
    /\p{Lu}[\p{L}\p{M}'’.&-]*(?:(?: (?:of|the|de|van|von|and|&) (?=\p{Lu})| )\p{Lu}[\p{L}\p{M}'’.&-]*)*/gu,
  ],
];

/** Words that are capitalised only because they open a sentence. */
const openers = new Set(
  `the a an this that these those it he she they we i you in on at by for from of to with and but or as is are was were
   not no his her its their our your my when where who what which how why if while after before during since until
   there here both all each every some any many most more other another such also however although though because
   therefore overall according despite nobody everyone`.split(/\s+/),
);

/** Dates, times, weekdays, numbers and names of a sentence, in order, not overlapping. */
export function fillersOf(sentence: string): Filler[] {
  const taken = new Uint8Array(sentence.length);
  const found: Filler[] = [];
  for (const [kind, pattern] of patterns)
    for (const match of sentence.matchAll(pattern)) {
      const text = kind === 'name' ? withoutOpeners(match[0]) : match[0];
      const start = match.index + match[0].indexOf(text);
      if (text.length < (kind === 'name' ? 2 : 1)) continue;
      if (kind === 'name' && modifies(text, sentence.slice(start + text.length))) continue;
      if (taken.subarray(start, start + text.length).includes(1)) continue;
      taken.fill(1, start, start + text.length);
      found.push({ text, kind, words: wordsOf(text), start });
    }
  return found.sort((a, b) => a.start - b.start);
}

/** Two fillers in the same place of two sentences. */
export interface Slot {
  /** What the statement says. */
  readonly said: Filler;
  /** What the premise says instead. */
  readonly instead: Filler;
}

/**
 * Where `predicate` and `premise` fill a slot differently: the one filler of the predicate that the
 * premise does not know, if the premise has another of the same kind that the statement (predicate
 * or `subject`) does not know. Numbers must count the same: the word before or after is the same.
 * Null when nothing or more than one thing is different: then they speak of different things.
 */
export function differingSlot(predicate: string, subject: string, premise: string): Slot | null {
  const known = new Set(wordsOf(premise));
  const own = new Set(wordsOf(`${subject} ${predicate}`));
  const strange = fillersOf(predicate).filter(
    ({ words }) => !words.some((word) => known.has(word)),
  );
  const said = strange[0];
  if (!said || strange.some((other) => other.words.join() !== said.words.join())) return null;
  for (const instead of fillersOf(premise)) {
    if (instead.kind !== said.kind || instead.words.some((word) => own.has(word))) continue;
    if (said.kind !== 'number' || sameNeighbour(predicate, said, premise, instead))
      return { said, instead };
  }
  return null;
}

function sameNeighbour(text: string, filler: Filler, other: string, instead: Filler): boolean {
  const [before, after] = neighbours(text, filler);
  const [otherBefore, otherAfter] = neighbours(other, instead);
  return (
    (before !== undefined && before === otherBefore) ||
    (after !== undefined && after === otherAfter)
  );
}

/** Stems of the content words next to a filler. */
function neighbours(
  text: string,
  { start, text: filler }: Filler,
): readonly [string | undefined, string | undefined] {
  const before = contentWords(text.slice(0, start)).at(-1);
  const after = contentWords(text.slice(start + filler.length))[0];
  return [before && stem(before), after && stem(after)];
}

/** True when every date, number and name of `statement` stands in `premise` too. */
export function allFillersIn(statement: string, premise: string): boolean {
  const known = new Set(wordsOf(premise));
  return fillersOf(statement).every(({ words }) => words.every((word) => known.has(word)));
}

/** "German" of "German psychiatrist", "NASA" of "NASA report": it says of what kind the next thing is. */
function modifies(name: string, rest: string): boolean {
  if (!/^(?:\p{L}+(?:an|ish|ese|ic|ch)|\p{Lu}{2,})$/u.test(name)) return false;
  const next = /^ (\p{Ll}[\p{L}-]*)/u.exec(rest)?.[1];
  return next !== undefined && !stopWords.has(next) && !/(?:ed|ly)$/.test(next);
}

function withoutOpeners(name: string): string {
  let rest = name.replace(/[.'’&-]+$/, '');
  for (;;) {
    const first = /^[\p{L}\p{M}'’.&-]+/u.exec(rest)?.[0] ?? '';
    if (first === '' || !openers.has(first.toLowerCase())) return rest;
    rest = rest.slice(first.length).trimStart();
  }
}

/** Lower-cased words; "5,318" is one, without its comma. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .match(/\d+(?:\.\d+)*|[\p{L}\p{N}]+/gu) ?? [];
