import { symmetricCsr, type Csr } from '../lib/csr';

/** Undirected edges as parallel arrays: `signed[k]` is label times weight, l_ij * w_ij. */
export interface SignedEdges {
  readonly a: ArrayLike<number>;
  readonly b: ArrayLike<number>;
  readonly signed: ArrayLike<number>;
}

/**
 * What does not change with feedback: the signed weights by node, and each node's weighted degree
 * (sum of |l*w|; where support and contradiction join the same two nodes, both count).
 */
export interface TrustGraph {
  readonly size: number;
  readonly edges: SignedEdges;
  readonly matrix: Csr;
  readonly degree: Float64Array;
}

/** @throws RangeError for an edge outside the graph. */
export function createTrustGraph(size: number, edges: SignedEdges): TrustGraph {
  const degree = new Float64Array(size);
  for (let k = 0; k < edges.signed.length; k++) {
    const i = edges.a[k]!;
    const j = edges.b[k]!;
    if (i === j) continue;
    const weight = Math.abs(edges.signed[k]!);
    degree[i]! += weight;
    degree[j]! += weight;
  }
  return { size, edges, matrix: symmetricCsr(size, edges.a, edges.b, edges.signed), degree };
}

/** What pulls single nodes: feedback and the prior. All arrays are as long as the graph. */
export interface Pulls {
  /** Weight of the feedback on a node, 0 where there is none. */
  readonly feedbackWeight: Float64Array;
  /** Where feedback pulls to, in [0, 1]; read only where the weight is positive. */
  readonly feedbackTarget: Float64Array;
  /** Weight of the prior, the same for all nodes; 0 in the paper. */
  readonly priorWeight: number;
  /** In [0, 1]. */
  readonly prior: Float64Array;
}

/** No feedback, and a prior of 0.5 that weighs `priorWeight`. */
export function noPulls(size: number, priorWeight = 0): Pulls {
  return {
    feedbackWeight: new Float64Array(size),
    feedbackTarget: new Float64Array(size),
    priorWeight,
    prior: new Float64Array(size).fill(0.5),
  };
}

/**
 * The loss that trust minimises (TrustPropRAG, section 3.2, with a prior):
 *
 *     sum_{+} w (ti - tj)^2 + sum_{-} w (ti + tj - 1)^2 + sum_F lf (ti - yi)^2 + lp sum_i (ti - pi)^2
 */
export function trustLoss(graph: TrustGraph, pulls: Pulls, tau: Float64Array): number {
  const { a, b, signed } = graph.edges;
  let loss = 0;
  for (let k = 0; k < signed.length; k++) {
    const weight = signed[k]!;
    const gap = weight >= 0 ? tau[a[k]!]! - tau[b[k]!]! : tau[a[k]!]! + tau[b[k]!]! - 1;
    if (a[k] !== b[k]) loss += Math.abs(weight) * gap * gap;
  }
  const { feedbackWeight, feedbackTarget, prior, priorWeight } = pulls;
  for (let i = 0; i < graph.size; i++) {
    const fromFeedback = tau[i]! - feedbackTarget[i]!;
    const fromPrior = tau[i]! - prior[i]!;
    if (feedbackWeight[i]! > 0) loss += feedbackWeight[i]! * fromFeedback * fromFeedback;
    loss += priorWeight * fromPrior * fromPrior;
  }
  return loss;
}
