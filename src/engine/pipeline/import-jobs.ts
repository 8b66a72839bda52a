import { failure } from '../../core/errors';
import type { DocumentId, DocumentRecord } from '../../core/types';
import type { ImportFile } from '../../link/library';
import type { Ingest, Report } from './ingest';
import type { PathBook } from './path-book';
import { whySkipped, type Skip } from './skipped-files';

/** One file, or one stored document, of an import. */
export interface Job {
  readonly path: string;
  readonly bytes: number;
  readonly collection: string;
  /** Why it is passed over without being read. */
  readonly skip: Skip | null;
  /** Null until the bytes are read. */
  readonly id: () => DocumentId | null;
  run(
    ingest: Ingest,
    book: PathBook,
    report: Report,
    signal: AbortSignal,
  ): Promise<{ readonly document: DocumentRecord; readonly duplicateOf: string | null }>;
}

export interface Limits {
  /** Asked when a file's turn comes. */
  maxMegabytes(): number;
  supports(path: string): boolean;
}

/** A file of the person. */
export function fileJob({ path, file }: ImportFile, collection: string, limits: Limits): Job {
  let id: DocumentId | null = null;
  return {
    path,
    bytes: file.size,
    collection,
    skip: whySkipped(path, file.size),
    id: () => id,
    async run(ingest, book, report, signal) {
      refuseTooLarge(path, file.size, limits);
      report('reading', 0, file.size);
      const bytes = await read(file);
      signal.throwIfAborted();
      id = await hashOf(bytes);
      report('reading', file.size, file.size);
      const source = { id, path, bytes, collection, modified: file.lastModified };
      return ingest.take(source, book, report, signal);
    },
  };
}

/** A document of the library that is incomplete, or was derived by other versions. */
export const storedJob = (record: DocumentRecord): Job => ({
  path: record.paths[0] ?? record.title,
  bytes: record.bytes,
  collection: record.collection,
  skip: null,
  id: () => record.id,
  run: async (ingest, book, report, signal) => ({
    document: await ingest.complete(record.id, book, report, signal),
    duplicateOf: null,
  }),
});

/** SHA-256 in hexadecimal digits. */
export async function hashOf(bytes: ArrayBuffer): Promise<DocumentId> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') as DocumentId;
}

function refuseTooLarge(path: string, bytes: number, limits: Limits): void {
  const megabytes = limits.maxMegabytes();
  if (bytes <= megabytes * 1e6) return;
  if (!limits.supports(path))
    throw failure('DocumentUnsupported', 'Files of this kind cannot be read.');
  throw failure(
    'DocumentTooLarge',
    `It has ${Math.ceil(bytes / 1e6)} MB; the limit is ${megabytes} MB (Settings, library). Split it, or raise the limit.`,
  );
}

async function read(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (error) {
    throw failure(
      'NotFound',
      'It could not be read: it was moved or deleted, or another program holds it. Add it again.',
      error,
    );
  }
}
