/**
 *   npx tsx tests/bench/mcts.ts
 *
 * What the search itself costs, without models: the judge answers at once. Against best-of-n, the
 * baseline that judges the root's proposals and takes the best: how much reward the tree finds in a
 * toy world of depth 3 where rewards of a word lie near those of its beginnings.
 */
import { noPause } from '../../src/core/cancel';
import { createRandom } from '../../src/core/lib/random';
import { search, type SearchResult } from '../../src/core/reasoning/mcts';
import { defaultSettings, type Settings } from '../../src/core/settings';
import { machine } from './measure';

const letters = ['a', 'b', 'c', 'd', 'e'];

/** A world of words: each letter adds a step of its own, seeded; rewards stay in [-2, 1]. */
function world(seed: number): (word: string) => number {
  const known = new Map<string, number>([['', -0.2]]);
  const random = createRandom(seed);
  const grow = (word: string): void => {
    if (word.length === 3) return;
    for (const letter of letters) {
      const next = word + letter;
      known.set(next, Math.max(-2, Math.min(1, known.get(word)! + (random() - 0.5))));
      grow(next);
    }
  };
  grow('');
  return (word) => known.get(word)!;
}

function run(reward: (word: string) => number, settings: Settings['search'], seed: number) {
  return search({
    root: '',
    propose: (word) =>
      Promise.resolve(
        letters.map((letter) => ({
          action: 'write' as const,
          text: letter,
          prior: 1,
          state: word + letter,
          final: false,
        })),
      ),
    judge: (words) => Promise.resolve(words.map(reward)),
    isAnswer: () => true,
    random: createRandom(seed),
    settings,
    pause: noPause,
  });
}

const rounds = 300;
const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

console.log(machine());
for (const rule of ['uct', 'puct'] as const)
  for (const simulations of [8, 24, 100, 500]) {
    const settings = { ...defaultSettings.search, rule, simulations, stopReward: 1 };
    const times: number[] = [];
    const results: SearchResult<string>[] = [];
    const oneLevel: number[] = [];
    const most: number[] = [];
    for (let seed = 0; seed < rounds; seed++) {
      const reward = world(seed);
      const start = performance.now();
      results.push(await run(reward, settings, seed));
      times.push(performance.now() - start);
      const all = letters.flatMap((x) => [
        x,
        ...letters.flatMap((y) => [x + y, ...letters.map((z) => x + y + z)]),
      ]);
      oneLevel.push(Math.max(...letters.map(reward)));
      most.push(Math.max(...all.map(reward)));
    }
    times.sort((a, b) => a - b);
    console.log(
      `${rule}, ${simulations} simulations: min ${times[0]!.toFixed(2)}, median ${times[rounds >> 1]!.toFixed(2)} ms; ` +
        `judged ${mean(results.map((r) => r.judged)).toFixed(0)} of 155 states; ` +
        `mean best reward ${mean(results.map((r) => r.best!.reward)).toFixed(3)}, ` +
        `best-of-n ${mean(oneLevel).toFixed(3)}, most possible ${mean(most).toFixed(3)}`,
    );
  }
