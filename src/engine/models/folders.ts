import { failure, isFailure } from '../../core/errors';
import type { Bytes } from './files';

/** Model folders that the person installed, kept by the browser. File names may contain `/`. */
export interface Folders {
  names(): Promise<readonly string[]>;
  /** Bytes of a file; null when it is not there. */
  size(folder: string, file: string): Promise<number | null>;
  read(folder: string, file: string): Promise<Bytes | null>;
  /** @throws QuotaExceeded */
  write(folder: string, file: string, bytes: Bytes): Promise<void>;
  /** Opens a file for writing at `at`, cut there; made where it is not there. */
  append(folder: string, file: string, at: number): Promise<Appender>;
  /** A folder that is not there is removed as well. */
  remove(folder: string): Promise<void>;
}

export interface Appender {
  /** @throws QuotaExceeded; what was written before stays */
  write(bytes: Uint8Array): Promise<void>;
  /** Safe over a loss of power; until then over a reload. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const rootName = 'models';

/**
 * Folders in the origin's private file system: bytes are added in place, so that half a download is
 * there after a reload, and a file of any size is never held twice.
 */
export function createOpfsFolders(storage: StorageManager = navigator.storage): Folders {
  const root = async (): Promise<FileSystemDirectoryHandle> => {
    try {
      return await (await storage.getDirectory()).getDirectoryHandle(rootName, { create: true });
    } catch (error) {
      throw failure(
        'StorageRefused',
        'This browser does not let the page keep files, so no model can be installed (a private window, or storage is blocked).',
        error,
      );
    }
  };

  async function place(
    folder: string,
    file: string,
    create: boolean,
  ): Promise<{ directory: FileSystemDirectoryHandle; name: string }> {
    const parts = file.split('/');
    const name = parts.pop() as string;
    let directory = await (await root()).getDirectoryHandle(folder, { create });
    for (const part of parts) directory = await directory.getDirectoryHandle(part, { create });
    return { directory, name };
  }

  async function find(folder: string, file: string): Promise<File | null> {
    try {
      const { directory, name } = await place(folder, file, false);
      return await (await directory.getFileHandle(name)).getFile();
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async function append(folder: string, file: string, at: number): Promise<Appender> {
    const { directory, name } = await place(folder, file, true).catch(full);
    const handle = await directory.getFileHandle(name, { create: true }).catch(full);
    const access = await handle.createSyncAccessHandle().catch((error: unknown) => {
      if ((error as Error).name !== 'NoModificationAllowedError') throw error;
      throw failure('Busy', 'This model is being downloaded in another tab.', error);
    });
    access.truncate(at);
    let position = at;
    return {
      async write(bytes) {
        try {
          const written = access.write(bytes as Bytes, { at: position });
          if (written < bytes.byteLength) throw new DOMException('full', 'QuotaExceededError');
          position += written;
        } catch (error) {
          access.truncate(position);
          full(error);
        }
      },
      flush: async () => access.flush(),
      close: async () => access.close(),
    };
  }

  return {
    async names() {
      const names: string[] = [];
      const directory = await root().catch(() => null);
      if (!directory) return names;
      for await (const [name, handle] of directory.entries())
        if (handle.kind === 'directory') names.push(name);
      return names.sort();
    },
    size: async (folder, file) => (await find(folder, file))?.size ?? null,
    async read(folder, file) {
      const found = await find(folder, file);
      return found && new Uint8Array(await found.arrayBuffer());
    },
    async write(folder, file, bytes) {
      const appender = await append(folder, file, 0);
      try {
        await appender.write(bytes);
        await appender.flush();
      } finally {
        await appender.close();
      }
    },
    append,
    async remove(folder) {
      try {
        await (await root()).removeEntry(folder, { recursive: true });
      } catch (error) {
        if (isAbsent(error)) return;
        if (isFailure(error, 'StorageRefused')) return;
        throw error;
      }
    },
  };
}

const isAbsent = (error: unknown): boolean =>
  ['NotFoundError', 'TypeMismatchError'].includes((error as Error).name);

function full(error: unknown): never {
  if (!/quota/i.test(`${(error as Error).name} ${(error as Error).message}`)) throw error;
  throw failure(
    'QuotaExceeded',
    'The disk, or what the browser allows this page, is full. What has arrived is kept: make room (Privacy shows what is used), then go on, or delete the model.',
    error,
  );
}
