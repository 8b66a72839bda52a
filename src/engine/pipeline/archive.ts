import { failure } from '../../core/errors';
import type { DocumentId, DocumentRecord } from '../../core/types';
import type { EngineContext } from '../context';
import { toJson } from '../storage/plain';
import type { Operation } from '../storage/types';
import { createArchiveWriter, openArchive } from '../storage/zip';
import { readDocument, readLibrary, readManifest, type ReadDocument } from './archive-read';
import {
  archiveVersion,
  names,
  type ArchivedDocument,
  type ArchivedLibrary,
  type Manifest,
} from './archive-rows';
import { embedderVersion, sameText, type Derive } from './derive';
import { deletionOf, passagesOf } from './document-rows';
import { embedderKey } from './embedder-switch';
import { loadDocument } from './fill';

type OnShare = (share: number) => void;

/** The whole library as one zip. Call it while no import runs. @throws AbortError */
export async function exportArchive(
  { store, now }: Pick<EngineContext, 'store' | 'now'>,
  onProgress: OnShare,
  signal: AbortSignal,
): Promise<Blob> {
  const zip = createArchiveWriter(signal);
  const records = await store.all('documents');
  for (const [i, record] of records.entries()) {
    signal.throwIfAborted();
    onProgress(i / records.length);
    const { id } = record;
    const [text, file, passages, shards, triples, judgements, relations] = await Promise.all([
      store.get('texts', id),
      store.get('files', id),
      passagesOf(store, id),
      store.where('vectors', 'document', id),
      store.where('triples', 'document', id),
      store.where('judgements', 'document', id),
      store.where('relations', 'documentA', id),
    ]);
    if (!text || !file)
      throw failure(
        'Busy',
        `"${record.title}" was deleted while the library was exported; export again.`,
      );
    const document: ArchivedDocument = {
      record,
      parsed: text.parsed,
      file: { format: file.format, name: file.name },
      passages,
      shards: shards.map(({ vectors: _, ...shard }) => shard),
      triples,
      judgements,
      relations,
    };
    await zip.text(names.document(id), toJson(document));
    await zip.bytes(names.vectors(id), joined(shards.map(({ vectors }) => vectors)));
    await zip.bytes(names.original(id, file.name), new Uint8Array(file.bytes));
  }
  const library: ArchivedLibrary = {
    feedback: await store.all('feedback'),
    history: await store.all('history'),
    imports: await store.all('imports'),
    values: (await store.all('values')).filter(({ id }) => id !== embedderKey),
  };
  await zip.text(names.library, toJson(library));
  const manifest: Manifest = {
    format: 'touchstone-library',
    version: archiveVersion,
    exported: now(),
    documents: records.map(({ id }) => id),
  };
  await zip.text(names.manifest, toJson(manifest));
  const archive = await zip.finish();
  onProgress(1);
  return archive;
}

/**
 * Adds an archive to the library: what is there stays as it is, documents that are there already
 * only gain paths, settings are taken over by an empty library only. Each document is checked and
 * written whole; a failure on the way takes back what was added.
 * @returns how many added documents must be derived anew, by `resumeImports`, because other
 * versions made them.
 * @throws BadArchive naming what is wrong, QuotaExceeded, AbortError; then nothing has changed.
 */
export async function importArchive(
  context: EngineContext,
  derive: Derive,
  blob: Blob,
  onProgress: OnShare,
  signal: AbortSignal,
): Promise<number> {
  const { store, indexes, models } = context;
  const archive = await openArchive(blob, signal);
  const manifest = await readManifest(archive);
  const library = await readLibrary(archive);
  const ids = [...new Set(manifest.documents)];
  const there = new Map((await store.all('documents')).map((record) => [record.id, record]));
  const added: DocumentRecord[] = [];
  const changed: DocumentRecord[] = [];
  try {
    const relations: ReadDocument['relations'][number][] = [];
    for (const [i, id] of ids.entries()) {
      signal.throwIfAborted();
      onProgress((0.95 * i) / ids.length);
      const document = await readDocument(archive, id);
      const known = there.get(id);
      if (known) {
        const paths = [...new Set([...known.paths, ...document.record.paths])];
        if (paths.length > known.paths.length) {
          await store.batch([{ table: 'documents', put: { ...known, paths } }]);
          changed.push(known);
        }
      } else {
        await store.batch(rowsOf(document));
        added.push(document.record);
      }
      relations.push(...document.relations);
    }
    await store.batch([
      ...relationRows(relations, added, there),
      ...(await libraryRows(context, library, there.size === 0)),
    ]);
  } catch (error) {
    for (const { id } of added) await store.batch(await deletionOf(store, id));
    await store.batch(changed.map((put) => ({ table: 'documents', put })));
    throw error;
  }

  const embedder = await embedderVersion(models);
  let outdated = 0;
  for (const record of added) {
    const loaded = await loadDocument(store, record, embedder);
    if (loaded) indexes.add(record, loaded.passages, loaded.vectors);
    const { parserVersion: parser, chunkerVersion: chunker } = derive;
    const current = { ...record.versions, parser, chunker };
    if (!loaded || !sameText(record.versions, current)) outdated++;
  }
  for (const { id } of changed) {
    const record = await store.get('documents', id);
    if (record) indexes.update(record);
  }
  return outdated;
}

function rowsOf(document: ReadDocument): Operation[] {
  const { record, parsed, file, bytes, passages, vectors, triples, judgements } = document;
  const { id } = record;
  return [
    { table: 'documents', put: record },
    { table: 'texts', put: { id, parsed } },
    { table: 'files', put: { id, ...file, bytes } },
    ...passages.map((put): Operation => ({ table: 'passages', put })),
    ...vectors.map((put): Operation => ({ table: 'vectors', put })),
    ...triples.map((put): Operation => ({ table: 'triples', put })),
    ...judgements.map((put): Operation => ({ table: 'judgements', put })),
  ];
}

/** Relations with an added document at one end at least, and none whose other end is missing. */
function relationRows(
  relations: ReadDocument['relations'],
  added: readonly DocumentRecord[],
  there: ReadonlyMap<DocumentId, DocumentRecord>,
): Operation[] {
  const isNew = new Set(added.map(({ id }) => id));
  const isHere = (id: DocumentId): boolean => isNew.has(id) || there.has(id);
  return relations
    .filter(
      ({ documentA: a, documentB: b }) => (isNew.has(a) || isNew.has(b)) && isHere(a) && isHere(b),
    )
    .map((put) => ({ table: 'relations', put }));
}

/** What belongs to no document: the person's own rows win, except over an empty library. */
async function libraryRows(
  { store }: Pick<EngineContext, 'store'>,
  { feedback, history, imports, values }: ArchivedLibrary,
  empty: boolean,
): Promise<Operation[]> {
  const given = new Map((await store.all('feedback')).map((row) => [row.target, row.given]));
  const asked = new Set(await store.keys('history'));
  const seen = new Set(await store.keys('imports'));
  return [
    ...feedback
      .filter((row) => row.given > (given.get(row.target) ?? -Infinity))
      .map((put): Operation => ({ table: 'feedback', put })),
    ...history
      .filter((row) => !asked.has(row.id))
      .map((put): Operation => ({ table: 'history', put })),
    ...imports
      .filter((row) => !seen.has(row.path))
      .map((put): Operation => ({ table: 'imports', put })),
    ...(empty ? values.map((put): Operation => ({ table: 'values', put })) : []),
  ];
}

function joined(parts: readonly Float32Array[]): Uint8Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(all.buffer);
}
