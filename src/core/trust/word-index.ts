import { stems } from '../lib/words';
import type { DocumentId, Passage, PassageId } from '../types';
import { weightsOf, type WordWeights } from './comparable';

/**
 * Finds the passages that have a sentence in common with a new one, by its rare words, without
 * comparing all pairs (blocking). Passages come and go; the weights follow.
 */
export interface WordIndex {
  readonly passages: number;
  add(passage: Passage): void;
  remove(document: DocumentId): void;
  has(passage: PassageId): boolean;
  weights(): WordWeights;
  /**
   * Passages with a sentence that shares at least `least` rare words' worth with a sentence of this
   * one; itself left out, in order of arrival.
   */
  alike(passage: Passage, least: number): PassageId[];
}

/** A word in more than this share of the passages finds nothing worth finding. */
const commonShare = 0.05;
/** But in a small library, words are rare up to this many passages. */
const commonLeast = 100;

interface Entry {
  readonly id: PassageId;
  readonly document: DocumentId;
  readonly sentences: readonly ReadonlySet<string>[];
  live: boolean;
}

export function createWordIndex(): WordIndex {
  const entries: Entry[] = [];
  const slotOf = new Map<PassageId, number>();
  /** word -> passages and sentences: slot * 2^12 + sentence. */
  const postings = new Map<string, number[]>();
  const frequency = new Map<string, number>();
  let live = 0;

  const weights = (): WordWeights => weightsOf(live, (word) => frequency.get(word) ?? 0);

  function count(sentences: readonly ReadonlySet<string>[], by: 1 | -1): void {
    live += by;
    const all = new Set<string>();
    for (const words of sentences) for (const word of words) all.add(word);
    for (const word of all) frequency.set(word, (frequency.get(word) ?? 0) + by);
  }

  return {
    get passages() {
      return live;
    },
    add(passage) {
      if (slotOf.has(passage.id)) return;
      const slot = entries.length;
      const sentences = sentenceWords(passage);
      entries.push({ id: passage.id, document: passage.document, sentences, live: true });
      slotOf.set(passage.id, slot);
      sentences.forEach((words, sentence) => {
        for (const word of words) {
          const list = postings.get(word);
          const at = slot * mostSentences + sentence;
          if (list) list.push(at);
          else postings.set(word, [at]);
        }
      });
      count(sentences, 1);
    },
    remove(document) {
      for (const entry of entries)
        if (entry.live && entry.document === document) {
          entry.live = false;
          slotOf.delete(entry.id);
          count(entry.sentences, -1);
        }
    },
    has: (passage) => slotOf.has(passage),
    weights,
    alike(passage, least) {
      const { weight, rarest } = weights();
      const common = Math.max(commonLeast, commonShare * live);
      const found = new Set<number>();
      for (const words of sentenceWords(passage)) {
        const shared = new Map<number, number>();
        for (const word of words) {
          if ((frequency.get(word) ?? 0) > common) continue;
          const value = weight(word) / rarest;
          for (const at of postings.get(word) ?? []) {
            const sum = (shared.get(at) ?? 0) + value;
            shared.set(at, sum);
            if (sum >= least) found.add(Math.floor(at / mostSentences));
          }
        }
      }
      return [...found]
        .sort((a, b) => a - b)
        .map((slot) => entries[slot]!)
        .filter((entry) => entry.live && entry.id !== passage.id)
        .map(({ id }) => id);
    },
  };
}

/** Sentences of a passage that are indexed; a table may have thousands of rows. */
const mostSentences = 4096;

function sentenceWords({ text, sentences }: Passage): ReadonlySet<string>[] {
  return sentences.slice(0, mostSentences).map(([start, end]) => stems(text.slice(start, end)));
}
