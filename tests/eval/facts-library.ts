import { defaultSettings, type Settings } from '../../src/core/settings';
import type { DocumentId, DocumentRecord, Passage, PassageId } from '../../src/core/types';
import { createEmitter, type EngineContext, type LibraryChange } from '../../src/engine/context';
import { createFactsService, type FactsService } from '../../src/engine/facts/service';
import type { Models } from '../../src/engine/models/types';
import { createIndexes } from '../../src/engine/pipeline/indexes';
import { createMemoryStore } from '../../src/engine/storage/memory';
import type { Operation } from '../../src/engine/storage/types';
import type { FactPassage } from './facts-data';
import type { VectorCache } from './vector-cache';

/** A library of one document a passage, with its facts, as the engine holds it. */
export interface FactsLibrary {
  readonly context: EngineContext;
  readonly facts: FactsService;
  readonly passages: readonly FactPassage[];
}

/** What the embedder reads of a passage. */
export const passageText = (p: Pick<FactPassage, 'title' | 'text'>): string =>
  `${p.title}. ${p.text}`;

export async function createFactsLibrary(
  passages: readonly FactPassage[],
  cache: VectorCache,
  models: Models,
  settings: () => Settings = () => defaultSettings,
): Promise<FactsLibrary> {
  const context: EngineContext = {
    store: createMemoryStore(),
    models,
    writer: () => null,
    settings,
    indexes: createIndexes(settings),
    now: () => performance.now(),
    changed: createEmitter<LibraryChange>(),
  };
  for (const [i, p] of passages.entries()) {
    const { record, passage } = toRows(p, i, cache.tokens(passageText(p)));
    await context.store.batch([
      { table: 'documents', put: record },
      { table: 'passages', put: passage } satisfies Operation,
    ]);
    context.indexes.add(record, [passage], cache.vector(passageText(p)));
  }
  const facts = createFactsService(context);
  await facts.extract(() => {}, new AbortController().signal);
  return { context, facts, passages };
}

function toRows(p: FactPassage, i: number, tokens: number) {
  const id = `d${i}` as DocumentId;
  const record: DocumentRecord = {
    id,
    title: p.title,
    format: 'text',
    bytes: p.text.length,
    paths: [`${i}.txt`],
    collection: '',
    added: i,
    modified: null,
    date: null,
    pages: 0,
    passages: 1,
    characters: p.text.length,
    warnings: [],
    stage: 'embedded',
    versions: { parser: 1, chunker: 1, embedder: 'eval' },
  };
  const passage: Passage = {
    id: `${id}#0` as PassageId,
    document: id,
    ordinal: 0,
    start: 0,
    end: p.text.length,
    text: p.text,
    sentences: p.sentences,
    headings: [],
    page: null,
    kind: 'prose',
    header: [],
    tokens,
  };
  return { record, passage };
}

/** Models whose embedder asks the disk first, and counts the texts that it was asked for. */
export function cachedEmbedder(
  models: Models,
  cache: VectorCache,
): Models & { readonly asked: () => number } {
  let asked = 0;
  return {
    ...models,
    asked: () => asked,
    async embed(texts) {
      asked += texts.length;
      await cache.fill(texts);
      const rows = texts.map((t) => cache.vector(t));
      const d = rows[0]?.length ?? 0;
      const all = new Float32Array(rows.length * d);
      rows.forEach((row, i) => all.set(row, i * d));
      return all;
    },
  };
}
