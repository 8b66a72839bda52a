import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { openIdbStore } from '../../src/engine/storage/idb';
import { createMemoryStore } from '../../src/engine/storage/memory';
import type { Store } from '../../src/engine/storage/types';
import { fileOf, never, openLibrary, told } from '../support/library';

const lines = (title: string, count: number): string =>
  [title, ...Array.from({ length: count - 1 }, (_, i) => `${title} line number ${i}`)].join('\n');

const makers: Record<Store['kind'], () => Promise<Store>> = {
  memory: async () => createMemoryStore(),
  indexeddb: () => openIdbStore('ingest'),
};

describe.each(Object.entries(makers))('importing files into %s', (_, make) => {
  let store: Store;
  beforeEach(async () => {
    globalThis.indexedDB = new IDBFactory();
    store = await make();
  });

  it('makes a file searchable and tells each stage', async () => {
    const library = await openLibrary(store);
    const events = await library.add({ 'notes/lease.txt': lines('Lease', 5) });
    expect(told(events)).toEqual(['started 1', 'indexed notes/lease.txt', 'finished 1 0 0']);
    const stages = events.flatMap((event) => (event.type === 'progress' ? [event.stage] : []));
    expect([...new Set(stages)]).toEqual([
      'reading',
      'parsing',
      'splitting',
      'embedding',
      'saving',
    ]);
    expect(events.findLast((e) => e.type === 'progress' && e.stage === 'embedding')).toMatchObject({
      path: 'notes/lease.txt',
      index: 0,
      done: 5,
      total: 5,
    });
    expect(await library.find('lease')).toEqual(['Lease']);
    expect(await library.documents()).toMatchObject([
      { title: 'Lease', paths: ['notes/lease.txt'], stage: 'embedded', passages: 5, modified: 5 },
    ]);
    expect(await library.fileStatuses()).toMatchObject([
      { path: 'notes/lease.txt', status: 'indexed', error: null },
    ]);
    expect(library.models.embedded).toHaveLength(5);
    expect(library.models.embedded[1]).toBe('Lease\nLease line number 0');
  });

  it('finds the same after a restart, without embedding anything', async () => {
    await (await openLibrary(store)).add({ 'a.txt': lines('Alpha', 12), 'b.txt': 'Beta' });
    const again = await openLibrary(store);
    expect(await again.find('alpha')).toEqual(['Alpha']);
    expect(await again.find('beta')).toEqual(['Beta']);
    expect(told(await again.resume())).toEqual([]);
    expect(again.models.embedded).toEqual([]);
    const { id } = (await again.documents()).find(({ title }) => title === 'Alpha')!;
    const ordinals = (await again.view(id)).passages.map((passage) => passage.ordinal);
    expect(ordinals).toEqual(Array.from({ length: 12 }, (_, i) => i));
  });

  it('adds nothing when the same folder comes a second time', async () => {
    const library = await openLibrary(store);
    const folder = { 'a.txt': lines('Alpha', 3), 'sub/b.txt': lines('Beta', 2) };
    await library.add(folder);
    const before = await library.documents();
    library.models.embedded.length = 0;
    expect(told(await library.add(folder))).toEqual([
      'started 2',
      'indexed a.txt = a.txt',
      'indexed sub/b.txt = sub/b.txt',
      'finished 2 0 0',
    ]);
    expect(await library.documents()).toEqual(before);
    expect(library.models.embedded).toEqual([]);
    expect(library.context.indexes.size).toBe(5);
  });

  it('stores the same bytes once and keeps both paths', async () => {
    const library = await openLibrary(store);
    const events = await library.add({ 'a.txt': 'Same words', 'copy of a.txt': 'Same words' });
    expect(told(events).slice(1, 3)).toEqual(['indexed a.txt', 'indexed copy of a.txt = a.txt']);
    expect(await library.documents()).toMatchObject([{ paths: ['a.txt', 'copy of a.txt'] }]);
    expect(library.context.indexes.document((await library.documents())[0]!.id)!.paths).toEqual([
      'a.txt',
      'copy of a.txt',
    ]);
    expect((await library.fileStatuses()).map(({ status }) => status)).toEqual([
      'indexed',
      'indexed',
    ]);
    expect(library.models.embedded).toHaveLength(1);
  });

  it('replaces what a path held when the file has changed', async () => {
    const library = await openLibrary(store);
    await library.add({ 'a.txt': 'First version' });
    const [first] = await library.documents();
    await store.batch([
      {
        table: 'feedback',
        put: { target: `document:${first!.id}`, value: 'bad', given: 1, from: 'map' },
      },
    ]);
    await library.add({ 'a.txt': 'Second version' });
    expect(await library.documents()).toMatchObject([
      { title: 'Second version', paths: ['a.txt'] },
    ]);
    expect(await library.find('first')).toEqual([]);
    expect(await library.find('second')).toEqual(['Second version']);
    expect(await store.count('files')).toBe(1);
    expect(await store.count('vectors')).toBe(1);
    expect(await store.count('feedback')).toBe(0);
    expect(await library.fileStatuses()).toMatchObject([{ path: 'a.txt', status: 'indexed' }]);
  });

  it('keeps the old version, and feedback on it, under another path with the same bytes', async () => {
    const library = await openLibrary(store);
    await library.add({ 'a.txt': 'First version', 'b.txt': 'First version' });
    const [first] = await library.documents();
    const target = `document:${first!.id}`;
    await store.batch([
      { table: 'feedback', put: { target, value: 'good', given: 1, from: 'map' } },
    ]);
    await library.add({ 'a.txt': 'Second version' });
    const documents = await library.documents();
    expect(documents.map(({ title, paths }) => [title, paths]).sort()).toEqual([
      ['First version', ['b.txt']],
      ['Second version', ['a.txt']],
    ]);
    expect(await store.keys('feedback')).toEqual([target]);
  });

  it('goes back to an earlier version', async () => {
    const library = await openLibrary(store);
    await library.add({ 'a.txt': 'First version', 'b.txt': 'First version' });
    await library.add({ 'a.txt': 'Second version' });
    await library.add({ 'a.txt': 'First version' });
    expect(await library.documents()).toMatchObject([
      { title: 'First version', paths: ['b.txt', 'a.txt'] },
    ]);
  });

  it('does not replace a file of another collection that has the same path', async () => {
    const library = await openLibrary(store);
    await library.add({ 'readme.txt': 'Work notes' }, { collection: 'work' });
    await library.add({ 'readme.txt': 'Home notes' }, { collection: 'home' });
    expect((await library.documents()).map(({ title }) => title).sort()).toEqual([
      'Home notes',
      'Work notes',
    ]);
  });

  it('goes on after a damaged file, and says why each file is not there', async () => {
    const library = await openLibrary(store);
    const events = await library.add({
      'one.txt': 'One',
      'bad.txt': 'DAMAGED',
      'bug.txt': 'CRASH',
      'photo.png': 'x',
      'empty.txt': '',
      'blank.txt': '\n\n',
      '.DS_Store': 'x',
      'sub/Thumbs.db': 'x',
      '.git/config.txt': 'x',
      '~$lock.txt': 'x',
      'two.txt': 'Two',
    });
    expect(told(events)).toEqual([
      'started 11',
      'indexed one.txt',
      'failed bad.txt DocumentDamaged',
      'failed bug.txt DocumentDamaged',
      'skipped photo.png DocumentUnsupported',
      'skipped empty.txt DocumentEmpty',
      'failed blank.txt DocumentNoText',
      'skipped .DS_Store DocumentUnsupported',
      'skipped sub/Thumbs.db DocumentUnsupported',
      'skipped .git/config.txt DocumentUnsupported',
      'skipped ~$lock.txt DocumentUnsupported',
      'indexed two.txt',
      'finished 2 6 3',
    ]);
    const again = await openLibrary(store);
    const statuses = new Map((await again.fileStatuses()).map((s) => [s.path, s]));
    expect(statuses.size).toBe(11);
    expect(statuses.get('bad.txt')).toMatchObject({ status: 'failed', reason: 'It is damaged.' });
    expect(statuses.get('bug.txt')!.reason).toContain('x is undefined');
    expect(statuses.get('empty.txt')).toMatchObject({ status: 'skipped', error: 'DocumentEmpty' });
    await again.forgetFileStatus('bad.txt');
    expect(await again.fileStatuses()).toHaveLength(10);
    expect(await again.documents()).toHaveLength(2);
  });

  it('keeps the version that can be read when the changed file is damaged', async () => {
    const library = await openLibrary(store);
    await library.add({ 'a.txt': 'Good words' });
    await library.add({ 'a.txt': 'DAMAGED' });
    expect(await library.find('good')).toEqual(['Good words']);
    expect(await library.fileStatuses()).toMatchObject([{ path: 'a.txt', status: 'failed' }]);
    await library.add({ 'b.txt': 'Good words' });
    expect(await library.fileStatuses()).toMatchObject([
      { path: 'a.txt', status: 'failed' },
      { path: 'b.txt', status: 'indexed' },
    ]);
    await library.add({ 'a.txt': 'Good words' });
    expect(await library.fileStatuses()).toMatchObject([
      { path: 'a.txt', status: 'indexed' },
      { path: 'b.txt', status: 'indexed' },
    ]);
  });

  it('tells a file that cannot be read any more, and one that is too large', async () => {
    const library = await openLibrary(store);
    const gone = fileOf('gone.txt', 'x');
    gone.file.arrayBuffer = () => Promise.reject(new DOMException('moved', 'NotFoundError'));
    const large = fileOf('large.txt', 'x');
    Object.defineProperty(large.file, 'size', { value: 2e9 });
    const film = fileOf('film.mp4', 'x');
    Object.defineProperty(film.file, 'size', { value: 2e9 });
    const events: Parameters<typeof told>[0][number][] = [];
    await library.importFiles([gone, large, film], 'c', (event) => events.push(event), never());
    expect(told(events)).toEqual([
      'started 3',
      'failed gone.txt NotFound',
      'failed large.txt DocumentTooLarge',
      'skipped film.mp4 DocumentUnsupported',
      'finished 0 1 2',
    ]);
  });

  it('takes a second drop after the first', async () => {
    const library = await openLibrary(store);
    const [first, second] = await Promise.all([
      library.add({ 'a.txt': lines('Alpha', 6) }),
      library.add({ 'b.txt': 'Beta', 'a.txt': lines('Alpha', 6) }),
    ]);
    expect(told(first)).toEqual(['started 1', 'indexed a.txt', 'finished 1 0 0']);
    expect(told(second)).toEqual([
      'started 2',
      'indexed b.txt',
      'indexed a.txt = a.txt',
      'finished 2 0 0',
    ]);
    expect(library.models.embedded).toHaveLength(7);
  });

  it('does nothing for no files', async () => {
    const library = await openLibrary(store);
    expect(told(await library.add({}))).toEqual(['started 0', 'finished 0 0 0']);
    expect(told(await library.resume())).toEqual([]);
  });
});
