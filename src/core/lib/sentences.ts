import type { Span } from '../types';
import { alwaysInside, beforeName, beforeNumber, germanMonths, starters } from './abbreviations';

/**
 * Spans of the sentences of a text, without the white space between them: in order, not
 * overlapping, together covering every character that is not white space. A line break always ends
 * a sentence (parsers join wrapped lines, so one that is left means something); within a line the
 * Unicode sentence terminators do, except after abbreviations, initials, list numbers, inside
 * numbers and names ("3.14", "example.com"), and where a quotation goes on in lower case.
 */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  while (from < text.length) {
    const newline = text.indexOf('\n', from);
    const to = newline < 0 ? text.length : newline;
    splitLine(text, from, to, spans);
    from = to + 1;
  }
  return spans;
}

/**
 * Terminators, closing marks and note references such as "[12]" that follow, before white space
 * (groups 1 and 2); or after a word, with a bare note number, before a capital: "was shown.12 The";
 * or the terminators of scripts that put no space between sentences.
 */
const boundary =
  /([\p{Sentence_Terminal}…]+)([\p{Pe}\p{Pf}"'”’»]*)(?:(?:\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\])+|[¹²³⁰⁴-⁹]+)?(?=\s|$)|(?<=\p{Ll}{3})\.\d{1,2}(?:[,–-]\d{1,2})*(?=\s+\p{Lu})|[。！？｡︒﹗﹖]+[\p{Pe}\p{Pf}"'”’]*/gu;

function splitLine(text: string, from: number, to: number, spans: Span[]): void {
  const line = text.slice(from, to);
  let start = 0;
  for (const match of line.matchAll(boundary)) {
    const end = match.index + match[0].length;
    const [, marks, closers = ''] = match;
    if (marks !== undefined && !ends(line, start, match.index, marks, closers, end)) continue;
    push(text, from + start, from + end, spans);
    start = end;
  }
  push(text, from + start, to, spans);
}

function push(text: string, start: number, end: number, spans: Span[]): void {
  while (start < end && isSpace(text, start)) start++;
  while (end > start && isSpace(text, end - 1)) end--;
  if (end > start) spans.push([start, end]);
}

/** Does the sentence that began at `start` end with the `marks` at `at`, its closers at `end`? */
function ends(
  line: string,
  start: number,
  at: number,
  marks: string,
  closers: string,
  end: number,
): boolean {
  const next = /\S+/.exec(line.slice(end, end + 60))?.[0];
  if (next === undefined) return true;
  if (/^[.,;:)]/.test(next)) return false; // ". . .", "etc. , and"
  const opened = next.replace(/^\p{P}+/u, '');
  const lower = /^\p{Ll}/u.test(opened);
  if (lower && (marks === '.' || closers !== '' || /^(?:…|\.{2,})$/.test(marks))) return false;
  if (marks !== '.' || closers !== '') return true;
  const before = line.slice(Math.max(start, at - 24), at);
  const word = /[\p{L}\p{N}.&-]+$/u.exec(before)?.[0] ?? '';
  if (itemNumber.test(word) && line.slice(start, at).trim() === word) return false;
  return !isAbbreviation(word, opened);
}

/** "1. Scope", "2.3. Scope", "a. Scope", "IV. Scope": the number of an item, not a sentence. */
const itemNumber = /^(?:\d{1,3}(?:\.\d{1,3})*|\p{L}|x{0,3}(?:ix|iv|v?i{0,3}))$/iu;

/** True when the full stop after `word` belongs to it and the sentence goes on with `next`. */
function isAbbreviation(word: string, next: string): boolean {
  const key = word.toLowerCase();
  if (alwaysInside.has(key)) return true;
  if (beforeNumber.has(key) && /^(?:\p{N}|[IVXLC]+\b)/u.test(next)) return true;
  const [, nextWord = '', stop] = /^([\p{L}'’]+)(\.?)/u.exec(next) ?? [];
  const nextIsInitial = nextWord.length === 1 && stop === '.';
  if (/^\p{L}$/u.test(word) && nextIsInitial) return true;
  if (/^\d{1,2}$/.test(word)) return germanMonths.has(nextWord.toLowerCase());
  if (starters.has(nextWord.toLowerCase()) && !nextIsInitial) return false;
  // "J. Smith", "U.S. Army"; not the pronoun, and not "Appendix C. 12 items".
  return (
    beforeName.has(key) ||
    /^(?:\p{L}\.)+\p{L}$/u.test(word) ||
    (/^\p{Lu}$/u.test(word) && nextWord !== '')
  );
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= 32
    ? code === 32 || (code >= 9 && code <= 13)
    : code >= 0xa0 && /\s/.test(text[at]!);
}
