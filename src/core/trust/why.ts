import { conjugateGradients } from './conjugate';
import type { Pulls, TrustGraph } from './graph';
import { createSystem } from './system';

/** One term of the loss that holds a node where it is. */
export interface Pull {
  readonly kind: 'feedback' | 'prior' | 'support' | 'contradict';
  /** The node at the other end of an edge; of feedback and prior the node they were given on. */
  readonly other: number;
  /** Index of the edge in the graph, null for feedback and prior. */
  readonly edge: number | null;
  /** In [0, 1]. */
  readonly share: number;
  /** Where this term alone would have the trust, in [0, 1]. */
  readonly towards: number;
}

/**
 * Where a node's gradient is zero its trust is a weighted mean of what its terms ask for:
 *
 *     tau = sum_k share_k * towards_k,     sum_k share_k = 1
 *
 * with `towards` the neighbour's trust (support), one minus it (contradiction), the verdict
 * (feedback) or the prior. Strongest effect (share times distance from 0.5) first; empty for a node
 * that nothing pulls.
 */
export function pullsOn(graph: TrustGraph, pulls: Pulls, tau: Float64Array, node: number): Pull[] {
  const terms: {
    kind: Pull['kind'];
    other: number;
    edge: number | null;
    weight: number;
    towards: number;
  }[] = [];
  const { a, b, signed } = graph.edges;
  for (let edge = 0; edge < signed.length; edge++) {
    if ((a[edge] !== node && b[edge] !== node) || a[edge] === b[edge]) continue;
    const other = a[edge] === node ? b[edge]! : a[edge]!;
    const weight = signed[edge]!;
    terms.push({
      kind: weight >= 0 ? 'support' : 'contradict',
      other,
      edge,
      weight: Math.abs(weight),
      towards: weight >= 0 ? tau[other]! : 1 - tau[other]!,
    });
  }
  const given = pulls.feedbackWeight[node]!;
  if (given > 0)
    terms.push({
      kind: 'feedback',
      other: node,
      edge: null,
      weight: given,
      towards: pulls.feedbackTarget[node]!,
    });
  if (pulls.priorWeight > 0)
    terms.push({
      kind: 'prior',
      other: node,
      edge: null,
      weight: pulls.priorWeight,
      towards: pulls.prior[node]!,
    });
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return [];
  return terms.map(({ weight, ...term }) => ({ ...term, share: weight / total })).sort(byEffect);
}

/**
 * The same trust traced to its roots, across any number of edges: what each feedback and each prior
 * in the graph contributes to this node,
 *
 *     tau = 1/2 + sum_k share_k * (towards_k - 1/2),     sum_k share_k <= 1
 *
 * (= 1 where no contradiction lies on the way). Through a contradiction a verdict arrives mirrored.
 * `least` drops what moves the trust by less. Strongest effect first.
 */
export function rootsOf(graph: TrustGraph, pulls: Pulls, node: number, least: number): Pull[] {
  const system = createSystem(graph, pulls);
  const unit = new Float64Array(graph.size);
  unit[node] = 1;
  const { x } = conjugateGradients(system, unit, 1e-9, 1000);
  const roots: Pull[] = [];
  const add = (kind: 'feedback' | 'prior', other: number, weight: number, target: number): void => {
    const reach = x[other]! * weight;
    if (Math.abs(reach * (target - 0.5)) < least) return;
    roots.push({
      kind,
      other,
      edge: null,
      share: Math.abs(reach),
      towards: reach >= 0 ? target : 1 - target,
    });
  };
  for (let i = 0; i < graph.size; i++) {
    if (pulls.feedbackWeight[i]! > 0)
      add('feedback', i, pulls.feedbackWeight[i]!, pulls.feedbackTarget[i]!);
    if (pulls.priorWeight > 0) add('prior', i, pulls.priorWeight, pulls.prior[i]!);
  }
  return roots.sort(byEffect);
}

function byEffect(a: Pull, b: Pull): number {
  return (
    Math.abs(b.share * (b.towards - 0.5)) - Math.abs(a.share * (a.towards - 0.5)) ||
    a.other - b.other
  );
}
