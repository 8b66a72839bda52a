import { limitOf } from './knapsack';

/** One-dimensional multiple-choice knapsack, as parallel arrays of length n. */
export interface FptasItems {
  readonly groups: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly costs: ArrayLike<number>;
}

/**
 * At most one item per group within one budget, worth at least `(1 - epsilon)` of the best choice,
 * in time polynomial in n and 1/epsilon (Self-Correcting RAG, section 3.2, the single-dimensional
 * FPTAS): values are rounded down to multiples of `epsilon * largest value / groups`, and a table
 * holds the least cost at which each sum of rounded values is reached.
 * @param epsilon in (0, 1)
 * @returns item indices, ascending
 * @throws RangeError for an epsilon outside (0, 1)
 */
export function solveFptas(items: FptasItems, budget: number, epsilon: number): number[] {
  if (!(epsilon > 0 && epsilon < 1))
    throw new RangeError(`epsilon must be between 0 and 1, got ${epsilon}.`);
  const limit = limitOf(budget);
  const members = new Map<number, number[]>();
  let largest = 0;
  for (let i = 0; i < items.values.length; i++) {
    if (!(items.values[i]! > 0) || items.costs[i]! > limit) continue;
    largest = Math.max(largest, items.values[i]!);
    members.set(items.groups[i]!, [...(members.get(items.groups[i]!) ?? []), i]);
  }
  const groups = [...members.values()];
  const unit = (epsilon * largest) / groups.length;
  const rounded = (i: number) => Math.floor(items.values[i]! / unit);
  const tops = groups.map((group) => Math.max(...group.map(rounded)));
  const sums = tops.reduce((total, top) => total + top, 0) + 1;

  let cost = new Float64Array(sums).fill(Infinity);
  cost[0] = 0;
  // What each group gave to reach a sum: item + 1, 0 for nothing.
  const choices = groups.map(() => new Int32Array(sums));
  let reached = 0;
  groups.forEach((group, g) => {
    const next = cost.slice();
    for (const i of group) {
      const gain = rounded(i);
      for (let sum = 0; sum <= reached; sum++) {
        const total = cost[sum]! + items.costs[i]!;
        if (total <= limit && total < next[sum + gain]!) {
          next[sum + gain] = total;
          choices[g]![sum + gain] = i + 1;
        }
      }
    }
    reached += tops[g]!;
    cost = next;
  });

  let sum = sums - 1;
  while (sum > 0 && cost[sum] === Infinity) sum--;
  const taken: number[] = [];
  for (let g = groups.length - 1; g >= 0; g--) {
    const choice = choices[g]![sum]!;
    if (choice === 0) continue;
    taken.push(choice - 1);
    sum -= rounded(choice - 1);
  }
  return taken.sort((a, b) => a - b);
}
