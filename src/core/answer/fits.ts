import { contentWords, stem, words } from '../lib/words';
import type { QuestionShape } from './question';

const numberWord =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|quarter|none)\b/i;
const weekday = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i;
const monthName =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i;
const year = /\b\d{4}s?\b/;

/** "How far …" wants a length, "how much … cost" money: units by the word after "how". */
const units: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bhow (?:far|tall|high|deep|wide)\b/i,
    /\b(?:m|km|cm|mm|ft|metres?|meters?|kilomet(?:re|er)s?|centimet(?:re|er)s?|miles?|feet|foot|yards?|inch(?:es)?)\b|\d\s*["'′″]/i,
  ],
  [
    /\bhow long\b/i,
    /\b(?:m|km|seconds?|minutes?|hours?|days?|weeks?|months?|years?|metres?|meters?|kilomet(?:re|er)s?|miles?|feet|h|min)\b/i,
  ],
  [/\bhow old\b/i, /\b(?:years?|months?|\d{1,3})\b/i],
  [
    /\bhow much\b.*\b(?:cost|pay|price|charge|earn|spend|fee|worth)|\b(?:cost|price|fee|salary)\b/i,
    /[$£€¥]|\b(?:euros?|dollars?|pounds?|pence|cents?|eur|usd|gbp|francs?|free)\b/i,
  ],
  [/\bpercent(?:age)?\b|\bwhat share\b/i, /%|\bper ?cent\b|\b(?:half|third|quarter)s?\b/i],
];

/**
 * How well the form of an answer fits what the question asks for, in [0, 1]: 0 wrong kind ("when" and
 * no date), 0.5 right kind but not the thing counted or named, 1 fits. `sentence` is where it stands.
 */
export function fitsQuestion(shape: QuestionShape, answer: string, sentence: string): number {
  if (shape.kind !== 'choice' && repeatsQuestion(shape, answer)) return 0;
  switch (shape.kind) {
    case 'yesno':
      return /^(?:yes|no)$/i.test(answer.trim()) ? 1 : 0;
    case 'choice':
      return shape.options === null || shape.options.some((option) => overlaps(option, answer))
        ? 1
        : 0;
    case 'count':
      return numberWord.test(answer) ? fitsUnit(shape.text, answer, sentence) : 0;
    case 'date':
      return fitsDate(shape.text, answer);
    case 'person':
    case 'place':
      return /\p{Lu}/u.test(answer) && !/^\d/.test(answer) ? 1 : 0;
    default:
      return fitsNoun(shape.text, answer, sentence);
  }
}

/** "The radio" answers no question about a radio channel: it only says again what was asked. */
function repeatsQuestion(shape: QuestionShape, answer: string): boolean {
  const said = contentWords(answer);
  return said.length > 0 && said.every((w) => shape.stems.has(stem(w)));
}

const overlaps = (a: string, b: string) =>
  a.toLowerCase().includes(b.toLowerCase()) || b.toLowerCase().includes(a.toLowerCase());

function fitsUnit(question: string, answer: string, sentence: string): number {
  const unit = units.find(([asked]) => asked.test(question));
  if (unit) return unit[1].test(answer) || unit[1].test(around(answer, sentence)) ? 1 : 0.5;
  const counted = /\bhow many\s+(.+)/i.exec(question)?.[1];
  if (!counted) return 1;
  const [noun] = contentWords(
    counted.split(/\s+(?:are|is|was|were|do|does|did|have|has|had|can|could|must|will|be)\b/i)[0]!,
  ).slice(-1);
  return noun === undefined || near(noun, answer, sentence) ? 1 : 0.5;
}

function fitsDate(question: string, answer: string): number {
  const dated =
    year.test(answer) ||
    monthName.test(answer) ||
    weekday.test(answer) ||
    /\b(?:\d{3}|century)\b/.test(answer);
  if (!dated) return 0;
  if (
    /\b(?:what|which) days? of the week\b|\b(?:on )?(?:what|which) (?:week)?days?\b/i.test(question)
  )
    return weekday.test(answer) || (monthName.test(answer) && /\d/.test(answer)) ? 1 : 0.5;
  if (/\b(?:what|which) year\b/i.test(question)) return year.test(answer) ? 1 : 0.5;
  if (/\b(?:what|which) month\b/i.test(question)) return monthName.test(answer) ? 1 : 0.5;
  return 1;
}

/** "On which radio channel": an answer beside the word "channel" fits better than one that is not. */
function fitsNoun(question: string, answer: string, sentence: string): number {
  const asked =
    /\b(?:what|which)\s+((?:[\p{L}-]+\s+){0,2}?[\p{L}-]+)\s+(?:is|was|are|were|does|do|did|has|have|had|can|will|must)\b/iu.exec(
      question,
    )?.[1];
  if (!asked) return 1;
  const [noun] = contentWords(asked).slice(-1);
  return noun === undefined || near(noun, answer, sentence) ? 1 : 0.5;
}

/** True when the stem of `noun` stands in the answer or within three words of it. */
function near(noun: string, answer: string, sentence: string): boolean {
  const wanted = stem(noun);
  return words(`${answer} ${around(answer, sentence)}`).some((w) => stem(w) === wanted);
}

/** Three words on each side of the answer's first place in its sentence. */
function around(answer: string, sentence: string): string {
  const at = sentence.indexOf(answer);
  if (at < 0) return sentence;
  const before = sentence.slice(0, at).trim().split(/\s+/).slice(-3).join(' ');
  const after = sentence
    .slice(at + answer.length)
    .trim()
    .split(/\s+/)
    .slice(0, 3)
    .join(' ');
  return `${before} ${after}`;
}
