import type { Pulls, TrustGraph } from './graph';

/**
 * Half the gradient of the loss, seen from the middle: with u = tau - 1/2 both kinds of edges lose
 * their constant, w (ui + uj)^2 and w (ui - uj)^2, and
 *
 *     gradient_i / 2 = diagonal_i * u_i - sum_j l_ij w_ij u_j - pull_i
 *
 * A node with a diagonal of 0 is pulled by nothing and keeps the value it starts with.
 */
export interface TrustSystem {
  readonly graph: TrustGraph;
  /** Weighted degree + weight of feedback + weight of the prior. */
  readonly diagonal: Float64Array;
  readonly pull: Float64Array;
}

export function createSystem(graph: TrustGraph, pulls: Pulls): TrustSystem {
  const { feedbackWeight, feedbackTarget, priorWeight, prior } = pulls;
  const diagonal = graph.degree.slice();
  const pull = new Float64Array(graph.size);
  for (let i = 0; i < graph.size; i++) {
    const weight = feedbackWeight[i]!;
    diagonal[i]! += weight + priorWeight;
    pull[i] = priorWeight * (prior[i]! - 0.5);
    if (weight > 0) pull[i]! += weight * (feedbackTarget[i]! - 0.5);
  }
  return { graph, diagonal, pull };
}

/** `product = A u`, with A half the Hessian of the loss. */
export function multiply(system: TrustSystem, u: Float64Array, product: Float64Array): void {
  const { offsets, columns, values } = system.graph.matrix;
  const { diagonal } = system;
  for (let i = 0; i < diagonal.length; i++) {
    let sum = diagonal[i]! * u[i]!;
    for (let k = offsets[i]!; k < offsets[i + 1]!; k++) sum -= values[k]! * u[columns[k]!]!;
    product[i] = sum;
  }
}

/**
 * Half the gradient at which no node is further from the minimiser than `tolerance`: the prior makes
 * the Hessian diagonally dominant by 2 lp. Without a prior no such bound holds; then a small weight
 * stands in its place.
 */
export const residualFor = (tolerance: number, { priorWeight }: Pulls): number =>
  tolerance * Math.max(priorWeight, leastMargin);
const leastMargin = 1e-3;
