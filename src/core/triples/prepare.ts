import { retag } from './retag';
import type { Language, Tag, Word } from './words';

/** A sentence ready for chunking: what stood in brackets is taken out and kept by the word before it. */
export interface Prepared {
  readonly words: readonly Word[];
  /** Index of the word before a bracket -> the words inside it. */
  readonly brackets: ReadonlyMap<number, readonly Word[]>;
}

/**
 * Makes words of tokens: brackets out, quoted titles, the document's own title, hyphenated words,
 * dates and money each one word, and the tagger's usual slips mended.
 *
 * @param title lower-cased words of the document's title, so that a title such as "Payment on
 *   Demand" is one name
 */
export function prepare(
  tokens: readonly Word[],
  title: readonly string[],
  text: string,
  language: Language,
): Prepared {
  const quoted = mergeTitle(mergeQuotes(tokens, text), title, text);
  const merged = mergeRanks(mergeDates(mergeHyphens(quoted, text), text), text);
  const { words, brackets } = takeBrackets(merged);
  return { words: retag(words, language), brackets };
}

/** One word of words `from` to `to` (exclusive). */
export function join(words: readonly Word[], text: string, tag: Tag, quoted = false): Word {
  const start = words[0]!.start;
  const end = words.at(-1)!.end;
  const own = text.slice(start, end);
  return { text: own, lower: own.toLowerCase(), lemma: own.toLowerCase(), tag, start, end, quoted };
}

