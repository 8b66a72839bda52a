import type { Settings } from '../settings';

/** A list entry: passage index with its score; lists come best first. */
export interface Ranked {
  readonly index: number;
  readonly score: number;
}

export interface Fused {
  readonly index: number;
  readonly fused: number;
  readonly denseRank: number | null;
  readonly cosine: number | null;
  readonly sparseRank: number | null;
  readonly bm25: number | null;
}

type Parts = Omit<Fused, 'index' | 'fused'>;

/**
 * Reciprocal rank fusion of a dense and a sparse list (Self-Correcting RAG, section 4):
 * `sum 1 / (rrf + rank)`, ranks from 0, plus `centroid * cosineToCentroid(index)` (paper preset).
 * Ties go to the better dense rank, then to the lower index, so the order never depends on the engine.
 * @returns at most `settings.keep` passages, best first
 */
export function fuse(
  dense: readonly Ranked[],
  sparse: readonly Ranked[],
  settings: Settings['retrieval'],
  cosineToCentroid: (index: number) => number = () => 0,
): Fused[] {
  const nothing: Parts = { denseRank: null, cosine: null, sparseRank: null, bm25: null };
  const found = new Map<number, Parts>();
  const note = (index: number, parts: Partial<Parts>) =>
    found.set(index, { ...(found.get(index) ?? nothing), ...parts });
  if (settings.mode !== 'sparse')
    dense.forEach(({ index, score }, rank) => note(index, { denseRank: rank, cosine: score }));
  if (settings.mode !== 'dense')
    sparse.forEach(({ index, score }, rank) => note(index, { sparseRank: rank, bm25: score }));

  const part = (rank: number | null) => (rank === null ? 0 : 1 / (settings.rrf + rank));
  const fused = [...found].map(([index, parts]) => ({
    index,
    ...parts,
    fused:
      part(parts.denseRank) +
      part(parts.sparseRank) +
      (settings.centroid > 0 ? settings.centroid * cosineToCentroid(index) : 0),
  }));
  const last = Number.POSITIVE_INFINITY;
  fused.sort(
    (a, b) =>
      b.fused - a.fused || (a.denseRank ?? last) - (b.denseRank ?? last) || a.index - b.index,
  );
  return fused.slice(0, settings.keep);
}
