import type { DocumentId, DocumentRecord, Feedback, Passage, PassageId } from '../../core/types';
import type { Operation, Store, VectorShard } from '../storage/types';

/** Rows of one stored vector shard once a document is complete: about 1.5 MB at 384 dimensions. */
const SHARD_ROWS = 1024;

/** What was computed from a document's passages and means nothing once they change. */
export function deriveesOf(id: DocumentId): Operation[] {
  return [
    { table: 'passages', deleteWhere: 'document', equals: id },
    { table: 'vectors', deleteWhere: 'document', equals: id },
    { table: 'judgements', deleteWhere: 'document', equals: id },
    { table: 'triples', deleteWhere: 'document', equals: id },
    { table: 'relations', deleteWhere: 'documentA', equals: id },
    { table: 'relations', deleteWhere: 'documentB', equals: id },
  ];
}

/**
 * Everything of a document. Answers that cited it stay in the history: their citations name a
 * document that is no longer there.
 */
export async function deletionOf(store: Store, id: DocumentId): Promise<Operation[]> {
  const operations: Operation[] = [
    ...deriveesOf(id),
    { table: 'documents', delete: id },
    { table: 'texts', delete: id },
    { table: 'files', delete: id },
  ];
  for (const target of await store.keys('feedback'))
    if (target === `document:${id}` || target.startsWith(`passage:${id}#`))
      operations.push({ table: 'feedback', delete: target });
  const record = await store.get('documents', id);
  for (const path of record?.paths ?? []) {
    const status = await store.get('imports', path);
    if (status?.document === id) operations.push({ table: 'imports', delete: path });
  }
  return operations;
}

/** Passages of a document in reading order (the store orders them by id: #10 before #2). */
export async function passagesOf(store: Store, id: DocumentId): Promise<Passage[]> {
  const passages = await store.where('passages', 'document', id);
  return passages.sort((a, b) => a.ordinal - b.ordinal);
}

/** The vectors of a complete document as few large shards, in place of the small ones. */
export function shardsOf(
  { id, versions: { embedder } }: DocumentRecord,
  vectors: Float32Array,
  dimensions: number,
): Operation[] {
  const operations: Operation[] = [{ table: 'vectors', deleteWhere: 'document', equals: id }];
  const rows = vectors.length / dimensions;
  for (let first = 0; first < rows; first += SHARD_ROWS) {
    const count = Math.min(SHARD_ROWS, rows - first);
    operations.push({
      table: 'vectors',
      put: shardOf(id, embedder, dimensions, first, count, vectors),
    });
  }
  return operations;
}

/** Rows first..first + count of `vectors` (a whole document's) as a row of the store. */
export function shardOf(
  document: DocumentId,
  embedder: string,
  dimensions: number,
  first: number,
  count: number,
  vectors: Float32Array,
): VectorShard {
  return {
    id: `${document}:${embedder}:${first}`,
    document,
    embedder,
    first,
    count,
    dimensions,
    vectors: vectors.slice(first * dimensions, (first + count) * dimensions),
  };
}

/**
 * Feedback on passages that were cut anew: each goes to the new passage that holds most of what the
 * old one said, or is dropped when the text is gone.
 */
export function carryFeedback(
  feedback: readonly Feedback[],
  before: readonly Passage[],
  after: readonly Passage[],
): Operation[] {
  const old = new Map(before.map((passage) => [`passage:${passage.id}`, passage]));
  const operations: Operation[] = [];
  const puts: Operation[] = [];
  for (const given of [...feedback].sort((a, b) => a.given - b.given)) {
    const passage = old.get(given.target);
    if (!passage) continue;
    operations.push({ table: 'feedback', delete: given.target });
    const heir = heirOf(passage, after);
    if (heir) puts.push({ table: 'feedback', put: { ...given, target: `passage:${heir}` } });
  }
  return [...operations, ...puts];
}

function heirOf(passage: Passage, after: readonly Passage[]): PassageId | null {
  const same = after.find(({ text }) => text.includes(passage.text) || passage.text.includes(text));
  if (same) return same.id;
  // The parser may have moved offsets a little; the words decide whether it is still the same place.
  const words = new Set(passage.text.split(/\s+/));
  let best: PassageId | null = null;
  let most = words.size / 2;
  for (const { id, text } of after) {
    const shared = new Set(text.split(/\s+/).filter((word) => words.has(word))).size;
    if (shared > most) [best, most] = [id, shared];
  }
  return best;
}
