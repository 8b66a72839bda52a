import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openIdbStore } from '../../src/engine/storage/idb';
import { openStore } from '../../src/engine/storage/open';
import { upgrades } from '../../src/engine/storage/upgrades';
import type { TableName } from '../../src/engine/storage/types';
import { buildDatabase, decode, done, dumpDatabase, type Dump } from '../support/dump';
import { createLocks } from '../support/locks';
import { documentRow, everyTable } from '../support/rows';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fixture = (version: number): Dump =>
  JSON.parse(
    readFileSync(new URL(`../fixtures/db-v${version}.json`, import.meta.url), 'utf8'),
  ) as Dump;

describe('a database from an older version', () => {
  it.each(upgrades.map((_, i) => i + 1))('opens from version %i with all its rows', async (v) => {
    const dump = fixture(v);
    expect(dump.version).toBe(v);
    await buildDatabase('old', dump);
    const store = await openIdbStore('old');
    for (const { name, rows } of dump.tables) {
      expect(rows.length, name).toBeGreaterThan(0);
      expect(await store.all(name as TableName)).toEqual(rows.map(decode));
    }
    const document = (await store.all('documents'))[0]!;
    for (const table of ['passages', 'vectors', 'judgements', 'triples'] as const)
      expect(await store.where(table, 'document', document.id)).toHaveLength(1);
    store.close();
  });

  it('has the same tables and indexes as a new one once it is open', async () => {
    await buildDatabase('old', fixture(1));
    (await openIdbStore('old')).close();
    (await openIdbStore('new')).close();
    const shape = ({ tables, version }: Dump): unknown => [
      version,
      tables.map(({ name, keyPath, indexes }) => ({ name, keyPath, indexes })),
    ];
    expect(shape(await dumpDatabase('old'))).toEqual(shape(await dumpDatabase('new')));
  });
});

describe('openIdbStore', () => {
  it('refuses a database from a newer version by name', async () => {
    (await done(indexedDB.open('library', upgrades.length + 1))).close();
    await expect(openIdbStore('library')).rejects.toMatchObject({ name: 'DatabaseTooNew' });
  });

  it('makes way for a newer version, and says so from then on', async () => {
    const store = await openIdbStore('library');
    (await done(indexedDB.open('library', upgrades.length + 1))).close();
    await expect(store.count('documents')).rejects.toMatchObject({
      name: 'StorageRefused',
      message: expect.stringContaining('another tab') as string,
    });
  });

  it('gives up by name while another tab keeps an older version open', async () => {
    const older = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('library', 1);
      opening.onsuccess = () => resolve(opening.result);
    });
    // No versionchange handler: it stays open.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    (upgrades as unknown[]).push(() => {});
    try {
      const opening = openIdbStore('library');
      const refused = expect(opening).rejects.toMatchObject({ name: 'DatabaseBlocked' });
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
      await vi.advanceTimersByTimeAsync(5000);
      await refused;
      vi.useRealTimers();
    } finally {
      older.close();
      (upgrades as unknown[]).pop();
    }
  });

  it('names a full disk, and leaves what was there', async () => {
    const store = await openIdbStore('library');
    await store.batch([{ table: 'documents', put: documentRow('a') }]);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(
      store.batch([{ table: 'documents', clear: true }, ...everyTable('b')]),
    ).rejects.toMatchObject({ name: 'QuotaExceeded' });
    put.mockRestore();
    expect((await store.all('documents')).map((row) => row.title)).toEqual(['a']);
    store.close();
  });
});

describe('openStore', () => {
  it('opens on disk, lets go on close, and finds the same rows again', async () => {
    const locks = createLocks();
    const first = await openStore('library', locks);
    expect(first).toMatchObject({ reason: null, store: { kind: 'indexeddb' } });
    await first.store.batch(everyTable('a'));
    first.store.close();
    const second = await openStore('library', locks);
    expect(await second.store.count('documents')).toBe(1);
    second.store.close();
  });

  it('tells a second tab that the library is open elsewhere', async () => {
    const locks = createLocks();
    const { store } = await openStore('library', locks);
    await expect(openStore('library', locks)).rejects.toMatchObject({ name: 'EngineElsewhere' });
    expect(await store.count('documents')).toBe(0);
    store.close();
  });

  it('waits for a tab that is being closed', async () => {
    const locks = createLocks();
    const { store } = await openStore('library', locks);
    setTimeout(() => store.close(), 100);
    const second = await openStore('library', locks);
    second.store.close();
  });

  it('lives in memory and says why where IndexedDB is refused', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('The user denied it.', 'SecurityError');
      },
    });
    const { store, reason } = await openStore('library', createLocks());
    expect(store.kind).toBe('memory');
    expect(reason).toContain('The user denied it.');
    expect(reason).toContain('gone when the tab is closed');
    await store.batch(everyTable('a'));
    expect(await store.count('passages')).toBe(1);
  });

  it('lives in memory where locks are refused together with IndexedDB', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('All storage is blocked.', 'SecurityError');
      },
    });
    const refused = new DOMException('Access to the Locks API is denied.', 'SecurityError');
    const locks = { request: () => Promise.reject(refused) } as unknown as LockManager;
    const { store, reason } = await openStore('library', locks);
    expect(store.kind).toBe('memory');
    expect(reason).toContain('All storage is blocked.');
    store.close();
  });

  it('lives in memory where there is no IndexedDB, and without locks', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { store, reason } = await openStore('library', undefined);
    expect([store.kind, reason]).toEqual(['memory', expect.stringContaining('no storage')]);
  });

  it('does not hide a library that is too new behind an empty one, and lets go of the lock', async () => {
    (await done(indexedDB.open('library', upgrades.length + 1))).close();
    const locks = createLocks();
    await expect(openStore('library', locks)).rejects.toMatchObject({ name: 'DatabaseTooNew' });
    await expect(openStore('library', locks)).rejects.toMatchObject({ name: 'DatabaseTooNew' });
  });
});
