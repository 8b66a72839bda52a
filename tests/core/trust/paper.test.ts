import { describe, expect, it } from 'vitest';
import { defaultSettings, presets, withSettings } from '../../../src/core/settings';
import { trustLoss } from '../../../src/core/trust/graph';
import { descendAsPublished } from '../../../src/core/trust/paper';
import { descend } from '../../../src/core/trust/pgd';
import { solveTrust } from '../../../src/core/trust/solve';
import { furthest, graphOf, pullsOf } from './graphs';

const published = { step: 0.01, maxSteps: 1000, tolerance: 1e-6 };

describe("the paper's optimiser", () => {
  it('walks a trajectory worked by hand', () => {
    // One contradiction of weight 1, "bad" on node 0, start (0.5, 0.6), step 0.01.
    // Gradient: d0 = 2 (t0 + t1 - 1) + 2 (t0 - 0.1), d1 = 2 (t0 + t1 - 1).
    // k = 1: t0 + t1 - 1 = 0.1   ->  d = (1.0, 0.2)         ->  (0.49, 0.598)
    // k = 2: t0 + t1 - 1 = 0.088 ->  d = (0.956, 0.176)     ->  (0.48044, 0.59624)
    // k = 3: 0.07668             ->  d = (0.91424, 0.15336) ->  (0.4712976, 0.5947064)
    const graph = graphOf(2, [[0, 1, -1]]);
    const pulls = pullsOf(2, [[0, 0.1]], 0);
    const start = Float64Array.of(0.5, 0.6);
    const walk = [1, 2, 3].map((maxSteps) =>
      Array.from(descendAsPublished(graph, pulls, start, { ...published, maxSteps }).tau),
    );
    const byHand = [
      [0.49, 0.598],
      [0.48044, 0.59624],
      [0.4712976, 0.5947064],
    ];
    walk.forEach((tau, k) =>
      tau.forEach((value, i) => expect(value).toBeCloseTo(byHand[k]![i]!, 12)),
    );
  });

  it('is what the preset runs: from the prior, with its step and its stop', async () => {
    const { trust } = withSettings(defaultSettings, presets.trustprop);
    expect(trust).toMatchObject({ ...published, lambdaFeedback: 1, lambdaPrior: 0, good: 0.9, bad: 0.1 }); // prettier-ignore
    const graph = graphOf(2, [[0, 1, -1]]);
    const pulls = pullsOf(2, [[0, trust.bad]], trust.lambdaPrior, [0.5, 0.6]);
    const last = Float64Array.of(0.2, 0.2);
    const walked = await solveTrust(graph, pulls, last, { ...trust, maxSteps: 2 });
    expect(walked.tau[0]).toBeCloseTo(0.48044, 12);
    expect(walked.tau[1]).toBeCloseTo(0.59624, 12);
    const whole = await solveTrust(graph, pulls, last, trust);
    expect(whole).toEqual(descendAsPublished(graph, pulls, Float64Array.of(0.5, 0.6), published));
  });

  it('walks along a support edge by hand, weight included', () => {
    // Weight 0.5, "good" on node 1, start (0.3, 0.7): d0 = 2 * 0.5 * (t0 - t1) = -0.4,
    // d1 = 0.4 + 2 (0.7 - 0.9) = 0  ->  (0.304, 0.7).
    const { tau } = descendAsPublished(graphOf(2, [[0, 1, 0.5]]), pullsOf(2, [[1, 0.9]], 0), Float64Array.of(0.3, 0.7), { ...published, maxSteps: 1 }); // prettier-ignore
    expect(tau[0]).toBeCloseTo(0.304, 12);
    expect(tau[1]).toBeCloseTo(0.7, 12);
  });

  it('stops at the step whose loss differs by less than the tolerance', () => {
    const graph = graphOf(2, [[0, 1, -1]]);
    const pulls = pullsOf(2, [[0, 0.1]], 0);
    const start = Float64Array.of(0.5, 0.6);
    const { steps, converged } = descendAsPublished(graph, pulls, start, published);
    expect(converged).toBe(true);
    const lossAfter = (maxSteps: number): number =>
      trustLoss(
        graph,
        pulls,
        descendAsPublished(graph, pulls, start, { ...published, maxSteps }).tau,
      );
    expect(lossAfter(steps - 1) - lossAfter(steps)).toBeLessThan(1e-6);
    expect(lossAfter(steps - 2) - lossAfter(steps - 1)).toBeGreaterThanOrEqual(1e-6);
  });

  it('clips to [0, 1]', () => {
    const { tau } = descendAsPublished(graphOf(1, []), pullsOf(1, [[0, 0, 100]], 0), Float64Array.of(0.4), { ...published, maxSteps: 1 }); // prettier-ignore
    expect(tau[0]).toBe(0);
  });

  it('diverges on a clique of 110 where ours finds the minimum', () => {
    const edges = [];
    for (let i = 0; i < 110; i++) for (let j = i + 1; j < 110; j++) edges.push([i, j, 1] as const);
    const graph = graphOf(110, edges);
    const pulls = pullsOf(110, [[0, 0.1]], 0.05);
    const start = Float64Array.from({ length: 110 }, (_, i) => (i % 2 ? 0.45 : 0.55));
    const paper = descendAsPublished(graph, pulls, start, published);
    const ours = descend(graph, pulls, start, { tolerance: 1e-9, maxSteps: 5000 });
    expect(paper.converged).toBe(false);
    expect(trustLoss(graph, pulls, paper.tau)).toBeGreaterThan(100);
    expect(ours.converged).toBe(true);
    expect(trustLoss(graph, pulls, ours.tau)).toBeLessThan(0.2);
  });

  it('finds the same trust as ours where its step is stable', () => {
    const graph = graphOf(4, [
      [0, 1, 1],
      [1, 2, -0.8],
      [2, 3, 0.6],
    ]);
    const pulls = pullsOf(4, [[0, 0.9], [3, 0.1]], 0); // prettier-ignore
    const start = new Float64Array(4).fill(0.5);
    const paper = descendAsPublished(graph, pulls, start, {
      ...published,
      maxSteps: 100_000,
      tolerance: 1e-14,
    });
    const ours = descend(graph, pulls, start, { tolerance: 1e-9, maxSteps: 20_000 });
    expect(furthest(paper.tau, ours.tau)).toBeLessThan(1e-5);
  });
});
