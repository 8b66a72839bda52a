import type { SignedEdges } from './graph';
import type { Settings } from '../settings';
import { minMax } from './rescore';

/** Signed degree: the sum of l_ij * w_ij over a node's relations, as the paper starts trust. */
export function signedDegree(size: number, { a, b, signed }: SignedEdges): Float64Array {
  const degree = new Float64Array(size);
  for (let k = 0; k < signed.length; k++) {
    degree[a[k]!]! += signed[k]!;
    degree[b[k]!]! += signed[k]!;
  }
  return degree;
}

/**
 * What independent origins say of each node. A support adds its weight. A contradiction is a vote:
 * on a node's side are those that support it and those that contradict the other too, and the side
 * with more origins gains w * (own - other) / (own + other), which the other side loses; signed
 * degree would mark both down alike, and two right files more than the one wrong file they stand
 * against. What stands on both sides counts on neither.
 *
 * An origin speaks once of a node, by its strongest relation, and never of its own: ten copies of one
 * statement have one voice.
 * @param origin of each node: its source, or that of the first of its copies
 */
export function independentDegree(
  size: number,
  { a, b, signed }: SignedEdges,
  origin: ArrayLike<number>,
): Float64Array {
  const { supports, contradictions } = neighboursOf(size, { a, b, signed });
  const voices = new Map<string, number>();
  const hear = (node: number, from: number, value: number): void => {
    const key = `${node} ${origin[from]!}`;
    if (Math.abs(value) > Math.abs(voices.get(key) ?? 0)) voices.set(key, value);
  };
  const side = (node: number, other: number): Set<number> =>
    new Set([node, ...supports[node]!, ...contradictions[other]!].map((one) => origin[one]!));
  for (let k = 0; k < signed.length; k++) {
    const i = a[k]!;
    const j = b[k]!;
    const weight = signed[k]!;
    if (origin[i] === origin[j]) continue;
    if (weight >= 0) {
      hear(i, j, weight);
      hear(j, i, weight);
    } else {
      const vote = -weight * balance(side(i, j), side(j, i));
      hear(i, j, vote);
      hear(j, i, -vote);
    }
  }
  const degree = new Float64Array(size);
  for (const [key, value] of voices) degree[Number.parseInt(key, 10)]! += value;
  return degree;
}

/** (own - other) / (own + other), without what is in both; 0 for none. */
function balance(own: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let both = 0;
  for (const origin of own) if (other.has(origin)) both++;
  const all = own.size + other.size - 2 * both;
  return all === 0 ? 0 : (own.size - other.size) / all;
}

function neighboursOf(size: number, { a, b, signed }: SignedEdges) {
  const supports = Array.from({ length: size }, (): number[] => []);
  const contradictions = Array.from({ length: size }, (): number[] => []);
  for (let k = 0; k < signed.length; k++) {
    const lists = signed[k]! >= 0 ? supports : contradictions;
    lists[a[k]!]!.push(b[k]!);
    lists[b[k]!]!.push(a[k]!);
  }
  return { supports, contradictions };
}

/**
 * The prior p of each passage: its degree, scaled to 0.5 +/- `priorSpread`, blended half and
 * half with the mean credibility of its triples (0..10, scaled to [0, 1]; NaN where it has none).
 */
export function trustPrior(
  degree: Float64Array,
  credibility: ArrayLike<number> | null,
  { priorSpread, priorScale }: Pick<Settings['trust'], 'priorSpread' | 'priorScale'>,
): Float64Array {
  const prior =
    priorScale === 'minmax'
      ? minMax(degree, 0.5 - priorSpread, 0.5 + priorSpread)
      : degree.map((signed) => 0.5 + (priorSpread * signed) / (1 + Math.abs(signed)));
  if (credibility)
    for (let i = 0; i < prior.length; i++) {
      const mean = credibility[i];
      if (mean !== undefined && !Number.isNaN(mean)) prior[i] = (prior[i]! + mean / 10) / 2;
    }
  return prior;
}
