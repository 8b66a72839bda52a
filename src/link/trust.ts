import type { DocumentId, Feedback, PassageId, Relation, Span } from '../core/types';

/** A passage, or the hub that stands for a whole file. */
export interface TrustNode {
  readonly id: string;
  readonly kind: 'document' | 'passage';
  readonly document: DocumentId;
  readonly passage: PassageId | null;
  /** Of a passage in its document's text; null for a file. */
  readonly span: Span | null;
  readonly label: string;
  readonly trust: number;
  readonly prior: number;
  readonly feedback: 'good' | 'bad' | null;
}

export interface TrustMap {
  readonly nodes: readonly TrustNode[];
  readonly edges: readonly TrustEdge[];
}

export interface TrustEdge {
  readonly a: string;
  readonly b: string;
  readonly kind: 'support' | 'contradict' | 'source';
  readonly weight: number;
  /** Present on support and contradict between passages. */
  readonly relation: Relation | null;
}

/** What moved a node's trust, with its share of the pull; shares of one node sum to 1, or to less where a file contradicts itself. */
export interface TrustReason {
  readonly kind: 'feedback' | 'support' | 'contradict' | 'source' | 'prior';
  readonly other: string | null;
  readonly label: string;
  readonly share: number;
  /** Where this term pulls the trust to, in [0, 1]. */
  readonly towards: number;
  readonly relation: Relation | null;
}

export interface RelationProgress {
  readonly done: number;
  readonly total: number;
  readonly found: number;
  /** Milliseconds left, by the pace so far; null at the start. */
  readonly leftMs: number | null;
  readonly running: boolean;
}

export interface DocumentConflict {
  readonly relation: Relation;
  readonly titleA: string;
  readonly titleB: string;
  readonly trustA: number;
  readonly trustB: number;
}

export interface TrustApi {
  /** Builds relations of what is new; returns when done. Also started after each import. */
  buildRelations(
    onProgress: (progress: RelationProgress) => void,
    signal: AbortSignal,
  ): Promise<void>;
  relationProgress(): Promise<RelationProgress>;
  trustMap(): Promise<TrustMap>;
  /** Trust of each document's hub, and of each passage of one document. */
  documentTrust(): Promise<Readonly<Record<string, number>>>;
  /**
   * What holds `document:<id>`, `passage:<id>` or `folder:<path>` where it is; strongest effect first.
   * A file and its passages are one: what pulls any of them from outside is told, with its share.
   */
  whyTrust(node: string): Promise<readonly TrustReason[]>;
  /**
   * The feedback, given anywhere, that moved a node: trust = 0.5 + sum of share * (towards - 0.5)
   * over all feedback and priors. Strongest first.
   */
  feedbackBehind(node: string): Promise<readonly TrustReason[]>;
  /** Worst first: the surest, of which trust does not yet tell who is right. */
  conflicts(): Promise<readonly DocumentConflict[]>;
  /** Of `passage:<id>`, `document:<id>`, `folder:<path>`, or all passages `answer:<id>` rests on; null takes it back. */
  giveFeedback(target: string, value: 'good' | 'bad' | null, from: string): Promise<void>;
  feedback(): Promise<readonly Feedback[]>;
  /** Takes back the newest feedback; returns what was undone. */
  undoFeedback(): Promise<Feedback | null>;
}
