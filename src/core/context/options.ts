import type { Settings } from '../settings';
import { agree, factsOf } from './options-facts';
import { needOf, needParts, type ContextTexts, type NeedParts } from './options-need';

export type ContextSettings = Settings['context'];

/** What a selection sees of n candidates, in retrieval order (best first). */
export interface ContextInput {
  /** Score of each candidate, higher is better (`Candidate.score`). */
  readonly scores: ArrayLike<number>;
  /** Tokens that each candidate costs in the prompt. */
  readonly tokens: ArrayLike<number>;
  /** Cosine of two candidates in [-1, 1]: a function, or a flat n x n matrix. */
  readonly cosine: Cosine | ArrayLike<number>;
  /** What the candidates say; without it their need goes by rank alone. */
  readonly words?: ContextTexts;
}

export type Cosine = (a: number, b: number) => number;

/** Candidates as options of the knapsack: parallel arrays of length n. */
export interface ContextOptions {
  /** Group of each candidate, 0..G-1 in order of first members. */
  readonly groups: Int32Array;
  /** What taking the candidate is worth, >= 0: probability of being needed, or the paper's mixture. */
  readonly values: Float64Array;
  /** The parts of a value "need"; null when no words were given or values are the paper's. */
  readonly need: NeedParts | null;
  /** The parts of the paper's value: relevance and diversity, both in [0, 1]. */
  readonly relevance: Float64Array;
  readonly diversity: Float64Array;
  readonly tokens: Float64Array;
  /** 100 x mean cosine, >= 0. */
  readonly redundancy: Float64Array;
}

/**
 * Groups, values and both costs of every candidate (Self-Correcting RAG, section 3.2 and its code).
 * @throws RangeError when the input's arrays differ in length
 */
export function buildOptions(input: ContextInput, settings: ContextSettings): ContextOptions {
  const n = input.scores.length;
  for (const [name, list] of Object.entries({
    'token counts': input.tokens,
    titles: input.words?.titles ?? input.tokens,
    texts: input.words?.texts ?? input.tokens,
  }))
    if (list.length !== n) throw new RangeError(`Got ${list.length} ${name} when expected ${n}.`);
  const cosine = cosineOf(input.cosine, n);
  const facts = settings.groupBy === 'facts' ? (input.words?.texts.map(factsOf) ?? null) : null;
  const groups = groupCandidates(
    n,
    (a, b) =>
      cosine(a, b) >= settings.groupCosine &&
      (facts === null || agree(facts[a]!, facts[b]!, settings.groupNames)),
  );
  const { own, others } = meanCosines(groups, cosine);
  const relevance = minMax(input.scores);
  const diversity = own.map((mean) => 1 - mean);
  const need = settings.value === 'need' && input.words ? needParts(input.words) : null;
  const share = settings.relevance;
  return {
    groups,
    relevance,
    diversity,
    need,
    values:
      settings.value === 'need'
        ? needOf(n, need, settings)
        : relevance.map((r, i) => Math.max(0, share * r + (1 - share) * diversity[i]!)),
    tokens: Float64Array.from(input.tokens),
    redundancy: (settings.redundancyTo === 'group' ? own : others).map(
      (mean) => 100 * Math.max(0, mean),
    ),
  };
}

/**
 * Greedy groups of near-copies, in retrieval order: a candidate joins the first group whose first
 * member it is `alike`, else it opens one.
 */
export function groupCandidates(n: number, alike: (first: number, i: number) => boolean) {
  const groups = new Int32Array(n);
  const firsts: number[] = [];
  for (let i = 0; i < n; i++) {
    const found = firsts.findIndex((first) => alike(first, i));
    groups[i] = found < 0 ? firsts.push(i) - 1 : found;
  }
  return groups;
}

/** Scales to [0, 1]; all equal gives 0.5. */
export function minMax(numbers: ArrayLike<number>): Float64Array {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < numbers.length; i++) {
    low = Math.min(low, numbers[i]!);
    high = Math.max(high, numbers[i]!);
  }
  return Float64Array.from(numbers, (x) => (high > low ? (x - low) / (high - low) : 0.5));
}

/** Mean cosine of each candidate to the rest of its group, and to the candidates of other groups; 0 where there are none. */
function meanCosines(groups: Int32Array, cosine: Cosine) {
  const n = groups.length;
  const own = new Float64Array(n);
  const others = new Float64Array(n);
  const ownCount = new Int32Array(n);
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      const c = cosine(i, j);
      const same = groups[i] === groups[j];
      const sums = same ? own : others;
      sums[i]! += c;
      sums[j]! += c;
      if (!same) continue;
      ownCount[i]!++;
      ownCount[j]!++;
    }
  for (let i = 0; i < n; i++) {
    const same = ownCount[i]!;
    own[i] = same > 0 ? own[i]! / same : 0;
    others[i] = n - 1 > same ? others[i]! / (n - 1 - same) : 0;
  }
  return { own, others };
}

/**
 * One function for both shapes of input.
 * @throws RangeError when a matrix is not n x n
 */
export function cosineOf(cosine: ContextInput['cosine'], n: number): Cosine {
  if (typeof cosine === 'function') return cosine;
  if (cosine.length !== n * n)
    throw new RangeError(`Got a matrix of ${cosine.length} cosines when expected ${n} x ${n}.`);
  return (a, b) => cosine[a * n + b]!;
}
