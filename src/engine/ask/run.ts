import type { QuestionShape } from '../../core/answer/question';
import type { Settings } from '../../core/settings';
import type { DocumentId, EvidenceChain, Table } from '../../core/types';
import type { Models, Writer } from '../models/types';
import type { Indexes } from '../pipeline/indexes';
import type { Judge } from './judge';
import type { Found, TrustSource } from './search';

/** Parts of answering that other services bring. */
export interface AskExtras {
  readonly trust: TrustSource;
  /** Reasoning chains over facts; null where facts are switched off. */
  readonly chainer: Chainer | null;
  /** Tables of a document, for answers that are computed. */
  tablesOf(document: DocumentId): Promise<readonly Table[]>;
  /** A language model; null or left out where there is none. */
  readonly writer?: () => Writer | null;
}

/** What a chainer finds: chains, their passages in order (SBS) and their triples as sentences (TBS). */
export interface Chained {
  readonly chains: readonly EvidenceChain[];
  /** Indices of passages, most used first. */
  readonly passages: readonly number[];
  readonly sentences: readonly string[];
}

export interface Chainer {
  chains(
    question: string,
    vector: Float32Array,
    candidates: readonly Found[],
    settings: Settings,
    signal: AbortSignal,
    /** Which passages may be used; all when left out. */
    allowed?: (index: number) => boolean,
  ): Promise<Chained>;
}

/** What answering needs from outside; the same in the page's worker and in Node. */
export interface AskDeps extends AskExtras {
  readonly models: Models;
  readonly indexes: Indexes;
  /** Milliseconds, for the times per stage. */
  readonly now: () => number;
}

/** What the stages of one question share. */
export interface Run extends AskDeps {
  readonly settings: Settings;
  readonly shape: QuestionShape;
  /** The question's vector. */
  readonly vector: Float32Array;
  readonly judge: Judge;
  /** Which passages may be used; all when left out. */
  readonly allowed: ((index: number) => boolean) | undefined;
  readonly signal: AbortSignal;
}
