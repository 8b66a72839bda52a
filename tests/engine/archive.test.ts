import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../src/core/errors';
import { openIdbStore } from '../../src/engine/storage/idb';
import { createMemoryStore } from '../../src/engine/storage/memory';
import { fromJson, toJson } from '../../src/engine/storage/plain';
import { createArchiveWriter, openArchive } from '../../src/engine/storage/zip';
import type { Store } from '../../src/engine/storage/types';
import { contentsOf, createWatchedModels, never, openLibrary, told } from '../support/library';
import { relationRow } from '../support/rows';

const answer = {
  id: 'h1',
  question: 'Who?',
  short: 'Alpha',
  sentences: [{ text: 'Alpha.', citations: [1] }],
  citations: [{ number: 1, passage: 'p', document: 'd', quote: 'Alpha' }],
  asked: 7,
};

/** A library with rows in every table. */
async function fullLibrary(store: Store) {
  const library = await openLibrary(store);
  await library.add({
    'sub/a.txt': 'Alpha\nfirst words\nsecond words',
    'copy.txt': 'Alpha\nfirst words\nsecond words',
    'b.txt': 'Beta\nother words',
    'bad.txt': 'DAMAGED',
  });
  const [a, b] = (await library.documents()).map(({ id }) => id);
  await store.batch([
    {
      table: 'relations',
      put: {
        ...relationRow('x', 'y'),
        a: `${a}#0` as never,
        b: `${b}#0` as never,
        documentA: a!,
        documentB: b!,
      },
    },
    { table: 'judgements', put: { id: 'j', document: a!, scores: Float32Array.of(0.1, 0.2, 0.7) } },
    {
      table: 'triples',
      put: {
        id: `${b}#0/0` as never,
        passage: `${b}#0` as never,
        document: b!,
        head: 'Beta',
        relation: 'is',
        tail: 'other',
        negated: false,
        sentence: [0, 4],
        extractor: 'rules@1',
      },
    },
    { table: 'feedback', put: { target: `document:${a}`, value: 'good', given: 3, from: 'map' } },
    { table: 'history', put: { id: 'h1', answer: answer as never } },
    { table: 'values', put: { id: 'settings', value: { retrieval: { keep: 20 } } } },
    {
      table: 'values',
      put: { id: 'index', value: { ids: Int32Array.of(1, 2), raw: new Uint8Array([7]).buffer } },
    },
  ]);
  return library;
}

const makers: Record<Store['kind'], () => Promise<Store>> = {
  memory: async () => createMemoryStore(),
  indexeddb: () => openIdbStore('archive'),
};

