import fc from 'fast-check';
import { createTrustGraph, type Pulls, type TrustGraph } from '../../../src/core/trust/graph';

export interface Case {
  readonly graph: TrustGraph;
  readonly pulls: Pulls;
  readonly start: Float64Array;
}

export type Edge = readonly [a: number, b: number, signed: number];

export function graphOf(size: number, edges: readonly Edge[]): TrustGraph {
  return createTrustGraph(size, {
    a: edges.map((edge) => edge[0]),
    b: edges.map((edge) => edge[1]),
    signed: edges.map((edge) => edge[2]),
  });
}

/** Feedback as `[node, target, weight]`. */
export function pullsOf(
  size: number,
  feedback: readonly (readonly [node: number, target: number, weight?: number])[],
  priorWeight: number,
  prior: readonly number[] = [],
): Pulls {
  const feedbackWeight = new Float64Array(size);
  const feedbackTarget = new Float64Array(size);
  for (const [node, target, weight = 1] of feedback) {
    feedbackWeight[node] = weight;
    feedbackTarget[node] = target;
  }
  return {
    feedbackWeight,
    feedbackTarget,
    priorWeight,
    prior: Float64Array.from({ length: size }, (_, i) => prior[i] ?? 0.5),
  };
}

const unit = fc.double({ min: 0, max: 1, noNaN: true });

/** Graphs of 0 to `most` nodes with parallel edges, isolated nodes, zero weights and any feedback. */
export function anyCase(most: number, priorWeight = 0.05): fc.Arbitrary<Case> {
  return fc.integer({ min: 0, max: most }).chain((size) => {
    const node = fc.nat(Math.max(0, size - 1));
    const edge = fc.tuple(node, node, fc.double({ min: -1, max: 1, noNaN: true }));
    return fc
      .record({
        edges: fc.array(edge, { maxLength: size === 0 ? 0 : 3 * size }),
        feedback: fc.array(fc.tuple(node, unit, fc.double({ min: 0, max: 5, noNaN: true })), {
          maxLength: size === 0 ? 0 : 5,
        }),
        prior: fc.array(unit, { minLength: size, maxLength: size }),
        start: fc.array(unit, { minLength: size, maxLength: size }),
      })
      .map(({ edges, feedback, prior, start }) => ({
        graph: graphOf(size, edges),
        pulls: pullsOf(size, feedback, priorWeight, prior),
        start: Float64Array.from(start),
      }));
  });
}

/** The minimiser by Gaussian elimination on the dense Hessian; the brute-force twin. */
export function denseMinimum(graph: TrustGraph, pulls: Pulls): Float64Array {
  const n = graph.size;
  const rows = Array.from({ length: n }, () => new Float64Array(n + 1));
  const { a, b, signed } = graph.edges;
  for (let k = 0; k < signed.length; k++) {
    const i = a[k]!;
    const j = b[k]!;
    const weight = Math.abs(signed[k]!);
    if (i === j) continue;
    rows[i]![i]! += weight;
    rows[j]![j]! += weight;
    rows[i]![j]! -= signed[k]!;
    rows[j]![i]! -= signed[k]!;
    if (signed[k]! < 0) {
      rows[i]![n]! += weight;
      rows[j]![n]! += weight;
    }
  }
  for (let i = 0; i < n; i++) {
    rows[i]![i]! += pulls.feedbackWeight[i]! + pulls.priorWeight;
    rows[i]![n]! += pulls.feedbackWeight[i]! * pulls.feedbackTarget[i]!;
    rows[i]![n]! += pulls.priorWeight * pulls.prior[i]!;
  }
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let i = column; i < n; i++)
      if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let i = 0; i < n; i++) {
      if (i === column) continue;
      const factor = rows[i]![column]! / rows[column]![column]!;
      for (let k = column; k <= n; k++) rows[i]![k]! -= factor * rows[column]![k]!;
    }
  }
  return Float64Array.from(rows, (row, i) => row[n]! / row[i]!);
}

export function furthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]! - b[i]!));
  return most;
}
