import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildChains, type Chain, type ChainSearch } from '../../src/core/reasoning/chains';
import { passageContext, tripleContext } from '../../src/core/reasoning/chains-context';
import { chainQuery, mostReliable, reliability } from '../../src/core/reasoning/reliability';
import { defaultSettings } from '../../src/core/settings';
import type { PassageId, Triple, TripleId } from '../../src/core/types';

const paper = { ...defaultSettings.chains, minProbability: 0 };
const wide = { ...paper, choices: 100, beam: 100_000, final: 100_000 };

/** A search over `n` triples whose preferences are a table: `weight(chain, option)`, option 0 = stop. */
function tableSearch(
  n: number,
  weight: (chain: readonly number[], option: number) => number,
): ChainSearch {
  return {
    offers: (chain) =>
      Promise.resolve(
        Array.from({ length: n }, (_, triple) => ({ triple, reliability: 0.5 })).filter(
          ({ triple }) => !chain.triples.includes(triple),
        ),
      ),
    choose(chain, offers) {
      const weights = [0, ...offers.map((o) => o.triple + 1)].map((option) =>
        option === 0 && chain.triples.length === 0 ? 0 : weight(chain.triples, option),
      );
      const sum = weights.reduce((a, b) => a + b, 0);
      return Promise.resolve(weights.map((w) => (sum > 0 ? w / sum : 0)));
    },
  };
}

/** Every chain there is, by plain recursion. */
async function everyChain(search: ChainSearch, hops: number): Promise<Map<string, number>> {
  const all = new Map<string, number>();
  const walk = async (chain: Chain): Promise<void> => {
    if (chain.triples.length === hops) {
      all.set(`${chain.triples.join(',')} open`, chain.score);
      return;
    }
    const offers = await search.offers(chain);
    const probabilities = await search.choose(chain, offers);
    if (probabilities[0]! > 0)
      all.set(`${chain.triples.join(',')} ended`, chain.score * probabilities[0]!);
    for (const [i, offer] of offers.entries()) {
      const p = probabilities[i + 1]!;
      if (p > 0)
        await walk({ ...chain, triples: [...chain.triples, offer.triple], score: chain.score * p });
    }
  };
  await walk({ triples: [], score: 1, steps: [], ended: false });
  return all;
}

const name = (chain: Chain): string =>
  `${chain.triples.join(',')} ${chain.ended ? 'ended' : 'open'}`;

/** A pseudo-random positive weight, the same for the same arguments. */
function hashed(seed: number, chain: readonly number[], option: number): number {
  let h = seed;
  for (const x of [...chain, 999, option]) h = Math.imul(h ^ (x + 17), 2654435761) >>> 0;
  return 1 + (h % 97);
}

describe('the beam search', () => {
  test('by hand: two triples, then stop', async () => {
    // Hop 1: triple 0 with 0.8, triple 1 with 0.2. After any triple: stop 0.5, the other 0.5.
    const search = tableSearch(2, (chain, option) =>
      chain.length === 0 ? (option === 1 ? 8 : 2) : 1,
    );
    const chains = await buildChains(search, { ...paper, hops: 2 });
    expect(chains.map((c) => [name(c), Number(c.score.toFixed(3))])).toEqual([
      ['0 ended', 0.4],
      ['0,1 open', 0.4],
      ['1 ended', 0.1],
      ['1,0 open', 0.1],
    ]);
    expect(chains[0]!.steps.map((s) => s.probability)).toEqual([0.8, 0.5]);
  });

  test('at full width it finds every chain that exists, with its exact score', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(),
        async (n, hops, seed) => {
          const search = tableSearch(n, (chain, option) => hashed(seed, chain, option));
          const found = await buildChains(search, { ...wide, hops });
          const all = await everyChain(search, hops);
          expect(new Map(found.map((c) => [name(c), c.score]))).toEqual(all);
          const scores = found.map((c) => c.score);
          expect(scores).toEqual([...scores].sort((a, b) => b - a));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a narrow beam returns chains that exist, at most as many as asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 6 }), async (seed, beam) => {
        const search = tableSearch(5, (chain, option) => hashed(seed, chain, option));
        const found = await buildChains(search, { ...paper, beam, hops: 3, final: 4 });
        const all = await everyChain(search, 3);
        expect(found.length).toBeLessThanOrEqual(4);
        for (const chain of found) expect(all.get(name(chain))).toBeCloseTo(chain.score, 12);
      }),
      { numRuns: 40 },
    );
  });

  test('an ended chain is never displaced by better open ones', async () => {
    // After triple 0 the chain ends with 0.3; everything else goes on, each way more probable.
    const search = tableSearch(4, (chain, option) => {
      if (chain.length === 0) return 1;
      if (option === 0) return chain.length === 1 && chain[0] === 0 ? 3 : 0.0001;
      return 7;
    });
    const chains = await buildChains(search, { ...paper, beam: 2, hops: 4, final: 1000 });
    expect(chains.map(name)).toContain('0 ended');
    expect(chains.filter((c) => !c.ended).length).toBeLessThanOrEqual(2);
  });

  test('without triples there is no chain; with one there is that one', async () => {
    expect(
      await buildChains(
        tableSearch(0, () => 1),
        paper,
      ),
    ).toEqual([]);
    const one = await buildChains(
      tableSearch(1, () => 1),
      paper,
    );
    expect(one.map(name)).toEqual(['0 ended']);
    expect(one[0]!.score).toBe(1);
  });

  test('choices below the least probability are dropped', async () => {
    const search = tableSearch(2, (chain, option) =>
      chain.length === 0 ? (option === 1 ? 1 : 1e-6) : 1,
    );
    const chains = await buildChains(search, { ...paper, minProbability: 1e-4, hops: 1 });
    expect(chains.map(name)).toEqual(['0 open']);
  });
});

