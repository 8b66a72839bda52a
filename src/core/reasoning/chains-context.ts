import { triplesAsSentences } from '../triples/facts';
import type { PassageId, Triple } from '../types';

/**
 * Triple-based synthesis (TBS; ReliableRAG, appendix B): the triples of the chains as plain sentences,
 * best chain first, repeated ones once.
 */
export function tripleContext(chains: readonly (readonly Triple[])[]): string[] {
  return triplesAsSentences(chains.flat());
}

/**
 * Source-based synthesis (SBS): the passages of the chains' triples, by how many distinct triples of theirs
 * are used, ties by first use.
 */
export function passageContext(chains: readonly (readonly Triple[])[]): PassageId[] {
  const used = new Map<PassageId, Set<string>>();
  for (const triple of chains.flat()) {
    const triples = used.get(triple.passage);
    if (triples) triples.add(triple.id);
    else used.set(triple.passage, new Set([triple.id]));
  }
  // A Map keeps the order of first use and sort is stable.
  return [...used].sort((a, b) => b[1].size - a[1].size).map(([passage]) => passage);
}
