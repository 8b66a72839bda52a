import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentId, PassageId } from '../../src/core/types';
import { openIdbStore } from '../../src/engine/storage/idb';
import { createMemoryStore } from '../../src/engine/storage/memory';
import { createLibraryService } from '../../src/engine/pipeline/library';
import type { Operation, Store } from '../../src/engine/storage/types';
import { lineDerive, openLibrary, type TestLibrary } from '../support/library';
import { documentRow, passageRow, relationRow } from '../support/rows';

let store: Store;
let library: TestLibrary;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  store = await openIdbStore('library');
  library = await openLibrary(store);
});

const idOf = async (title: string): Promise<DocumentId> =>
  (await library.documents()).find((record) => record.title === title)!.id;

/** Rows of every kind that later stages hang on a document. */
const knowledgeOf = (id: DocumentId, other: DocumentId): Operation[] => {
  const passage = `${id}#0` as PassageId;
  const relation = relationRow('a', 'b');
  return [
    { table: 'triples', put: { id: `${passage}/0`, document: id, passage } as never },
    { table: 'judgements', put: { id: `j-${id}`, document: id, scores: new Float32Array(3) } },
    {
      table: 'relations',
      put: {
        ...relation,
        a: passage,
        b: `${other}#0` as PassageId,
        documentA: id,
        documentB: other,
      },
    },
    {
      table: 'relations',
      put: {
        ...relation,
        a: `${other}#0` as PassageId,
        b: passage,
        documentA: other,
        documentB: id,
      },
    },
    {
      table: 'feedback',
      put: { target: `document:${id}`, value: 'good', given: 1, from: 'map' },
    },
    {
      table: 'feedback',
      put: { target: `passage:${passage}`, value: 'bad', given: 1, from: 'map' },
    },
    { table: 'feedback', put: { target: 'folder:sub', value: 'bad', given: 1, from: 'map' } },
  ];
};

describe('deleting a document', () => {
  it('takes everything of it along, and leaves the rest', async () => {
    await library.add({ 'a.txt': 'Alpha\nwords', 'b.txt': 'Beta\nwords', 'c.txt': 'Gamma' });
    const [alpha, beta, gamma] = await Promise.all(['Alpha', 'Beta', 'Gamma'].map(idOf));
    await store.batch([...knowledgeOf(alpha!, beta!), ...knowledgeOf(beta!, gamma!)]);
    const changes: string[] = [];
    library.context.changed.on((change) => changes.push(change.type));

    await library.deleteDocuments([alpha!]);

    expect(changes).toEqual(['documents']);
    for (const table of ['texts', 'files', 'passages', 'vectors', 'documents'] as const)
      expect(JSON.stringify(await store.keys(table)), table).not.toContain(alpha);
    expect((await store.all('triples')).map(({ document }) => document)).toEqual([beta]);
    expect((await store.all('judgements')).map(({ document }) => document)).toEqual([beta]);
    expect(await store.count('relations')).toBe(2);
    expect((await store.keys('feedback')).sort()).toEqual(
      [`document:${beta}`, `passage:${beta}#0`, 'folder:sub'].sort(),
    );
    expect((await library.fileStatuses()).map(({ path }) => path)).toEqual(['b.txt', 'c.txt']);
    expect(await library.find('words')).toEqual(['Beta']);
    expect(library.context.indexes.size).toBe(3);
    await expect(library.view(alpha!)).rejects.toMatchObject({ name: 'NotFound' });
    await expect(library.bytes(alpha!)).rejects.toMatchObject({ name: 'NotFound' });
  });

  it('keeps answers that cited it; their citations name what is gone', async () => {
    await library.add({ 'a.txt': 'Alpha\nwords' });
    const id = await idOf('Alpha');
    const citation = { passage: `${id}#1` as PassageId, document: id };
    await store.batch([
      { table: 'history', put: { id: 'h', answer: { id: 'h', citations: [citation] } as never } },
    ]);
    expect((await library.passage(citation.passage))!.text).toBe('words');
    await library.deleteDocuments([id]);
    const [kept] = await store.all('history');
    expect(kept!.answer.citations).toEqual([citation]);
    expect(await library.passage(citation.passage)).toBeNull();
    expect((await library.documents()).some((record) => record.id === id)).toBe(false);
  });

  it('can be followed by adding the same file again', async () => {
    await library.add({ 'a.txt': 'Alpha' });
    await library.deleteDocuments([await idOf('Alpha')]);
    await library.add({ 'a.txt': 'Alpha' });
    expect(await library.find('alpha')).toEqual(['Alpha']);
  });

  it('takes less than a second in a library of 1 000', async () => {
    const memory = createMemoryStore();
    const big = await openLibrary(memory);
    const { indexes } = big.context;
    const operations: Operation[] = [];
    for (let i = 0; i < 1000; i++) {
      const record = documentRow(`d${i}`, { passages: 5 });
      const passages = Array.from({ length: 5 }, (_, j) =>
        passageRow(`d${i}`, j, `words ${i} ${j}`),
      );
      operations.push({ table: 'documents', put: record });
      for (const put of passages) operations.push({ table: 'passages', put });
      indexes.add(record, passages, new Float32Array(5 * 64).fill(0.125));
    }
    await memory.batch(operations);
    const started = performance.now();
    await big.deleteDocuments([documentRow('d500').id]);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(indexes.size).toBe(4995);
    expect(await memory.count('passages')).toBe(4995);
  });

  it('minds neither an unknown id nor an empty list', async () => {
    await library.add({ 'a.txt': 'Alpha' });
    await library.deleteDocuments([]);
    await library.deleteDocuments([documentRow('unknown').id]);
    expect(await library.documents()).toHaveLength(1);
  });
});

