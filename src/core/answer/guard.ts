import type { Flag } from '../types';
import { fold, words } from '../lib/words';
import { answerKey } from './group';
import { namesIn } from './question';

const months =
  'january|february|march|april|may|june|july|august|september|october|november|december';
const datePattern = new RegExp(
  `\\b(?:\\d{1,2}(?:st|nd|rd|th)?\\s+(?:${months})(?:,?\\s+\\d{4})?|(?:${months})\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?|(?:${months})\\s+\\d{4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4})\\b`,
  'giu',
);
const numberPattern = /\d+(?:[.,\u00a0\u202f]\d+)*/gu;

const digitsOnly = (figure: string) => figure.replace(/[,\u00a0\u202f](?=\d{3}\b)/g, '');

/** Dates as written, in order. */
export function datesIn(text: string): string[] {
  return text.match(datePattern) ?? [];
}

/** Figures without thousands separators: "1,500 t" -> "1500". */
export function numbersIn(text: string): string[] {
  return (text.match(numberPattern) ?? []).map(digitsOnly);
}

/**
 * Numbers, dates and names of `statement` that stand in no quoted text (and not in the question):
 * flagged even where the judge passed the statement (algorithms.md section 7).
 */
export function guardStatement(
  statement: string,
  quotes: readonly string[],
  question: string,
): Flag[] {
  const source = [...quotes, question].join('\n');
  const folded = ` ${words(source).join(' ')} `;
  const key = ` ${answerKey(source)} `;
  const figures = new Set(numbersIn(source));
  const flags: Flag[] = [];
  const dates = datesIn(statement);
  for (const date of dates)
    if (!key.includes(` ${answerKey(date)} `) && !sameDate(date, source))
      flags.push({
        kind: 'date',
        text: date,
        why: `The date "${date}" stands in no cited passage.`,
      });
  const outsideDates = dates.reduce((rest, date) => rest.replace(date, ' '), statement);
  for (const figure of numbersIn(outsideDates))
    if (!figures.has(figure) && !key.includes(` ${figure} `))
      flags.push({
        kind: 'number',
        text: figure,
        why: `The number ${figure} stands in no cited passage.`,
      });
  for (const name of namesIn(outsideDates)) {
    if (beginsSentence(outsideDates, name)) continue;
    const missing = words(name).filter((w) => !folded.includes(` ${fold(w)} `) && !/^\d/.test(w));
    if (missing.length > 0)
      flags.push({
        kind: 'name',
        text: name,
        why: `The name "${name}" stands in no cited passage.`,
      });
  }
  return flags;
}

/** One capitalised word at the start of a sentence need not be a name. */
function beginsSentence(text: string, name: string): boolean {
  if (name.includes(' ')) return false;
  const before = text.slice(0, text.indexOf(name)).trimEnd();
  return before === '' || /[.!?:]$/.test(before);
}

/** "2 May 2023" and "May 2, 2023" are one date. */
function sameDate(date: string, source: string): boolean {
  const parts = (text: string) =>
    words(text)
      .map((w) => w.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'))
      .sort()
      .join(' ');
  const wanted = parts(date);
  return datesIn(source).some((other) => parts(other) === wanted);
}
