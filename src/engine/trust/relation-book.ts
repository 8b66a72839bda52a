import type { DocumentId, DocumentRecord, Relation } from '../../core/types';
import type { EngineContext } from '../context';

/** The relations of the library, in memory over the store. */
export interface RelationBook {
  /** Follows documents that came, changed or went. True when relations changed by it. */
  sync(): Promise<boolean>;
  /**
   * Takes over what was found of a document and saved, in place of what was known of it.
   * @returns whether there was or is any
   */
  replace(document: DocumentId, relations: readonly Relation[]): boolean;
  all(): readonly Relation[];
}

export function createRelationBook({
  store,
  indexes,
}: Pick<EngineContext, 'store' | 'indexes'>): RelationBook {
  let loaded = false;
  const known = new Map<DocumentId, string>();
  const relations = new Map<string, Relation>();
  let list: readonly Relation[] | null = null;

  function put(rows: readonly Relation[]): void {
    for (const row of rows) relations.set(`${row.a} ${row.b}`, row);
    list = null;
  }

  return {
    async sync() {
      const before = relations.size;
      const documents = indexes.documents();
      const changed = documents.filter((document) => known.get(document.id) !== textOf(document));
      if (!loaded) {
        put(await store.all('relations'));
        loaded = true;
      } else {
        forget(changed.filter(({ id }) => known.has(id)).map(({ id }) => id));
        forget([...known.keys()].filter((id) => !indexes.document(id)));
        // Documents of an archive bring their relations along.
        for (const { id } of changed) {
          put(await store.where('relations', 'documentA', id));
          put(await store.where('relations', 'documentB', id));
        }
      }
      for (const document of changed) known.set(document.id, textOf(document));
      return changed.length > 0 || relations.size !== before;
    },
    replace(document, rows) {
      const before = relations.size;
      drop(new Set([document]));
      const dropped = relations.size < before;
      put(rows);
      return dropped || rows.length > 0;
    },
    all: () => (list ??= [...relations.values()]),
  };

  function forget(ids: readonly DocumentId[]): void {
    if (ids.length === 0) return;
    for (const id of ids) known.delete(id);
    drop(new Set(ids));
  }

  function drop(gone: ReadonlySet<DocumentId>): void {
    for (const [key, { documentA, documentB }] of relations)
      if (gone.has(documentA) || gone.has(documentB)) relations.delete(key);
    list = null;
  }
}

/** What the passages of a document depend on. */
const textOf = ({ versions, passages }: DocumentRecord): string =>
  [versions.parser, versions.chunker, versions.embedder, passages].join(' ');
