import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../src/core/errors';
import { openIdbStore } from '../../src/engine/storage/idb';
import { createMemoryStore } from '../../src/engine/storage/memory';
import type { Operation, Store } from '../../src/engine/storage/types';
import type { ImportEvent } from '../../src/link/library';
import {
  contentsOf,
  createWatchedModels,
  never,
  openLibrary,
  told,
  type TestLibrary,
} from '../support/library';

const lines = (title: string, count: number): string =>
  [title, ...Array.from({ length: count - 1 }, (_, i) => `${title} line number ${i}`)].join('\n');
const folder = { 'a.txt': lines('Alpha', 7), 'b.txt': lines('Beta', 3) };

const makers: Record<Store['kind'], () => Promise<Store>> = {
  memory: async () => createMemoryStore(),
  indexeddb: () => openIdbStore('ingest'),
};

/** The same rows whenever they were written. */
async function timeless(store: Store): Promise<unknown> {
  const { imports, documents, ...rest } = await contentsOf(store);
  const without = (rows: unknown[]): unknown[] =>
    rows.map((row) => ({ ...(row as object), at: 0, added: 0 }));
  return { ...rest, imports: without(imports!), documents: without(documents!) };
}

/** A store whose batches are all refused from the nth (0-based) on that `matches`, until `heal`. */
function failing(
  store: Store,
  nth: number,
  error: () => Error,
  matches: (operations: readonly Operation[]) => boolean = () => true,
): { store: Store; batches: () => number; heal: () => void } {
  let seen = 0;
  let broken = true;
  return {
    store: {
      ...store,
      batch(operations) {
        if (matches(operations) && seen++ >= nth && broken) return Promise.reject(error());
        return store.batch(operations);
      },
    },
    batches: () => seen,
    heal: () => (broken = false),
  };
}

