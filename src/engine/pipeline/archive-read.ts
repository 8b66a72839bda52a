import { failure } from '../../core/errors';
import type { DocumentId } from '../../core/types';
import { fromJson } from '../storage/plain';
import type { VectorShard } from '../storage/types';
import type { ArchiveReader } from '../storage/zip';
import {
  archiveVersion,
  documentShape,
  libraryShape,
  manifestShape,
  names,
  type ArchivedDocument,
  type ArchivedLibrary,
  type Check,
  type Manifest,
} from './archive-rows';
import { hashOf } from './import-jobs';

/** A document of an archive, checked: its rows fit each other and its original is unchanged. */
export interface ReadDocument extends ArchivedDocument {
  readonly bytes: ArrayBuffer;
  readonly vectors: readonly VectorShard[];
}

/** @throws BadArchive naming what is wrong; AbortError. */
export async function readManifest(archive: ArchiveReader): Promise<Manifest> {
  if (!archive.names.includes(names.manifest))
    throw bad('it has no manifest.json, so it was not exported by Touchstone');
  const manifest = await readJson<Manifest>(archive, names.manifest, manifestShape);
  if (manifest.version > archiveVersion)
    throw bad(
      `it was exported by a newer Touchstone (version ${manifest.version} of the format; this one reads up to ${archiveVersion}). Update, then try again`,
    );
  return manifest;
}

export const readLibrary = (archive: ArchiveReader): Promise<ArchivedLibrary> =>
  readJson<ArchivedLibrary>(archive, names.library, libraryShape);

export async function readDocument(archive: ArchiveReader, id: DocumentId): Promise<ReadDocument> {
  const name = names.document(id);
  const document = await readJson<ArchivedDocument>(archive, name, documentShape);
  const { record, parsed, passages, file } = document;
  const demand = (holds: boolean, otherwise: string): void => {
    if (!holds) throw bad(`in ${name}, ${otherwise}`);
  };

  demand(record.id === id, 'the id is not that of its entry');
  demand(record.paths.length > 0, 'the document has no path');
  demand(record.passages === passages.length, 'the number of passages differs');
  passages.forEach((passage, i) => {
    demand(
      passage.document === id && passage.ordinal === i && passage.id === `${id}#${i}`,
      `passage ${i} is out of place`,
    );
    demand(
      passage.text === parsed.text.slice(passage.start, passage.end),
      `passage ${i} is not what the text says there`,
    );
  });
  for (const [kind, rows] of [
    ['triple', document.triples],
    ['judgement', document.judgements],
  ] as const)
    demand(
      rows.every((row) => row.document === id),
      `a ${kind} is of another document`,
    );
  demand(
    document.relations.every((row) => row.documentA === id),
    'a relation is of another document',
  );

  const original = names.original(id, file.name);
  const [{ buffer: bytes }, { buffer }] = await Promise.all([
    archive.bytes(original),
    archive.bytes(names.vectors(id)),
  ]);
  demand(
    bytes.byteLength === record.bytes && (await hashOf(bytes)) === id,
    `"${original}" is not the file that was imported`,
  );
  const vectors = cut(document, buffer, demand);
  return { ...document, bytes, vectors };
}

/** The shards of a document out of the buffer that holds them one after the other. */
function cut(
  { record: { id, stage }, passages, shards }: ArchivedDocument,
  buffer: ArrayBuffer,
  demand: (holds: boolean, otherwise: string) => void,
): VectorShard[] {
  const floats = shards.reduce((sum, { count, dimensions }) => sum + count * dimensions, 0);
  demand(buffer.byteLength === 4 * floats, 'the vectors have not the length that is told');
  const all = new Float32Array(buffer);
  demand(all.every(Number.isFinite), 'a vector holds what is no number');
  const covered = new Uint8Array(passages.length);
  let at = 0;
  const result = shards.map((shard): VectorShard => {
    const { document, embedder, first, count, dimensions } = shard;
    demand(
      document === id && shard.id === `${id}:${embedder}:${first}` && dimensions > 0,
      'a vector shard is out of place',
    );
    demand(first >= 0 && first + count <= passages.length, 'there are vectors of no passage');
    covered.fill(1, first, first + count);
    const vectors = all.slice(at, (at += count * dimensions));
    return { ...shard, vectors };
  });
  demand(stage === 'parsed' || !covered.includes(0), 'vectors are missing');
  return result;
}

async function readJson<T>(archive: ArchiveReader, name: string, shape: Check): Promise<T> {
  const json = await archive.text(name);
  try {
    const value = fromJson(json);
    shape(value, name);
    return value as T;
  } catch (error) {
    throw bad((error as Error).message, error);
  }
}

const bad = (what: string, cause?: unknown): Error =>
  failure('BadArchive', `This archive cannot be imported: ${what}. Nothing was changed.`, cause);
