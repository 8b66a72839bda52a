import type {
  Answer,
  DocumentId,
  DocumentRecord,
  Feedback,
  Format,
  ParsedDocument,
  Passage,
  PassageId,
  Relation,
  Triple,
  TripleId,
} from '../../core/types';

/** Vectors of consecutive passages of one document: `count` x `dimensions`, row-major. */
export interface VectorShard {
  /** `<document>:<embedder>:<first>`. */
  readonly id: string;
  readonly document: DocumentId;
  readonly embedder: string;
  readonly first: number;
  readonly count: number;
  readonly dimensions: number;
  readonly vectors: Float32Array;
}

/** What became of one file of an import; kept so that a reload can show and resume it. */
export interface ImportRecord {
  readonly path: string;
  readonly bytes: number;
  readonly status: 'waiting' | 'indexed' | 'skipped' | 'failed';
  /** Error name and message when skipped or failed. */
  readonly error: string | null;
  readonly reason: string | null;
  readonly document: DocumentId | null;
  readonly collection: string;
  readonly at: number;
}

export interface HistoryEntry {
  readonly id: string;
  readonly answer: Answer;
}

/** Original bytes, for the viewer, for retry and for export. */
export interface FileRecord {
  readonly id: DocumentId;
  readonly format: Format;
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

export interface Tables {
  documents: { key: DocumentId; value: DocumentRecord; indexes: Record<never, never> };
  texts: {
    key: DocumentId;
    value: { readonly id: DocumentId; readonly parsed: ParsedDocument };
    indexes: Record<never, never>;
  };
  files: { key: DocumentId; value: FileRecord; indexes: Record<never, never> };
  passages: { key: PassageId; value: Passage; indexes: { document: DocumentId } };
  vectors: { key: string; value: VectorShard; indexes: { document: DocumentId } };
  imports: { key: string; value: ImportRecord; indexes: Record<never, never> };
  history: { key: string; value: HistoryEntry; indexes: Record<never, never> };
  feedback: { key: string; value: Feedback; indexes: Record<never, never> };
  /** `a` < `b`; a document's relations are found under either index. */
  relations: {
    key: [PassageId, PassageId];
    value: Relation;
    indexes: { documentA: DocumentId; documentB: DocumentId };
  };
  /** Judgements by content hash of (premise, hypothesis, judge): nothing is judged twice. */
  judgements: {
    key: string;
    value: { readonly id: string; readonly document: DocumentId; readonly scores: Float32Array };
    indexes: { document: DocumentId };
  };
  triples: { key: TripleId; value: Triple; indexes: { document: DocumentId } };
  /** Small named values: settings, progress marks, serialised indexes. */
  values: {
    key: string;
    value: { readonly id: string; readonly value: unknown };
    indexes: Record<never, never>;
  };
}

export type TableName = keyof Tables;
export type Row<T extends TableName> = Tables[T]['value'];
export type Key<T extends TableName> = Tables[T]['key'];
export type IndexName<T extends TableName> = keyof Tables[T]['indexes'] & string;

export type Operation = {
  [T in TableName]:
    | { readonly table: T; readonly put: Row<T> }
    | { readonly table: T; readonly delete: Key<T> }
    | { readonly table: T; readonly deleteWhere: IndexName<T>; readonly equals: IDBValidKey }
    | { readonly table: T; readonly clear: true };
}[TableName];

/**
 * Where the library lives: IndexedDB in the page, memory in Node and where IndexedDB is refused.
 * `batch` is atomic: all or nothing. Rejects with QuotaExceeded, StorageRefused.
 */
export interface Store {
  readonly kind: 'indexeddb' | 'memory';
  get<T extends TableName>(table: T, key: Key<T>): Promise<Row<T> | undefined>;
  all<T extends TableName>(table: T): Promise<Row<T>[]>;
  /** All keys, ascending. */
  keys<T extends TableName>(table: T): Promise<Key<T>[]>;
  where<T extends TableName>(table: T, index: IndexName<T>, equals: IDBValidKey): Promise<Row<T>[]>;
  count(table: TableName): Promise<number>;
  batch(operations: readonly Operation[]): Promise<void>;
  /** Everything goes, in every table. */
  clear(): Promise<void>;
  close(): void;
}
