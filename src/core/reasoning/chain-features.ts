import type { Triple } from '../types';

/** A passage as the chain search sees it. */
export interface ChainPassage {
  /** Index in the library. */
  readonly index: number;
  /** Cosine of question and passage. */
  readonly cosine: number;
  /** BM25 over the best of the question's candidates, in [0, 1]. */
  readonly keywords: number;
  /** Entity that its document is named after, -1 when it has no name. */
  readonly title: number;
  /** Whether the question names that entity. */
  readonly named: boolean;
}

/** A triple as the chain search sees it. */
export interface ChainRow {
  readonly triple: Triple;
  readonly text: string;
  readonly vector: Float32Array;
  /** 0..10. */
  readonly credibility: number;
  readonly passage: ChainPassage;
  /** Entity that its head names, -1 when none. */
  readonly head: number;
  /** Entities that its head and tail name. */
  readonly names: readonly number[];
  /** Whether the question names its head. */
  readonly asked: boolean;
  /** Stems of the question's content words that it holds. */
  readonly matched: ReadonlySet<string>;
}

/** Names of the features, in the order of the weights. */
export const firstFeatures = [
  'cosine',
  'credibility',
  'passage',
  'keywords',
  'named',
  'asked',
  'overlap',
] as const;
export const nextFeatures = [
  ...firstFeatures,
  'link',
  'linkToNamed',
  'headLink',
  'backLink',
  'samePassage',
  'newName',
] as const;
export const stopFeatures = ['bias', 'passages', 'openNames', 'overlap'] as const;

/** The question as the features see it. */
export interface ChainQuestion {
  /** Content words, by stem. */
  readonly stems: number;
  /** Things it names that documents are named after. */
  readonly names: number;
}

/**
 * What speaks for a triple as the first of a chain.
 *
 * @param cosine of the triple to the chain's query
 */
export function describeFirst(row: ChainRow, cosine: number, question: ChainQuestion): number[] {
  const { passage } = row;
  return [
    cosine,
    row.credibility / 10 - 0.5,
    passage.cosine,
    passage.keywords,
    Number(passage.named),
    Number(row.asked),
    row.matched.size / Math.max(1, question.stems),
  ];
}

/** What speaks for a triple as the next of `chain` (not empty). */
export function describeNext(
  chain: readonly ChainRow[],
  row: ChainRow,
  cosine: number,
  question: ChainQuestion,
): number[] {
  const { passage } = row;
  const same = chain.some((r) => r.passage === passage);
  const link = !same && chain.some((r) => r.names.includes(passage.title));
  const headLink = !same && !link && row.head >= 0 && chain.some((r) => r.names.includes(row.head));
  const back = !same && chain.some((r) => row.names.includes(r.passage.title));
  return [
    ...describeFirst(row, cosine, question),
    Number(link),
    Number(link && passage.named),
    Number(headLink),
    Number(back),
    Number(same),
    Number(!same && passage.named && !chain.some((r) => r.passage.title === passage.title)),
  ];
}

/**
 * What speaks for ending `chain`: how many passages it joins, how many of the things that the
 * question names it has not been to, how many of the question's words it holds.
 */
export function describeStop(chain: readonly ChainRow[], question: ChainQuestion): number[] {
  const passages = new Set(chain.map((r) => r.passage)).size;
  const visited = new Set(chain.filter((r) => r.passage.named).map((r) => r.passage.title)).size;
  const matched = new Set(chain.flatMap((r) => [...r.matched])).size;
  return [
    1,
    Math.min(passages, 3),
    Math.max(0, question.names - visited),
    matched / Math.max(1, question.stems),
  ];
}
