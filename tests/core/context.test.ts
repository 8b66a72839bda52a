import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildOptions,
  groupCandidates,
  type ContextInput,
  type ContextOptions,
} from '../../src/core/context/options';
import { agree, factsOf } from '../../src/core/context/options-facts';
import { needParts } from '../../src/core/context/options-need';
import { selectContext } from '../../src/core/context/select';
import { pickGreedy, pickMmr, pickTopK } from '../../src/core/context/select-baselines';
import { solveKnapsack } from '../../src/core/context/knapsack';
import { defaultSettings, presets, type Settings } from '../../src/core/settings';

const base = defaultSettings.context;
const paper: Settings['context'] = { ...base, ...presets.selfcorrecting.context };

/** A symmetric matrix from its rows above the diagonal. */
function matrix(n: number, pairs: Readonly<Record<string, number>>, rest = 0): Float32Array {
  const cosines = new Float32Array(n * n).fill(rest);
  for (let i = 0; i < n; i++) cosines[i * n + i] = 1;
  for (const [pair, cosine] of Object.entries(pairs)) {
    const [a, b] = pair.split('-').map(Number) as [number, number];
    cosines[a * n + b] = cosines[b * n + a] = cosine;
  }
  return cosines;
}

/** Four candidates: 0 and 2 are near-copies (0.9). */
const four: ContextInput = {
  scores: [1, 0.8, 0.6, 0.2],
  tokens: [100, 200, 80, 60],
  cosine: matrix(4, { '0-2': 0.9, '0-1': 0.5, '1-2': 0.4, '1-3': 0.1 }),
};

describe('groups of near-copies', () => {
  it('are opened in retrieval order and judged by their first member', () => {
    // 1 resembles 0; 2 resembles 1 but not 0, so it opens a group of its own; 3 resembles 2.
    const cosines = matrix(4, { '0-1': 0.85, '1-2': 0.9, '0-2': 0.7, '2-3': 0.82 });
    const alike = (threshold: number) => (a: number, b: number) => cosines[a * 4 + b]! >= threshold;
    expect([...groupCandidates(4, alike(0.8199))]).toEqual([0, 0, 1, 1]);
    expect([...groupCandidates(4, alike(0.95))]).toEqual([0, 1, 2, 3]);
    expect([...groupCandidates(0, alike(0.5))]).toEqual([]);
  });

  it('do not hold two drafts that differ in a figure, nor two subjects in the same words', () => {
    const groupsOf = (texts: string[], settings: Settings['context']) => {
      const n = texts.length;
      const words = { question: '', titles: texts.map(() => ''), texts };
      const cosine = matrix(n, {}, 0.95);
      const scores = texts.map((_, i) => n - i);
      const tokens = texts.map(() => 10);
      return [...buildOptions({ scores, tokens, cosine, words }, settings).groups];
    };
    const texts = [
      'Prey was identified in 412 deliveries at Thole Slope.',
      'The prey was identified in 438 deliveries at Thole Slope.',
      'At Thole Slope, in 412 deliveries, we identified prey.',
      'Prey was identified in 412 deliveries at North Geo.',
    ];
    expect(groupsOf(texts, base)).toEqual([0, 1, 0, 2]);
    expect(groupsOf(texts, paper)).toEqual([0, 0, 0, 0]);
  });

  it('hold a passage and a longer copy of it', () => {
    const short = factsOf('The census found 4,318 sites on Orrin Skerry.');
    const long = factsOf(
      'In 2024 the census found 4,318 sites on Orrin Skerry, said Amara Lindell.',
    );
    expect(agree(short, long, 0.9)).toBe(true);
    expect(agree(factsOf('It found 5,318 sites.'), long, 0.9)).toBe(false);
    expect(agree(factsOf(''), long, 0.9)).toBe(true);
  });
});

