import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noPause } from '../../src/core/cancel';
import { createRandom } from '../../src/core/lib/random';
import { search, type SearchInput } from '../../src/core/reasoning/mcts';
import {
  createDraftJudge,
  createDraftMoves,
  judgementKey,
  type Draft,
  type DraftEvidence,
} from '../../src/core/reasoning/mcts-draft';
import {
  answerReward,
  limitEvidence,
  nothingReward,
  sentenceReward,
} from '../../src/core/reasoning/mcts-reward';
import {
  chooseChild,
  type SearchSettings,
  type TreeNode,
} from '../../src/core/reasoning/mcts-tree';
import { defaultSettings } from '../../src/core/settings';
import type { Judgement } from '../../src/core/types';

const base: SearchSettings = defaultSettings.search;

/** A toy world: a state is a word over a, b, c; its reward is told by `reward`. */
function toy(
  reward: (word: string) => number,
  settings: Partial<SearchSettings> = {},
  seed = 1,
): SearchInput<string> {
  return {
    root: '',
    propose: (word) =>
      Promise.resolve(
        ['a', 'b', 'c'].map((letter) => ({
          action: 'write' as const,
          text: letter,
          prior: 1,
          state: word + letter,
          final: false,
        })),
      ),
    judge: (words) => Promise.resolve(words.map(reward)),
    isAnswer: (word) => word !== '',
    random: createRandom(seed),
    settings: { ...base, ...settings },
    pause: noPause,
  };
}

/** Pseudo-random but fixed reward of a word, in [-2, 1]. */
function hashed(word: string): number {
  let h = 2166136261;
  for (const letter of word) h = Math.imul(h ^ letter.charCodeAt(0), 16777619) >>> 0;
  return (h / 2 ** 32) * 3 - 2;
}

