import type { DocumentId, DocumentRecord } from '../../core/types';
import type { EmbedderApi } from '../../link/embedder';
import { createPause } from '../breathe';
import type { EngineContext } from '../context';
import type { Models } from '../models/types';
import type { Operation, Store } from '../storage/types';
import { embedderVersion } from './derive';
import { passagesOf } from './document-rows';
import { embedDocument } from './embed-document';
import type { Gate } from './gate';

export const embedderKey = 'embedder';

/** What the store keeps; the row is this machine's and no part of an exported library. */
interface Kept {
  readonly answering: string | null;
  readonly wanted: string | null;
}

export interface EmbedderChoice {
  /** The same models, embedding by whatever the library answers with. */
  readonly models: Models;
  readonly kept: () => Kept;
  keep(kept: Kept): Promise<Operation>;
  /** Takes what was kept as true from now on. */
  take(kept: Kept): void;
}

/** Reads which embedder the library's vectors are of, and binds the models to it. */
export async function createEmbedderChoice(store: Store, models: Models): Promise<EmbedderChoice> {
  let kept: Kept = { answering: null, wanted: null };
  const row = (await store.get('values', embedderKey))?.value as Partial<Kept> | undefined;
  kept = { answering: row?.answering ?? null, wanted: row?.wanted ?? null };
  const by = (name?: string) => name ?? kept.answering ?? undefined;
  return {
    models: {
      ...models,
      embed: (texts, signal, name) => models.embed(texts, signal, by(name)),
      countTokens: (texts, signal, name) => models.countTokens(texts, signal, by(name)),
      describe: (name) => models.describe(by(name)),
    },
    kept: () => kept,
    keep: async (next) => ({ table: 'values', put: { id: embedderKey, value: next } }),
    take: (next) => void (kept = next),
  };
}

/** Documents read at once when the change is made. */
const AT_ONCE = 16;

/** @param gate shared by everything that embeds a question and searches with it */
export function createEmbedderSwitch(
  context: EngineContext,
  choice: EmbedderChoice,
  gate: Gate,
): EmbedderApi {
  const { store, indexes, models, changed } = context;

  async function run(
    name: string,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const to = await versionOf(name);
    const from = await embedderVersion(models);
    const { answering } = choice.kept();
    if (to === from) return settle({ answering: name, wanted: null });
    await settle({ answering, wanted: name });
    try {
      // What was imported meanwhile is embedded in the next round.
      while (!(await change(name, to, answering))) await round(name, to, onProgress, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      await settle({ answering, wanted: null });
      await forget(to);
      throw error;
    }
    // Not in the way of the answer to the call: the old one is only memory.
    if (answering !== null || from !== null) await models.unload?.(nameIn(answering, from));
    changed.emit({ type: 'embedder' });
    changed.emit({ type: 'documents' });
  }

  async function versionOf(name: string): Promise<string> {
    const version = await embedderVersion({ describe: () => models.describe(name) });
    if (version === null) {
      // Says why: missing, damaged.
      await models.embed([' '], new AbortController().signal, name);
      throw new Error(`"${name}" is no embedder.`);
    }
    return version;
  }

  async function settle(next: Kept): Promise<void> {
    await store.batch([await choice.keep(next)]);
    choice.take(next);
  }

  const complete = async (): Promise<DocumentRecord[]> =>
    (await store.all('documents')).filter(({ stage }) => stage === 'embedded');

  /** Embeds all that is not embedded by `to` yet; what is there is not embedded again. */
  async function round(
    name: string,
    to: string,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const documents = await complete();
    const total = documents.reduce((sum, { passages }) => sum + passages, 0);
    const bound: Models = {
      ...models,
      embed: (texts, s) => models.embed(texts, s, name),
      describe: () => models.describe(name),
    };
    const pause = createPause(signal, 0);
    let before = 0;
    for (const record of documents) {
      const start = before;
      const versions = { ...record.versions, embedder: to };
      const passages = await passagesOf(store, record.id);
      await embedDocument(
        { ...context, models: bound },
        { ...record, versions },
        passages,
        (done) => onProgress(start + done, total),
        signal,
      );
      before += record.passages;
      await pause();
    }
  }

  /**
   * Changes over, when no question is under way: records, vectors and the embedder in one
   * transaction, then the index. @returns false when vectors are still missing
   */
  function change(name: string, to: string, answering: string | null): Promise<boolean> {
    return gate.alone(async () => {
      const documents = await complete();
      const rows = new Map<DocumentId, Float32Array>();
      const operations: Operation[] = [await choice.keep({ answering: name, wanted: null })];
      for (let i = 0; i < documents.length; i += AT_ONCE)
        for (const record of documents.slice(i, i + AT_ONCE)) {
          const shards = await store.where('vectors', 'document', record.id);
          const own = shards.filter(({ embedder }) => embedder === to);
          if (own.reduce((sum, { count }) => sum + count, 0) !== record.passages) return false;
          const dimensions = own[0]?.dimensions ?? 0;
          const vectors = new Float32Array(record.passages * dimensions);
          for (const { first, vectors: part } of own) vectors.set(part, first * dimensions);
          rows.set(record.id, vectors);
          for (const { id, embedder } of shards)
            if (embedder !== to) operations.push({ table: 'vectors', delete: id });
          const versions = { ...record.versions, embedder: to };
          operations.push({ table: 'documents', put: { ...record, versions } });
        }
      if (choice.kept().answering !== answering) return true;
      await store.batch(operations);
      choice.take({ answering: name, wanted: null });
      const records = new Map(
        documents.map((record) => [
          record.id,
          { ...record, versions: { ...record.versions, embedder: to } },
        ]),
      );
      indexes.revector(records, rows);
      return true;
    });
  }

  /** Deletes vectors that were made for nothing. */
  async function forget(version: string): Promise<void> {
    for (const { id } of await store.all('documents')) {
      const shards = await store.where('vectors', 'document', id);
      await store.batch(
        shards
          .filter(({ embedder }) => embedder === version)
          .map((shard): Operation => ({ table: 'vectors', delete: shard.id })),
      );
    }
  }

  return {
    embedder: async () => choice.kept(),
    switchEmbedder: run,
  };
}

/** The folder behind "all-MiniLM-L6-v2@1 q8", where its name was not kept. */
const nameIn = (name: string | null, version: string | null): string =>
  name ?? (version ?? '').split('@')[0]!;