describe('values and costs of the paper preset', () => {
  it('are what is worked out by hand', () => {
    const options = buildOptions(four, paper);
    expect([...options.groups]).toEqual([0, 1, 0, 2]);
    expect([...options.relevance].map((x) => +x.toFixed(6))).toEqual([1, 0.75, 0.5, 0]);
    // 0.7 x relevance + 0.3 x (1 - 0.9 for the pair, 1 for those alone).
    const expected = [0.7 + 0.03, 0.525 + 0.3, 0.35 + 0.03, 0.3];
    options.values.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 6));
    expect([...options.redundancy].map((x) => +x.toFixed(4))).toEqual([90, 0, 90, 0]);
    expect([...options.tokens]).toEqual([100, 200, 80, 60]);
  });

  it('measure redundancy to other groups when asked to', () => {
    const { redundancy } = buildOptions(four, { ...paper, redundancyTo: 'others' });
    // 0: to 1 and 3; 1: to 0, 2, 3; 2: to 1 and 3; 3: to 0, 1, 2.
    const expected = [(50 + 0) / 2, (50 + 40 + 10) / 3, (40 + 0) / 2, (0 + 10 + 0) / 3];
    redundancy.forEach((cost, i) => expect(cost).toBeCloseTo(expected[i]!, 4));
  });

  it('count a negative cosine as no redundancy', () => {
    const input = { ...four, cosine: matrix(4, {}, -0.3) };
    expect([...buildOptions(input, base).redundancy]).toEqual([0, 0, 0, 0]);
  });

  it('give 0.5 relevance to equal scores', () => {
    const options = buildOptions({ ...four, scores: [2, 2, 2, 2] }, paper);
    expect([...options.relevance]).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it('refuse arrays of different lengths, with the numbers', () => {
    expect(() => buildOptions({ ...four, tokens: [1, 2] }, base)).toThrow(
      'Got 2 token counts when expected 4.',
    );
    expect(() => buildOptions({ ...four, cosine: new Float32Array(9) }, base)).toThrow(
      'Got a matrix of 9 cosines when expected 4 x 4.',
    );
  });
});

describe('the need for a passage', () => {
  const words = {
    question: 'In which town is the yard that built the Fulmar?',
    titles: ['Getting here', 'Kitchen', 'Skagen & Daughters', 'Letter'],
    texts: [
      'The Fulmar was built by Skagen & Daughters for the Trust of Orrin Skerry.',
      'Bread is baked on Mondays.',
      'The company has a yard in Port Ellary, a small town.',
      'The Trust of Orrin Skerry was pleased.',
    ],
  };

  it('sees the second hop, the words still missing and the shared name', () => {
    const parts = needParts(words);
    expect([...parts.linked]).toEqual([0, 0, 1, 0]);
    expect([...parts.named]).toEqual([0, 0, 0, 0]);
    expect(parts.novel[0]).toBe(0);
    expect(parts.novel[1]).toBe(0);
    expect(parts.novel[2]).toBeGreaterThan(0.2);
    // "Trust of Orrin Skerry" stands in two of four: 1 - ln 2 / ln 4.
    expect(parts.shared[3]).toBeCloseTo(0.5);
  });

  it('sees that the question names a title', () => {
    const parts = needParts({ ...words, question: 'What does the kitchen bake on Mondays?' });
    expect([...parts.named]).toEqual([0, 1, 0, 0]);
  });

  it('does not link a document to itself', () => {
    const parts = needParts({
      question: 'How much was spent?',
      titles: ['Annual report', 'Annual report'],
      texts: ['This annual report covers 2024.', 'Costs rose.'],
    });
    expect([...parts.linked]).toEqual([0, 0]);
  });

  it('lifts the second hop over better ranked strangers', () => {
    const input: ContextInput = {
      scores: [0.9, 0.5, 0.4, 0.3],
      tokens: [50, 50, 50, 50],
      cosine: () => 0.1,
      words,
    };
    const settings = { ...base, tokens: 100 };
    expect(selectContext(input, settings).taken.toSorted()).toEqual([0, 2]);
    const { words: _, ...silent } = input;
    expect(selectContext(silent, settings).taken.toSorted()).toEqual([0, 1]);
  });

  it('is a probability, and falls with rank where nothing else is known', () => {
    const { values } = buildOptions(four, base);
    for (const value of values) expect(value > 0 && value < 1).toBe(true);
    expect([...values]).toEqual([...values].sort((a, b) => b - a));
  });
});

