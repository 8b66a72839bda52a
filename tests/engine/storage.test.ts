import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openIdbStore } from '../../src/engine/storage/idb';
import { createMemoryStore } from '../../src/engine/storage/memory';
import { tableNames } from '../../src/engine/storage/schema';
import type { Operation, Store } from '../../src/engine/storage/types';
import { documentId, documentRow, everyTable, passageRow, relationRow } from '../support/rows';

const makers: Record<Store['kind'], () => Promise<Store>> = {
  memory: async () => createMemoryStore(),
  indexeddb: () => openIdbStore('contract'),
};

describe.each(Object.entries(makers))('a store in %s', (kind, make) => {
  let store: Store;
  beforeEach(async () => {
    globalThis.indexedDB = new IDBFactory();
    store = await make();
  });
  afterEach(() => store.close());

  it('says what it is and starts empty', async () => {
    expect(store.kind).toBe(kind);
    for (const table of tableNames) {
      expect(await store.all(table)).toEqual([]);
      expect(await store.count(table)).toBe(0);
    }
    expect(await store.get('documents', documentId('none'))).toBeUndefined();
  });

  it('gives back, from every table, what was put', async () => {
    const rows = everyTable('a');
    await store.batch(rows);
    for (const operation of rows)
      if ('put' in operation) expect(await store.all(operation.table)).toEqual([operation.put]);
    const relation = relationRow('a', 'az');
    expect(await store.get('relations', [relation.a, relation.b])).toEqual(relation);
  });

  it('replaces a row of the same key, and follows its changed index', async () => {
    await store.batch([{ table: 'passages', put: passageRow('a', 0) }]);
    const moved = { ...passageRow('a', 0), document: documentId('b') };
    await store.batch([{ table: 'passages', put: moved }]);
    expect(await store.count('passages')).toBe(1);
    expect(await store.where('passages', 'document', documentId('a'))).toEqual([]);
    expect(await store.where('passages', 'document', documentId('b'))).toEqual([moved]);
  });

  it('gives rows and keys in ascending order of keys', async () => {
    const names = ['b', 'c', 'a'];
    await store.batch(names.map((name) => ({ table: 'documents', put: documentRow(name) })));
    expect(await store.keys('documents')).toEqual(['a', 'b', 'c'].map(documentId));
    expect((await store.all('documents')).map((row) => row.title)).toEqual(['a', 'b', 'c']);
    await store.batch([
      { table: 'relations', put: relationRow('b', 'c') },
      { table: 'relations', put: relationRow('a', 'c') },
      { table: 'relations', put: relationRow('a', 'b') },
    ]);
    const pairs = (await store.all('relations')).map((row) => row.textA && [row.a, row.b]);
    expect(await store.keys('relations')).toEqual(pairs);
    expect(pairs.map(([a, b]) => [a!.slice(0, 2), b!.slice(0, 2)])).toEqual([
      ['61', '62'],
      ['61', '63'],
      ['62', '63'],
    ]);
  });

  it('finds and deletes by either index of a relation', async () => {
    await store.batch([
      { table: 'relations', put: relationRow('a', 'b') },
      { table: 'relations', put: relationRow('b', 'c') },
    ]);
    const b = documentId('b');
    expect(await store.where('relations', 'documentA', b)).toHaveLength(1);
    expect(await store.where('relations', 'documentB', b)).toHaveLength(1);
    await store.batch([
      { table: 'relations', deleteWhere: 'documentA', equals: b },
      { table: 'relations', deleteWhere: 'documentB', equals: b },
    ]);
    expect(await store.count('relations')).toBe(0);
  });

  it('carries operations of a batch out in their order', async () => {
    await store.batch([0, 1, 2].map((i) => ({ table: 'passages', put: passageRow('a', i) })));
    await store.batch([
      { table: 'passages', deleteWhere: 'document', equals: documentId('a') },
      { table: 'passages', put: passageRow('a', 7) },
      { table: 'values', clear: true },
      { table: 'values', put: { id: 'kept', value: 1 } },
      { table: 'values', put: { id: 'gone', value: 1 } },
      { table: 'values', delete: 'gone' },
      { table: 'values', delete: 'never there' },
    ]);
    expect((await store.all('passages')).map((row) => row.ordinal)).toEqual([7]);
    expect(await store.keys('values')).toEqual(['kept']);
  });

  it('changes nothing when one operation of a batch fails', async () => {
    await store.batch([{ table: 'documents', put: documentRow('a') }]);
    const detached = Uint8Array.of(1).buffer;
    structuredClone(detached, { transfer: [detached] });
    const file = { id: documentId('b'), format: 'text', name: 'b', bytes: detached } as const;
    const batch: Operation[] = [
      { table: 'documents', clear: true },
      { table: 'documents', put: documentRow('b') },
      { table: 'files', put: file },
    ];
    await expect(store.batch(batch)).rejects.toThrow();
    expect((await store.all('documents')).map((row) => row.title)).toEqual(['a']);
    expect(await store.count('files')).toBe(0);
    await store.batch([{ table: 'documents', put: documentRow('c') }]);
    expect(await store.count('documents')).toBe(2);
  });

  it('keeps its own copy of buffers, on the way in and on the way out', async () => {
    const bytes = Uint8Array.of(1, 2, 3).buffer;
    const row = { id: documentId('a'), format: 'text', name: 'a', bytes } as const;
    await store.batch([{ table: 'files', put: row }]);
    new Uint8Array(bytes)[0] = 9;
    const first = (await store.get('files', row.id))!.bytes;
    expect([...new Uint8Array(first)]).toEqual([1, 2, 3]);
    structuredClone(first, { transfer: [first] });
    expect([...new Uint8Array((await store.get('files', row.id))!.bytes)]).toEqual([1, 2, 3]);
  });

  it('does nothing for an empty batch', async () => {
    await store.batch([]);
    expect(await store.count('documents')).toBe(0);
  });

  it('clears every table', async () => {
    await store.batch([...everyTable('a'), ...everyTable('b')]);
    await store.clear();
    for (const table of tableNames) expect(await store.count(table)).toBe(0);
  });

  it('refuses by name once it is closed', async () => {
    store.close();
    await expect(store.count('documents')).rejects.toMatchObject({ name: 'StorageRefused' });
    await expect(store.batch(everyTable('a'))).rejects.toMatchObject({ name: 'StorageRefused' });
  });
});
