import { trustLoss, type Pulls, type TrustGraph } from './graph';
import type { Solution } from './pgd';

export interface PaperOptions {
  /** TP 4.1: 0.01. Diverges where a node's weighted degree is above about 1 / (2 step). */
  readonly step: number;
  /** TP 4.1: 1000. */
  readonly maxSteps: number;
  /** TP 4.1: stops when the loss changes by less than 1e-6. */
  readonly tolerance: number;
}

/**
 * The paper's optimiser as published (TrustPropRAG, section 4.1): gradient descent over the list of
 * edges with a fixed step, clipped to [0, 1], until the loss settles. The preset, and the baseline
 * that ours is measured against.
 */
export function descendAsPublished(
  graph: TrustGraph,
  pulls: Pulls,
  start: Float64Array,
  { step, maxSteps, tolerance }: PaperOptions,
): Solution {
  const tau = start.slice();
  const gradient = new Float64Array(graph.size);
  let loss = trustLoss(graph, pulls, tau);
  for (let taken = 1; taken <= maxSteps; taken++) {
    lossGradient(graph, pulls, tau, gradient);
    for (let i = 0; i < tau.length; i++)
      tau[i] = Math.min(1, Math.max(0, tau[i]! - step * gradient[i]!));
    const before = loss;
    loss = trustLoss(graph, pulls, tau);
    if (Math.abs(loss - before) < tolerance) return { tau, steps: taken, converged: true };
  }
  return { tau, steps: maxSteps, converged: false };
}

function lossGradient(
  { edges, size }: TrustGraph,
  pulls: Pulls,
  tau: Float64Array,
  gradient: Float64Array,
): void {
  const { feedbackWeight, feedbackTarget, prior, priorWeight } = pulls;
  for (let i = 0; i < size; i++)
    gradient[i] =
      2 * feedbackWeight[i]! * (tau[i]! - feedbackTarget[i]!) +
      2 * priorWeight * (tau[i]! - prior[i]!);
  const { a, b, signed } = edges;
  for (let k = 0; k < signed.length; k++) {
    const i = a[k]!;
    const j = b[k]!;
    if (i === j) continue;
    const weight = signed[k]!;
    if (weight >= 0) {
      const pull = 2 * weight * (tau[i]! - tau[j]!);
      gradient[i]! += pull;
      gradient[j]! -= pull;
    } else {
      const pull = -2 * weight * (tau[i]! + tau[j]! - 1);
      gradient[i]! += pull;
      gradient[j]! += pull;
    }
  }
}
