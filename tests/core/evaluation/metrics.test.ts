import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  pairedDifference,
  quantile,
  rocAuc,
  scoreQuestion,
  summarize,
  type Gold,
  type Outcome,
} from '../../../src/core/evaluation/metrics';
import { containsAnswer, normalizeAnswer, tokenF1 } from '../../../src/core/lib/normalize';
import { createRandom } from '../../../src/core/lib/random';

describe('answers are normalised as the official SQuAD scorer does', () => {
  // Right column: what evaluate-v1.1.py's normalize_answer returns for the left one.
  const cases: readonly (readonly [string, string])[] = [
    ['', ''],
    ['   ', ''],
    ['The', ''],
    ['the cat', 'cat'],
    ['A cat and THE dog', 'cat and dog'],
    ['An  old\tman\n', 'old man'],
    ['theatre', 'theatre'],
    ['Beyoncé Knowles', 'beyoncé knowles'],
    ['U.S.A.', 'usa'],
    ['$1,234.50', '123450'],
    ['3–2', '3–2'],
    ['rock-and-roll', 'rockandroll'],
    ["the band's", 'bands'],
    ['“quoted”', '“quoted”'],
    ['a.b', 'ab'],
    ['a-team', 'ateam'],
    ['vitamin a', 'vitamin'],
    ['é a é', 'é é'],
    ['naïve an', 'naïve'],
    ['x_the_y', 'xthey'],
    ['İstanbul', 'i̇stanbul'],
    ['北京 the 城', '北京 城'],
    ['ａ the', 'ａ'],
    ['(1902)', '1902'],
  ];
  test.each(cases)('%j -> %j', (raw, normal) => expect(normalizeAnswer(raw)).toBe(normal));
});

test('token F1 counts shared tokens with their multiplicity', () => {
  expect(tokenF1('the cat sat', 'cat sat down')).toBeCloseTo(0.8, 12);
  expect(tokenF1('new york new york', 'new york')).toBeCloseTo(2 / 3, 12);
  expect(tokenF1('cat', 'dog')).toBe(0);
  expect(tokenF1('', '')).toBe(1);
  expect(tokenF1('', 'cat')).toBe(0);
  expect(tokenF1('the', 'a')).toBe(1);
});

test('an answer is contained as whole words only', () => {
  expect(containsAnswer('He was born in 1902.', '1902')).toBe(true);
  expect(containsAnswer('in 19020', '1902')).toBe(false);
  expect(containsAnswer('anything', '')).toBe(false);
  expect(containsAnswer('The United States of America', 'united states')).toBe(true);
});

const gold: Gold = {
  id: 'q',
  question: 'Who?',
  answers: ['Ada Lovelace', 'Lovelace'],
  wrongAnswer: 'Babbage',
  support: ['p1', 'p2'],
  planted: ['f1'],
};
const outcome: Outcome = {
  answer: 'Lovelace',
  abstained: false,
  ranking: ['p1', 'f1', 'x', 'p2', 'y', 'z'],
  rankingTokens: [200, 200, 200, 50, 50, 50],
  cited: ['p1', 'x'],
  citedEntailed: [true, false],
  sentencesContradicted: [false, true],
  contextTokens: 600,
  nliCalls: 12,
  ms: 30,
};

test('each metric on a question worked out by hand', () => {
  const scores = scoreQuestion(gold, outcome);
  expect(scores).toEqual({
    em: 1,
    f1: 1,
    accuracy: 1,
    misled: 0,
    abstainedRight: null,
    abstainedWrong: 0,
    citationPrecision: 0.5,
    citationRecall: 0.5,
    contradictionRate: 0.5,
    recallAt: { '2': 0.5, '5': 1, '10': 1, '20': 1 },
    recallAt500: 0.5,
    fpAt5: 0.8,
    contextTokens: 600,
    nliCalls: 12,
    ms: 30,
  });
});

