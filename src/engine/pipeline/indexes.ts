import { failure } from '../../core/errors';
import { createKeywordIndex } from '../../core/passages/keywords';
import { VectorIndex } from '../../core/passages/vectors';
import type { Settings } from '../../core/settings';
import type { DocumentId, DocumentRecord, Passage, PassageId } from '../../core/types';

/**
 * What questions are searched against, in memory: passages with their vectors and their keyword
 * index. Built from the store at start, kept up to date by imports and deletions.
 *
 * An index is a small integer that belongs to one passage for the life of the indexes: it is never
 * given to another, so a question that is under way may keep it while documents come and go (after
 * deletions there are gaps: walk `documents()` and `passagesOf`, not 0..size). `passage` and
 * `vector` of an index that is gone throw NotFound.
 */
export interface Indexes {
  /** Live passages. */
  readonly size: number;
  /** Length of a vector; 0 before the first `add`. */
  readonly dimensions: number;
  /** True while the passage is in the library. */
  live(index: number): boolean;
  passage(index: number): Passage;
  /** -1 when it is not (or no longer) there. */
  indexOf(id: PassageId): number;
  /** A view of `dimensions` floats, L2-normalised; do not keep it. */
  vector(index: number): Float32Array;
  document(id: DocumentId): DocumentRecord | undefined;
  documents(): readonly DocumentRecord[];
  /** Live passages of a document, ascending. */
  passagesOf(id: DocumentId): readonly number[];
  /** Cosine to every live passage; best first, at most `limit`. */
  dense(query: Float32Array, limit: number, allowed?: (index: number) => boolean): readonly Hit[];
  /** BM25; best first, at most `limit`. */
  sparse(query: string, limit: number, allowed?: (index: number) => boolean): readonly Hit[];
  /** @param vectors passages.length x dimensions, row-major. A document that is there is replaced. */
  add(document: DocumentRecord, passages: readonly Passage[], vectors: Float32Array): void;
  /**
   * Puts other vectors under the same passages, at once: those of another embedder. Documents that
   * are not in `rows` are removed. @param rows passages x dimensions, row-major
   */
  revector(
    records: ReadonlyMap<DocumentId, DocumentRecord>,
    rows: ReadonlyMap<DocumentId, Float32Array>,
  ): void;
  /** Replaces the record (paths, title); passages stay. */
  update(document: DocumentRecord): void;
  remove(document: DocumentId): void;
  clear(): void;
}

export interface Hit {
  readonly index: number;
  readonly score: number;
}

/** Empty indexes; `fillIndexes` loads them from the store. */
export function createIndexes(settings: () => Settings): Indexes {
  const passages: (Passage | undefined)[] = [];
  const byId = new Map<PassageId, number>();
  const records = new Map<DocumentId, DocumentRecord>();
  const byDocument = new Map<DocumentId, readonly number[]>();
  const keywords = createKeywordIndex();
  let vectors: VectorIndex | null = null;

  const gone = (): Error =>
    failure('NotFound', 'A passage was deleted while it was in use; ask again.');

  const indexes: Indexes = {
    get size() {
      return byId.size;
    },
    get dimensions() {
      return vectors?.dimensions ?? 0;
    },
    live: (index) => passages[index] !== undefined,
    passage(index) {
      const passage = passages[index];
      if (!passage) throw gone();
      return passage;
    },
    indexOf: (id) => byId.get(id) ?? -1,
    vector(index) {
      if (!vectors?.has(index)) throw gone();
      return vectors.get(index);
    },
    document: (id) => records.get(id),
    documents: () => [...records.values()],
    passagesOf: (id) => byDocument.get(id) ?? [],
    dense: (query, limit, allowed) => vectors?.search(query, limit, allowed) ?? [],
    sparse: (query, limit, allowed) => keywords.search(query, settings().retrieval, limit, allowed),
    add(document, added, rows) {
      const dimensions = added.length === 0 ? 0 : rows.length / added.length;
      if (!Number.isInteger(dimensions) || (added.length > 0 && dimensions === 0))
        throw new RangeError(`Added ${added.length} passages with ${rows.length} floats.`);
      if (vectors && added.length > 0 && vectors.dimensions !== dimensions) {
        if (vectors.size > 0)
          throw new RangeError(
            `Added vectors of ${dimensions} dimensions to an index of ${vectors.dimensions}.`,
          );
        vectors = null;
      }
      indexes.remove(document.id);
      const own: number[] = [];
      added.forEach((passage, i) => {
        const index = passages.length;
        passages.push(passage);
        byId.set(passage.id, index);
        vectors ??= new VectorIndex(dimensions, settings().library.floatRows);
        vectors.add(index, rows.subarray(i * dimensions, (i + 1) * dimensions));
        const { headings, text, header } = passage;
        keywords.add(index, {
          title: document.title,
          headings: [...headings, ...header],
          text,
        });
        own.push(index);
      });
      records.set(document.id, document);
      byDocument.set(document.id, own);
    },
    revector(newRecords, rows) {
      for (const id of [...records.keys()]) if (!rows.has(id)) indexes.remove(id);
      let fresh: VectorIndex | null = null;
      for (const [id, own] of byDocument) {
        const vectorsOf = rows.get(id) as Float32Array;
        const dimensions = own.length === 0 ? 0 : vectorsOf.length / own.length;
        own.forEach((index, i) => {
          fresh ??= new VectorIndex(dimensions, settings().library.floatRows);
          fresh.add(index, vectorsOf.subarray(i * dimensions, (i + 1) * dimensions));
        });
        records.set(id, newRecords.get(id) as DocumentRecord);
      }
      vectors = fresh;
    },
    update(document) {
      if (records.has(document.id)) records.set(document.id, document);
    },
    remove(document) {
      for (const index of byDocument.get(document) ?? []) {
        byId.delete(passages[index]!.id);
        passages[index] = undefined;
        vectors?.remove(index);
        keywords.remove(index);
      }
      byDocument.delete(document);
      records.delete(document);
    },
    clear() {
      // Emptied, not shortened: an index is never given out again.
      passages.fill(undefined);
      byId.clear();
      records.clear();
      byDocument.clear();
      keywords.clear();
      vectors = null;
    },
  };
  return indexes;
}