describe('the rest of the library', () => {
  it('shows a document with its text, its passages in order and its original bytes', async () => {
    const text = ['Alpha', ...Array.from({ length: 11 }, (_, i) => `line ${i}`)].join('\n');
    await library.add({ 'a.txt': text });
    const id = await idOf('Alpha');
    const view = await library.view(id);
    expect(view.record.title).toBe('Alpha');
    expect(view.parsed.text).toBe(text);
    expect(view.passages.map(({ ordinal }) => ordinal)).toEqual([...Array(12).keys()]);
    expect(new TextDecoder().decode(await library.bytes(id))).toBe(text);
    expect(await library.passage('nothing#0' as PassageId)).toBeNull();
  });

  it('moves documents to another collection, in the store, the indexes and the statuses', async () => {
    await library.add({ 'a.txt': 'Alpha', 'b.txt': 'Beta' });
    await library.moveDocuments([await idOf('Alpha')], 'other');
    const where = (rows: readonly { collection: string }[]) => rows.map((row) => row.collection);
    expect(where(await library.documents()).sort()).toEqual(['default', 'other']);
    expect(where(library.context.indexes.documents()).sort()).toEqual(['default', 'other']);
    expect(where(await library.fileStatuses())).toEqual(['other', 'default']);
    await expect(library.moveDocuments([documentRow('unknown').id], 'other')).rejects.toMatchObject(
      { name: 'NotFound' },
    );
  });

  it('tells what is stored and how much room there is', async () => {
    await library.add({ 'a.txt': 'Alpha\nwords' });
    const service = createLibraryService(library.context, {
      derive: lineDerive,
      estimate: () => Promise.resolve({ usage: 5, quota: 100 }),
      persisted: () => Promise.resolve(true),
      reason: null,
    });
    expect(await service.storage()).toEqual({
      kind: 'indexeddb',
      reason: null,
      usedBytes: 5,
      quotaBytes: 100,
      persisted: true,
      documents: 1,
      passages: 2,
    });
    expect(await library.storage()).toMatchObject({ usedBytes: null, persisted: false });
  });

  it('deletes everything, also while an import runs', async () => {
    await library.add({ 'a.txt': 'Alpha' });
    await store.batch([{ table: 'values', put: { id: 'settings', value: {} } }]);
    let calls = 0;
    let emptied: Promise<void> | undefined;
    library.models.onEmbed = () => {
      if (++calls === 2) emptied = library.deleteEverything();
    };
    const events = await library.add({ 'b.txt': 'Beta\nx\ny\nz\n', 'c.txt': 'Gamma' });
    await emptied;
    expect(events.at(-1)).toMatchObject({ type: 'finished', cancelled: true });
    for (const table of ['documents', 'passages', 'vectors', 'files', 'values', 'imports'] as const)
      expect(await store.count(table), table).toBe(0);
    expect(library.context.indexes.size).toBe(0);
    library.models.onEmbed = () => {};
    await library.add({ 'b.txt': 'Beta' });
    expect(await library.find('beta')).toEqual(['Beta']);
  });
});
