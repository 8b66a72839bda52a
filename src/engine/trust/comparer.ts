import type { Pause } from '../../core/cancel';
import type { Settings } from '../../core/settings';
import { dot } from '../../core/trust/copies';
import { pairOf, worthOf, type PassagePair, type StatedPassage } from '../../core/trust/pairs';
import { statedSentences } from '../../core/trust/statements';
import { createWordIndex } from '../../core/trust/word-index';
import { extractByRules } from '../../core/triples/extract';
import type { Language } from '../../core/triples/words';
import type { DocumentId, Passage } from '../../core/types';
import type { EngineContext } from '../context';

/** Finds what a passage is to be judged against: blocking, then the sentences that matter. */
export interface Comparer {
  /** Follows the library: what is new is indexed, what is gone forgotten. */
  refresh(pause: Pause): Promise<void>;
  /**
   * Pairs of this passage with passages of `compared` documents, and with earlier ones of its own
   * document; those that may contradict first, at most `settings.pairsPerPassage`.
   */
  pairsOf(
    index: number,
    compared: ReadonlySet<DocumentId>,
    settings: Settings['trust'],
  ): readonly PassagePair[];
}

export function createComparer(
  { indexes }: Pick<EngineContext, 'indexes'>,
  language: Language,
): Comparer {
  const words = createWordIndex();
  const indexed = new Map<DocumentId, readonly Passage[]>();
  const stated = new WeakMap<Passage, StatedPassage>();

  function statedOf(passage: Passage): StatedPassage {
    let found = stated.get(passage);
    if (!found) {
      const title = indexes.document(passage.document)?.title ?? '';
      const triples = extractByRules(passage, title, language);
      found = { passage, sentences: statedSentences(passage, triples) };
      stated.set(passage, found);
    }
    return found;
  }

  const passagesNow = (document: DocumentId): readonly Passage[] =>
    indexes.passagesOf(document).map((index) => indexes.passage(index));

  return {
    async refresh(pause) {
      for (const [document, passages] of indexed) {
        const now = passagesNow(document);
        if (now.length === passages.length && now.every((p, i) => p === passages[i])) continue;
        words.remove(document);
        indexed.delete(document);
      }
      for (const { id } of indexes.documents()) {
        if (indexed.has(id)) continue;
        const passages = passagesNow(id);
        for (const passage of passages) {
          words.add(passage);
          await pause();
        }
        indexed.set(id, passages);
      }
    },

    pairsOf(index, compared, settings) {
      const passage = indexes.passage(index);
      const vector = Float32Array.from(indexes.vector(index));
      const earlier = (other: number): boolean => {
        const { document, ordinal } = indexes.passage(other);
        return document === passage.document ? ordinal < passage.ordinal : compared.has(document);
      };
      const candidates = new Set<number>();
      for (const id of words.alike(passage, settings.candidateWords)) {
        const other = indexes.indexOf(id);
        if (other >= 0 && earlier(other)) candidates.add(other);
      }
      for (const hit of indexes.dense(vector, settings.neighbours, earlier))
        candidates.add(hit.index);
      const own = statedOf(passage);
      const weights = words.weights();
      const pairs: PassagePair[] = [];
      for (const other of candidates) {
        const cosine = dot(vector, indexes.vector(other));
        if (cosine < settings.leastCosine) continue;
        const pair = pairOf(own, statedOf(indexes.passage(other)), cosine, weights, settings);
        if (pair) pairs.push(pair);
      }
      return pairs.sort((x, y) => worthOf(y) - worthOf(x)).slice(0, settings.pairsPerPassage);
    },
  };
}