describe('the tree search', () => {
  it('finds the answer whose path is known', async () => {
    // Only along c -> a -> b do the rewards rise.
    const reward = (word: string) => ('cab'.startsWith(word) ? 0.3 * word.length : -0.5);
    const { best, tree } = await search(toy(reward));
    expect(best).toMatchObject({ state: 'cab', reward: expect.closeTo(0.9, 9) as number });
    const marked = tree.filter((node) => node.best);
    expect(marked).toHaveLength(1);
    expect(marked[0]).toMatchObject({ id: best!.node, text: 'b', action: 'write' });
  });

  it('finds it behind a step that looks worse than its siblings', async () => {
    const reward = (word: string) => (word === 'b' ? -0.4 : word.startsWith('ba') ? 0.9 : -0.1);
    const { best } = await search(toy(reward, { depth: 2 }));
    expect(best!.state).toBe('ba');
  });

  it('spends its visits where the reward is', async () => {
    const reward = (word: string) => (word.startsWith('b') ? 0.8 : -1);
    const { tree } = await search(toy(reward, { simulations: 60 }));
    const visits = tree.filter((node) => node.parent === 0).map((node) => node.visits);
    expect(visits[1]).toBeGreaterThan(2 * Math.max(visits[0]!, visits[2]!));
  });

  it.each(['uct', 'puct'] as const)('%s: visits sum up', async (rule) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 80 }), fc.nat(1000), async (n, seed) => {
        const result = await search(toy(hashed, { simulations: n, stopReward: 1, rule }, seed));
        expect(result.simulations).toBe(n);
        for (const node of result.tree) {
          const below = result.tree.filter((child) => child.parent === node.id);
          const sum = below.reduce((total, child) => total + child.visits, 0);
          // The first visit of a node other than the root was its own.
          if (node.id === 0) expect(sum).toBe(n);
          else if (below.length > 0) expect(node.visits).toBe(sum + 1);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('grows the same tree from the same seed', async () => {
    const flat = () => 0.2;
    const one = await search(toy(flat, {}, 5));
    expect(await search(toy(flat, {}, 5))).toEqual(one);
    const others = await Promise.all([6, 7, 8, 9].map((seed) => search(toy(flat, {}, seed))));
    expect(others.some((other) => JSON.stringify(other.tree) !== JSON.stringify(one.tree))).toBe(
      true,
    );
  });

  it.each(['uct', 'puct'] as const)('%s: more simulations never lower the best', async (rule) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), async (seed) => {
        let last = -Infinity;
        for (let n = 1; n <= 40; n += 3) {
          const { best } = await search(toy(hashed, { simulations: n, rule }, seed));
          expect(best!.reward).toBeGreaterThanOrEqual(last);
          last = best!.reward;
        }
      }),
      { numRuns: 20 },
    );
  });

  it('equals exhaustive search when it has simulations enough', async () => {
    const words = ['a', 'b', 'c'].flatMap((x) => [
      x,
      ...['a', 'b', 'c'].flatMap((y) => [x + y, ...['a', 'b', 'c'].map((z) => x + y + z)]),
    ]);
    const most = Math.max(...words.map(hashed));
    const { best, judged } = await search(
      toy(hashed, { simulations: 500, stopReward: 1, exploration: 10 }),
    );
    expect(best!.reward).toBe(most);
    expect(judged).toBe(words.length);
  });

  it('keeps the depth limit', async () => {
    const { tree } = await search(toy(hashed, { simulations: 200, depth: 2, stopReward: 1 }));
    const depth = (id: number): number => (id === 0 ? 0 : 1 + depth(tree[id]!.parent));
    expect(Math.max(...tree.map((node) => depth(node.id)))).toBe(2);
  });

  it('judges all moves of a node in one batch, and no state twice', async () => {
    const batches: string[][] = [];
    const input = toy(hashed, { stopReward: 1 });
    await search({
      ...input,
      judge: (words) => {
        batches.push([...words]);
        return input.judge(words);
      },
    });
    expect(batches.every((batch) => batch.length === 3)).toBe(true);
    const all = batches.flat();
    expect(new Set(all).size).toBe(all.length);
  });

  it('stops early when a good answer leads in visits', async () => {
    const result = await search(toy((word) => (word === 'a' ? 0.97 : 0)));
    expect(result).toMatchObject({ stopped: 'early', best: { state: 'a' } });
    expect(result.simulations).toBeLessThan(base.simulations);
  });

  it('does not stop early for a good answer in a branch that few follow', async () => {
    const reward = (word: string) => (word === 'aa' ? 0.96 : word.startsWith('b') ? 0.9 : -2);
    const settings = { simulations: 40, exploration: 4 };
    const { stopped, best, tree } = await search(toy(reward, settings));
    expect(best).toMatchObject({ state: 'aa', reward: 0.96 });
    const visits = tree.filter((node) => node.parent === 0).map((node) => node.visits);
    expect(visits[0]).toBeLessThan(visits[1]!);
    expect(stopped).toBe('simulations');
  });

  it('ends by the clock with the best so far', async () => {
    let time = 0;
    const input = toy(hashed, { ms: 100, simulations: 500, stopReward: 1 });
    const judge: typeof input.judge = (words) => {
      time += 30;
      return input.judge(words);
    };
    const result = await search({ ...input, judge, now: () => time });
    expect(result.stopped).toBe('time');
    expect(result.best!.reward).toBe(Math.max(...result.tree.slice(1).map((n) => hashed(path(n)))));
    expect(result.judged).toBe(12);
    function path({ id }: { id: number }): string {
      const node = result.tree[id]!;
      return node.parent < 0 ? '' : path({ id: node.parent }) + node.text;
    }
  });

  it('tells every better answer as it is found', async () => {
    const told: number[] = [];
    const { best } = await search({
      ...toy(hashed, { stopReward: 1 }),
      onBest: (_, reward) => told.push(reward),
    });
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(best!.reward);
  });

  it('stops at the next pause when cancelled', async () => {
    let judged = 0;
    const controller = new AbortController();
    const input = toy(hashed, { stopReward: 1 });
    const running = search({
      ...input,
      pause: () => {
        controller.signal.throwIfAborted();
        return Promise.resolve();
      },
      judge: (words) => {
        if (++judged === 2) controller.abort();
        return input.judge(words);
      },
    });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(judged).toBe(2);
  });

  it('has no answer when nothing is proposed, and one when one is', async () => {
    const nothing = await search({ ...toy(hashed), propose: () => Promise.resolve([]) });
    expect(nothing).toMatchObject({ best: null, simulations: 0, judged: 0 });
    const only = { action: 'write', text: 'a', prior: 1, state: 'a', final: true } as const;
    const one = await search({ ...toy(hashed), propose: () => Promise.resolve([only, only]) });
    expect(one.best!.state).toBe('a');
    expect(one.tree).toHaveLength(2);
  });

  it('refuses a judge that answers with another number of rewards', async () => {
    const broken = { ...toy(hashed), judge: () => Promise.resolve([1]) };
    await expect(search(broken)).rejects.toThrow('Got 1 rewards when expected 3.');
    const odd = { ...toy(hashed), judge: () => Promise.resolve([1, Number.NaN, 0]) };
    await expect(search(odd)).rejects.toThrow('Got a reward that is not a number: 1, NaN, 0.');
  });
});

