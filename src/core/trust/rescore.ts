/** Trust of a passage nobody knows anything about. */
export const unknownTrust = 0.5;

export interface Rescored {
  /** Position in the given scores. */
  readonly index: number;
  /** "blend": `alpha * trust + (1 - alpha) * relevance`; "scale": `relevance * (1 + alpha * (2 trust - 1))`. */
  readonly score: number;
  /** The score min-max scaled over the candidates of the question; 0.5 where all are equal. */
  readonly relevance: number;
  /** In [0, 1]. */
  readonly trust: number;
}

/**
 * Candidates ordered by relevance and trust together, best first; ties keep their order. "blend" is
 * TrustPropRAG's (section 3.3): a trusted passage rises whatever it is about. "scale" only moves what
 * is relevant: unknown trust leaves the order alone. `trust[i]` belongs to `scores[i]`; missing or NaN counts as 0.5. Nothing is
 * dropped: low trust discounts, it does not hide.
 */
export function rescore(
  scores: ArrayLike<number>,
  trust: ArrayLike<number>,
  alpha: number,
  combine: 'blend' | 'scale' = 'blend',
): Rescored[] {
  const relevance = minMax(scores, 0, 1);
  return Array.from(relevance, (scaled, index) => {
    const known = trust[index];
    const tau = known === undefined || Number.isNaN(known) ? unknownTrust : known;
    const score =
      combine === 'blend'
        ? alpha * tau + (1 - alpha) * scaled
        : scaled * (1 + alpha * (2 * tau - 1));
    return { index, score, relevance: scaled, trust: tau };
  }).sort((a, b) => b.score - a.score || a.index - b.index);
}

/** Scales linearly to [low, high]; the middle where all values are equal. */
export function minMax(values: ArrayLike<number>, low: number, high: number): Float64Array {
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < values.length; i++) {
    least = Math.min(least, values[i]!);
    most = Math.max(most, values[i]!);
  }
  const range = most - least;
  return Float64Array.from(values, (value) =>
    range > 0 ? low + ((high - low) * (value - least)) / range : (low + high) / 2,
  );
}
