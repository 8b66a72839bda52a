import { contentWords, stem } from '../lib/words';

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const month =
  '(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?';
const patterns: readonly [RegExp, (m: readonly string[]) => readonly [number, number, number]][] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/gi, (m) => [+m[1]!, +m[2]!, +m[3]!]],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${month},?\\s+(\\d{3,4})\\b`, 'gi'),
    (m) => [+m[3]!, monthOf(m[2]!), +m[1]!],
  ],
  [
    new RegExp(`\\b${month}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{3,4})\\b`, 'gi'),
    (m) => [+m[3]!, monthOf(m[1]!), +m[2]!],
  ],
  [new RegExp(`\\b${month}\\s+(\\d{4})\\b`, 'gi'), (m) => [+m[2]!, monthOf(m[1]!), 0]],
  [/\b(1\d{3}|20\d{2})\b/g, (m) => [+m[1]!, 0, 0]],
];

function monthOf(name: string): number {
  const key = name.toLowerCase().slice(0, 3);
  return monthNames.findIndex((m) => m.startsWith(key)) + 1;
}

/** A calendar date as far as a text tells it: "1994", "1994-05" or "1994-05-02". Compares as a string. */
export type PartialDate = string;

/** Every date of a text, in order of appearance, the more exact reading of a place only. */
export function calendarDates(text: string): PartialDate[] {
  const found: { at: number; end: number; date: PartialDate }[] = [];
  for (const [pattern, read] of patterns)
    for (const match of text.matchAll(pattern)) {
      const at = match.index;
      const end = at + match[0].length;
      if (found.some((f) => at < f.end && f.at < end)) continue;
      const [y, m, d] = read(match);
      if (m > 12 || d > 31) continue;
      found.push({ at, end, date: formatDate(y, m, d) });
    }
  return found.sort((a, b) => a.at - b.at).map((f) => f.date);
}

const formatDate = (y: number, m: number, d: number): PartialDate =>
  String(y).padStart(4, '0') +
  (m > 0 ? `-${String(m).padStart(2, '0')}` : '') +
  (m > 0 && d > 0 ? `-${String(d).padStart(2, '0')}` : '');

/** Difference in sign of two partial dates on the parts that both have; 0 when these agree. */
export function compareDates(a: PartialDate, b: PartialDate): number {
  const length = Math.min(a.length, b.length);
  const [x, y] = [a.slice(0, length), b.slice(0, length)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const amends =
  /\b(?:amend(?:s|ed|ment|ing)|supersed(?:es|ed|ing)|replac(?:es|ed|ing)|revis(?:es|ed|ion)|updat(?:es|ed)|no longer|effective (?:from|as of|immediately|\d)|as of \d|with effect from|from now on|(?:in)?correct(?:s|ion|ed)|previous(?:ly)? (?:stated|announced|published|version|figure|rule)|instead of the (?:previous|former|earlier|old))\b/iu;

/**
 * True for a text that says of itself that it replaces something older: "replaces", "no longer", or
 * "a new …" of what the question asks about.
 */
export function saysNew(text: string, asked: ReadonlySet<string>): boolean {
  if (amends.test(text)) return true;
  for (const match of text.matchAll(/\bnew\s+((?:[\p{L}-]+\s+){0,2}[\p{L}-]+)/giu))
    if (contentWords(match[1]!).some((w) => asked.has(stem(w)))) return true;
  return false;
}
