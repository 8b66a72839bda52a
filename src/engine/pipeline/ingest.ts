import { failure, isExpected } from '../../core/errors';
import type { DocumentId, DocumentRecord, Format, ParsedDocument, Passage } from '../../core/types';
import type { ImportEvent } from '../../link/library';
import type { EngineContext } from '../context';
import type { ImportRecord, Operation } from '../storage/types';
import { currentVersions, sameText, type Derive, type Versions } from './derive';
import { carryFeedback, deriveesOf, passagesOf, shardsOf } from './document-rows';
import { embedDocument, type Embedded } from './embed-document';
import type { PathBook } from './path-book';
import { follow, replacementOf } from './replace';

export type Stage = Extract<ImportEvent, { type: 'progress' }>['stage'];
export type Report = (stage: Stage, done: number, total: number) => void;

/** A file as the engine got it, from the page or from the store. */
export interface Source {
  readonly id: DocumentId;
  readonly path: string;
  readonly bytes: ArrayBuffer;
  readonly collection: string;
  readonly modified: number | null;
}

type IngestContext = Pick<
  EngineContext,
  'store' | 'models' | 'settings' | 'indexes' | 'now' | 'changed'
>;

/**
 * Takes one document through its stages. Each stage saves in one batch before the next starts, so
 * that an interruption anywhere leaves a library that `resume` completes.
 */
export interface Ingest {
  /**
   * A file of the person: parsed, embedded and searchable when it resolves, in place of what its
   * path held before. `duplicateOf` is the path under which these bytes were known already (its own
   * path when nothing changed), or null.
   */
  take(
    source: Source,
    book: PathBook,
    report: Report,
    signal: AbortSignal,
  ): Promise<{ readonly document: DocumentRecord; readonly duplicateOf: string | null }>;
  /** A stored document that is incomplete or was made by other versions. */
  complete(
    id: DocumentId,
    book: PathBook,
    report: Report,
    signal: AbortSignal,
  ): Promise<DocumentRecord>;
}