describe('reliability', () => {
  test('is the weighted sum of similarity and credibility', () => {
    expect(reliability(0.5, 8, 0.4)).toBeCloseTo(0.4 * 0.5 + 0.6 * 0.8);
    expect(reliability(0.5, 0, 1)).toBe(0.5);
  });

  test('a chain asks with its triples before the question, the first hop with the question', () => {
    expect(chainQuery('Who?', [])).toBe('Who?');
    expect(chainQuery('Who?', ['A is B.', 'B is C.'])).toBe(
      'knowledge triples: A is B. B is C.\nquestion: Who?',
    );
  });

  test('the most reliable leave out the chain and near copies of a better one', () => {
    const ranked = [0.2, 0.9, 0.8, 0.9, 0.5].map((r, triple) => ({ triple, reliability: r }));
    const same = (a: number, b: number) => (a === 1 && b === 2) || (a === 2 && b === 1);
    expect(mostReliable(ranked, [3], same, 2).map((r) => r.triple)).toEqual([1, 4]);
    expect(mostReliable([], [], same, 3)).toEqual([]);
  });

  test('a chain never comes back to a triple, so a cycle ends', async () => {
    // A -> B -> A: each triple offers the other, and itself.
    const all = [0, 1].map((triple) => ({ triple, reliability: 1 }));
    const chains = await buildChains(
      {
        offers: (chain) => Promise.resolve(mostReliable(all, chain.triples, () => false, 20)),
        choose: (chain, offers) =>
          Promise.resolve(
            chain.triples.length === 0 ? [0, 0.5, 0.5] : [0.1, ...offers.map(() => 0.9)],
          ),
      },
      paper,
    );
    for (const { triples } of chains) expect(new Set(triples).size).toBe(triples.length);
  });
});

describe('the context of chains', () => {
  const triple = (id: string, passage: string, head: string, tail: string): Triple => ({
    id: id as TripleId,
    passage: passage as PassageId,
    document: 'd' as Triple['document'],
    head,
    relation: 'knows',
    tail,
    negated: false,
    sentence: [0, 1],
    extractor: 'test',
  });
  const [a, b, c] = [
    triple('1', 'p1', 'ann', 'Bob'),
    triple('2', 'p2', 'Bob', 'Cy'),
    triple('3', 'p2', 'Cy', 'Di'),
  ];

  test('triples become sentences once, the best chain first', () => {
    expect(
      tripleContext([
        [a!, b!],
        [a!, c!],
      ]),
    ).toEqual(['Ann knows Bob.', 'Bob knows Cy.', 'Cy knows Di.']);
    expect(tripleContext([])).toEqual([]);
  });

  test('passages come by how many distinct triples are used, then by first use', () => {
    expect(
      passageContext([
        [a!, b!],
        [a!, c!],
      ]),
    ).toEqual(['p2', 'p1']);
    expect(passageContext([[a!], [a!, b!]])).toEqual(['p1', 'p2']);
    expect(passageContext([])).toEqual([]);
  });
});
