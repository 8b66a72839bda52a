import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitOf, solveKnapsack, type KnapsackItems } from '../../src/core/context/knapsack';
import { solveFptas } from '../../src/core/context/knapsack-fptas';
import { createRandom, type Random } from '../../src/core/lib/random';

/** Rows of [group, value, first cost, second cost]. */
function items(rows: readonly (readonly [number, number, number, number])[]): KnapsackItems {
  return {
    groups: rows.map((row) => row[0]),
    values: rows.map((row) => row[1]),
    costs: [rows.map((row) => row[2]), rows.map((row) => row[3])],
  };
}

function totals({ values, costs }: KnapsackItems, taken: readonly number[]) {
  const sum = (numbers: ArrayLike<number>) => taken.reduce((total, i) => total + numbers[i]!, 0);
  return { value: sum(values), first: sum(costs[0]), second: sum(costs[1]) };
}

function expectFeasible(
  problem: KnapsackItems,
  taken: readonly number[],
  budgets: readonly [number, number],
) {
  const { first, second } = totals(problem, taken);
  expect(first).toBeLessThanOrEqual(budgets[0] * (1 + 1e-9));
  expect(second).toBeLessThanOrEqual(budgets[1] * (1 + 1e-9));
  const groups = taken.map((i) => problem.groups[i]!);
  expect(new Set(groups).size).toBe(groups.length);
}

/** Every choice of at most one per group, tried. */
function enumerate(problem: KnapsackItems, budgets: readonly [number, number]): number {
  const { groups, values, costs } = problem;
  const members = new Map<number, number[]>();
  for (let i = 0; i < values.length; i++)
    members.set(groups[i]!, [...(members.get(groups[i]!) ?? []), i]);
  const lists = [...members.values()];
  let best = 0;
  const visit = (g: number, value: number, first: number, second: number) => {
    if (first > limitOf(budgets[0]) || second > limitOf(budgets[1])) return;
    if (g === lists.length) {
      best = Math.max(best, value);
      return;
    }
    visit(g + 1, value, first, second);
    for (const i of lists[g]!)
      visit(g + 1, value + values[i]!, first + costs[0][i]!, second + costs[1][i]!);
  };
  visit(0, 0, 0, 0);
  return best;
}

/** Depth first, bounded by the fractional knapsack of each cost alone: shares nothing with the solver. */
function branchAndBound(problem: KnapsackItems, budgets: readonly [number, number]): number {
  const { groups, values, costs } = problem;
  const order = Array.from({ length: values.length }, (_, i) => i)
    .filter((i) => values[i]! > 0)
    .sort((a, b) => weight(b) - weight(a));
  function weight(i: number) {
    return values[i]! / (costs[0][i]! / budgets[0] + costs[1][i]! / budgets[1] + 1e-9);
  }
  const byDensity = ([0, 1] as const).map((which) => {
    const density = (i: number) => values[i]! / (costs[which][i]! + 1e-9);
    return order.slice().sort((a, b) => density(b) - density(a));
  });
  const position = new Map(order.map((i, p) => [i, p]));
  const used = new Set<number>();
  let best = 0;
  const bound = (p: number, which: 0 | 1, room: number) => {
    let sum = 0;
    for (const i of byDensity[which]!) {
      if (position.get(i)! < p || used.has(groups[i]!)) continue;
      const cost = costs[which][i]!;
      if (cost > room) return sum + (values[i]! * room) / cost;
      room -= cost;
      sum += values[i]!;
    }
    return sum;
  };
  const visit = (p: number, value: number, first: number, second: number) => {
    best = Math.max(best, value);
    if (p === order.length) return;
    if (value + bound(p, 0, first) <= best || value + bound(p, 1, second) <= best) return;
    const i = order[p]!;
    if (!used.has(groups[i]!) && costs[0][i]! <= first && costs[1][i]! <= second) {
      used.add(groups[i]!);
      visit(p + 1, value + values[i]!, first - costs[0][i]!, second - costs[1][i]!);
      used.delete(groups[i]!);
    }
    visit(p + 1, value, first, second);
  };
  visit(0, 0, budgets[0], budgets[1]);
  return best;
}

function randomProblem(random: Random, n: number, groups: number): KnapsackItems {
  return items(
    Array.from({ length: n }, () => [
      Math.floor(random() * groups),
      random(),
      20 + Math.floor(random() * 200),
      random() * 60,
    ]),
  );
}

