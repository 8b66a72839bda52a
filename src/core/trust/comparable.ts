import type { StatedSentence } from './statements';

/**
 * How much a word tells, by how many passages have it. Small libraries are counted as if they stood
 * in a hundred passages more: in a library of two passages every shared word is in both.
 */
export interface WordWeights {
  weight(word: string): number;
  /** Weight of a word that one passage has. */
  readonly rarest: number;
}

const background = 100;

export function weightsOf(passages: number, frequency: (word: string) => number): WordWeights {
  const total = passages + background;
  return {
    weight: (word) => Math.log(total / (frequency(word) + 0.5)),
    rarest: Math.log(total / 1.5),
  };
}

export interface Comparable {
  readonly a: StatedSentence;
  readonly b: StatedSentence;
  /** Weight of the content words both have, in units of a word that only one passage has. */
  readonly shared: number;
}

/**
 * The pairs of sentences of two passages that speak of the same thing: they share at least `least`
 * rare words' worth of content. Most in common first.
 */
export function comparableSentences(
  first: readonly StatedSentence[],
  second: readonly StatedSentence[],
  weights: WordWeights,
  least: number,
): Comparable[] {
  const pairs: Comparable[] = [];
  for (const a of first)
    for (const b of second) {
      const shared = sharedWeight(a.words, b.words, weights) / weights.rarest;
      if (shared >= least) pairs.push({ a, b, shared });
    }
  return pairs.sort((x, y) => y.shared - x.shared);
}

export function sharedWeight(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  { weight }: WordWeights,
): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const word of small) if (large.has(word)) sum += weight(word);
  return sum;
}
