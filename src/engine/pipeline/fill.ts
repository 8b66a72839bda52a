import type { Pause } from '../../core/cancel';
import type { DocumentRecord, Passage } from '../../core/types';
import type { Models } from '../models/types';
import type { Store } from '../storage/types';
import { passagesOf } from './document-rows';
import { embedderVersion } from './derive';
import type { Indexes } from './indexes';

/** Documents read from the store at once: enough to hide its latency, few enough to hold in memory. */
const AT_ONCE = 8;

/**
 * Loads every complete document into the indexes, a few at a time. Documents of another embedder
 * are left out until they are embedded anew (their vectors do not compare), as are documents
 * whose vectors are not all there.
 * @returns what was left out, for `resumeImports`.
 */
export async function fillIndexes(
  store: Store,
  indexes: Indexes,
  models: Pick<Models, 'describe'>,
  pause: Pause,
): Promise<readonly DocumentRecord[]> {
  const left: DocumentRecord[] = [];
  const embedder = await embedderVersion(models);
  const documents = await store.all('documents');
  for (let i = 0; i < documents.length; i += AT_ONCE) {
    const group = documents.slice(i, i + AT_ONCE);
    const loaded = await Promise.all(group.map((record) => loadDocument(store, record, embedder)));
    for (const [j, rows] of loaded.entries()) {
      await pause();
      if (rows) indexes.add(group[j]!, rows.passages, rows.vectors);
      else left.push(group[j]!);
    }
  }
  return left;
}

/** Passages and vectors of a complete document; null when it must be derived (or embedded) first. */
export async function loadDocument(
  store: Store,
  { id, stage, versions, passages: expected }: DocumentRecord,
  embedder: string | null,
): Promise<{ passages: Passage[]; vectors: Float32Array } | null> {
  if (stage !== 'embedded' || versions.embedder !== embedder) return null;
  const [passages, shards] = await Promise.all([
    passagesOf(store, id),
    store.where('vectors', 'document', id),
  ]);
  const own = shards.filter((shard) => shard.embedder === embedder);
  const rows = own.reduce((sum, { count }) => sum + count, 0);
  if (passages.length !== expected || rows !== expected || own.length === 0) return null;
  const { dimensions } = own[0]!;
  const vectors = new Float32Array(rows * dimensions);
  for (const { first, vectors: part } of own) vectors.set(part, first * dimensions);
  return { passages, vectors };
}