describe('the choice of a child', () => {
  const node = (id: number, part: Partial<TreeNode<string>>): TreeNode<string> => ({
    ...{ id, parent: 0, depth: 1, action: 'write', text: '', state: '', final: false, prior: 0.5 },
    ...{ judged: 0, visits: 0, total: 0, children: null },
    ...part,
  });
  const chosen = (children: TreeNode<string>[], settings: Partial<SearchSettings> = {}) => {
    const visits = children.reduce((sum, child) => sum + child.visits, 0);
    const root = node(0, { parent: -1, visits, children: children.map((child) => child.id) });
    const nodes = [root, ...children];
    return chooseChild(nodes, root, { ...base, ...settings }, createRandom(1)).id;
  };

  it('follows UCT as worked out by hand', () => {
    // ln 10 = 2.3026. Child 1: 0.5 + 1.4 sqrt(2.3026 / 8) = 1.251. Child 2: -0.2 + 1.4 sqrt(2.3026 / 2) = 1.302.
    const pair = [node(1, { visits: 8, total: 4 }), node(2, { visits: 2, total: -0.4 })];
    expect(chosen(pair)).toBe(2);
    expect(chosen(pair, { exploration: 1 })).toBe(1);
    // The prior decides when all else is nearly equal.
    const near = [
      node(1, { visits: 5, total: 2, prior: 0.2 }),
      node(2, { visits: 5, total: 1.95, prior: 0.8 }),
    ];
    expect(chosen(near)).toBe(2);
    expect(chosen(near, { priorWeight: 0 })).toBe(1);
  });

  it('visits unseen children first under UCT, the better judged before the others', () => {
    const three = [
      node(1, { visits: 3, total: 3 }),
      node(2, { judged: 0.1 }),
      node(3, { judged: 0.4 }),
    ];
    expect(chosen(three)).toBe(3);
  });

  it('follows PUCT as worked out by hand', () => {
    // Child 1: 0.5 + 1.4 x 0.3 x sqrt(8) / 9 = 0.632. Child 2, unseen: 0.1 + 1.4 x 0.7 x sqrt(8) = 2.872.
    const pair = [
      node(1, { visits: 8, total: 4, prior: 0.3 }),
      node(2, { judged: 0.1, prior: 0.7 }),
    ];
    expect(chosen(pair, { rule: 'puct' })).toBe(2);
    expect(chosen(pair, { rule: 'puct', exploration: 0.1 })).toBe(1);
  });
});

const judged = (entailment: number, contradiction: number, trust = 1) => ({
  judgement: { entailment, contradiction, neutral: 1 - entailment - contradiction } as Judgement,
  trust,
});

describe('the reward', () => {
  const two = [judged(0.8, 0.05, 1), judged(0.1, 0.6, 0.25)];

  it('is the best entailment, its neutrality and the weighted contradiction, by hand', () => {
    // 0.8 - 0.2 x 0.15 - 2 x max(1 x 0.05, 0.25 x 0.6) = 0.8 - 0.03 - 0.3
    expect(sentenceReward(two, base)).toBeCloseTo(0.47, 12);
  });

  it('is the mean over the evidence in the paper preset, by hand', () => {
    // First: 0.8 - 0.03 - 0.1 = 0.67. Second: 0.1 - 0.06 - 2 x 0.25 x 0.6 = -0.26. Mean 0.205.
    expect(sentenceReward(two, { ...base, aggregate: 'mean' })).toBeCloseTo(0.205, 12);
  });

  it('falls when a trusted source contradicts, less when a distrusted one does', () => {
    const support = judged(0.9, 0.02);
    const by = (trust: number) => sentenceReward([support, judged(0.05, 0.9, trust)], base);
    expect(by(0.9)).toBeLessThan(by(0.1));
    expect(by(0)).toBeLessThanOrEqual(sentenceReward([support], base));
  });

  it('of a sentence without evidence, and of no answer, is below a neutral one', () => {
    for (const aggregate of ['max', 'mean'] as const) {
      const settings = { ...base, aggregate };
      const neutral = sentenceReward([judged(0, 0)], settings);
      expect(neutral).toBeCloseTo(-0.2);
      expect(sentenceReward([], settings)).toBeLessThan(neutral);
      expect(answerReward([], settings)).toBeLessThan(neutral);
      expect(nothingReward({ ...settings, neutral: 0 })).toBeLessThan(0);
    }
  });

  it('of an answer is the mean over its sentences', () => {
    expect(answerReward([1, 0, -0.4], base)).toBeCloseTo(0.2);
  });

  it('looks at eight evidence sentences, at most three of a passage', () => {
    const ranked = Array.from({ length: 20 }, (_, i) => ({
      text: `${i}`,
      passage: `${Math.floor(i / 5)}`,
      trust: 1,
    }));
    const texts = limitEvidence(ranked, base).map((sentence) => sentence.text);
    expect(texts).toEqual(['0', '1', '2', '5', '6', '7', '10', '11']);
    expect(limitEvidence([], base)).toEqual([]);
  });
});

