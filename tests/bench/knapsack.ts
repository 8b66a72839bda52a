/**
 *   npx tsx tests/bench/knapsack.ts
 *
 * Exact selection under two budgets, against the plain dynamic programme (Pareto-optimal states
 * without the Lagrangian bound) where that ends within its limit of states. Three kinds of values:
 * "random", "flat" (nearly equal, where bounds help least) and "costly" (value follows the costs).
 */
import { solveFptas } from '../../src/core/context/knapsack-fptas';
import { limitOf, solveKnapsack, type KnapsackItems } from '../../src/core/context/knapsack';
import { createRandom, type Random } from '../../src/core/lib/random';
import { machine, measure } from './measure';

type Kind = 'random' | 'flat' | 'costly';

function problem(random: Random, n: number, kind: Kind): KnapsackItems {
  const groups = Math.round(n * 0.85);
  const rows = Array.from({ length: n }, (_, i) => {
    const tokens = 40 + Math.floor(random() * 180);
    const redundancy = kind === 'costly' ? tokens / 6 + random() * 5 : 10 + random() * 40;
    const value =
      kind === 'random'
        ? random()
        : kind === 'flat'
          ? 0.3 + 0.1 * random()
          : tokens / 200 + 0.05 * random();
    return { group: i < groups ? i : Math.floor(random() * groups), value, tokens, redundancy };
  });
  return {
    groups: rows.map((row) => row.group),
    values: rows.map((row) => row.value),
    costs: [rows.map((row) => row.tokens), rows.map((row) => row.redundancy)],
  };
}

/** Pareto-optimal states by pairwise comparison after sorting, nothing else; null past `limit` states. */
function plain(items: KnapsackItems, budgets: readonly [number, number], limit: number) {
  const members = new Map<number, number[]>();
  for (let i = 0; i < items.values.length; i++)
    members.set(items.groups[i]!, [...(members.get(items.groups[i]!) ?? []), i]);
  let states = [{ first: 0, second: 0, value: 0 }];
  for (const group of members.values()) {
    const grown = states.slice();
    for (const i of group)
      for (const state of states) {
        const first = state.first + items.costs[0][i]!;
        const second = state.second + items.costs[1][i]!;
        if (first <= limitOf(budgets[0]) && second <= limitOf(budgets[1]))
          grown.push({ first, second, value: state.value + items.values[i]! });
      }
    grown.sort((a, b) => a.first - b.first || a.second - b.second || b.value - a.value);
    const kept: typeof states = [];
    for (const state of grown)
      if (!kept.some((other) => other.second <= state.second && other.value >= state.value))
        kept.push(state);
    if (kept.length > limit) return null;
    states = kept;
  }
  return Math.max(...states.map((state) => state.value));
}

console.log(machine());
for (const n of [50, 200])
  for (const kind of ['random', 'flat', 'costly'] as const)
    for (const budgets of [
      [500, 120],
      [1500, 120],
      [1500, 400],
    ] as const) {
      const random = createRandom(n);
      const problems = Array.from({ length: 15 }, () => problem(random, n, kind));
      const exact = measure(problems, (items) => solveKnapsack(items, budgets));
      const optimal = exact.results.filter((solution) => solution.optimal).length;
      const cells = [
        `${n} candidates, ${kind}, ${budgets.join(' and ')}`.padEnd(40),
        `exact ${exact.text}, ${optimal} of ${problems.length} proven`,
      ];
      if (n === 50 && budgets[0] === 500) {
        const fptas = measure(problems, ({ groups, values, costs }) =>
          solveFptas({ groups, values, costs: costs[0] }, budgets[0], 0.05),
        );
        cells.push(`FPTAS 0.05, tokens alone ${fptas.text}`);
        const few = problems.slice(0, 3);
        const slow = measure(few, (items) => plain(items, budgets, 4000));
        const ended = slow.results.filter((value) => value !== null);
        slow.results.forEach((value, i) => {
          if (value !== null && Math.abs(value - exact.results[i]!.value) > 1e-9)
            throw new Error(`The two programmes differ: ${value}, ${exact.results[i]!.value}.`);
        });
        cells.push(`plain ${slow.text}, ${ended.length} of ${few.length} ended and agree`);
      }
      console.log(cells.join('; '));
    }
