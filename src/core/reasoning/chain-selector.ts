import {
  describeFirst,
  describeNext,
  describeStop,
  type ChainQuestion,
  type ChainRow,
} from './chain-features';

/** Log-odds per feature, in the order of `firstFeatures`, `nextFeatures` and `stopFeatures`. */
export interface SelectorWeights {
  readonly first: readonly number[];
  readonly next: readonly number[];
  readonly stop: readonly number[];
}

/**
 * The selector without a language model: a softmax over weighted features of each option, similarity
 * among them. Fitted by `tests/eval/chain-weights.ts` on the tuning seven tenths of hotpotqa, 2wiki and
 * musique, but for credibility, which is set by hand; see docs/facts.md.
 */
export const selectorWeights: SelectorWeights = {
  first: [1.3, 2, 2, 3, 2, 0.1, 1.3],
  next: [1.8, 2, 1.7, 2, 0.5, -1, 2, 4.5, -4.3, -0.5, 0, -1, 1.8],
  stop: [-1.5, 2, -1, 2.5],
};

/**
 * Probability of stopping, then of each option; they sum to 1. An empty chain cannot stop.
 * @param temperature 1: as fitted; higher: more even
 */
export function chooseByFeatures(
  chain: readonly ChainRow[],
  options: readonly { readonly row: ChainRow; readonly cosine: number }[],
  question: ChainQuestion,
  weights: SelectorWeights,
  temperature: number,
): Float64Array {
  const first = chain.length === 0;
  const scores = options.map(({ row, cosine }) =>
    first
      ? weigh(weights.first, describeFirst(row, cosine, question))
      : weigh(weights.next, describeNext(chain, row, cosine, question)),
  );
  const stop = first ? -Infinity : weigh(weights.stop, describeStop(chain, question));
  return softmax([stop, ...scores].map((s) => s / temperature));
}

function weigh(weights: readonly number[], features: readonly number[]): number {
  let sum = 0;
  for (const [i, x] of features.entries()) sum += weights[i]! * x;
  return sum;
}

/** Sums to 1; all zero when every score is -Infinity. */
export function softmax(scores: readonly number[]): Float64Array {
  const top = Math.max(...scores);
  if (top === -Infinity) return new Float64Array(scores.length);
  const result = Float64Array.from(scores, (s) => Math.exp(s - top));
  const sum = result.reduce((a, b) => a + b, 0);
  return result.map((x) => x / sum);
}