describe.each(Object.entries(makers))('an archive of a library in %s', (_, make) => {
  let store: Store;
  beforeEach(async () => {
    globalThis.indexedDB = new IDBFactory();
    store = await make();
  });

  it('restores every row in an empty library, without embedding anything', async () => {
    const library = await fullLibrary(store);
    const before = await contentsOf(store);
    const shares: number[] = [];
    const archive = await library.exportLibrary((share) => shares.push(share), never());
    expect(archive.type).toBe('application/zip');
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    await library.deleteEverything();
    expect(await library.find('words')).toEqual([]);

    const models = createWatchedModels();
    const fresh = await openLibrary(store, { models });
    const restored: number[] = [];
    await fresh.importLibrary(archive, (share) => restored.push(share), never());
    expect(restored).toEqual([...restored].sort((a, b) => a - b));
    expect(restored.at(-1)).toBe(1);
    expect(await contentsOf(store)).toEqual(before);
    expect(models.embedded).toEqual([]);
    expect(await fresh.find('words')).toEqual(['Alpha', 'Beta']);
    expect(told(await fresh.resume())).toEqual([]);
  });

  it('holds the originals under their own names', async () => {
    const library = await fullLibrary(store);
    const archive = await openArchive(await library.exportLibrary(() => {}, never()), never());
    const [a] = await library.documents();
    expect(archive.names.filter((name) => name.startsWith('originals/'))).toHaveLength(2);
    const text = await archive.text(`originals/${a!.id}/${a!.paths[0]!.split('/').at(-1)}`);
    expect(text.split('\n')[0]).toBe(a!.title);
  });

  it('is derived anew from the originals where other versions made it', async () => {
    const library = await fullLibrary(store);
    const archive = await library.exportLibrary(() => {}, never());
    await library.deleteEverything();
    const models = createWatchedModels();
    models.id = 'better@1';
    const fresh = await openLibrary(store, { models });
    await fresh.importLibrary(archive, () => {}, never());
    expect(models.embedded).toHaveLength(5);
    expect(await fresh.find('words')).toEqual(['Alpha', 'Beta']);
  });

  it('adds to a library that is in use: nothing of it is lost or overwritten', async () => {
    const other = createMemoryStore();
    const archive = await (await fullLibrary(other)).exportLibrary(() => {}, never());
    const library = await openLibrary(store);
    await library.add(
      { 'mine/b.txt': 'Beta\nother words', 'c.txt': 'Gamma words' },
      { collection: 'mine' },
    );
    await store.batch([{ table: 'values', put: { id: 'settings', value: 'mine' } }]);
    await library.importLibrary(archive, () => {}, never());
    const documents = await library.documents();
    expect(
      documents.map(({ title, paths, collection }) => [title, paths, collection]).sort(),
    ).toEqual([
      ['Alpha', ['sub/a.txt', 'copy.txt'], 'default'],
      ['Beta', ['mine/b.txt', 'b.txt'], 'mine'],
      ['Gamma words', ['c.txt'], 'mine'],
    ]);
    expect((await store.get('values', 'settings'))!.value).toBe('mine');
    expect(await store.count('relations')).toBe(1);
    expect(await store.count('feedback')).toBe(1);
    expect(await store.count('history')).toBe(1);
    expect(await library.find('words')).toEqual(['Alpha', 'Beta', 'Gamma words']);
    const before = await contentsOf(store);
    await library.importLibrary(archive, () => {}, never());
    expect(await contentsOf(store)).toEqual(before);
  });

  it('leaves the library as it was when importing fails or is cancelled half way', async () => {
    const other = createMemoryStore();
    const archive = await (await fullLibrary(other)).exportLibrary(() => {}, never());
    await (
      await openLibrary(store)
    ).add({ 'c.txt': 'Gamma words', 'own.txt': 'Beta\nother words' });
    const before = await contentsOf(store);
    let failures = 0;
    for (let nth = 0; ; nth++) {
      let batches = 0;
      const full: Store = {
        ...store,
        batch: (operations) =>
          batches++ === nth
            ? Promise.reject(failure('QuotaExceeded', 'The storage is full.'))
            : store.batch(operations),
      };
      const library = await openLibrary(full);
      const result = await library
        .importLibrary(archive, () => {}, never())
        .then(
          () => 'done',
          (error: Error) => error.name,
        );
      if (result === 'done') break;
      failures++;
      expect(result).toBe('QuotaExceeded');
      expect(await contentsOf(store), `after a failure at write ${nth}`).toEqual(before);
      expect(await library.find('words')).toEqual(['Beta', 'Gamma words']);
    }
    expect(failures).toBeGreaterThan(1);
  });

  it('leaves the library as it was when it is cancelled', async () => {
    const other = createMemoryStore();
    const archive = await (await fullLibrary(other)).exportLibrary(() => {}, never());
    const library = await openLibrary(store);
    await library.add({ 'c.txt': 'Gamma words' });
    const before = await contentsOf(store);
    const controller = new AbortController();
    await expect(
      library.importLibrary(
        archive,
        (share) => {
          if (share > 0.4) controller.abort();
        },
        controller.signal,
      ),
    ).rejects.toMatchObject({ name: 'AbortError' });
    expect(await contentsOf(store)).toEqual(before);
    await expect(
      library.exportLibrary(() => controller.abort(), AbortSignal.abort()),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a bad archive', () => {
  let library: Awaited<ReturnType<typeof fullLibrary>>;
  let archive: Blob;
  beforeEach(async () => {
    library = await fullLibrary(createMemoryStore());
    archive = await library.exportLibrary(() => {}, never());
  });

  /** The archive with some entries changed (null: left out). */
  async function altered(
    change: (name: string, text: string) => string | null | undefined,
  ): Promise<Blob> {
    const reader = await openArchive(archive, never());
    const writer = createArchiveWriter(never());
    for (const name of reader.names) {
      const bytes = await reader.bytes(name);
      const next = change(name, new TextDecoder().decode(bytes));
      if (next === undefined) await writer.bytes(name, bytes);
      else if (next !== null) await writer.text(name, next);
    }
    return writer.finish();
  }

  const refused = async (blob: Blob, message: RegExp): Promise<void> => {
    const store = createMemoryStore();
    const empty = await openLibrary(store);
    const error = await empty
      .importLibrary(blob, () => {}, never())
      .catch((e: unknown) => e as Error);
    expect(error).toMatchObject({ name: 'BadArchive' });
    expect((error as Error).message).toMatch(message);
    expect(Object.values(await contentsOf(store)).flat()).toEqual([]);
  };
  const edit =
    (prefix: string, edit: (value: { [key: string]: never }) => void) =>
    (name: string, text: string): string | undefined => {
      if (!name.startsWith(prefix)) return undefined;
      const value = fromJson(text) as { [key: string]: never };
      edit(value);
      return toJson(value);
    };

  it('is named when it is no zip, cut short, or from something else', async () => {
    await refused(new Blob(['hello']), /not a whole zip/);
    await refused(new Blob([]), /not a whole zip/);
    await refused(archive.slice(0, archive.size - 30), /not a whole zip/);
    await refused(
      await altered((name) => (name === 'manifest.json' ? null : undefined)),
      /no manifest/,
    );
    await refused(await altered((name) => (name === 'manifest.json' ? '{' : undefined)), /JSON/);
    await refused(
      await altered(edit('manifest', (m) => Object.assign(m, { format: 'other' }))),
      /manifest.json.format/,
    );
  });

  it('is named when a newer version wrote it', async () => {
    await refused(
      await altered(edit('manifest', (m) => Object.assign(m, { version: 99 }))),
      /newer Touchstone/,
    );
  });

  it('is named when a byte has changed', async () => {
    const bytes = new Uint8Array(await archive.arrayBuffer());
    const at = new TextDecoder('latin1').decode(bytes).indexOf('first words');
    bytes[at] = 88;
    await refused(new Blob([bytes]), /damaged/);
  });

  it('is named when an entry is missing or an original is another file', async () => {
    await refused(
      await altered((name) => (name.startsWith('vectors') ? null : undefined)),
      /lacks "vectors/,
    );
    await refused(
      await altered((name) => (name.startsWith('originals') ? 'other' : undefined)),
      /not the file/,
    );
  });

  it('is named when rows do not fit', async () => {
    await refused(
      await altered(edit('documents', (d) => Object.assign(d['record']!, { pages: 'two' }))),
      /record.pages is not a number/,
    );
    await refused(
      await altered(edit('documents', (d) => Object.assign(d['passages']![0]!, { text: 'Else' }))),
      /not what the text says/,
    );
    await refused(
      await altered(edit('documents', (d) => void (d['passages'] as unknown as unknown[]).pop())),
      /number of passages/,
    );
    await refused(
      await altered(edit('documents', (d) => Object.assign(d['shards']![0]!, { count: 1 }))),
      /vectors/,
    );
    await refused(
      await altered(edit('library', (l) => Object.assign(l['feedback']![0]!, { value: 'meh' }))),
      /good, bad/,
    );
  });

  it('is not made while files are imported', async () => {
    let refusal: Promise<unknown> | undefined;
    library.models.onEmbed = () => {
      refusal ??= library.exportLibrary(() => {}, never()).catch((error: Error) => error.name);
    };
    await library.add({ 'd.txt': 'Delta' });
    expect(await refusal).toBe('Busy');
  });
});

describe('rows as JSON', () => {
  it('come back with their buffers and typed arrays', () => {
    const row = {
      id: 'x',
      list: [Float32Array.of(0.1, -0, 3e-8), { deep: new Uint8Array(20_000).fill(7).buffer }],
      view: new Float32Array([1, 2, 3, 4]).subarray(1, 3),
      nothing: null,
    };
    expect(fromJson(toJson(row))).toEqual(row);
    expect(() => fromJson('{"$binary":"Date","base64":""}')).toThrow('Unknown binary value');
    expect(() => fromJson('{"$binary":"Uint8Array"}')).toThrow('no content');
  });

  it('keep any plain value and any floats', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.float32Array(), (value, floats) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(fromJson(toJson({ plain, floats }))).toEqual({ plain, floats });
      }),
    );
  });
});
