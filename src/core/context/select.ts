import { limitOf, solveKnapsack } from './knapsack';
import {
  buildOptions,
  cosineOf,
  type ContextInput,
  type ContextOptions,
  type ContextSettings,
  type Cosine,
} from './options';
import { pickGreedy, pickMmr, pickTopK, type Budgets } from './select-baselines';

/** What was chosen of n candidates, and everything that decided it. */
export interface Selection {
  /** Indices of the taken candidates, best first: by value, or by retrieval order for top-k. */
  readonly taken: readonly number[];
  /** Per candidate: its group of near-copies. */
  readonly groups: Int32Array;
  readonly values: Float64Array;
  readonly costs: { readonly tokens: Float64Array; readonly redundancy: Float64Array };
  /** Per candidate, in words: "taken", "left out: says the same as [2]" with [2] = second candidate. */
  readonly reasons: readonly string[];
  readonly totals: {
    readonly value: number;
    readonly tokens: number;
    readonly redundancy: number;
  };
  /** All parts of values and costs. */
  readonly options: ContextOptions;
  /** False only when the knapsack was too large to finish; the choice is then the best one found. */
  readonly optimal: boolean;
}

/**
 * Chooses the passages that become the context (Self-Correcting RAG, section 3.2).
 *
 * "mmkp" is the most valuable choice within the token and the redundancy budget with at most one
 * passage per group; "greedy" keeps the same rules without looking ahead; "topk" and "mmr" know the
 * token budget and `k` alone.
 *
 * @example
 * selectContext(
 *   { scores: [0.9, 0.8], tokens: [120, 90], cosine: () => 0.2 },
 *   defaultSettings.context,
 * ).taken; // [0, 1]
 * @throws RangeError when the input's arrays differ in length
 */
export function selectContext(input: ContextInput, settings: ContextSettings): Selection {
  const options = buildOptions(input, settings);
  const budgets = { tokens: settings.tokens, redundancy: settings.redundancy };
  const cosine = cosineOf(input.cosine, input.scores.length);
  const { taken, optimal } = pick(options, cosine, budgets, settings);
  const sum = (numbers: ArrayLike<number>) => taken.reduce((total, i) => total + numbers[i]!, 0);
  return {
    taken,
    groups: options.groups,
    values: options.values,
    costs: { tokens: options.tokens, redundancy: options.redundancy },
    reasons: explain(options, taken, budgets, settings.method),
    totals: {
      value: sum(options.values),
      tokens: sum(options.tokens),
      redundancy: sum(options.redundancy),
    },
    options,
    optimal,
  };
}

function pick(
  options: ContextOptions,
  cosine: Cosine,
  budgets: Budgets,
  settings: ContextSettings,
): { taken: number[]; optimal: boolean } {
  const tokensOnly = { tokens: budgets.tokens, redundancy: Infinity };
  const byValue = (taken: readonly number[]) =>
    taken.slice().sort((a, b) => options.values[b]! - options.values[a]! || a - b);
  switch (settings.method) {
    case 'topk':
      return { taken: pickTopK(options, settings.k, tokensOnly), optimal: true };
    case 'mmr': {
      const taken = pickMmr(options, cosine, settings.mmrLambda, settings.k, tokensOnly);
      return { taken, optimal: true };
    }
    case 'greedy':
      return { taken: byValue(pickGreedy(options, budgets)), optimal: true };
    case 'mmkp': {
      const solution = solveKnapsack(
        {
          groups: options.groups,
          values: options.values,
          costs: [options.tokens, options.redundancy],
        },
        [budgets.tokens, budgets.redundancy],
      );
      return { taken: byValue(solution.taken), optimal: solution.optimal };
    }
  }
}

/**
 * Why each candidate was taken or left. A candidate that no longer fits is "over the budget" only
 * when it is worth more than something taken; else its value is reason enough.
 */
function explain(
  options: ContextOptions,
  taken: readonly number[],
  budgets: Budgets,
  method: ContextSettings['method'],
): string[] {
  const inside = new Set(taken);
  const grouped = method === 'mmkp' || method === 'greedy';
  const ofGroup = new Map(taken.map((i) => [options.groups[i]!, i]));
  const least = Math.min(...taken.map((i) => options.values[i]!));
  const sum = (numbers: Float64Array) => taken.reduce((total, i) => total + numbers[i]!, 0);
  const tokens = sum(options.tokens);
  const redundancy = sum(options.redundancy);
  return Array.from(options.values, (value, i) => {
    if (inside.has(i)) return 'taken';
    const twin = ofGroup.get(options.groups[i]!);
    if (grouped && twin !== undefined) return `left out: says the same as [${twin + 1}]`;
    if (options.tokens[i]! > limitOf(budgets.tokens))
      return 'left out: longer than the token budget';
    const worthy = method === 'topk' ? i < (taken.at(-1) ?? Infinity) : value > least;
    if (taken.length > 0 && !worthy) return 'left out: lower value';
    if (tokens + options.tokens[i]! > limitOf(budgets.tokens))
      return 'left out: over the token budget';
    if (grouped && redundancy + options.redundancy[i]! > limitOf(budgets.redundancy))
      return 'left out: over the redundancy budget';
    return 'left out: lower value';
  });
}
