import { failure } from '../../core/errors';
import type { DocumentId, DocumentRecord } from '../../core/types';
import type { FileStatus, LibraryApi, StorageStatus } from '../../link/library';
import type { EngineContext } from '../context';
import type { Operation } from '../storage/types';
import { exportArchive, importArchive } from './archive';
import type { Derive } from './derive';
import { deletionOf, passagesOf } from './document-rows';
import { createImports } from './import-files';

export interface LibraryExtras {
  readonly derive: Derive;
  /** navigator.storage.estimate, where there is one. */
  readonly estimate?: () => Promise<{ readonly usage?: number; readonly quota?: number }>;
  /** navigator.storage.persisted. */
  readonly persisted?: () => Promise<boolean>;
  /** Why the library is kept in memory only, for the person; null when it is kept on disk. */
  readonly reason: string | null;
}

/** Documents deleted in one transaction. */
const DELETE_AT_ONCE = 20;

/** The Library panel's side of the engine: documents in, out, shown, moved, saved and restored. */
export function createLibraryService(context: EngineContext, extras: LibraryExtras): LibraryApi {
  const { store, indexes, changed } = context;
  const imports = createImports(context, extras.derive);

  const recordOf = async (id: DocumentId): Promise<DocumentRecord> => {
    const record = await store.get('documents', id);
    if (!record) throw failure('NotFound', 'This document is no longer in the library.');
    return record;
  };

  return {
    importFiles: imports.importFiles,
    resumeImports: imports.resumeImports,

    documents: () => store.all('documents'),
    async fileStatuses() {
      const rows = await store.all('imports');
      return rows.map(
        ({ path, bytes, status, error, reason, document, collection }): FileStatus => ({
          path,
          bytes,
          status,
          error,
          reason,
          document,
          collection,
        }),
      );
    },
    forgetFileStatus: (path) => store.batch([{ table: 'imports', delete: path }]),

    async view(id) {
      const [record, text, passages] = await Promise.all([
        recordOf(id),
        store.get('texts', id),
        passagesOf(store, id),
      ]);
      if (!text) throw failure('NotFound', 'The text of this document is not in the library.');
      return { record, parsed: text.parsed, passages };
    },
    async bytes(id) {
      const file = await store.get('files', id);
      if (!file) throw failure('NotFound', 'The original of this document is not in the library.');
      return file.bytes;
    },
    passage: async (id) => (await store.get('passages', id)) ?? null,

    async deleteDocuments(ids) {
      await imports.release(ids);
      for (let i = 0; i < ids.length; i += DELETE_AT_ONCE) {
        const group = ids.slice(i, i + DELETE_AT_ONCE);
        const operations = await Promise.all(group.map((id) => deletionOf(store, id)));
        await store.batch(operations.flat());
        for (const id of group) indexes.remove(id);
      }
      changed.emit({ type: 'documents' });
    },

    async moveDocuments(ids, collection) {
      const operations: Operation[] = [];
      const moved: DocumentRecord[] = [];
      for (const id of ids) {
        const record = { ...(await recordOf(id)), collection };
        moved.push(record);
        operations.push({ table: 'documents', put: record });
        for (const path of record.paths) {
          const status = await store.get('imports', path);
          if (status?.document === id)
            operations.push({ table: 'imports', put: { ...status, collection } });
        }
      }
      await store.batch(operations);
      for (const record of moved) indexes.update(record);
      changed.emit({ type: 'documents' });
    },

    async storage(): Promise<StorageStatus> {
      const [estimate, persisted, documents, passages] = await Promise.all([
        extras.estimate?.().catch(() => null),
        extras.persisted?.().catch(() => false),
        store.count('documents'),
        store.count('passages'),
      ]);
      return {
        kind: store.kind,
        reason: extras.reason,
        usedBytes: estimate?.usage ?? null,
        quotaBytes: estimate?.quota ?? null,
        persisted: persisted ?? false,
        documents,
        passages,
      };
    },

    deleteEverything: () =>
      imports.alone(async () => {
        await store.clear();
        indexes.clear();
        for (const type of ['documents', 'feedback', 'relations', 'triples', 'settings'] as const)
          changed.emit({ type });
      }, new AbortController().signal),

    exportLibrary: (onProgress, signal) =>
      imports.whenIdle(() => exportArchive(context, onProgress, signal), signal),

    async importLibrary(archive, onProgress, signal) {
      const outdated = await imports.whenIdle(
        () => importArchive(context, extras.derive, archive, onProgress, signal),
        signal,
      );
      for (const type of ['documents', 'feedback', 'relations', 'triples', 'settings'] as const)
        changed.emit({ type });
      if (outdated > 0) await imports.resumeImports(() => {}, signal);
      onProgress(1);
    },
  };
}