test('misled means the planted answer and no gold', () => {
  const misled = (answer: string) => scoreQuestion(gold, { ...outcome, answer }).misled;
  expect(misled('Charles Babbage')).toBe(1);
  expect(misled('Babbage, not Lovelace')).toBe(0);
  expect(misled('Turing')).toBe(0);
});

test('an abstention is wrong on an answerable and right on an unanswerable question', () => {
  const silent = { ...outcome, answer: 'Babbage', abstained: true };
  expect(scoreQuestion(gold, silent)).toMatchObject({
    em: 0,
    f1: 0,
    accuracy: 0,
    misled: 0,
    abstainedWrong: 1,
    abstainedRight: null,
  });
  const open: Gold = { ...gold, answers: [] };
  expect(scoreQuestion(open, silent)).toMatchObject({
    em: 1,
    f1: 1,
    accuracy: null,
    abstainedRight: 1,
    abstainedWrong: null,
  });
  expect(scoreQuestion(open, outcome)).toMatchObject({ em: 0, f1: 0, abstainedRight: 0 });
});

test('what a set has no labels for is null, not 0', () => {
  const bare: Gold = { ...gold, wrongAnswer: null, support: [], planted: [] };
  expect(scoreQuestion(bare, outcome)).toMatchObject({
    misled: null,
    citationRecall: null,
    recallAt500: null,
    fpAt5: null,
  });
  expect(
    scoreQuestion(bare, { ...outcome, citedEntailed: [], sentencesContradicted: [] }),
  ).toMatchObject({ citationPrecision: null, contradictionRate: null });
});

test('a mode that picks one of five answers at random is right one time in five', () => {
  const random = createRandom(7);
  const options = ['a1', 'b2', 'c3', 'd4', 'e5'];
  const em = Array.from({ length: 2000 }, () => {
    const right = options[Math.floor(random() * 5)]!;
    const answer = options[Math.floor(random() * 5)]!;
    return scoreQuestion({ ...gold, answers: [right], wrongAnswer: null }, { ...outcome, answer })
      .em;
  });
  const { value, low, high } = summarize(em, 1)!;
  expect(value).toBeGreaterThan(0.17);
  expect(value).toBeLessThan(0.23);
  expect(low).toBeLessThan(0.2);
  expect(high).toBeGreaterThan(0.2);
});

test('the bootstrap is seeded, holds the mean, and shrinks with the root of n', () => {
  const values = Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 1 : 0));
  const all = summarize(values, 3)!;
  expect(all).toEqual(summarize(values, 3));
  expect(all.value).toBe(0.25);
  // Binomial: 1.96 * sqrt(0.25 * 0.75 / 400) = 0.0424
  expect(all.high - all.low).toBeGreaterThan(0.07);
  expect(all.high - all.low).toBeLessThan(0.1);
  expect(summarize([null, null], 1)).toBeNull();
  expect(summarize([0.5], 1)).toEqual({ value: 0.5, low: 0.5, high: 0.5, n: 1 });
});

test('a paired difference leaves out questions on which one side has no value', () => {
  expect(pairedDifference([0, 1, null, 0], [1, 1, 1, null], 1)).toMatchObject({ value: 0.5, n: 2 });
});

test('quantiles interpolate and do not mind the order', () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([5], 0.95)).toBe(5);
  expect(quantile([], 0.5)).toBeNaN();
});

test('ROC AUC equals the share of rightly ordered pairs, ties half', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.boolean()), {
        minLength: 2,
        maxLength: 30,
      }),
      (rows) => {
        const scores = rows.map(([s]) => s);
        const labels = rows.map(([, l]) => l);
        let won = 0;
        let pairs = 0;
        rows.forEach(([a, p]) =>
          rows.forEach(([b, q]) => {
            if (!p || q) return;
            pairs++;
            won += a > b ? 1 : a === b ? 0.5 : 0;
          }),
        );
        const auc = rocAuc(scores, labels);
        if (pairs === 0) expect(auc).toBeNaN();
        else expect(auc).toBeCloseTo(won / pairs, 10);
      },
    ),
  );
});
