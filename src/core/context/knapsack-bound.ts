/**
 * Lagrangian bounds for the knapsack of knapsack.ts: with prices on both budgets the groups fall
 * apart, each takes its best item after price, and no choice can be worth more than their sum plus
 * the price of the budgets.
 */
import type { KnapsackItems } from './knapsack';

/** Price of one unit of the first and of the second cost, >= 0. */
export type Multipliers = readonly [number, number];

/** Members of each group that have a value and fit, dominated ones left out. */
export function usefulGroups(items: KnapsackItems, limits: readonly [number, number]): number[][] {
  const [first, second] = items.costs;
  const members = new Map<number, number[]>();
  for (let i = 0; i < items.values.length; i++) {
    if (!(items.values[i]! > 0) || first[i]! > limits[0] || second[i]! > limits[1]) continue;
    const group = members.get(items.groups[i]!);
    if (group) group.push(i);
    else members.set(items.groups[i]!, [i]);
  }
  return [...members.values()].map((group) =>
    group.filter((i) => !group.some((j) => j !== i && dominates(items, j, i))),
  );
}

function dominates({ values, costs: [first, second] }: KnapsackItems, j: number, i: number) {
  if (values[j]! < values[i]! || first[j]! > first[i]! || second[j]! > second[i]!) return false;
  const equal = values[j] === values[i] && first[j] === first[i] && second[j] === second[i];
  return !equal || j < i;
}

/**
 * Prices of the two budgets: the minimiser of the Lagrangian dual, and those with one budget
 * priced alone. Any prices >= 0 give a valid bound; good ones give a tight one.
 */
export function dualMultipliers(
  items: KnapsackItems,
  groups: readonly (readonly number[])[],
  budgets: readonly [number, number],
): Multipliers[] {
  const dual = (a: number, b: number) => {
    let sum = (a && a * budgets[0]) + (b && b * budgets[1]);
    for (const group of groups) sum += Math.max(0, bestReduced(items, group, a, b).value);
    return sum;
  };
  const most = [priceLimit(items, groups, 0), priceLimit(items, groups, 1)] as const;
  const free = [Number.isFinite(budgets[0]), Number.isFinite(budgets[1])] as const;
  const along = (f: (price: number) => number, limit: number, used: boolean) =>
    used ? minimise(f, limit) : 0;
  const onlyFirst = along((a) => dual(a, 0), most[0], free[0]);
  const onlySecond = along((b) => dual(0, b), most[1], free[1]);
  const secondGiven = (a: number) => along((b) => dual(a, b), most[1], free[1]);
  const both = along((a) => dual(a, secondGiven(a)), most[0], free[0]);
  const other = secondGiven(both);
  // As a state uses the budgets up unevenly, prices beside the best first ones bound it tighter.
  const near = [0.85, 1.15].flatMap((x): Multipliers[] => [
    [x * both, other],
    [both, x * other],
  ]);
  return [[both, other], [onlyFirst, 0], [0, onlySecond], ...near];
}

/** A price at which nothing is worth buying any more. */
function priceLimit(items: KnapsackItems, groups: readonly (readonly number[])[], which: 0 | 1) {
  let limit = 0;
  for (const group of groups)
    for (const i of group) {
      const cost = items.costs[which][i]!;
      if (cost > 0) limit = Math.max(limit, items.values[i]! / cost);
    }
  return limit;
}

/** Golden-section search for the minimum of a convex function on [0, limit]. */
function minimise(f: (x: number) => number, limit: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let low = 0;
  let high = limit;
  let left = high - ratio * (high - low);
  let right = low + ratio * (high - low);
  let atLeft = f(left);
  let atRight = f(right);
  for (let step = 0; step < 24; step++) {
    if (atLeft <= atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - ratio * (high - low);
      atLeft = f(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + ratio * (high - low);
      atRight = f(right);
    }
  }
  return (low + high) / 2;
}

function bestReduced(items: KnapsackItems, group: readonly number[], a: number, b: number) {
  const { values, costs } = items;
  let item = -1;
  let value = -Infinity;
  for (const i of group) {
    const reduced = values[i]! - a * costs[0][i]! - b * costs[1][i]!;
    if (reduced > value) [item, value] = [i, reduced];
  }
  return { item, value };
}

/** Most promising groups first, so that the bound of what is left falls quickly. */
export function orderGroups(
  items: KnapsackItems,
  groups: readonly number[][],
  [a, b]: Multipliers,
) {
  return groups
    .map((group) => ({ group, worth: bestReduced(items, group, a, b).value }))
    .sort((x, y) => y.worth - x.worth || x.group[0]! - y.group[0]!)
    .map(({ group }) => group);
}

/** Per multipliers: `sum over groups >= g of max(0, best reduced value)`, for g = 0..G. */
export function suffixBounds(
  items: KnapsackItems,
  groups: readonly (readonly number[])[],
  multipliers: readonly Multipliers[],
): Float64Array[] {
  return multipliers.map(([a, b]) => {
    const sums = new Float64Array(groups.length + 1);
    for (let g = groups.length - 1; g >= 0; g--)
      sums[g] = sums[g + 1]! + Math.max(0, bestReduced(items, groups[g]!, a, b).value);
    return sums;
  });
}

/** A good first choice: items by value minus price, and by value alone, whatever fits. */
export function bestGreedy(
  items: KnapsackItems,
  groups: readonly (readonly number[])[],
  limits: readonly [number, number],
  multipliers: readonly Multipliers[],
): number[] {
  const all = groups.flat();
  const groupOf = new Map(groups.flatMap((group, g) => group.map((i) => [i, g] as const)));
  const { values, costs } = items;
  let best: number[] = [];
  let bestValue = 0;
  for (const [a, b] of [...multipliers, [0, 0] as const]) {
    const reduced = (i: number) => values[i]! - a * costs[0][i]! - b * costs[1][i]!;
    const taken: number[] = [];
    const used = new Set<number>();
    const sum = [0, 0, 0] as [number, number, number];
    for (const i of all.slice().sort((x, y) => reduced(y) - reduced(x) || x - y)) {
      const group = groupOf.get(i)!;
      if (used.has(group)) continue;
      if (sum[0] + costs[0][i]! > limits[0] || sum[1] + costs[1][i]! > limits[1]) continue;
      used.add(group);
      taken.push(i);
      sum[0] += costs[0][i]!;
      sum[1] += costs[1][i]!;
      sum[2] += values[i]!;
    }
    if (sum[2] > bestValue) [best, bestValue] = [taken, sum[2]];
  }
  return best;
}
