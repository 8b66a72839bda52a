import { answerTokens, normalizeAnswer } from '../lib/normalize';
import { fold } from '../lib/words';

const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
];

/**
 * The key under which equal answers meet: SQuAD normalisation, diacritics off, small number words as
 * digits, thousands separators out.
 */
export function answerKey(text: string): string {
  return answerTokens(fold(text.replace(/(?<=\d)[,\u202f\u00a0](?=\d{3}\b)/g, '')))
    .map((token) => {
      const value = small.indexOf(token);
      return value >= 0 ? String(value) : token;
    })
    .join(' ');
}

/**
 * True when two answers say the same for a person: equal keys; the same year or day written with more
 * or less detail is not the same; a name with or without its first names is.
 */
export function sameAnswer(a: string, b: string): boolean {
  const left = answerKey(a);
  const right = answerKey(b);
  if (left === right) return left !== '';
  if (left === '' || right === '') return false;
  if (/\d/.test(left) || /\d/.test(right)) return sameFigures(left, right);
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  const inner = short.split(' ');
  const outer = long.split(' ');
  return (
    outer.length - inner.length <= 2 &&
    ` ${long} `.includes(` ${short} `) &&
    inner.join('').length >= 4
  );
}

/** "24 july 1883" and "july 24 1883"; "12 members" and "12": all digits equal and one side's words inside the other's. */
function sameFigures(a: string, b: string): boolean {
  const left = new Set(a.split(' '));
  const right = new Set(b.split(' '));
  const digits = (set: ReadonlySet<string>) =>
    [...set]
      .filter((t) => /\d/.test(t))
      .sort()
      .join(' ');
  if (digits(left) !== digits(right)) return false;
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  return [...few].every((token) => many.has(token));
}

/** Groups indices of equal answers, in order of first appearance; the members of a group follow its first. */
export function groupAnswers(answers: readonly string[]): number[][] {
  const groups: number[][] = [];
  const exact = new Map<string, number[]>();
  answers.forEach((answer, i) => {
    if (normalizeAnswer(answer) === '') return;
    const key = answerKey(answer);
    let group = exact.get(key);
    group ??= groups.find((g) => sameAnswer(answers[g[0]!]!, answer));
    if (group) group.push(i);
    else groups.push((group = [i]));
    exact.set(key, group);
  });
  return groups;
}