describe.each(Object.entries(makers))('an import that is interrupted, in %s', (_, make) => {
  let store: Store;
  beforeEach(async () => {
    globalThis.indexedDB = new IDBFactory();
    store = await make();
  });

  /** Everything in the store is of a document that is in the library, and indexes equal the store. */
  async function isConsistent(library: TestLibrary): Promise<void> {
    const documents = await store.all('documents');
    const ids = new Set<string>(documents.map(({ id }) => id));
    for (const table of ['texts', 'files'] as const)
      expect(new Set(await store.keys(table)), table).toEqual(ids);
    for (const table of ['passages', 'vectors'] as const)
      for (const row of await store.all(table)) expect(ids, table).toContain(row.document);
    for (const record of documents) {
      const passages = await store.where('passages', 'document', record.id);
      expect(passages).toHaveLength(record.passages);
      if (record.stage !== 'embedded') continue;
      const shards = await store.where('vectors', 'document', record.id);
      expect(shards.reduce((sum, { count }) => sum + count, 0)).toBe(record.passages);
      expect(library.context.indexes.passagesOf(record.id)).toHaveLength(record.passages);
    }
    const searchable = library.context.indexes.documents().map(({ id }) => id);
    expect(searchable.sort()).toEqual(
      documents.filter(({ stage }) => stage === 'embedded').map(({ id }) => id),
    );
  }

  it('resumes after a crash in the middle of embedding, and embeds each passage once', async () => {
    const models = createWatchedModels();
    let calls = 0;
    models.onEmbed = () => {
      // A tab that is closed: the call never comes back.
      if (++calls === 3) return new Promise<never>(() => {});
    };
    const library = await openLibrary(store, { models });
    void library.add(folder);
    await expect.poll(() => calls).toBe(3);
    expect(await library.documents()).toMatchObject([{ title: 'Alpha', stage: 'parsed' }]);

    const again = await openLibrary(store, { models: { ...createWatchedModels() } });
    await isConsistent(again);
    expect(await again.find('alpha')).toEqual([]);
    const events = await again.resume();
    expect(told(events)).toEqual(['started 1', 'indexed a.txt', 'finished 1 0 0']);
    expect(events.find((e) => e.type === 'progress' && e.stage === 'embedding')).toMatchObject({
      done: 4,
      total: 7,
    });
    await isConsistent(again);
    expect(await again.find('alpha')).toEqual(['Alpha']);
    const all = [...models.embedded, ...again.models.embedded];
    expect(all.sort()).toEqual([...new Set(all)]);
    expect(all).toHaveLength(7);
    // The file that was never read is not waiting for ever.
    const statuses = await again.fileStatuses();
    expect(statuses.map(({ path, status }) => [path, status])).toEqual([
      ['a.txt', 'indexed'],
      ['b.txt', 'skipped'],
    ]);
  });

  it('is whole again after a crash at any write, with every passage embedded once', async () => {
    const clean = await make();
    const wanted = await openLibrary(clean);
    await wanted.add(folder);
    const expected = await timeless(clean);
    await clean.clear();

    let crashes = 0;
    for (let nth = 0; ; nth++) {
      await store.clear();
      const broken = failing(store, nth, () => failure('StorageRefused', 'The tab was closed.'));
      const models = createWatchedModels();
      const first = await openLibrary(broken.store, { models });
      await first.add(folder);
      if (broken.batches() <= nth) break;
      crashes++;

      const second = await openLibrary(store, { models });
      await isConsistent(second);
      await second.resume();
      await isConsistent(second);
      await second.add(folder);
      await isConsistent(second);
      expect(await timeless(store), `after a crash at write ${nth}`).toEqual(expected);
      // Only a batch whose saving failed is embedded again: at most one batch of two.
      expect(models.embedded.length).toBeLessThanOrEqual(12);
      expect(new Set(models.embedded).size).toBe(10);
    }
    expect(crashes).toBeGreaterThan(7);
  });

  it('is whole again after a crash at any write while a changed file is replaced', async () => {
    const changed = { 'a.txt': lines('Gamma', 5), 'b.txt': folder['b.txt'] };
    let crashes = 0;
    for (let nth = 0; ; nth++) {
      await store.clear();
      await (await openLibrary(store)).add(folder);
      const broken = failing(store, nth, () => failure('StorageRefused', 'The tab was closed.'));
      const first = await openLibrary(broken.store);
      await first.add(changed);
      if (broken.batches() <= nth) break;
      crashes++;

      const second = await openLibrary(store);
      await isConsistent(second);
      // The old version is there until the new one is searchable; never both, never none.
      expect([...(await second.find('alpha')), ...(await second.find('gamma'))]).toHaveLength(1);
      await second.resume();
      await second.add(changed);
      await isConsistent(second);
      expect((await second.documents()).map(({ title }) => title).sort()).toEqual([
        'Beta',
        'Gamma',
      ]);
      expect(await second.find('alpha')).toEqual([]);
    }
    expect(crashes).toBeGreaterThan(3);
  });

  it('tells a full disk, keeps what came before, and goes on when there is room', async () => {
    const full = () => failure('QuotaExceeded', 'The storage is full.');
    const broken = failing(store, 1, full, (batch) => batch.some((o) => o.table === 'files'));
    const library = await openLibrary(broken.store);
    const events = await library.add({ 'a.txt': 'Alpha', 'b.txt': 'Beta', 'c.txt': 'Gamma' });
    expect(told(events)).toEqual([
      'started 3',
      'indexed a.txt',
      'failed b.txt QuotaExceeded',
      'failed c.txt QuotaExceeded',
      'finished 1 0 2',
    ]);
    await isConsistent(library);
    expect(await library.find('alpha')).toEqual(['Alpha']);
    broken.heal();
    const later = await library.add({ 'b.txt': 'Beta', 'c.txt': 'Gamma' });
    expect(told(later).at(-1)).toBe('finished 2 0 0');
    await isConsistent(library);
  });

  it('does not read the rest once the disk stays full', async () => {
    const full = () => failure('QuotaExceeded', 'The storage is full.');
    const broken = failing(store, 0, full, (batch) => batch.some((o) => o.table === 'files'));
    const library = await openLibrary(broken.store);
    const names = Array.from({ length: 9 }, (_, i) => [`${i}.txt`, `Text ${i}`]);
    const events = await library.add(Object.fromEntries(names) as Record<string, string>);
    expect(told(events).at(-1)).toBe('finished 0 0 9');
    expect(broken.batches()).toBe(3);
    expect((await library.fileStatuses()).every(({ status }) => status === 'failed')).toBe(true);
  });

  it('stops at a model that is gone, and resumes with what was embedded', async () => {
    const library = await openLibrary(store);
    let calls = 0;
    library.models.onEmbed = () => {
      if (++calls === 3) throw failure('DeviceLost', 'The GPU was reset.');
    };
    const events = await library.add(folder);
    expect(told(events)).toEqual([
      'started 2',
      'failed a.txt DeviceLost',
      'failed b.txt DeviceLost',
      'finished 0 0 2',
    ]);
    await isConsistent(library);
    library.models.onEmbed = () => {};
    expect(told(await library.resume())).toEqual(['started 1', 'indexed a.txt', 'finished 1 0 0']);
    expect(library.models.embedded).toHaveLength(7);
  });

  it('cancels inside one long file: nothing is searchable, what was embedded is kept', async () => {
    const library = await openLibrary(store);
    await library.add({ 'old.txt': 'Old words' });
    const controller = new AbortController();
    let calls = 0;
    library.models.onEmbed = () => {
      if (++calls === 3) controller.abort();
    };
    const events = await library.add(
      { ...folder, 'c.txt': 'Gamma' },
      { signal: controller.signal },
    );
    expect(told(events)).toEqual(['started 3', 'finished 0 0 0 cancelled']);
    await isConsistent(library);
    expect(await library.find('alpha')).toEqual([]);
    expect(await library.find('old')).toEqual(['Old words']);
    const statuses = await library.fileStatuses();
    expect(statuses.map(({ path, status, error }) => [path, status, error])).toEqual([
      ['a.txt', 'skipped', 'AbortError'],
      ['b.txt', 'skipped', 'AbortError'],
      ['c.txt', 'skipped', 'AbortError'],
      ['old.txt', 'indexed', null],
    ]);

    // What a person cancelled does not start again by itself, but goes on when that is asked for.
    library.models.onEmbed = () => {};
    const again = await openLibrary(store, { models: library.models });
    expect(told(await again.resume())).toEqual([]);
    const asked: ImportEvent[] = [];
    await again.resumeImports((event) => asked.push(event), never(), true);
    expect(told(asked)).toEqual(['started 1', 'indexed a.txt', 'finished 1 0 0']);
    expect(again.models.embedded).toHaveLength(1 + 7);
    await again.add(folder);
    await isConsistent(again);
    expect(again.models.embedded).toHaveLength(1 + 7 + 3);
    expect(await again.find('alpha')).toEqual(['Alpha']);
  });

  it('cancels while parsing: the store is as it was', async () => {
    const controller = new AbortController();
    const library = await openLibrary(store, {
      derive: {
        parse: (_bytes, _path, _onProgress, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
            controller.abort();
          }),
      },
    });
    const events = await library.add(folder, { signal: controller.signal });
    expect(told(events)).toEqual(['started 2', 'finished 0 0 0 cancelled']);
    const { imports, ...rest } = await contentsOf(store);
    expect(imports).toHaveLength(2);
    expect(Object.values(rest).flat()).toEqual([]);
  });

  it('is cancelled before it begins', async () => {
    const library = await openLibrary(store);
    expect(told(await library.add(folder, { signal: AbortSignal.abort() }))).toEqual([]);
    expect(await library.documents()).toEqual([]);
    expect((await library.fileStatuses()).map(({ error }) => error)).toEqual([
      'AbortError',
      'AbortError',
    ]);
  });

  it('lets a document go that is deleted while it is being embedded', async () => {
    const library = await openLibrary(store);
    let calls = 0;
    let deleted: Promise<void> | undefined;
    library.models.onEmbed = async () => {
      if (++calls !== 2) return;
      const [alpha] = await library.documents();
      deleted = library.deleteDocuments([alpha!.id]);
      await new Promise((resolve) => setTimeout(resolve));
    };
    const events = await library.add(folder);
    await deleted;
    expect(told(events)).toEqual([
      'started 2',
      'skipped a.txt NotFound',
      'indexed b.txt',
      'finished 1 1 0',
    ]);
    await isConsistent(library);
    expect((await library.documents()).map(({ title }) => title)).toEqual(['Beta']);
    expect((await library.fileStatuses()).map(({ path }) => path)).toEqual(['b.txt']);
  });

  it('keeps a document in the collection that it was moved to meanwhile', async () => {
    const library = await openLibrary(store);
    let calls = 0;
    library.models.onEmbed = async () => {
      if (++calls === 2) await library.moveDocuments([(await library.documents())[0]!.id], 'other');
    };
    await library.add(folder);
    expect((await library.documents()).find((d) => d.title === 'Alpha')!.collection).toBe('other');
  });

  it('shows at least every two seconds that it lives', async () => {
    const library = await openLibrary(store);
    library.models.onEmbed = () => new Promise((resolve) => setTimeout(resolve, 2500));
    const times: number[] = [];
    await library.add({ 'a.txt': 'Alpha' }, { onEvent: () => times.push(performance.now()) });
    const gaps = times.slice(1).map((time, i) => time - times[i]!);
    expect(Math.max(...gaps)).toBeLessThan(2000);
  });
});

