import { embeddingText } from '../../core/passages/embedding-text';
import type { DocumentRecord, Passage } from '../../core/types';
import type { EngineContext } from '../context';
import { shardOf } from './document-rows';

export interface Embedded {
  /** passages.length x dimensions, row-major. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
}

/**
 * Embeds what is not yet embedded of a document, and saves every batch as it comes: a reload or a
 * cancel in the middle loses at most the batch under way, and nothing is embedded twice.
 * @param passages all of the document, in order.
 * @throws AbortError, QuotaExceeded, DeviceLost; what was saved stays.
 */
export async function embedDocument(
  context: Pick<EngineContext, 'store' | 'models' | 'settings'>,
  { id, title, versions: { embedder } }: DocumentRecord,
  passages: readonly Passage[],
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Embedded> {
  const { store, models } = context;
  const { dimensions } = await models.describe();
  const vectors = new Float32Array(passages.length * dimensions);
  const have = new Uint8Array(passages.length);
  for (const shard of await store.where('vectors', 'document', id))
    if (shard.embedder === embedder && shard.dimensions === dimensions) {
      vectors.set(shard.vectors, shard.first * dimensions);
      have.fill(1, shard.first, shard.first + shard.count);
    }

  let done = have.reduce((sum, one) => sum + one, 0);
  onProgress(done, passages.length);
  const batch = context.settings().library.embedBatch;
  for (let first = have.indexOf(0); first >= 0; first = have.indexOf(0, first)) {
    signal.throwIfAborted();
    let count = 1;
    while (count < batch && have[first + count] === 0) count++;
    const texts = passages.slice(first, first + count).map((p) => embeddingText(title, p));
    vectors.set(await models.embed(texts, signal), first * dimensions);
    await store.batch([
      { table: 'vectors', put: shardOf(id, embedder, dimensions, first, count, vectors) },
    ]);
    have.fill(1, first, first + count);
    onProgress((done += count), passages.length);
  }
  return { vectors, dimensions };
}