describe('selection', () => {
  it('keeps every candidate with its fate in words', () => {
    // Budget for 0 and 3 (160): 1 is worth more than 3 but too long, 2 is a copy of 0.
    const { taken, reasons, totals } = selectContext(four, { ...base, tokens: 190 });
    expect(taken).toEqual([0, 3]);
    expect(reasons).toEqual([
      'taken',
      'left out: longer than the token budget',
      'left out: says the same as [1]',
      'taken',
    ]);
    expect(totals.tokens).toBe(160);
    expect(selectContext(four, { ...base, tokens: 210 }).reasons[1]).toBe(
      'left out: over the token budget',
    );
  });

  it('says when redundancy or value was the reason', () => {
    const input: ContextInput = { ...four, cosine: matrix(4, {}, 0.5) };
    const { taken, reasons } = selectContext(input, { ...base, redundancy: 120 });
    expect(taken).toEqual([0, 1]);
    expect(reasons.slice(2)).toEqual(['left out: lower value', 'left out: lower value']);
    const costly = matrix(3, { '1-2': 0.8, '0-1': 0.6, '0-2': 0 });
    const tight = selectContext(
      { scores: [3, 2, 1], tokens: [10, 10, 10], cosine: costly },
      { ...base, redundancy: 75 },
    );
    expect(tight.taken).toEqual([0, 2]);
    expect(tight.reasons[1]).toBe('left out: over the redundancy budget');
  });

  it.each(['topk', 'mmr', 'greedy', 'mmkp'] as const)('%s: empty and single input', (method) => {
    const settings = { ...base, method };
    const empty = selectContext({ scores: [], tokens: [], cosine: [] }, settings);
    expect(empty).toMatchObject({ taken: [], reasons: [], totals: { tokens: 0 } });
    const one = { scores: [0.4], tokens: [50], cosine: [1] };
    expect(selectContext(one, settings)).toMatchObject({ taken: [0], reasons: ['taken'] });
    expect(selectContext({ ...one, tokens: [5000] }, settings).reasons).toEqual([
      'left out: longer than the token budget',
    ]);
  });

  it('takes the k best by rank for top-k, copies included', () => {
    const { taken, reasons } = selectContext(four, { ...base, method: 'topk', k: 3 });
    expect(taken).toEqual([0, 1, 2]);
    expect(reasons[3]).toBe('left out: lower value');
  });

  it('spreads out for MMR', () => {
    const settings = { ...base, method: 'mmr', mmrLambda: 0.5, k: 2 } as const;
    // 0 first; then 1 scores 0.375 - 0.25, 2 scores 0.25 - 0.45, 3 scores 0.
    expect(selectContext(four, settings).taken).toEqual([0, 1]);
    expect(selectContext(four, { ...settings, mmrLambda: 0.1 }).taken).toEqual([0, 3]);
  });

  it('under the paper preset about one corroborated passage fits: redundancy punishes agreement', () => {
    // Two pairs of near-copies: 90 each, so 120 is enough for one.
    const input: ContextInput = {
      scores: [1, 0.9, 0.8, 0.7],
      tokens: [10, 10, 10, 10],
      cosine: matrix(4, { '0-1': 0.9, '2-3': 0.9 }),
    };
    expect(selectContext(input, paper).taken).toEqual([0]);
    expect(selectContext(input, base).taken).toEqual([0, 2]);
  });
});

/** The value of a choice when a second member of a group adds nothing. */
function worth(options: ContextOptions, taken: readonly number[]): number {
  const best = new Map<number, number>();
  for (const i of taken) {
    const group = options.groups[i]!;
    best.set(group, Math.max(best.get(group) ?? 0, options.values[i]!));
  }
  return [...best.values()].reduce((sum, value) => sum + value, 0);
}

const anyInput = fc.integer({ min: 1, max: 25 }).chain((n) =>
  fc.record({
    scores: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: n, maxLength: n }),
    tokens: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: n, maxLength: n }),
    points: fc.array(
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
      { minLength: n, maxLength: n },
    ),
  }),
);

function toInput(drawn: { scores: number[]; tokens: number[]; points: number[][] }): ContextInput {
  const unit = drawn.points.map((p) => p.map((x) => x / (Math.hypot(...p) || 1)));
  return {
    scores: drawn.scores,
    tokens: drawn.tokens,
    cosine: (a, b) => unit[a]!.reduce((sum, x, d) => sum + x * unit[b]![d]!, 0),
  };
}

describe('for any candidates', () => {
  it.each([
    ['default', base],
    ['paper', paper],
  ])('%s: within both budgets, one per group, a reason for each', (_, settings) => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 1, max: 1500 }), (drawn, tokens) => {
        const input = toInput(drawn);
        const selection = selectContext(input, { ...settings, tokens });
        expect(selection.totals.tokens).toBeLessThanOrEqual(tokens);
        expect(selection.totals.redundancy).toBeLessThanOrEqual(settings.redundancy + 1e-6);
        const groups = selection.taken.map((i) => selection.groups[i]);
        expect(new Set(groups).size).toBe(groups.length);
        selection.reasons.forEach((reason, i) =>
          expect(reason === 'taken').toBe(selection.taken.includes(i)),
        );
        expect(selection.reasons.every((reason) => /^(taken|left out: .+)$/.test(reason))).toBe(
          true,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('the knapsack is never worth less than greedy, MMR or top-k at the same budgets', () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 50, max: 1500 }), (drawn, tokens) => {
        const input = toInput(drawn);
        const options = buildOptions(input, paper);
        const budgets = { tokens, redundancy: paper.redundancy };
        const best = solveKnapsack(
          {
            groups: options.groups,
            values: options.values,
            costs: [options.tokens, options.redundancy],
          },
          [budgets.tokens, budgets.redundancy],
        ).value;
        const cosine = input.cosine as (a: number, b: number) => number;
        for (const rival of [
          pickTopK(options, 25, budgets),
          pickMmr(options, cosine, 0.7, 25, budgets),
          pickGreedy(options, budgets),
        ])
          expect(worth(options, rival)).toBeLessThanOrEqual(best + 1e-9);
      }),
      { numRuns: 500 },
    );
  });
});
