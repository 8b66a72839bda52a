import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A folder that was imported through a handle, kept so that it can be looked at again. */
export interface KnownFolder {
  readonly name: string;
  readonly collection: string;
  readonly handle: FileSystemDirectoryHandle;
  /** Milliseconds since 1970. */
  readonly syncedAt: number;
}

interface PageSchema extends DBSchema {
  folders: { key: string; value: KnownFolder };
}

/**
 * Handles of folders live in a small database of the page: they can be cloned, but only the page
 * may ask for permission. Every call resolves without them where IndexedDB is refused.
 */
export interface FolderHandles {
  all(): Promise<readonly KnownFolder[]>;
  keep(folder: KnownFolder): Promise<void>;
  forget(name: string): Promise<void>;
  clear(): Promise<void>;
}

export function createFolderHandles(): FolderHandles {
  let opened: Promise<IDBPDatabase<PageSchema> | null> | null = null;
  const open = () =>
    (opened ??= openDB<PageSchema>('touchstone-page', 1, {
      upgrade: (database) => {
        database.createObjectStore('folders', { keyPath: 'name' });
      },
    }).catch(() => null));
  return {
    all: async () => (await open())?.getAll('folders') ?? [],
    async keep(folder) {
      await (await open())?.put('folders', folder);
    },
    async forget(name) {
      await (await open())?.delete('folders', name);
    },
    async clear() {
      await (await open())?.clear('folders');
    },
  };
}

type PermissionHandle = FileSystemDirectoryHandle & {
  queryPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
};

/** Asks to read the folder again where that is needed; must run in a press of a button. */
export async function mayRead(handle: PermissionHandle): Promise<boolean> {
  if ((await handle.queryPermission?.({ mode: 'read' })) !== 'prompt') return true;
  return (await handle.requestPermission?.({ mode: 'read' })) === 'granted';
}
