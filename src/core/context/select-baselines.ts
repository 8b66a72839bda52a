/** The ways of choosing that the knapsack is measured against, at the same budgets. */
import { limitOf } from './knapsack';
import type { ContextOptions, Cosine } from './options';

export interface Budgets {
  readonly tokens: number;
  readonly redundancy: number;
}

/** The first `k` candidates in retrieval order that fit. Knows no groups. */
export function pickTopK(options: ContextOptions, k: number, budgets: Budgets): number[] {
  const room = createRoom(options, budgets);
  const taken: number[] = [];
  for (let i = 0; i < options.tokens.length && taken.length < k; i++)
    if (room.take(i)) taken.push(i);
  return taken;
}

/**
 * Maximal marginal relevance (Carbonell and Goldstein 1998): again and again the candidate with the
 * largest `lambda x relevance - (1 - lambda) x largest cosine to what is taken`, at most `k`.
 */
export function pickMmr(
  options: ContextOptions,
  cosine: Cosine,
  lambda: number,
  k: number,
  budgets: Budgets,
): number[] {
  const room = createRoom(options, budgets);
  const left = new Set(options.tokens.keys());
  const closest = new Float64Array(options.tokens.length);
  const taken: number[] = [];
  while (left.size > 0 && taken.length < k) {
    let best = -1;
    let bestScore = -Infinity;
    for (const i of left) {
      const score = lambda * options.relevance[i]! - (1 - lambda) * closest[i]!;
      if (score > bestScore) [best, bestScore] = [i, score];
    }
    left.delete(best);
    if (!room.take(best)) continue;
    taken.push(best);
    for (const i of left) closest[i] = Math.max(closest[i]!, cosine(best, i));
  }
  return taken;
}

/** By value for the share of both budgets that a candidate uses up, whatever fits, one per group. */
export function pickGreedy(options: ContextOptions, budgets: Budgets): number[] {
  const room = createRoom(options, budgets);
  const used = new Set<number>();
  const density = options.values.map(
    (value, i) =>
      value /
      (options.tokens[i]! / budgets.tokens + options.redundancy[i]! / budgets.redundancy + 1e-9),
  );
  const order = [...density.keys()].sort((a, b) => density[b]! - density[a]! || a - b);
  return order.filter((i) => {
    if (!(options.values[i]! > 0) || used.has(options.groups[i]!) || !room.take(i)) return false;
    used.add(options.groups[i]!);
    return true;
  });
}

/** Keeps both sums under their budgets. */
function createRoom(options: ContextOptions, budgets: Budgets) {
  let tokens = 0;
  let redundancy = 0;
  return {
    /** True, and counted, when candidate i still fits. */
    take(i: number): boolean {
      if (tokens + options.tokens[i]! > limitOf(budgets.tokens)) return false;
      if (redundancy + options.redundancy[i]! > limitOf(budgets.redundancy)) return false;
      tokens += options.tokens[i]!;
      redundancy += options.redundancy[i]!;
      return true;
    },
  };
}
