import type { DocumentId, DocumentRecord, ParsedDocument, Passage } from '../../core/types';
import type { FileRecord, Row, VectorShard } from '../storage/types';

/** Raised when the layout below changes; older versions stay readable. */
export const archiveVersion = 1;

/**
 * The zip of a library:
 * `manifest.json`, `library.json` (what belongs to no document), and for each document
 * `documents/<id>.json`, `vectors/<id>.bin` (its shards, float32) and
 * `originals/<id>/<name>` (the file as it was imported).
 */
export interface Manifest {
  readonly format: 'touchstone-library';
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly exported: number;
  readonly documents: readonly DocumentId[];
}

export interface ArchivedLibrary {
  readonly feedback: readonly Row<'feedback'>[];
  readonly history: readonly Row<'history'>[];
  readonly imports: readonly Row<'imports'>[];
  readonly values: readonly Row<'values'>[];
}

export interface ArchivedDocument {
  readonly record: DocumentRecord;
  readonly parsed: ParsedDocument;
  readonly file: Pick<FileRecord, 'format' | 'name'>;
  readonly passages: readonly Passage[];
  /** In the order of the vectors in the .bin. */
  readonly shards: readonly Omit<VectorShard, 'vectors'>[];
  readonly triples: readonly Row<'triples'>[];
  readonly judgements: readonly Row<'judgements'>[];
  /** Those whose `documentA` is this one. */
  readonly relations: readonly Row<'relations'>[];
}

export const names = {
  manifest: 'manifest.json',
  library: 'library.json',
  document: (id: DocumentId): string => `documents/${id}.json`,
  vectors: (id: DocumentId): string => `vectors/${id}.bin`,
  /** The file under its own name, for people who open the zip; no name can leave the folder. */
  original: (id: DocumentId, name: string): string =>
    `originals/${id}/${name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').replace(/^\.+/, '_') || 'file'}`,
};

/** Throws an Error that names the first part of a value that has not the wanted shape. */
export type Check = (value: unknown, at: string) => void;

const wrong = (at: string, wanted: string): never => {
  throw new TypeError(`${at} is not ${wanted}`);
};
const text: Check = (value, at) => void (typeof value === 'string' || wrong(at, 'a text'));
const flag: Check = (value, at) => void (typeof value === 'boolean' || wrong(at, 'true or false'));
const number: Check = (value, at) => void (Number.isFinite(value) || wrong(at, 'a number'));
const anything: Check = () => {};
const orNull =
  (check: Check): Check =>
  (value, at) =>
    value === null || check(value, at);
const list =
  (check: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return wrong(at, 'a list');
    value.forEach((item, i) => check(item, `${at}[${i}]`));
  };
const one =
  (...options: readonly unknown[]): Check =>
  (value, at) =>
    void (options.includes(value) || wrong(at, `one of ${options.join(', ')}`));
const row =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return wrong(at, 'a row');
    for (const [name, check] of Object.entries(fields))
      check((value as Record<string, unknown>)[name], `${at}.${name}`);
  };
const span: Check = (value, at) => {
  list(number)(value, at);
  if ((value as unknown[]).length !== 2) wrong(at, 'a pair');
};
const id: Check = (value, at) =>
  void (/^[0-9a-f]{64}$/.test(String(value)) || wrong(at, 'a document id'));
const floats: Check = (value, at) =>
  void (value instanceof Float32Array || wrong(at, 'a list of floats'));

const format = one(
  ...['text', 'markdown', 'html', 'csv', 'tsv', 'pdf'],
  ...['docx', 'epub', 'odt', 'xlsx', 'email', 'rtf'],
);
const judgement = row({ entailment: number, neutral: number, contradiction: number });

export const manifestShape = row({
  format: one('touchstone-library'),
  version: number,
  exported: number,
  documents: list(id),
});

export const libraryShape = row({
  feedback: list(row({ target: text, value: one('good', 'bad'), given: number, from: text })),
  history: list(
    row({
      id: text,
      answer: row({
        id: text,
        question: text,
        short: text,
        sentences: list(row({ text, citations: list(number) })),
        citations: list(row({ number, passage: text, document: text, quote: text })),
        asked: number,
      }),
    }),
  ),
  imports: list(
    row({
      path: text,
      bytes: number,
      status: one('waiting', 'indexed', 'skipped', 'failed'),
      error: orNull(text),
      reason: orNull(text),
      document: orNull(id),
      collection: text,
      at: number,
    }),
  ),
  values: list(row({ id: text, value: anything })),
});

export const documentShape = row({
  record: row({
    id,
    title: text,
    format,
    bytes: number,
    paths: list(text),
    collection: text,
    added: number,
    modified: orNull(number),
    date: orNull(text),
    pages: number,
    passages: number,
    characters: number,
    warnings: list(text),
    stage: one('parsed', 'embedded'),
    versions: row({ parser: number, chunker: number, embedder: text }),
  }),
  parsed: row({
    title: text,
    text,
    pages: list(number),
    headings: list(row({ level: number, text, start: number })),
    tables: list(
      row({
        start: number,
        end: number,
        header: list(text),
        rows: list(list(text)),
        rowSpans: list(span),
      }),
    ),
    date: orNull(text),
    warnings: list(text),
  }),
  file: row({ format, name: text }),
  passages: list(
    row({
      id: text,
      document: id,
      ordinal: number,
      start: number,
      end: number,
      text,
      sentences: list(span),
      headings: list(text),
      page: orNull(number),
      kind: one('prose', 'table'),
      header: list(text),
      tokens: number,
    }),
  ),
  shards: list(
    row({
      id: text,
      document: id,
      embedder: text,
      first: number,
      count: number,
      dimensions: number,
    }),
  ),
  triples: list(
    row({
      id: text,
      passage: text,
      document: id,
      head: text,
      relation: text,
      tail: text,
      negated: flag,
      sentence: span,
      extractor: text,
    }),
  ),
  judgements: list(row({ id: text, document: id, scores: floats })),
  relations: list(
    row({
      a: text,
      b: text,
      documentA: id,
      documentB: id,
      sign: one(1, -1),
      weight: number,
      spanA: span,
      spanB: span,
      textA: text,
      textB: text,
      forward: judgement,
      backward: judgement,
    }),
  ),
});
