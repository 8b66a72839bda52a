import {
  bestGreedy,
  dualMultipliers,
  orderGroups,
  suffixBounds,
  usefulGroups,
  type Multipliers,
} from './knapsack-bound';

/** Items of a multiple-choice knapsack with two costs, as parallel arrays of length n. */
export interface KnapsackItems {
  /** Group of each item, 0..G-1; at most one item per group is taken. */
  readonly groups: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** First and second cost of each item, >= 0. */
  readonly costs: readonly [ArrayLike<number>, ArrayLike<number>];
}

export interface KnapsackSolution {
  /** Item indices, ascending. */
  readonly taken: readonly number[];
  readonly value: number;
  readonly costs: readonly [number, number];
  /** No choice is worth more than this; equals `value` (to rounding) when `optimal`. */
  readonly bound: number;
  /** False only when `maxStates` was hit. */
  readonly optimal: boolean;
  /** States of the dynamic programme that were kept, over all groups. */
  readonly states: number;
}

/**
 * Budgets are held to this relative tolerance: sums of real costs depend on their order in the
 * last bits, and a choice that meets a budget exactly must not be lost to that.
 */
const tolerance = 1e-12;

/** The most that a sum of costs may reach under `budget`. */
export function limitOf(budget: number): number {
  return budget + tolerance * Math.max(1, Math.abs(budget));
}

/**
 * The most valuable choice of at most one item per group within both budgets (Self-Correcting RAG,
 * section 3.2): an exact dynamic programme over Pareto-optimal (cost, cost, value) states with
 * back-pointers. A state is dropped when another is no worse in all three, or when even the
 * Lagrangian bound on the remaining groups cannot lift it above the best choice known.
 *
 * Items of no value, or that fit no budget alone, are never taken.
 * @param budgets both >= 0, Infinity allowed
 * @param maxStates states kept per group; beyond it the most promising stay and `optimal` is false
 */
export function solveKnapsack(
  items: KnapsackItems,
  budgets: readonly [number, number],
  maxStates = 100_000,
): KnapsackSolution {
  const limits = [limitOf(budgets[0]), limitOf(budgets[1])] as const;
  const useful = usefulGroups(items, limits);
  const multipliers = dualMultipliers(items, useful, budgets);
  const groups = orderGroups(items, useful, multipliers[0]!);
  const suffix = suffixBounds(items, groups, multipliers);
  const start = bestGreedy(items, groups, limits, multipliers);
  const problem = { items, groups, limits, multipliers, suffix };
  // A narrow pass first: its choice is nearly always the best, and a high floor prunes the full pass.
  const scout = sweep(problem, start, Math.min(maxStates, 64));
  return scout.optimal ? scout : sweep(problem, scout.taken, maxStates);
}

interface Problem {
  readonly items: KnapsackItems;
  readonly groups: readonly (readonly number[])[];
  readonly limits: readonly [number, number];
  readonly multipliers: readonly Multipliers[];
  readonly suffix: readonly Float64Array[];
}

/** The dynamic programme over all groups, starting from a known choice. */
function sweep(problem: Problem, start: readonly number[], maxStates: number): KnapsackSolution {
  const { items, groups, limits } = problem;
  const history: History = { parent: [-1], item: [-1] };
  let layer: Layer = { ...emptyLayer(1), size: 1 };
  let best = start.reduce((sum, i) => sum + items.values[i]!, 0);
  let bestState = -1;
  let lost = -Infinity;
  for (let g = 0; g < groups.length; g++) {
    const grown = expand(items, groups[g]!, layer, limits);
    for (let s = 0; s < grown.size; s++)
      if (grown.value[s]! > best) {
        best = grown.value[s]!;
        bestState = record(history, grown, s);
      }
    const bounds = boundStates(problem, grown, g + 1);
    let kept = paretoFront(grown, bounds, best + tolerance);
    if (kept.length > maxStates) {
      kept.sort((x, y) => bounds[y]! - bounds[x]!);
      lost = Math.max(lost, bounds[kept[maxStates]!]!);
      kept = kept.slice(0, maxStates);
    }
    layer = keep(grown, kept, history);
  }
  return toSolution(items, bestState < 0 ? start : trace(history, bestState), lost, history);
}

/** How every kept state was reached; state 0 has nothing in it. */
interface History {
  readonly parent: number[];
  readonly item: number[];
}

/** Live states as parallel arrays; `parent` is the state they grew from, `item` what was added (-1: nothing). */
interface Layer {
  readonly size: number;
  readonly parent: Int32Array;
  readonly item: Int32Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly value: Float64Array;
}