describe('documents that other versions made', () => {
  it('are embedded anew by another embedder, and not mixed meanwhile', async () => {
    const store = createMemoryStore();
    await (await openLibrary(store)).add(folder);
    const models = createWatchedModels();
    models.id = 'better@1';
    const library = await openLibrary(store, { models });
    expect(library.context.indexes.size).toBe(0);
    expect(told(await library.resume())).toEqual([
      'started 2',
      'indexed a.txt',
      'indexed b.txt',
      'finished 2 0 0',
    ]);
    expect(models.embedded).toHaveLength(10);
    expect(await library.find('alpha')).toEqual(['Alpha']);
    const embedders = (await store.all('vectors')).map(({ embedder }) => embedder);
    expect(new Set(embedders)).toEqual(new Set(['better@1 fp32']));
    expect(told(await library.resume())).toEqual([]);
  });

  it('are read again from their original bytes by another parser; feedback finds its place', async () => {
    const store = createMemoryStore();
    const before = await openLibrary(store);
    await before.add({ 'a.txt': 'Alpha\nSecond line of it\nThird line' });
    const { id } = (await before.documents())[0]!;
    await store.batch([
      { table: 'feedback', put: { target: `passage:${id}#1`, value: 'bad', given: 1, from: 'x' } },
      { table: 'feedback', put: { target: `passage:${id}#2`, value: 'good', given: 2, from: 'x' } },
      { table: 'feedback', put: { target: `document:${id}`, value: 'good', given: 3, from: 'x' } },
    ]);
    const library = await openLibrary(store, {
      derive: {
        parserVersion: 2,
        async split(document, { text }) {
          const [title, ...rest] = text.split('\n');
          const parts = [`${title}\n${rest[0]}`];
          return parts.map((part, ordinal) => ({
            id: `${document}#${ordinal}` as never,
            document,
            ordinal,
            start: 0,
            end: part.length,
            text: part,
            sentences: [[0, part.length]],
            headings: [],
            page: null,
            kind: 'prose',
            header: [],
            tokens: 5,
          }));
        },
      },
    });
    // Searchable as it was until its turn comes.
    expect(await library.find('third')).toEqual(['Alpha']);
    await library.resume();
    expect(await library.find('second')).toEqual(['Alpha']);
    expect(await library.find('third')).toEqual([]);
    expect(await library.documents()).toMatchObject([{ passages: 1, versions: { parser: 2 } }]);
    expect(await store.all('feedback')).toMatchObject([
      { target: `document:${id}` },
      { target: `passage:${id}#0`, value: 'bad' },
    ]);
  });

  it('do not push out a newer version of their file that was cancelled', async () => {
    const store = createMemoryStore();
    const first = await openLibrary(store);
    await first.add({ 'a.txt': 'Old words' });
    const controller = new AbortController();
    first.models.onEmbed = () => controller.abort();
    await first.add({ 'a.txt': lines('New', 6) }, { signal: controller.signal });
    const models = createWatchedModels();
    models.id = 'better@1';
    const library = await openLibrary(store, { models });
    expect(told(await library.resume()).at(-1)).toBe('finished 1 0 0');
    expect(await library.find('words')).toEqual(['Old words']);
    expect((await library.documents()).map(({ stage }) => stage).sort()).toEqual([
      'embedded',
      'parsed',
    ]);
    await library.add({ 'a.txt': lines('New', 6) });
    expect((await library.documents()).map(({ title }) => title)).toEqual(['New']);
  });

  it('stay deleted, or where they were moved, while others are derived before them', async () => {
    const store = createMemoryStore();
    await (await openLibrary(store)).add({ ...folder, 'c.txt': 'Gamma' });
    const models = createWatchedModels();
    models.id = 'better@1';
    const library = await openLibrary(store, { models, derive: { parserVersion: 2 } });
    const [, beta, gamma] = [...(await library.documents())].sort((a, b) => a.added - b.added);
    let calls = 0;
    models.onEmbed = async () => {
      if (++calls !== 1) return;
      await library.deleteDocuments([beta!.id]);
      await library.moveDocuments([gamma!.id], 'other');
    };
    expect(told(await library.resume())).toEqual([
      'started 3',
      'indexed a.txt',
      'failed b.txt NotFound',
      'indexed c.txt',
      'finished 2 0 1',
    ]);
    expect((await library.documents()).map((d) => [d.title, d.collection]).sort()).toEqual([
      ['Alpha', 'default'],
      ['Gamma', 'other'],
    ]);
    expect(await store.count('texts')).toBe(2);
  });

  it('stay as they are when they cannot be read anew', async () => {
    const store = createMemoryStore();
    await (await openLibrary(store)).add(folder);
    const library = await openLibrary(store, {
      derive: { parserVersion: 2, parse: () => Promise.reject(failure('DocumentDamaged', 'No.')) },
    });
    const events: ImportEvent[] = await library.resume(never());
    expect(told(events).at(-1)).toBe('finished 0 0 2');
    expect(await library.find('alpha')).toEqual(['Alpha']);
    expect((await library.fileStatuses()).map(({ status }) => status)).toEqual([
      'indexed',
      'indexed',
    ]);
  });
});
