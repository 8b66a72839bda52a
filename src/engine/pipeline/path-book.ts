import type { DocumentId, DocumentRecord } from '../../core/types';

/** Which documents claim which path, so that a changed file finds the version that it replaces. */
export interface PathBook {
  /** Adds a document, or follows a change of its paths. */
  set(record: DocumentRecord): void;
  remove(id: DocumentId): void;
  /** Other documents of these collections that have a path in common with `record`. */
  othersAt(record: DocumentRecord, collections: ReadonlySet<string>): DocumentId[];
}

export function createPathBook(records: readonly DocumentRecord[]): PathBook {
  const known = new Map<DocumentId, DocumentRecord>();
  const byPath = new Map<string, Set<DocumentId>>();

  const book: PathBook = {
    set(record) {
      book.remove(record.id);
      known.set(record.id, record);
      for (const path of record.paths)
        byPath.set(path, (byPath.get(path) ?? new Set()).add(record.id));
    },
    remove(id) {
      for (const path of known.get(id)?.paths ?? []) byPath.get(path)?.delete(id);
      known.delete(id);
    },
    othersAt({ id, paths }, collections) {
      const others = new Set(paths.flatMap((path) => [...(byPath.get(path) ?? [])]));
      return [...others].filter(
        (other) => other !== id && collections.has(known.get(other)!.collection),
      );
    },
  };
  for (const record of records) book.set(record);
  return book;
}