const emptyLayer = (size: number) => ({
  parent: new Int32Array(size),
  item: new Int32Array(size).fill(-1),
  first: new Float64Array(size),
  second: new Float64Array(size),
  value: new Float64Array(size),
});

/** Every state as it is, and with each member of the group that still fits. */
function expand(
  { values, costs }: KnapsackItems,
  group: readonly number[],
  layer: Layer,
  limits: readonly [number, number],
): Layer {
  const grown = emptyLayer(layer.size * (group.length + 1));
  grown.parent.set(layer.parent.subarray(0, layer.size));
  grown.first.set(layer.first.subarray(0, layer.size));
  grown.second.set(layer.second.subarray(0, layer.size));
  grown.value.set(layer.value.subarray(0, layer.size));
  let size = layer.size;
  for (const i of group) {
    const room = [limits[0] - costs[0][i]!, limits[1] - costs[1][i]!] as const;
    for (let s = 0; s < layer.size; s++) {
      if (layer.first[s]! > room[0] || layer.second[s]! > room[1]) continue;
      grown.parent[size] = layer.parent[s]!;
      grown.item[size] = i;
      grown.first[size] = layer.first[s]! + costs[0][i]!;
      grown.second[size] = layer.second[s]! + costs[1][i]!;
      grown.value[size] = layer.value[s]! + values[i]!;
      size++;
    }
  }
  return { ...grown, size };
}

/** The most that each state can still come to, given the groups from `g` on. */
function boundStates(
  { limits, multipliers, suffix }: Problem,
  states: Layer,
  g: number,
): Float64Array {
  const bounds = new Float64Array(states.size).fill(Infinity);
  for (let m = 0; m < multipliers.length; m++) {
    const [a, b] = multipliers[m]!;
    // Unpriced budgets may be infinite: 0 x Infinity must count as 0.
    const rest = suffix[m]![g]! + (a && a * limits[0]) + (b && b * limits[1]);
    for (let s = 0; s < states.size; s++) {
      const bound = states.value[s]! + rest - a * states.first[s]! - b * states.second[s]!;
      if (bound < bounds[s]!) bounds[s] = bound;
    }
  }
  return bounds;
}

/**
 * States whose bound is above `floor` and that no other state beats in both costs and value.
 * One sweep by rising first cost over the staircase (second cost, value) of what was kept.
 */
function paretoFront(states: Layer, bounds: Float64Array, floor: number): number[] {
  const { first, second, value } = states;
  const order: number[] = [];
  for (let s = 0; s < states.size; s++) if (bounds[s]! > floor) order.push(s);
  order.sort(
    (x, y) => first[x]! - first[y]! || second[x]! - second[y]! || value[y]! - value[x]! || x - y,
  );
  const kept: number[] = [];
  // Rising second cost, rising value.
  const stairs: number[] = [];
  for (const s of order) {
    let low = 0;
    let high = stairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (second[stairs[middle]!]! <= second[s]!) low = middle + 1;
      else high = middle;
    }
    if (low > 0 && value[stairs[low - 1]!]! >= value[s]!) continue;
    let end = low;
    while (end < stairs.length && value[stairs[end]!]! <= value[s]!) end++;
    const begin = low > 0 && second[stairs[low - 1]!]! === second[s]! ? low - 1 : low;
    stairs.splice(begin, end - begin, s);
    kept.push(s);
  }
  return kept;
}

/** The kept states as the next layer; those that took an item enter the history. */
function keep(grown: Layer, kept: readonly number[], history: History): Layer {
  const layer = emptyLayer(kept.length);
  kept.forEach((s, row) => {
    layer.parent[row] = grown.item[s]! < 0 ? grown.parent[s]! : record(history, grown, s);
    layer.first[row] = grown.first[s]!;
    layer.second[row] = grown.second[s]!;
    layer.value[row] = grown.value[s]!;
  });
  return { ...layer, size: kept.length };
}

function record(history: History, states: Layer, s: number): number {
  history.item.push(states.item[s]!);
  return history.parent.push(states.parent[s]!) - 1;
}

function trace(history: History, state: number): number[] {
  const taken: number[] = [];
  for (let s = state; s > 0; s = history.parent[s]!) taken.push(history.item[s]!);
  return taken;
}

function toSolution(
  items: KnapsackItems,
  choice: readonly number[],
  lost: number,
  history: History,
): KnapsackSolution {
  const taken = choice.slice().sort((a, b) => a - b);
  const sum = (numbers: ArrayLike<number>) => taken.reduce((total, i) => total + numbers[i]!, 0);
  const value = sum(items.values);
  return {
    taken,
    value,
    costs: [sum(items.costs[0]), sum(items.costs[1])],
    bound: Math.max(value, lost),
    optimal: lost <= value + tolerance,
    states: history.parent.length,
  };
}
