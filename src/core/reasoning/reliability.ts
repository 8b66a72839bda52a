/**
 * Reliability of a triple for a question (ReliableRAG, 3.2.2):
 * `alpha * cosine + (1 - alpha) * credibility / 10`.
 *
 * @param cosine similarity of query and triple, in [-1, 1]
 * @param credibility 0..10
 * @param alpha share of similarity, in [0, 1]
 * @returns in [-alpha, 1]
 */
export function reliability(cosine: number, credibility: number, alpha: number): number {
  return alpha * cosine + (1 - alpha) * (credibility / 10);
}

/**
 * The query of a chain (ReliableRAG, 3.2.1): its triples before the question; the question alone
 * at the first hop.
 *
 * @example chainQuery('Q?', ['A is B']) // 'knowledge triples: A is B\nquestion: Q?'
 */
export function chainQuery(question: string, triples: readonly string[]): string {
  return triples.length === 0
    ? question
    : `knowledge triples: ${triples.join(' ')}\nquestion: ${question}`;
}

export interface Ranked {
  readonly triple: number;
  readonly reliability: number;
}

/**
 * The most reliable triples that are not redundant: not in the chain already, not nearly the same
 * as a better one.
 *
 * @param ranked any order
 * @param same whether two triples say nearly the same
 * @returns at most `limit`, best first; ties by the lower number
 */
export function mostReliable(
  ranked: readonly Ranked[],
  chain: readonly number[],
  same: (a: number, b: number) => boolean,
  limit: number,
): Ranked[] {
  const result: Ranked[] = [];
  const order = [...ranked].sort((a, b) => b.reliability - a.reliability || a.triple - b.triple);
  for (const candidate of order) {
    if (result.length === limit) break;
    const taken = (t: number): boolean => t === candidate.triple || same(t, candidate.triple);
    if (chain.some(taken) || result.some((r) => taken(r.triple))) continue;
    result.push(candidate);
  }
  return result;
}