describe('the exact knapsack', () => {
  it('finds the choice worked out by hand', () => {
    // Budgets 10 and 10. Groups: {0, 1}, {2}, {3}. Greedy by value takes item 0 alone (5).
    const problem = items([
      [0, 5, 9, 1],
      [0, 3, 4, 4],
      [1, 3, 5, 4],
      [2, 2, 1, 2],
    ]);
    const solution = solveKnapsack(problem, [10, 10]);
    expect(solution.taken).toEqual([1, 2, 3]);
    expect(solution.value).toBe(8);
    expect(solution.costs).toEqual([10, 10]);
    expect(solution).toMatchObject({ optimal: true, bound: 8 });
  });

  it('takes nothing from nothing', () => {
    expect(solveKnapsack(items([]), [100, 100])).toMatchObject({ taken: [], value: 0 });
  });

  it('takes the only item when it fits, and not when it does not', () => {
    expect(solveKnapsack(items([[0, 1, 100, 5]]), [100, 5]).taken).toEqual([0]);
    expect(solveKnapsack(items([[0, 1, 101, 5]]), [100, 5]).taken).toEqual([]);
    expect(solveKnapsack(items([[0, 1, 100, 6]]), [100, 5]).taken).toEqual([]);
  });

  it('leaves items of no value, and uses free ones', () => {
    const problem = items([
      [0, 0, 1, 1],
      [1, 1, 0, 0],
      [2, 2, 0, 0],
    ]);
    expect(solveKnapsack(problem, [0, 0]).taken).toEqual([1, 2]);
  });

  it('accepts a budget without limit', () => {
    const problem = randomProblem(createRandom(3), 12, 12);
    const all = solveKnapsack(problem, [Infinity, Infinity]);
    expect(all.taken.length).toBe(new Set(Array.from(problem.groups)).size);
    const one = solveKnapsack(problem, [300, Infinity]);
    expect(one.value).toBeCloseTo(enumerate(problem, [300, Infinity]), 10);
  });

  it('equals enumeration on 3 000 small problems, within budget and one per group', () => {
    const random = createRandom(20260);
    for (let round = 0; round < 3000; round++) {
      const n = 1 + Math.floor(random() * 11);
      const problem = randomProblem(random, n, 1 + Math.floor(random() * n));
      const budgets = [random() * 120 * n, random() * 40 * n] as const;
      const solution = solveKnapsack(problem, budgets);
      expectFeasible(problem, solution.taken, budgets);
      expect(solution.optimal).toBe(true);
      expect(solution.value, `round ${round}`).toBeCloseTo(enumerate(problem, budgets), 9);
    }
  });

  it('equals enumeration where many sums tie', () => {
    const whole = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), whole, whole, whole), { maxLength: 11 }),
        whole,
        whole,
        (rows, a, b) => {
          const problem = items(rows);
          const budgets = [3 * a, 3 * b] as const;
          const solution = solveKnapsack(problem, budgets);
          expectFeasible(problem, solution.taken, budgets);
          expect(solution.value).toBe(enumerate(problem, budgets));
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('equals an independent branch and bound on 50 candidates', () => {
    const random = createRandom(50);
    for (let round = 0; round < 25; round++) {
      const problem = randomProblem(random, 50, 40);
      const budgets = [600 + random() * 900, 60 + random() * 120] as const;
      const solution = solveKnapsack(problem, budgets);
      expectFeasible(problem, solution.taken, budgets);
      expect(solution.value).toBeCloseTo(branchAndBound(problem, budgets), 9);
    }
  });

  it('says so when it had to stop early, and stays feasible with a true bound', () => {
    const random = createRandom(9);
    const rows = Array.from({ length: 80 }, (_, i) => {
      const cost = 40 + random() * 100;
      return [i, cost + random(), cost, cost + random() * 3] as const;
    });
    const problem = items(rows);
    const budgets = [2000, 2030] as const;
    const early = solveKnapsack(problem, budgets, 2);
    const exact = solveKnapsack(problem, budgets);
    expectFeasible(problem, early.taken, budgets);
    expect(early.optimal).toBe(false);
    expect(exact.optimal).toBe(true);
    expect(early.value).toBeLessThanOrEqual(exact.value + 1e-9);
    expect(early.bound).toBeGreaterThanOrEqual(exact.value - 1e-9);
  });

  it('does not depend on the order of the items', () => {
    const random = createRandom(77);
    for (let round = 0; round < 50; round++) {
      const n = 30;
      const problem = randomProblem(random, n, 20);
      const reversed: KnapsackItems = {
        groups: Array.from(problem.groups).reverse(),
        values: Array.from(problem.values).reverse(),
        costs: [Array.from(problem.costs[0]).reverse(), Array.from(problem.costs[1]).reverse()],
      };
      const there = solveKnapsack(problem, [900, 200]);
      const back = solveKnapsack(reversed, [900, 200]);
      expect(back.taken.map((i) => n - 1 - i).reverse()).toEqual(there.taken);
    }
  });
});

describe('the approximation for one cost', () => {
  const oneCost = (problem: KnapsackItems) => ({
    groups: problem.groups,
    values: problem.values,
    costs: problem.costs[0],
  });

  it('is worth at least 1 - epsilon of the best, on 1 000 problems', () => {
    const random = createRandom(11);
    for (let round = 0; round < 1000; round++) {
      const n = 1 + Math.floor(random() * 10);
      const problem = randomProblem(random, n, 1 + Math.floor(random() * n));
      const budget = random() * 120 * n;
      const epsilon = [0.5, 0.2, 0.05][round % 3]!;
      const taken = solveFptas(oneCost(problem), budget, epsilon);
      expectFeasible(problem, taken, [budget, Infinity]);
      const best = enumerate(problem, [budget, Infinity]);
      expect(totals(problem, taken).value).toBeGreaterThanOrEqual((1 - epsilon) * best - 1e-12);
    }
  });

  it('may miss the best when epsilon is large, which shows that the bound is not free', () => {
    const random = createRandom(12);
    let missed = 0;
    for (let round = 0; round < 200; round++) {
      const problem = randomProblem(random, 10, 10);
      const taken = solveFptas(oneCost(problem), 500, 0.9);
      if (totals(problem, taken).value < enumerate(problem, [500, Infinity]) - 1e-9) missed++;
    }
    expect(missed).toBeGreaterThan(0);
  });

  it('is near the exact optimum on 50 candidates', () => {
    const problem = randomProblem(createRandom(13), 50, 45);
    const taken = solveFptas(oneCost(problem), 1500, 0.01);
    const best = solveKnapsack(problem, [1500, Infinity]).value;
    expect(totals(problem, taken).value).toBeGreaterThanOrEqual(0.99 * best);
  });

  it('takes nothing from nothing, and refuses an epsilon that means nothing', () => {
    expect(solveFptas({ groups: [], values: [], costs: [] }, 10, 0.1)).toEqual([]);
    expect(() => solveFptas({ groups: [], values: [], costs: [] }, 10, 0)).toThrow(RangeError);
  });
});
