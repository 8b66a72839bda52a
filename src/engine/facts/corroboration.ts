import { contentWords, stem } from '../../core/lib/words';
import { tripleText } from '../../core/triples/facts';
import type { NameIndex } from '../../core/triples/names';
import type { DocumentId, Passage, PassageId, Span, Triple } from '../../core/types';
import type { EngineContext } from '../context';
import { dot } from './similarity';

/** A sentence of another source that can be compared with a triple. */
export interface Comparable {
  readonly passage: PassageId;
  /** Offsets into the passage's text. */
  readonly span: Span;
  readonly text: string;
}

export interface Comparison {
  readonly triple: Triple;
  readonly text: string;
  readonly sentences: readonly Comparable[];
  /** Other sources that name its head and its tail. */
  readonly head: number;
  readonly tail: number;
}

export interface ComparisonOptions {
  /** Passages of other documents that are looked through. */
  readonly passages: number;
  /** Sentences compared with one triple. */
  readonly sentences: number;
  /** Cosine from which a passage is a copy of the triple's own, and no other source. */
  readonly copy: number;
}

/**
 * For each triple of a document the sentences of other sources most like it: from the passages that
 * the keyword index finds for it, the sentences that share most of its words, names above all. Near-copies of the triple's passage are the same source.
 */
export function compare(
  { indexes }: Pick<EngineContext, 'indexes'>,
  names: NameIndex,
  document: DocumentId,
  triples: readonly Triple[],
  options: ComparisonOptions,
): Comparison[] {
  const cache = new Map<number, SentenceBag[]>();
  const bagsOf = (index: number): SentenceBag[] => {
    let bags = cache.get(index);
    if (!bags) cache.set(index, (bags = sentenceBags(indexes.passage(index))));
    return bags;
  };
  return triples.map((triple) => {
    const text = tripleText(triple);
    const own = indexes.indexOf(triple.passage);
    const vector = own < 0 ? null : Float32Array.from(indexes.vector(own));
    const isOther = (i: number): boolean =>
      indexes.passage(i).document !== document &&
      (vector === null || dot(vector, indexes.vector(i)) < options.copy);
    const hits = indexes.sparse(text, options.passages, isOther);
    const wanted = new Set(contentWords(text).map(stem));
    const keys = keyWords(triple);
    const scored = hits.flatMap(({ index }) =>
      bagsOf(index).map((bag) => ({ index, bag, score: overlap(wanted, keys, bag) })),
    );
    scored.sort((a, b) => b.score - a.score);
    const best = scored.filter((s) => s.score > 0).slice(0, options.sentences);
    const naming = (name: string): number => {
      const entity = names.entity(name);
      const key = contentWords(name).map(stem);
      return hits.filter(({ index }) => {
        if (key.length === 0) return false;
        const passage = indexes.passage(index);
        const title = names.entity(indexes.document(passage.document)?.title ?? '');
        return (
          (entity >= 0 && title === entity) ||
          bagsOf(index).some((bag) => key.every((w) => bag.stems.has(w)))
        );
      }).length;
    };
    return {
      triple,
      text,
      head: naming(triple.head),
      tail: naming(triple.tail),
      sentences: best.map(({ index, bag }) => ({
        passage: indexes.passage(index).id,
        span: bag.span,
        text: bag.text,
      })),
    };
  });
}

interface SentenceBag {
  readonly span: Span;
  readonly text: string;
  readonly stems: ReadonlySet<string>;
}

function sentenceBags(passage: Passage): SentenceBag[] {
  return passage.sentences.map((span) => {
    const text = passage.text.slice(...span);
    return { span, text, stems: new Set(contentWords(text).map(stem)) };
  });
}

/**
 * Words of which a sentence must hold one to speak of the same thing: of the head, or names in the
 * tail. A number in the tail is not asked for: another one there is what contradicts.
 */
function keyWords({ head, tail }: Triple): ReadonlySet<string> {
  const names = tail.match(/\p{Lu}[\p{L}\p{N}'’.-]*/gu) ?? [];
  return new Set([head, ...names].flatMap((w) => contentWords(w)).map(stem));
}

/** Share of the triple's words that the sentence holds; 0 without a key word, or with one word alone. */
function overlap(
  wanted: ReadonlySet<string>,
  keys: ReadonlySet<string>,
  { stems }: SentenceBag,
): number {
  let shared = 0;
  for (const w of wanted) if (stems.has(w)) shared += keys.has(w) ? 1.5 : 1;
  const same = [...keys].some((k) => stems.has(k));
  return same && shared >= 2 ? shared / (wanted.size + 0.2 * stems.size) : 0;
}
