import {
  BlobReader,
  BlobWriter,
  configure,
  TextReader,
  TextWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
  type FileEntry,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { failure } from '../../core/errors';

// We are in a worker already, and a strict content policy allows no others.
configure({ useWebWorkers: false });

export interface ArchiveWriter {
  text(name: string, text: string): Promise<void>;
  /** Stored as it is: vectors and most documents do not shrink. */
  bytes(name: string, bytes: Uint8Array): Promise<void>;
  finish(): Promise<Blob>;
}

/** Writes a zip file entry by entry, into a Blob (which a browser may keep on disk). */
export function createArchiveWriter(signal: AbortSignal): ArchiveWriter {
  const zip = new ZipWriter(new BlobWriter('application/zip'), { signal });
  return {
    text: async (name, text) => void (await zip.add(name, new TextReader(text), { level: 6 })),
    bytes: async (name, bytes) =>
      void (await zip.add(name, new Uint8ArrayReader(bytes), { level: 0 })),
    finish: () => zip.close(),
  };
}

export interface ArchiveReader {
  readonly names: readonly string[];
  /** Both reject with BadArchive for a missing entry or one whose checksum is wrong. */
  text(name: string): Promise<string>;
  bytes(name: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Opens a zip file; entries are read from their place in the Blob. @throws BadArchive */
export async function openArchive(archive: Blob, signal: AbortSignal): Promise<ArchiveReader> {
  const zip = new ZipReader(new BlobReader(archive), { checkSignature: true, signal });
  const entries = new Map<string, FileEntry>();
  try {
    for (const entry of await zip.getEntries())
      if (!entry.directory) entries.set(entry.filename, entry);
  } catch (error) {
    signal.throwIfAborted();
    throw failure(
      'BadArchive',
      `This is not a whole zip file (${(error as Error).message}). Was it copied completely?`,
      error,
    );
  }
  const read = async <T>(name: string, work: (entry: FileEntry) => Promise<T>): Promise<T> => {
    const entry = entries.get(name);
    if (!entry) throw failure('BadArchive', `The archive lacks "${name}".`);
    try {
      return await work(entry);
    } catch (error) {
      signal.throwIfAborted();
      throw failure(
        'BadArchive',
        `"${name}" in the archive is damaged (${(error as Error).message}).`,
        error,
      );
    }
  };
  return {
    names: [...entries.keys()],
    text: (name) => read(name, (entry) => entry.getData(new TextWriter())),
    bytes: (name) =>
      read(
        name,
        async (entry) => (await entry.getData(new Uint8ArrayWriter())) as Uint8Array<ArrayBuffer>,
      ),
  };
}
