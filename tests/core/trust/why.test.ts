import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { descend } from '../../../src/core/trust/pgd';
import { pullsOn, pullsOnGroup, rootsOf } from '../../../src/core/trust/why';
import { anyCase, graphOf, pullsOf } from './graphs';

const exact = { tolerance: 1e-11, maxSteps: 20_000 };
const middle = (size: number): Float64Array => new Float64Array(size).fill(0.5);

describe('why a passage is trusted as it is', () => {
  it('names the contradiction with what was marked as wrong first', () => {
    const graph = graphOf(3, [
      [0, 1, -1],
      [1, 2, 0.5],
    ]);
    const pulls = pullsOf(3, [[0, 0.1]], 0.05);
    const { tau } = descend(graph, pulls, middle(3), exact);
    const [first, second, third] = pullsOn(graph, pulls, tau, 1);
    expect(first).toMatchObject({ kind: 'contradict', other: 0, edge: 0 });
    expect(first!.share).toBeCloseTo(1 / 1.55, 9);
    expect(first!.towards).toBeCloseTo(1 - tau[0]!, 9);
    expect(second).toMatchObject({ kind: 'support', other: 2, edge: 1 });
    expect(third).toMatchObject({ kind: 'prior', towards: 0.5 });
  });

  it('has shares that sum to 1 and explain the trust exactly', () => {
    fc.assert(
      fc.property(anyCase(10), fc.nat(), (c, pick) => {
        fc.pre(c.graph.size > 0);
        const node = pick % c.graph.size;
        const { tau } = descend(c.graph, c.pulls, c.start, exact);
        const reasons = pullsOn(c.graph, c.pulls, tau, node);
        expect(reasons.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
        const explained = reasons.reduce((sum, { share, towards }) => sum + share * towards, 0);
        expect(explained).toBeCloseTo(tau[node]!, 8);
      }),
    );
  });

  it('is empty for a passage that nothing pulls', () => {
    expect(pullsOn(graphOf(2, []), pullsOf(2, [], 0), middle(2), 0)).toEqual([]);
  });
});

describe('why a file is trusted as it is', () => {
  it('names what its passages contradict, not its passages', () => {
    // Nodes 0 and 1 are the passages of hub 2; 1 contradicts 3, which was marked as wrong.
    const graph = graphOf(4, [
      [0, 2, 1],
      [1, 2, 1],
      [1, 3, -0.5],
    ]);
    const pulls = pullsOf(4, [[3, 0.1]], 0.1);
    const { tau } = descend(graph, pulls, middle(4), exact);
    const [first, second, ...rest] = pullsOnGroup(graph, pulls, tau, 2, [0, 1, 2]);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ kind: 'contradict', other: 3, edge: 2 });
    expect(first!.towards).toBeCloseTo(1 - tau[3]!, 9);
    expect(second).toMatchObject({ kind: 'prior', towards: 0.5 });
    expect(first!.share + second!.share).toBeCloseTo(1, 9);
    // Of the three, the one that is contradicted is pulled hardest.
    const share = (node: number) => pullsOnGroup(graph, pulls, tau, node, [0, 1, 2])[0]!.share;
    expect(share(1)).toBeGreaterThan(share(2));
    expect(share(2)).toBeGreaterThan(share(0));
  });

  it('is the same as of a node where it is alone', () => {
    fc.assert(
      fc.property(anyCase(8), fc.nat(), (c, pick) => {
        fc.pre(c.graph.size > 0);
        const node = pick % c.graph.size;
        const { tau } = descend(c.graph, c.pulls, c.start, exact);
        const alone = pullsOnGroup(c.graph, c.pulls, tau, node, [node]);
        const plain = pullsOn(c.graph, c.pulls, tau, node).filter(({ share }) => share > 0);
        expect(alone).toHaveLength(plain.length);
        alone.forEach((pull, i) => {
          expect(pull.share).toBeCloseTo(plain[i]!.share, 8);
          expect(pull.towards).toBeCloseTo(plain[i]!.towards, 8);
        });
      }),
    );
  });

  it('explains the trust exactly, whatever the group', () => {
    fc.assert(
      fc.property(anyCase(10), fc.nat(), fc.nat(), (c, pick, mask) => {
        fc.pre(c.graph.size > 0);
        const node = pick % c.graph.size;
        const group = Array.from({ length: c.graph.size }, (_, i) => i).filter(
          (i) => i === node || (mask >> (i % 30)) & 1,
        );
        const { tau } = descend(c.graph, c.pulls, c.start, exact);
        const reasons = pullsOnGroup(c.graph, c.pulls, tau, node, group);
        const sum = reasons.reduce((all, { share, towards }) => all + share * (towards - 0.5), 0.5);
        expect(sum).toBeCloseTo(tau[node]!, 7);
        expect(reasons.reduce((all, { share }) => all + share, 0)).toBeLessThan(1 + 1e-7);
      }),
    );
  });
});

describe('what a trust goes back to', () => {
  it('finds the thumbs-down three hops away, mirrored by the contradiction on the way', () => {
    const graph = graphOf(4, [
      [0, 1, 1],
      [1, 2, -1],
      [2, 3, 1],
    ]);
    const pulls = pullsOf(4, [[0, 0.1]], 0.05);
    const { tau } = descend(graph, pulls, middle(4), exact);
    const roots = rootsOf(graph, pulls, 3, 1e-6);
    expect(roots).toHaveLength(1);
    expect(roots[0]).toMatchObject({ kind: 'feedback', other: 0, towards: 0.9 });
    expect(0.5 + roots[0]!.share * 0.4).toBeCloseTo(tau[3]!, 8);
  });

  it('adds up to the trust, over all feedback and priors', () => {
    fc.assert(
      fc.property(anyCase(10), fc.nat(), (c, pick) => {
        fc.pre(c.graph.size > 0);
        const node = pick % c.graph.size;
        const { tau } = descend(c.graph, c.pulls, c.start, exact);
        const roots = rootsOf(c.graph, c.pulls, node, 0);
        const sum = roots.reduce((all, { share, towards }) => all + share * (towards - 0.5), 0.5);
        expect(sum).toBeCloseTo(tau[node]!, 7);
        expect(roots.reduce((all, { share }) => all + share, 0)).toBeLessThan(1 + 1e-7);
      }),
    );
  });
});
