import type { SignedEdges } from './graph';
import type { Settings } from '../settings';
import { minMax } from './rescore';

/**
 * Signed degree: the sum of l_ij * w_ij over a node's relations. `origin[i]` says where a node comes
 * from: its source, or the group of near-copies it belongs to. Relations within one origin say
 * nothing and are left out; several relations to one other origin count once (the strongest), so ten
 * copies of one statement have one voice. Give `null` to count every relation, as the paper does.
 * @returns one number per node of `origin`, or of `size` when there is none.
 */
export function signedDegree(
  size: number,
  edges: SignedEdges,
  origin: ArrayLike<number> | null,
): Float64Array {
  const degree = new Float64Array(size);
  if (!origin) {
    for (let k = 0; k < edges.signed.length; k++) {
      degree[edges.a[k]!]! += edges.signed[k]!;
      degree[edges.b[k]!]! += edges.signed[k]!;
    }
    return degree;
  }
  const voices = new Map<string, number>();
  for (let k = 0; k < edges.signed.length; k++) {
    const i = edges.a[k]!;
    const j = edges.b[k]!;
    if (origin[i] === origin[j]) continue;
    hear(voices, `${i} ${origin[j]!}`, edges.signed[k]!);
    hear(voices, `${j} ${origin[i]!}`, edges.signed[k]!);
  }
  for (const [key, signed] of voices) degree[Number.parseInt(key, 10)]! += signed;
  return degree;
}

function hear(voices: Map<string, number>, key: string, signed: number): void {
  const before = voices.get(key) ?? 0;
  if (Math.abs(signed) > Math.abs(before)) voices.set(key, signed);
}

/**
 * The prior p of each passage: its signed degree, scaled to 0.5 +/- `priorSpread`, blended half and
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
