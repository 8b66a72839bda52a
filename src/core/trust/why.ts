import { conjugateGradients } from './conjugate';
import { createTrustGraph, type Pulls, type TrustGraph } from './graph';
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
 * The same for a node of a group that is one in trust, as a file and its passages are: what pulls any
 * of the group from outside, feedback and prior included, with the way inside left out. `node` is in
 * `group`; the priors are one term.
 *
 *     tau = 1/2 + sum_k share_k * (towards_k - 1/2),     sum_k share_k <= 1
 *
 * (= 1 where no contradiction lies inside.) Strongest effect first.
 */
export function pullsOnGroup(
  graph: TrustGraph,
  pulls: Pulls,
  tau: Float64Array,
  node: number,
  group: readonly number[],
): Pull[] {
  const reach = reachInside(graph, pulls, node, group);
  const terms: Pull[] = [];
  const add = (kind: Pull['kind'], other: number, edge: number | null, by: number, to: number) => {
    if (by !== 0)
      terms.push({ kind, other, edge, share: Math.abs(by), towards: by > 0 ? to : 1 - to });
  };
  const { a, b, signed } = graph.edges;
  for (let edge = 0; edge < signed.length; edge++) {
    const [own, other] = reach.has(a[edge]!) ? [a[edge]!, b[edge]!] : [b[edge]!, a[edge]!];
    if (!reach.has(own) || reach.has(other)) continue;
    const weight = signed[edge]!;
    const by = reach.get(own)! * Math.abs(weight);
    if (weight >= 0) add('support', other, edge, by, tau[other]!);
    else add('contradict', other, edge, by, 1 - tau[other]!);
  }
  let [priors, towards] = [0, 0];
  for (const [own, x] of reach) {
    add('feedback', own, null, x * pulls.feedbackWeight[own]!, pulls.feedbackTarget[own]!);
    priors += Math.abs(x * pulls.priorWeight);
    towards += x * pulls.priorWeight * (pulls.prior[own]! - 0.5);
  }
  add('prior', node, null, priors, 0.5 + (priors > 0 ? towards / priors : 0));
  return terms.sort(byEffect);
}

/** How far a pull on each node of the group reaches `node`, the rest of the graph held where it is. */
function reachInside(
  graph: TrustGraph,
  pulls: Pulls,
  node: number,
  group: readonly number[],
): ReadonlyMap<number, number> {
  const place = new Map(group.map((own, i) => [own, i]));
  const inside = { a: [] as number[], b: [] as number[], signed: [] as number[] };
  const { a, b, signed } = graph.edges;
  for (let edge = 0; edge < signed.length; edge++) {
    const [i, j] = [place.get(a[edge]!), place.get(b[edge]!)];
    if (i === undefined || j === undefined) continue;
    inside.a.push(i);
    inside.b.push(j);
    inside.signed.push(signed[edge]!);
  }
  const whole = createSystem(graph, pulls);
  const system = {
    graph: createTrustGraph(group.length, inside),
    diagonal: Float64Array.from(group, (own) => whole.diagonal[own]!),
    pull: new Float64Array(group.length),
  };
  const unit = new Float64Array(group.length);
  unit[place.get(node)!] = 1;
  const { x } = conjugateGradients(system, unit, 1e-12, 5000);
  return new Map(group.map((own, i) => [own, x[i]!]));
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
