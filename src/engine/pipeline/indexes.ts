import type { Passage, PassageId, DocumentId, DocumentRecord } from '../../core/types';

/**
 * What questions are searched against, in memory: passages 0..n-1 with their vectors and their
 * keyword index. Built from the store at start, kept up to date by imports and deletions.
 */
export interface Indexes {
  readonly size: number;
  readonly dimensions: number;
  passage(index: number): Passage;
  indexOf(id: PassageId): number;
  /** A view of 384 floats; do not keep it. */
  vector(index: number): Float32Array;
  document(id: DocumentId): DocumentRecord | undefined;
  documents(): readonly DocumentRecord[];
  /** Live passages of a document, ascending. */
  passagesOf(id: DocumentId): readonly number[];
  /** Cosine to every live passage; best first, at most `limit`. */
  dense(query: Float32Array, limit: number, allowed?: (index: number) => boolean): readonly Hit[];
  /** BM25; best first, at most `limit`. */
  sparse(query: string, limit: number, allowed?: (index: number) => boolean): readonly Hit[];
  add(document: DocumentRecord, passages: readonly Passage[], vectors: Float32Array): void;
  /** Replaces the record (paths, title); passages stay. */
  update(document: DocumentRecord): void;
  remove(document: DocumentId): void;
  clear(): void;
}

export interface Hit {
  readonly index: number;
  readonly score: number;
}
