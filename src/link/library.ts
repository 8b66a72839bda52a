import type { DocumentId, DocumentRecord, ParsedDocument, Passage, PassageId } from '../core/types';

/** A file on its way in: bytes are read in the engine, one file at a time. */
export interface ImportFile {
  /** Path as the person knows it, with `/`: "contracts/2023/lease.pdf". */
  readonly path: string;
  readonly file: File;
}

export type ImportEvent =
  | { readonly type: 'started'; readonly files: number }
  /** A file enters a stage; `done` of `total` in the unit of the stage (pages, passages). */
  | {
      readonly type: 'progress';
      readonly path: string;
      readonly index: number;
      readonly stage: 'reading' | 'parsing' | 'splitting' | 'embedding' | 'saving';
      readonly done: number;
      readonly total: number;
    }
  | {
      readonly type: 'indexed';
      readonly path: string;
      readonly document: DocumentRecord;
      /** Under which path these bytes were there already: its own when nothing changed. */
      readonly duplicateOf: string | null;
    }
  | {
      readonly type: 'skipped';
      readonly path: string;
      readonly error: string;
      readonly reason: string;
    }
  | {
      readonly type: 'failed';
      readonly path: string;
      readonly error: string;
      readonly reason: string;
    }
  | {
      readonly type: 'finished';
      readonly indexed: number;
      readonly skipped: number;
      readonly failed: number;
      readonly cancelled: boolean;
    };

export interface FileStatus {
  readonly path: string;
  readonly bytes: number;
  readonly status: 'waiting' | 'indexed' | 'skipped' | 'failed';
  readonly error: string | null;
  readonly reason: string | null;
  readonly document: DocumentId | null;
  readonly collection: string;
}

export interface StorageStatus {
  readonly kind: 'indexeddb' | 'memory';
  /** Why it is memory, for the person. */
  readonly reason: string | null;
  readonly usedBytes: number | null;
  readonly quotaBytes: number | null;
  readonly persisted: boolean;
  readonly documents: number;
  readonly passages: number;
}

/** What the Viewer draws. */
export interface DocumentView {
  readonly record: DocumentRecord;
  readonly parsed: ParsedDocument;
  readonly passages: readonly Passage[];
}

export interface LibraryApi {
  /**
   * Imports what is new; bytes already known only gain a path (and stay in their collection); a
   * changed file takes the place of what its path held in that collection. Reports each file by
   * event; a cancelled import resolves, after `finished` with `cancelled`. A second call waits for
   * the first.
   */
  importFiles(
    files: readonly ImportFile[],
    collection: string,
    onEvent: (event: ImportEvent) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Goes on with documents that a closed tab (or a lost device, a full disk) left between two
   * stages, and derives anew what older versions made; what the person cancelled rests until the
   * file comes again, or until `cancelledToo`. Without anything to do there are no events.
   */
  resumeImports(
    onEvent: (event: ImportEvent) => void,
    signal: AbortSignal,
    cancelledToo?: boolean,
  ): Promise<void>;
  documents(): Promise<readonly DocumentRecord[]>;
  fileStatuses(): Promise<readonly FileStatus[]>;
  forgetFileStatus(path: string): Promise<void>;
  view(id: DocumentId): Promise<DocumentView>;
  /** Original bytes; rejects with NotFound. */
  bytes(id: DocumentId): Promise<ArrayBuffer>;
  deleteDocuments(ids: readonly DocumentId[]): Promise<void>;
  /** Puts documents into another collection. */
  moveDocuments(ids: readonly DocumentId[], collection: string): Promise<void>;
  passage(id: PassageId): Promise<Passage | null>;
  storage(): Promise<StorageStatus>;
  /** Everything: documents, vectors, history, feedback, settings. */
  deleteEverything(): Promise<void>;
  /** The whole library as one file (zip). @throws Busy while files are imported. */
  exportLibrary(onProgress: (share: number) => void, signal: AbortSignal): Promise<Blob>;
  /**
   * Adds an archive; what is there stays. Settings are taken over by an empty library only.
   * @throws BadArchive naming what is wrong, QuotaExceeded, Busy; then nothing has changed.
   */
  importLibrary(
    archive: Blob,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
}
