import { TopK, type Scored } from '../lib/heap';
import { Postings } from './postings';
import { terms } from './terms';

/** What a passage is found by. */
export interface KeywordText {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
}

export interface KeywordOptions {
  /** BM25 term saturation and length normalisation. */
  readonly k1: number;
  readonly b: number;
  /** Weight of a match in title or headings, on top of its weight as a word of the passage. */
  readonly titleBoost: number;
}

/** BM25 over passages with numeric ids, kept exact by `add` and `remove` in any order. */
export interface KeywordIndex {
  readonly size: number;
  /** @param id integer in [0, 2^26); one that is there already is a mistake and throws. */
  add(id: number, text: KeywordText): void;
  /** Removing an unknown id is a mistake and throws. */
  remove(id: number): void;
  /** Best first, at most `limit`; scores > 0. A query of stop words alone finds nothing. */
  search(
    query: string,
    options: KeywordOptions,
    limit: number,
    allowed?: (id: number) => boolean,
  ): Scored[];
  clear(): void;
}

/**
 * `sum over the words of the query of idf * tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length))`
 * with `idf = ln(1 + (n - df + 0.5) / (df + 0.5))` (SC, section 4).
 *
 * The title stands in two fields: among the words of the passage (`body`), and alone (`title`) with
 * a modest boost, so that the passages of the document that the question names come first.
 *
 * An index of our own, since it is rebuilt at each start: over 20 000 passages of 100 words
 * MiniSearch took 7 times the processor time and twice the memory (tests/bench/vectors.ts), and
 * ranked worse (Recall@5 75.4 against 76.4 on hotpotqa), as it counts different words for length.
 */
export function createKeywordIndex(): KeywordIndex {
  const texts = new Map<number, KeywordText>();
  let body = new Postings();
  let title = new Postings();
  /** One above the largest id so far. */
  let end = 0;

  return {
    get size() {
      return texts.size;
    },
    add(id, text) {
      if (texts.has(id)) throw new RangeError(`Added id ${id} twice.`);
      texts.set(id, text);
      end = Math.max(end, id + 1);
      const { above, all } = wordsOf(text);
      title.add(id, above);
      body.add(id, all);
    },
    remove(id) {
      const text = texts.get(id);
      if (!text) throw new RangeError(`Removed id ${id}, which is not there.`);
      texts.delete(id);
      const { above, all } = wordsOf(text);
      title.remove(id, above);
      body.remove(id, all);
    },
    search(query, options, limit, allowed) {
      const words = terms(query);
      const scores = new Float64Array(end);
      body.score(words, options, 1, texts.size, scores);
      title.score(words, options, options.titleBoost, texts.size, scores);
      const best = new TopK(limit);
      for (let id = 0; id < end; id++) {
        const score = scores[id]!;
        if (score > 0 && score >= best.floor && (!allowed || allowed(id))) best.push(id, score);
      }
      return best.finish();
    },
    clear() {
      texts.clear();
      body = new Postings();
      title = new Postings();
      end = 0;
    },
  };
}

function wordsOf({ title, headings, text }: KeywordText): { above: string[]; all: string[] } {
  const above = terms([title, ...headings].join('\n'));
  return { above, all: [...above, ...terms(text)] };
}
