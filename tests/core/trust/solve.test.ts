import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, shuffled } from '../../../src/core/lib/random';
import { defaultSettings } from '../../../src/core/settings';
import { solveConjugate } from '../../../src/core/trust/conjugate';
import { createTrustGraph, noPulls, trustLoss } from '../../../src/core/trust/graph';
import { createDescent, descend } from '../../../src/core/trust/pgd';
import { solveTrust } from '../../../src/core/trust/solve';
import { anyCase, denseMinimum, furthest, graphOf, pullsOf } from './graphs';

const exact = { tolerance: 1e-10, maxSteps: 20_000 };
const middle = (size: number): Float64Array => new Float64Array(size).fill(0.5);

describe('trust by projected descent', () => {
  it('solves two contradicting passages by hand', () => {
    // (ta + tb - 1)^2 + (ta - 0.1)^2, no prior: both terms can be zero, at ta = 0.1, tb = 0.9.
    const graph = graphOf(2, [[0, 1, -1]]);
    const { tau } = descend(graph, pullsOf(2, [[0, 0.1]], 0), middle(2), exact);
    expect(tau[0]).toBeCloseTo(0.1, 6);
    expect(tau[1]).toBeCloseTo(0.9, 6);
  });

  it('solves a supporting pair with a prior by hand', () => {
    // d/da: (ta - tb) + (ta - 0.9) + 0.05 (ta - 0.5) = 0;  d/db: (tb - ta) + 0.05 (tb - 0.5) = 0.
    // With u = t - 0.5: 1.05 ub = ua, 2.05 ua - ub = 0.4  =>  ub = 0.4 / (2.05 * 1.05 - 1).
    const graph = graphOf(2, [[0, 1, 1]]);
    const { tau } = descend(graph, pullsOf(2, [[0, 0.9]], 0.05), middle(2), exact);
    const ub = 0.4 / (2.05 * 1.05 - 1);
    expect(tau[1]).toBeCloseTo(0.5 + ub, 9);
    expect(tau[0]).toBeCloseTo(0.5 + 1.05 * ub, 9);
  });

  it('equals a dense solve of the same loss', () => {
    fc.assert(
      fc.property(anyCase(12), fc.constantFrom('row' as const, 'uniform' as const), (c, steps) => {
        const { tau, converged } = descend(c.graph, c.pulls, c.start, { ...exact, steps });
        expect(converged).toBe(true);
        expect(furthest(tau, denseMinimum(c.graph, c.pulls))).toBeLessThan(1e-9);
      }),
    );
  });

  it('is as exact as it was asked to be', () => {
    fc.assert(
      fc.property(anyCase(12), fc.constantFrom(1e-3, 1e-6), (c, tolerance) => {
        const { tau } = descend(c.graph, c.pulls, c.start, { tolerance, maxSteps: 20_000 });
        expect(furthest(tau, denseMinimum(c.graph, c.pulls))).toBeLessThan(tolerance);
      }),
    );
  });

  it('equals conjugate gradients on a graph of 3 000 nodes and 40 000 edges', async () => {
    const random = createRandom(11);
    const node = (): number => Math.floor(random() * 3000);
    const edges = Array.from({ length: 40_000 }, () => [node(), node(), 2 * random() - 1] as const);
    const graph = graphOf(3000, edges);
    const feedback = Array.from(
      { length: 300 },
      () => [node(), random() < 0.5 ? 0.1 : 0.9] as const,
    );
    const pulls = pullsOf(3000, feedback, 0.05);
    const { tau } = descend(graph, pulls, middle(3000), exact);
    const other = await solveConjugate(graph, pulls, middle(3000), exact);
    expect(other.converged).toBe(true);
    expect(furthest(tau, other.tau)).toBeLessThan(1e-6);
  });

  it('never raises the loss without momentum', () => {
    fc.assert(
      fc.property(anyCase(15), fc.constantFrom('row' as const, 'uniform' as const), (c, steps) => {
        const descent = createDescent(c.graph, c.pulls, c.start, {
          tolerance: 1e-9,
          maxSteps: 200,
          momentum: false,
          steps,
        });
        let loss = trustLoss(c.graph, c.pulls, c.start);
        for (let going = true; going;) {
          going = descent.advance();
          const next = trustLoss(c.graph, c.pulls, descent.solution().tau);
          expect(next).toBeLessThanOrEqual(loss + 1e-12 * (1 + loss));
          loss = next;
        }
      }),
    );
  });

  it('stays in [0, 1] at every step, also from a start outside', () => {
    fc.assert(
      fc.property(
        anyCase(15),
        fc.boolean(),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (c, momentum, shift) => {
          const start = c.start.map((value) => value + shift);
          const descent = createDescent(c.graph, c.pulls, start, {
            tolerance: 1e-9,
            maxSteps: 50,
            momentum,
          });
          for (let going = true; going;) {
            going = descent.advance();
            for (const value of descent.solution().tau) {
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThanOrEqual(1);
            }
          }
        },
      ),
    );
  });

  it('does not depend on how nodes and edges are numbered', () => {
    fc.assert(
      fc.property(anyCase(15), fc.integer(), (c, seed) => {
        const random = createRandom(seed);
        const { size, edges } = c.graph;
        const to = shuffled(
          Array.from({ length: size }, (_, i) => i),
          random,
        );
        const order = shuffled(
          Array.from(edges.signed, (_, k) => k),
          random,
        );
        const moved = createTrustGraph(size, {
          a: order.map((k) => to[edges.b[k]!]!),
          b: order.map((k) => to[edges.a[k]!]!),
          signed: order.map((k) => edges.signed[k]!),
        });
        const move = (values: Float64Array): Float64Array => {
          const result = new Float64Array(size);
          values.forEach((value, i) => (result[to[i]!] = value));
          return result;
        };
        const pulls = {
          feedbackWeight: move(c.pulls.feedbackWeight),
          feedbackTarget: move(c.pulls.feedbackTarget),
          priorWeight: c.pulls.priorWeight,
          prior: move(c.pulls.prior),
        };
        const here = descend(c.graph, c.pulls, c.start, exact).tau;
        const there = descend(moved, pulls, move(c.start), exact).tau;
        expect(furthest(move(here), there)).toBeLessThan(1e-9);
      }),
    );
  });

  it('carries feedback over several hops, weaker with each', () => {
    const chain = graphOf(
      7,
      [0, 1, 2, 3, 4, 5].map((i) => [i, i + 1, 1] as const),
    );
    const { tau } = descend(chain, pullsOf(7, [[0, 0.9]], 0.05), middle(7), exact);
    for (let i = 0; i < 7; i++) expect(tau[i]).toBeGreaterThan(0.5);
    for (let i = 0; i < 6; i++) expect(tau[i + 1]).toBeLessThan(tau[i]!);
  });

  it('turns feedback round at each contradiction on the way', () => {
    const chain = graphOf(4, [
      [0, 1, -1],
      [1, 2, 1],
      [2, 3, -1],
    ]);
    const { tau } = descend(chain, pullsOf(4, [[0, 0.1]], 0.05), middle(4), exact);
    expect(Array.from(tau, (value) => Math.sign(value - 0.5))).toEqual([-1, 1, 1, -1]);
  });

  it('moves contradicting neighbours apart', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        (prior, weight) => {
          fc.pre(Math.abs(prior - 0.5) > 0.01);
          const pulls = pullsOf(2, [], 0.05, [prior, 0.5]);
          const without = descend(graphOf(2, []), pulls, middle(2), exact).tau;
          const joined = descend(graphOf(2, [[0, 1, -weight]]), pulls, middle(2), exact).tau;
          expect((joined[0]! - 0.5) * (joined[1]! - 0.5)).toBeLessThan(0);
          expect(Math.abs(joined[0]! + joined[1]! - 1)).toBeLessThan(
            Math.abs(without[0]! + without[1]! - 1),
          );
        },
      ),
    );
  });

  it('puts a passage between contradictory verdicts', () => {
    const graph = graphOf(3, [
      [0, 1, 1],
      [1, 2, 1],
    ]);
    const { tau } = descend(graph, pullsOf(3, [[0, 0.9], [2, 0.1]], 0.05), middle(3), exact); // prettier-ignore
    expect(tau[1]).toBeCloseTo(0.5, 9);
    expect(tau[0]).toBeGreaterThan(0.6);
    expect(tau[2]).toBeLessThan(0.4);
  });

  it('leaves what nothing pulls where it was', () => {
    const alone = descend(graphOf(3, []), noPulls(3), Float64Array.of(0.2, 0.5, 0.9), exact);
    expect(Array.from(alone.tau)).toEqual([0.2, 0.5, 0.9]);
    const weightless = descend(
      graphOf(2, [[0, 1, 0]]),
      noPulls(2),
      Float64Array.of(0.2, 0.9),
      exact,
    );
    expect(Array.from(weightless.tau)).toEqual([0.2, 0.9]);
  });

  it('takes an empty graph and a single passage', () => {
    expect(descend(graphOf(0, []), noPulls(0), middle(0), exact)).toEqual({
      tau: new Float64Array(0),
      steps: 0,
      converged: true,
    });
    expect(descend(graphOf(1, []), pullsOf(1, [[0, 0.9]], 0), middle(1), exact).tau[0]).toBeCloseTo(
      0.9,
      9,
    );
  });

  it('needs few steps from the last trust', () => {
    const random = createRandom(5);
    const edges = Array.from({ length: 6000 }, () => {
      const node = (): number => Math.floor(random() * 1000);
      return [node(), node(), random() < 0.8 ? random() : -random()] as const;
    });
    const graph = graphOf(1000, edges);
    const before = descend(graph, pullsOf(1000, [[3, 0.9]], 0.05), middle(1000), exact);
    const after = pullsOf(1000, [[3, 0.9], [7, 0.1]], 0.05); // prettier-ignore
    const loose = { tolerance: 1e-4, maxSteps: 5000 };
    const cold = descend(graph, after, middle(1000), loose);
    const warm = descend(graph, after, before.tau, loose);
    expect(warm.steps).toBeLessThan(cold.steps);
    expect(furthest(warm.tau, cold.tau)).toBeLessThan(2e-4);
  });

  it('says when it ran out of steps', () => {
    const graph = graphOf(2, [[0, 1, 1]]);
    const result = descend(graph, pullsOf(2, [[0, 0.9]], 0.05), middle(2), {
      tolerance: 1e-9,
      maxSteps: 3,
    });
    expect(result).toMatchObject({ steps: 3, converged: false });
  });

  it('stops between two steps when the pause throws', async () => {
    const graph = graphOf(2, [[0, 1, 1]]);
    const stop = (): Promise<void> => Promise.reject(new Error('stopped'));
    for (const solver of ['conjugate', 'accelerated'] as const)
      await expect(
        solveTrust(graph, pullsOf(2, [[0, 0.9]], 0.05), middle(2), { ...defaultSettings.trust, solver }, stop), // prettier-ignore
      ).rejects.toThrow('stopped');
  });
});

