import type { ChainRow } from '../../core/reasoning/chain-features';

/** Cosines between the rows of a question and to the question, each worked out once. */
export interface Similarity {
  toQuestion(row: number): number;
  between(a: number, b: number): number;
  /**
   * Cosine of each row to a chain's query, which is the mean of the question's vector and the
   * chain's: as good as embedding the query's text, without another run of the embedder.
   */
  toChain(chain: readonly number[]): (row: number) => number;
}

export function createSimilarity(question: Float32Array, rows: readonly ChainRow[]): Similarity {
  const asked: number[] = [];
  const pairs: Float32Array[] = [];

  function toQuestion(row: number): number {
    return (asked[row] ??= dot(question, rows[row]!.vector));
  }

  /** Cosines of row `a` to all rows so far; rows may have been added since. */
  function from(a: number): Float32Array {
    const known = pairs[a];
    if (known && known.length === rows.length) return known;
    const all = new Float32Array(rows.length);
    all.set(known ?? []);
    for (let b = known?.length ?? 0; b < rows.length; b++)
      all[b] = dot(rows[a]!.vector, rows[b]!.vector);
    pairs[a] = all;
    return all;
  }

  return {
    toQuestion,
    between: (a, b) => from(a)[b]!,
    toChain(chain) {
      if (chain.length === 0) return toQuestion;
      const lists = chain.map(from);
      let square = 1;
      for (const [i, a] of chain.entries()) {
        square += 2 * toQuestion(a);
        for (const b of chain) square += lists[i]![b]!;
      }
      const norm = Math.sqrt(Math.max(square, 1e-9));
      return (row) => lists.reduce((sum, list) => sum + list[row]!, toQuestion(row)) / norm;
    },
  };
}

/** Inner product; cosine for unit vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}
