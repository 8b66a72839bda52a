import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  credibilityOf,
  credibilityWeights,
  type Corroboration,
  type Evidence,
} from '../../src/core/triples/credibility';
import { established } from '../../src/core/triples/names';
import {
  credibilityPrompt,
  readCredibility,
  selectionPrompt,
  extractionPrompt,
} from '../../src/core/reasoning/prompts';

const said = (support: number, contradiction: number, trust = 0.5): Evidence => ({
  support,
  contradiction,
  trust,
});
const about = (
  evidence: readonly Evidence[],
  more: Partial<Corroboration> = {},
): Corroboration => ({
  head: 1,
  tail: 1,
  established: 2,
  trust: 0.5,
  evidence,
  ...more,
});
const score = (c: Corroboration): number => credibilityOf(c).score;

describe('credibility', () => {
  test('is exactly 5 when nobody else mentions the triple', () => {
    expect(credibilityOf(about([], { head: 0, tail: 0 }))).toEqual({
      score: 5,
      pushes: [{ kind: 'nothing', push: 0, evidence: -1 }],
    });
  });

  test('by hand: one certain contradiction of an established triple', () => {
    const { entities, contradiction } = credibilityWeights;
    const odds = entities + contradiction * 1;
    expect(score(about([said(0, 1)]))).toBeCloseTo(10 / (1 + Math.exp(-odds)), 12);
  });

  test('rises with support, falls with contradiction, keeps its parts', () => {
    const neutral = score(about([said(0, 0)]));
    expect(score(about([said(0.95, 0)]))).toBeGreaterThan(neutral);
    expect(score(about([said(0, 0.95)]))).toBeLessThan(neutral);
    const { pushes } = credibilityOf(about([said(0, 0), said(0.9, 0), said(0, 0.95)]));
    expect(pushes.map((p) => [p.kind, p.evidence])).toEqual([
      ['entities', -1],
      ['support', 1],
      ['contradiction', 2],
    ]);
  });

  test('is higher for what can be looked up than for mere words', () => {
    const by = (n: 0 | 1 | 2) => score(about([said(0, 0)], { established: n }));
    expect(by(0)).toBeLessThan(by(1));
    expect(by(1)).toBe(5);
    expect(by(2)).toBeGreaterThan(5);
  });

  test('repeating a claim does not make it truer', () => {
    const once = score(about([said(0.95, 0)]));
    expect(score(about([said(0.95, 0), said(0.95, 0), said(0.9, 0)]))).toBe(once);
  });

  test('a distrusted source counts less, and nothing at trust 0; a trusted own source resists', () => {
    const contradicted = (other: number, own: number): number =>
      score(about([said(0, 0.95, other)], { trust: own }));
    expect(contradicted(0, 0.5)).toBe(score(about([said(0, 0)])));
    expect(contradicted(0.2, 0.5)).toBeGreaterThan(contradicted(0.5, 0.5));
    expect(contradicted(0.5, 0.9)).toBeGreaterThan(contradicted(0.5, 0.5));
  });

  test('stays in 0..10, and more support never lowers it, whatever else is said', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const evidence = fc.record({ support: share, contradiction: share, trust: share });
    fc.assert(
      fc.property(
        fc.array(evidence, { maxLength: 5 }),
        fc.constantFrom(0, 1, 2),
        share,
        evidence,
        (list, n, trust, extra) => {
          const base = about(list, { established: n as 0 | 1 | 2, trust });
          const more = { ...base, evidence: [...list, { ...extra, contradiction: 0 }] };
          expect(score(base)).toBeGreaterThanOrEqual(0);
          expect(score(base)).toBeLessThanOrEqual(10);
          expect(score(more)).toBeGreaterThanOrEqual(score(base) - 1e-12);
        },
      ),
    );
  });
});

test('names, dates and figures are established, other words are not', () => {
  expect(established({ head: 'Curtis Bernhardt', tail: 'Worms' })).toBe(2);
  expect(established({ head: 'The lease', tail: '31 March 2024' })).toBe(1);
  expect(established({ head: 'these factors', tail: 'a change' })).toBe(0);
});

describe('what a language model is asked and how it is read', () => {
  test('a score counts only inside 0..10 and only when it is called one', () => {
    expect(readCredibility('Step 3: ...\nScore: 7')).toBe(7);
    expect(readCredibility('score = 6.5/10')).toBe(6.5);
    expect(readCredibility('Score: 11')).toBeNull();
    expect(readCredibility('Score: -2')).toBeNull();
    expect(readCredibility('I would say 8.')).toBeNull();
    expect(readCredibility('')).toBeNull();
  });

  test('the three steps are in the prompt, documents on one line', () => {
    const prompt = credibilityPrompt('A; is; B', 'A is\n\nB.');
    for (const step of ['Step 1', 'Step 2', 'Step 3']) expect(prompt).toContain(step);
    expect(prompt).toContain('"A is B."');
    expect(extractionPrompt('T', 'x\ny')).toContain('Passage: x y\nTriples:');
  });

  test('option A ends a chain; an empty chain is not offered it', () => {
    const first = selectionPrompt('Q?', [], ['a', 'b']);
    expect(first).toMatchObject({ letters: ['A', 'B'], canStop: false });
    expect(first.prompt).not.toContain('select A');
    const next = selectionPrompt('Q?', ['t'], ['a', 'b']);
    expect(next).toMatchObject({ letters: ['A', 'B', 'C'], canStop: true });
    expect(next.prompt).toContain('A. no need for additional knowledge triples\nB. a\nC. b');
    expect(() => selectionPrompt('Q?', [], Array<string>(26).fill('x'))).toThrow('26');
  });
});