describe('trust by conjugate gradients', () => {
  it('equals a dense solve of the same loss, in the box, from any start', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase(12), async (c) => {
        const { tau, converged } = await solveConjugate(c.graph, c.pulls, c.start, exact);
        expect(converged).toBe(true);
        expect(furthest(tau, denseMinimum(c.graph, c.pulls))).toBeLessThan(1e-9);
        for (const value of tau) expect(Math.abs(value - 0.5)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it('leaves what nothing pulls where it was, and an empty graph empty', async () => {
    const start = Float64Array.of(0.2, 0.9);
    const { tau } = await solveConjugate(graphOf(2, [[0, 1, 0]]), noPulls(2), start, exact);
    expect(Array.from(tau)).toEqual([0.2, 0.9]);
    expect((await solveConjugate(graphOf(0, []), noPulls(0), middle(0), exact)).tau).toHaveLength(
      0,
    );
  });

  it('takes no step from the minimum', async () => {
    const graph = graphOf(3, [
      [0, 1, 1],
      [1, 2, -0.5],
    ]);
    const pulls = pullsOf(3, [[0, 0.9]], 0.05);
    const { tau } = await solveConjugate(graph, pulls, middle(3), exact);
    expect((await solveConjugate(graph, pulls, tau, { ...exact, tolerance: 1e-8 })).steps).toBe(0);
  });

  it('says when it ran out of steps', async () => {
    const graph = graphOf(
      9,
      [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i, i + 1, 1] as const),
    );
    const options = { tolerance: 1e-9, maxSteps: 2 };
    const result = await solveConjugate(graph, pullsOf(9, [[0, 0.9]], 0.05), middle(9), options);
    expect(result).toMatchObject({ steps: 2, converged: false });
  });
});

describe('the solver of the settings', () => {
  it('finds the same trust by either of ours', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase(10), async (c) => {
        const solve = (solver: 'conjugate' | 'accelerated') =>
          solveTrust(c.graph, c.pulls, c.start, { ...defaultSettings.trust, solver });
        const [one, other] = [await solve('conjugate'), await solve('accelerated')];
        expect(furthest(one.tau, other.tau)).toBeLessThan(1e-9);
      }),
    );
  });
});