const isQuote = (word: Word): boolean => /^(?:["“”„«»`]+|'')$/.test(word.text);

function mergeQuotes(tokens: readonly Word[], text: string): Word[] {
  const result: Word[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const word = tokens[i]!;
    if (!isQuote(word)) {
      result.push(word);
      continue;
    }
    let from = i + 1;
    while (from < tokens.length && isQuote(tokens[from]!)) from++;
    let to = from;
    while (to < tokens.length && !isQuote(tokens[to]!)) to++;
    let last = to;
    while (last > from && /^[,.;:!?]$/.test(tokens[last - 1]!.text)) last--;
    const inside = tokens.slice(from, last);
    if (to < tokens.length && inside.length > 0 && inside.length <= maxQuote && isName(inside)) {
      result.push(join(inside, text, 'PROPN', true));
      // A comma inside the quotes ends the phrase all the same.
      result.push(...tokens.slice(last, to));
      while (to + 1 < tokens.length && isQuote(tokens[to + 1]!)) to++;
      i = to;
    }
  }
  return result;
}

const maxQuote = 12;
const isName = (words: readonly Word[]): boolean =>
  /^[\p{Lu}\d¿¡]/u.test(words[0]!.text) && words.every((w) => !/^[()]$/.test(w.text));

function mergeTitle(words: readonly Word[], title: readonly string[], text: string): Word[] {
  if (title.length < 2) return [...words];
  const result: Word[] = [];
  for (let i = 0; i < words.length; i++) {
    const matches =
      i + title.length <= words.length && title.every((t, k) => words[i + k]!.lower === t);
    if (!matches || !/^[\p{Lu}\p{Lo}\d]/u.test(words[i]!.text)) {
      result.push(words[i]!);
      continue;
    }
    result.push(join(words.slice(i, i + title.length), text, 'PROPN', true));
    i += title.length - 1;
  }
  return result;
}

/** "singer- songwriter", "state-of-the-art", "1893–1944" stay or become one word. */
function mergeHyphens(words: readonly Word[], text: string): Word[] {
  const result: Word[] = [];
  for (let i = 0; i < words.length; i++) {
    let to = i + 1;
    while (
      to + 1 < words.length &&
      joins(words, to) &&
      /[\p{L}\p{N}]/u.test(words[to + 1]!.text) &&
      words[to + 1]!.start - words[to - 1]!.end <= 2
    )
      to += 2;
    if (to === i + 1) {
      result.push(words[i]!);
      continue;
    }
    const parts = words.slice(i, to);
    const joined = join(parts, text, hyphenTag(parts, words[to]));
    result.push({ ...joined, lemma: joined.lower });
    i = to - 1;
  }
  return result;
}

/** A hyphen or slash, or the dash of "59–56" and "2011–12"; "1893–1944" stays a span of years. */
function joins(words: readonly Word[], i: number): boolean {
  const { text } = words[i]!;
  const spaced = words[i]!.start > words[i - 1]!.end && words[i + 1]!.start > words[i]!.end;
  // "Jean - Baptiste" of badly spaced text; otherwise a spaced hyphen is a dash.
  if (spaced) return text === '-' && [words[i - 1]!, words[i + 1]!].every((w) => w.tag === 'PROPN');
  if (/^[-‐‑/]$/.test(text)) return true;
  const sides = [words[i - 1]!, words[i + 1]!];
  if (text === '–' && sides.every((w) => /^\p{Lu}\p{L}+$/u.test(w.text))) return true;
  return text === '–' && sides.every((w) => /^\d+$/.test(w.text)) && !sides.every(isYear);
}

function hyphenTag(parts: readonly Word[], next: Word | undefined): Tag {
  const last = parts.at(-1)!;
  // "co-written by"
  if (next?.lower === 'by' && /(?:ed|en|wn)$/.test(last.lower)) return 'VERB';
  if (parts.every((w) => /^\p{Lu}/u.test(w.text) || /^[-‐‑/–]$/.test(w.text))) return 'PROPN';
  if (last.tag === 'VERB' || last.tag === 'ADV' || last.tag === 'ADP') return 'ADJ';
  if (parts.every((w) => w.tag === 'NUM' || /^[-‐‑/–]$/.test(w.text))) return 'NUM';
  return last.tag === 'NUM' ? 'NOUN' : last.tag;
}

/** "Charles McLaren, 1st Baron Aberconway" is one name. */
function mergeRanks(words: readonly Word[], text: string): Word[] {
  const result: Word[] = [];
  for (let i = 0; i < words.length; i++) {
    const ordinal =
      words[i]!.text === ',' && /^\d+(?:st|nd|rd|th)$/i.test(words[i + 1]?.text ?? '');
    let to = i + 2;
    while (ordinal && /^(?:\p{Lu}.*|of|de)$/u.test(words[to]?.text ?? '')) to++;
    if (!ordinal || to === i + 2 || i === 0) {
      result.push(words[i]!);
      continue;
    }
    result.push(join(words.slice(i, to), text, 'PROPN'));
    i = to - 1;
  }
  return result;
}

const isDay = (word: Word | undefined): boolean =>
  word !== undefined && /^(?:[12]?\d|3[01])(?:st|nd|rd|th)?$/.test(word.lower);
export const isYear = (word: Word | undefined): boolean =>
  word !== undefined && /^(?:1[0-9]|20)\d\d$/.test(word.text);

function mergeDates(words: readonly Word[], text: string): Word[] {
  const result: Word[] = [];
  for (let i = 0; i < words.length; i++) {
    const length = dateLength(words, i);
    if (length > 0) {
      result.push(join(words.slice(i, i + length), text, 'DATE'));
      i += length - 1;
      continue;
    }
    const money = moneyLength(words, i);
    if (money > 1) {
      result.push(join(words.slice(i, i + money), text, 'NUM'));
      i += money - 1;
      continue;
    }
    result.push(words[i]!);
  }
  return result;
}

const months =
  /^(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/;

/** Words that a date takes from `i` on; 0 when none starts there. A lone year is a number. */
function dateLength(words: readonly Word[], i: number): number {
  const at = (k: number): Word | undefined => words[i + k];
  const month = (word: Word | undefined): boolean =>
    word !== undefined && /^\p{Lu}/u.test(word.text) && months.test(word.lower);
  const comma = (k: number): number => (at(k)?.text === ',' ? k + 1 : k);
  if (/^\d{4}-\d\d-\d\d$/.test(at(0)!.text)) return 1;
  if (isDay(at(0)) && month(at(1))) return isYear(at(comma(2))) ? comma(2) + 1 : 2;
  if (isDay(at(0)) && at(1)?.lower === 'of' && month(at(2)))
    return isYear(at(comma(3))) ? comma(3) + 1 : 3;
  if (!month(at(0))) return 0;
  if (isDay(at(1))) return isYear(at(comma(2))) ? comma(2) + 1 : 2;
  if (isYear(at(comma(1)))) return comma(1) + 1;
  return 0;
}

/** "$ 500 million", "€1,200", "5.3 %", "12 million". */
function moneyLength(words: readonly Word[], i: number): number {
  let k = i;
  if (/^[$€£¥]$/.test(words[k]!.text)) k++;
  if (words[k]?.tag !== 'NUM') return 0;
  k++;
  while (words[k] && /^(?:thousand|million|billion|trillion|%)$/.test(words[k]!.lower)) k++;
  return k - i;
}

function takeBrackets(words: readonly Word[]): {
  words: Word[];
  brackets: Map<number, readonly Word[]>;
} {
  const kept: Word[] = [];
  const brackets = new Map<number, readonly Word[]>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (!/^[([{]$/.test(word.text)) {
      if (!/^[)\]}]$/.test(word.text)) kept.push(word);
      continue;
    }
    const [open, close] = [word.text, closing[word.text]!];
    let depth = 1;
    let to = i + 1;
    while (to < words.length && depth > 0) {
      if (words[to]!.text === open) depth++;
      else if (words[to]!.text === close) depth--;
      to++;
    }
    const inside = words
      .slice(i + 1, depth === 0 ? to - 1 : to)
      .filter((w) => !/^[\][]$/.test(w.text));
    // "Anne McLaren, (26 April 1927 – 7 July 2007) was"
    if (kept.at(-1)?.text === ',') kept.pop();
    const before = kept.length - 1;
    // Two brackets after one word: "Wang (王太后) (died 928)".
    if (before >= 0 && inside.length > 0)
      brackets.set(before, [...(brackets.get(before) ?? []), ...separator, ...inside]);
    i = to - 1;
  }
  return { words: kept, brackets };
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const separator: readonly Word[] = [
  { text: ';', lower: ';', lemma: ';', tag: 'PUNCT', start: 0, end: 0 },
];
