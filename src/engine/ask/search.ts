import { fuse } from '../../core/passages/retrieve';
import type { Settings } from '../../core/settings';
import { rescore, unknownTrust } from '../../core/trust/rescore';
import type { Candidate } from '../../core/types';
import type { Indexes } from '../pipeline/indexes';

/** Where trust comes from; 0.5 for what it does not know. */
export interface TrustSource {
  trustOf(index: number): number;
}

export interface Found extends Candidate {
  /** Index of the passage in the library's indexes. */
  readonly index: number;
  /** Relevance before trust, min-max over the candidates, in [0, 1]. */
  readonly relevance: number;
  /** Other documents among the candidates that say the same in other words. */
  readonly reworded: number;
}

/**
 * Candidates for a question, best first: both lists, fused, rescored by trust.
 */
export function findCandidates(
  indexes: Indexes,
  question: string,
  vector: Float32Array,
  trust: TrustSource,
  settings: Settings,
  allowed?: (index: number) => boolean,
): Found[] {
  const { retrieval } = settings;
  const dense = retrieval.mode === 'sparse' ? [] : indexes.dense(vector, retrieval.pool, allowed);
  const sparse =
    retrieval.mode === 'dense' ? [] : indexes.sparse(question, retrieval.pool, allowed);
  const centroid = retrieval.centroid > 0 ? meanVector(indexes, dense.slice(0, 5)) : null;
  const fused = fuse(dense, sparse, retrieval, (index) =>
    centroid ? dot(centroid, indexes.vector(index)) : 0,
  );
  const { enabled, alpha, combine } = settings.trust;
  const tau = fused.map((f) => (enabled ? trust.trustOf(f.index) : unknownTrust));
  const scores = fused.map((f) => f.fused);
  const reworded = rewordedIn(
    indexes,
    fused.map((f) => f.index),
    settings.answer,
  );
  return rescore(scores, tau, enabled ? alpha : 0, combine).map((r) => {
    const f = fused[r.index]!;
    const { trust: own, relevance, score } = r;
    const passage = indexes.passage(f.index);
    return { ...f, passage, trust: own, relevance, score, reworded: reworded[r.index]! };
  });
}

/** Of each passage: other documents that hold a near-copy of it, but not the very text. */
function rewordedIn(
  indexes: Indexes,
  at: readonly number[],
  { copyCosine, sameCosine }: Settings['answer'],
): number[] {
  const vectors = at.map((index) => indexes.vector(index).slice());
  const documents = at.map((index) => indexes.passage(index).document);
  return vectors.map((vector, i) => {
    const others = documents.filter((document, j) => {
      const cosine = document === documents[i] ? 0 : dot(vector, vectors[j]!);
      return cosine >= copyCosine && cosine < sameCosine;
    });
    return new Set(others).size;
  });
}

function meanVector(
  indexes: Indexes,
  hits: readonly { readonly index: number }[],
): Float32Array | null {
  const first = hits[0];
  if (!first) return null;
  const mean = new Float32Array(indexes.vector(first.index).length);
  for (const { index } of hits) {
    const vector = indexes.vector(index);
    for (let k = 0; k < mean.length; k++) mean[k]! += vector[k]!;
  }
  const norm = Math.sqrt(dot(mean, mean)) || 1;
  return mean.map((x) => x / norm);
}

/** Inner product; cosine for unit vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}