export function createIngest(context: IngestContext, derive: Derive): Ingest {
  const { store, models, indexes, now, changed } = context;

  return {
    async take(source, book, report, signal) {
      const versions = await currentVersions(derive, models);
      const known = await store.get('documents', source.id);
      const run: Run = { versions, book, report, signal, source };
      if (!known) {
        const parsed = await parse(newRecord(source, versions, now()), source.bytes, run);
        return { document: await finish(parsed, run), duplicateOf: null };
      }
      const duplicateOf = known.paths.includes(source.path) ? source.path : known.paths[0]!;
      let record = await addPath(known, source);
      if (!sameText(record.versions, versions)) record = await parse(record, source.bytes, run);
      return { document: await finish(record, run), duplicateOf };
    },

    async complete(id, book, report, signal) {
      const versions = await currentVersions(derive, models);
      const run: Run = { versions, book, report, signal, source: null };
      const record = await recordOf(id);
      const whole = (await store.where('passages', 'document', id)).length;
      if (sameText(record.versions, versions) && whole === record.passages)
        return finish(record, run);
      const file = await store.get('files', id);
      if (!file)
        throw failure('NotFound', 'Its original bytes are gone from the library; import it again.');
      return finish(await parse(record, file.bytes, run), run);
    },
  };

  /** As it is stored now: it may have been moved to another collection, or deleted, meanwhile. */
  async function recordOf(id: DocumentId): Promise<DocumentRecord> {
    const record = await store.get('documents', id);
    if (!record) throw failure('NotFound', 'It was deleted while it was being imported.');
    return record;
  }

  /** Known bytes under a path: the path is kept with them. */
  async function addPath(
    known: DocumentRecord,
    { path, modified }: Source,
  ): Promise<DocumentRecord> {
    const paths = known.paths.includes(path) ? known.paths : [...known.paths, path];
    // The latest of its paths, so that two copies do not change it back and forth.
    const latest = Math.max(known.modified ?? 0, modified ?? 0) || null;
    const record = { ...known, paths, modified: latest };
    if (paths !== known.paths || record.modified !== known.modified) {
      await store.batch([{ table: 'documents', put: record }]);
      indexes.update(record);
    }
    return record;
  }

  /** Bytes -> text -> passages. What the parser did not expect is damage to the file. */
  async function read(
    id: DocumentId,
    bytes: ArrayBuffer,
    path: string,
    { report, signal }: Run,
  ): Promise<{ format: Format; parsed: ParsedDocument; passages: readonly Passage[] }> {
    try {
      report('parsing', 0, 1);
      const { format, parsed } = await derive.parse(
        bytes,
        path,
        (done, total) => report('parsing', done, total),
        signal,
      );
      report('splitting', 0, 1);
      const passages = await derive.split(id, parsed, signal);
      if (passages.length === 0)
        throw failure('DocumentNoText', 'No text was found in it (a scan, or only pictures?).');
      return { format, parsed, passages };
    } catch (error) {
      if (signal.aborted || isExpected(error)) throw error;
      const { message } = error as Error;
      throw failure('DocumentDamaged', `It could not be read: ${message}`, error);
    }
  }

  /** Stage 1: text and passages, saved together. */
  async function parse(
    record: DocumentRecord,
    bytes: ArrayBuffer,
    run: Run,
  ): Promise<DocumentRecord> {
    const { versions, book, signal } = run;
    const { id } = record;
    const path = run.source?.path ?? record.paths[0] ?? '';
    const { format, parsed, passages } = await read(record.id, bytes, path, run);
    signal.throwIfAborted();

    const name = path.split('/').at(-1) ?? path;
    const next: DocumentRecord = {
      ...((await store.get('documents', id)) ?? record),
      title: parsed.title,
      format,
      date: parsed.date,
      pages: parsed.pages.length,
      passages: passages.length,
      characters: parsed.text.length,
      warnings: parsed.warnings,
      stage: 'parsed',
      versions,
    };
    const before = await passagesOf(store, id);
    const abandoned = (await rivalsOf(next, run)).filter((rival) => rival.stage === 'parsed');
    const replaced = await replacementOf(store, abandoned, next);
    await store.batch([
      ...replaced.operations,
      ...(before.length > 0 ? deriveesOf(id) : []),
      ...carryFeedback(await store.all('feedback'), before, passages),
      { table: 'documents', put: next },
      { table: 'texts', put: { id, parsed } },
      { table: 'files', put: { id, format, name, bytes } },
      ...passages.map((put) => ({ table: 'passages', put }) as const),
      ...(run.source ? [statusOf(next, run.source.path, 'waiting')] : []),
    ]);
    indexes.remove(id);
    follow(replaced, next, indexes, book);
    return next;
  }

  /**
   * Stage 2: vectors, saved as they come; then, in one batch, the document becomes complete and
   * takes the place of what its paths held before, and is searchable.
   */
  async function finish(record: DocumentRecord, run: Run): Promise<DocumentRecord> {
    const { id } = record;
    const { versions, book, report } = run;
    const fresh =
      record.stage === 'embedded' &&
      record.versions.embedder === versions.embedder &&
      indexes.document(id) !== undefined;
    const embedded = fresh ? null : await embed(record, run);

    const stored = await recordOf(id);
    const document: DocumentRecord = embedded ? { ...stored, stage: 'embedded', versions } : stored;
    const replaced = await replacementOf(store, await rivalsOf(document, run), document);
    const operations = [
      ...replaced.operations,
      ...(embedded ? shardsOf(document, embedded.vectors, embedded.dimensions) : []),
      ...(await statusesOf(document, run)),
    ];
    if (operations.length === 0) return document;

    report('saving', 0, 1);
    await store.batch([...operations, { table: 'documents', put: document }]);
    if (embedded) indexes.add(document, embedded.passages, embedded.vectors);
    else indexes.update(document);
    follow(replaced, document, indexes, book);
    report('saving', 1, 1);
    changed.emit({ type: 'documents' });
    return document;
  }

  async function embed(
    record: DocumentRecord,
    { versions, report, signal }: Run,
  ): Promise<Embedded & { readonly passages: readonly Passage[] }> {
    const pending: DocumentRecord = { ...record, stage: 'parsed', versions };
    if (record.versions.embedder !== versions.embedder) {
      await store.batch([
        { table: 'documents', put: pending },
        { table: 'vectors', deleteWhere: 'document', equals: record.id },
      ]);
      indexes.remove(record.id);
    }
    const passages = await passagesOf(store, record.id);
    const progress = (done: number, total: number): void => report('embedding', done, total);
    return { passages, ...(await embedDocument(context, pending, passages, progress, signal)) };
  }

  /**
   * Other documents at the paths of this one. What a person hands in replaces them all; a document
   * that is merely completed gives way to newer ones.
   */
  async function rivalsOf(record: DocumentRecord, run: Run): Promise<DocumentRecord[]> {
    const collections = new Set([record.collection, run.source?.collection ?? record.collection]);
    const ids = run.book.othersAt(record, collections);
    const rivals = await Promise.all(ids.map((id) => store.get('documents', id)));
    return rivals.filter(
      (rival) => rival !== undefined && (run.source !== null || rival.added < record.added),
    ) as DocumentRecord[];
  }

  /** Import statuses of a complete document's paths, where they do not say so yet. */
  async function statusesOf(document: DocumentRecord, run: Run): Promise<Operation[]> {
    const operations: Operation[] = [];
    for (const path of document.paths) {
      const before = await store.get('imports', path);
      if (before?.status === 'indexed' && before.document === document.id) continue;
      // Another path of these bytes may meanwhile hold a file that failed: that stands.
      const isOwn = path === run.source?.path || before?.document === document.id;
      if (before && before.status !== 'waiting' && !isOwn) continue;
      operations.push(statusOf(document, path, 'indexed'));
    }
    return operations;
  }

  function statusOf(
    { id, bytes, collection }: DocumentRecord,
    path: string,
    status: 'waiting' | 'indexed',
  ): Operation {
    const put: ImportRecord = {
      path,
      bytes,
      status,
      error: null,
      reason: null,
      document: id,
      collection,
      at: now(),
    };
    return { table: 'imports', put };
  }
}

/** What one document's way through the stages needs at every step. */
interface Run {
  readonly versions: Versions;
  readonly book: PathBook;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** null when the document comes from the store. */
  readonly source: Source | null;
}

const newRecord = (source: Source, versions: Versions, now: number): DocumentRecord => ({
  id: source.id,
  title: '',
  format: 'text',
  bytes: source.bytes.byteLength,
  paths: [source.path],
  collection: source.collection,
  added: now,
  modified: source.modified,
  date: null,
  pages: 0,
  passages: 0,
  characters: 0,
  warnings: [],
  stage: 'parsed',
  versions,
});