/** A little library and a judge by exact lookup. */
const library: Record<string, string[]> = {
  p1: ['The Fulmar was built by Skagen & Daughters.'],
  p2: ['Skagen & Daughters has its yard in Port Ellary.'],
  p3: ['The Fulmar was built in Kellwick.'],
};
const truths: Record<string, string> = {
  'Skagen & Daughters built the Fulmar.': library['p1']![0]!,
  'The yard is in Port Ellary.': library['p2']![0]!,
};

function draftSearch(settings: SearchSettings, seed = 1) {
  const calls: number[] = [];
  const cache: DraftEvidence['cache'] = new Map();
  const propose = createDraftMoves(
    {
      write: (draft) =>
        Promise.resolve(
          [...Object.keys(truths), 'The yard is on the moon.']
            .filter((text) => !draft.sentences.includes(text))
            .map((text) => ({ text, prior: 1 })),
        ),
      retrieve: (draft, count) =>
        Promise.resolve(
          Object.keys(library)
            .filter((key) => !draft.passages.includes(key))
            .slice(0, count),
        ),
    },
    settings,
  );
  const judge = createDraftJudge(
    {
      evidenceFor: (_, passages) =>
        passages.flatMap((passage) =>
          library[passage]!.map((text) => ({ text, passage, trust: passage === 'p3' ? 0.1 : 0.9 })),
        ),
      entail: (pairs) => {
        calls.push(pairs.length);
        return Promise.resolve(
          pairs.flatMap(({ premise, hypothesis }) =>
            truths[hypothesis] === premise ? [0.97, 0.02, 0.01] : [0.02, 0.97, 0.01],
          ),
        );
      },
      cache,
    },
    settings,
  );
  const root: Draft = { sentences: [], passages: ['p1'], finished: false };
  const isAnswer = (draft: Draft) => draft.sentences.length > 0;
  const random = createRandom(seed);
  const run = () => search({ root, propose, judge, isAnswer, random, settings, pause: noPause });
  return { run, calls, cache, judge, propose };
}

describe('search over drafts', () => {
  it('offers the three actions', async () => {
    const { propose } = draftSearch(base);
    const random = createRandom(1);
    const start = await propose({ sentences: [], passages: ['p1'], finished: false }, random);
    expect(start.map((move) => move.action)).toEqual(['write', 'write', 'write', 'retrieve']);
    expect(start[3]!.state.passages).toEqual(['p1', 'p2', 'p3']);
    const later = await propose(
      { sentences: ['x'], passages: ['p1', 'p2', 'p3'], finished: false },
      random,
    );
    expect(later.map((move) => move.action)).toEqual(['write', 'write', 'write', 'finish']);
    expect(later[3]).toMatchObject({ final: true, state: { finished: true } });
  });

  it('answers with what the evidence supports', async () => {
    const { best, stopped } = await draftSearch({ ...base, stopReward: 0.9 }).run();
    expect(best!.state.sentences).toEqual(['Skagen & Daughters built the Fulmar.']);
    expect(best!.reward).toBeGreaterThan(0.9);
    expect(stopped).toBe('early');
  });

  it('retrieves when the answer needs it', async () => {
    const saved = truths['Skagen & Daughters built the Fulmar.']!;
    delete truths['Skagen & Daughters built the Fulmar.'];
    try {
      const { best } = await draftSearch({ ...base, simulations: 60 }).run();
      expect(best!.state.sentences).toEqual(['The yard is in Port Ellary.']);
      expect(best!.state.passages).toContain('p2');
    } finally {
      truths['Skagen & Daughters built the Fulmar.'] = saved;
    }
  });

  it('asks the judge about each pair once', async () => {
    const { run, calls, cache } = draftSearch({ ...base, stopReward: 1 });
    await run();
    const asked = calls.reduce((sum, count) => sum + count, 0);
    expect(asked).toBe(cache.size);
    expect(cache.size).toBeLessThanOrEqual(9);
    expect(cache.has(judgementKey(library['p1']![0]!, 'The yard is on the moon.'))).toBe(true);
  });

  it('refuses a judge that answers with another number of rows', async () => {
    const judge = createDraftJudge(
      {
        evidenceFor: () => [{ text: 'a', passage: 'p', trust: 1 }],
        entail: () => Promise.resolve([1, 0]),
        cache: new Map(),
      },
      base,
    );
    await expect(judge([{ sentences: ['b'], passages: ['p'], finished: false }])).rejects.toThrow(
      'Got 2 probabilities when expected 3.',
    );
  });

  it('keeps the reward of a draft when it is finished', async () => {
    const { judge } = draftSearch(base);
    const draft = { sentences: ['The yard is in Port Ellary.'], passages: ['p2'], finished: false };
    const [open, closed] = await judge([draft, { ...draft, finished: true }]);
    expect(closed).toBe(open);
  });
});
