// @vitest-environment happy-dom
import { createRoot } from 'solid-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLibrary, describeImport, type Library } from '../../src/ui/library/create-library';
import { applySync } from '../../src/ui/library/apply-sync';
import { planSync } from '../../src/ui/library/sync-plan';
import { createToasts, type Toasts } from '../../src/ui/shared/toasts';
import { createFakeBackend, type FakeBackend, type FakeOptions } from '../support/fake-backend';
import { island } from '../support/fake-island';

let dispose = () => {};
afterEach(() => {
  dispose();
  vi.useRealTimers();
});

function open(options: FakeOptions = {}) {
  return createRoot((end) => {
    dispose = end;
    const backend = createFakeBackend({ documents: island, ...options });
    const toasts = createToasts();
    const library = createLibrary({ backend, toasts, modelsReady: () => Promise.resolve() });
    return { backend, toasts, library };
  });
}
async function opened(options: FakeOptions = {}) {
  const all: { backend: FakeBackend; toasts: Toasts; library: Library } = open(options);
  await vi.waitFor(() => expect(all.library.state.loaded).toBe(true));
  return all;
}
const file = (path: string, content: string) => ({ path, file: new File([content], path) });

describe('the library', () => {
  it('imports what is new and names what failed, while the rest goes on', async () => {
    const { library, toasts } = await opened();
    const done = library.import(
      [file('a.txt', 'First.'), file('b.png', 'x'), file('c.txt', ''), file('d.txt', 'Last.')],
      'Mine',
    );
    expect(library.importing()).toBe(true);
    expect(await done).toBe(true);
    expect(library.documents()).toHaveLength(island.length + 2);
    expect(library.state.statuses.map(({ path, status }) => [path, status])).toEqual([
      ['b.png', 'skipped'],
      ['c.txt', 'failed'],
    ]);
    expect(toasts.list.at(-1)?.text).toBe('2 documents indexed, 1 skipped, 1 failed');
    expect(library.fileAt('c.txt')).not.toBeNull();
    expect(library.fileAt('a.txt')).toBeNull();
  });

  it('counts the same bytes under another name as known', async () => {
    const { library, toasts } = await opened();
    await library.import([file('a.txt', 'Same.'), file('copy.txt', 'Same.')], 'Mine');
    expect(toasts.list.at(-1)?.text).toBe('1 document indexed, 1 already known');
  });

  it('goes on with what was begun, and names what must be handed in again', async () => {
    const { library, toasts, backend } = await opened({
      statuses: ['x/a.txt', 'x/b.txt', 'c.txt', 'd.txt'].map((path) => ({
        path,
        bytes: 1,
        status: 'waiting',
        error: null,
        reason: null,
        document: null,
        collection: 'Mine',
      })),
    });
    await library.resume();
    expect(backend.calls).toEqual(['resumeImports']);
    expect(toasts.list.at(-1)?.text).toBe('To be added again: a.txt, b.txt, c.txt and 1 more');
  });

  it('stops inside of a file, and keeps what was done', async () => {
    const { library, toasts } = await opened({ stepMs: 5 });
    const done = library.import([file('a.txt', 'One.'), file('b.txt', 'Two.')], 'Mine');
    await vi.waitFor(() => expect(library.state.progress.indexed).toBe(1));
    library.cancelImport();
    expect(await done).toBe(false);
    expect(library.importing()).toBe(false);
    expect(library.documents()).toHaveLength(island.length + 1);
    expect(toasts.list.at(-1)?.text).toContain('stopped');
  });

  it('refuses a second import while one is running', async () => {
    const { library, backend } = await opened({ stepMs: 5 });
    const first = library.import([file('a.txt', 'One.')], 'Mine');
    expect(await library.import([file('b.txt', 'Two.')], 'Mine')).toBe(false);
    await first;
    expect(backend.calls.filter((call) => call.startsWith('importFiles'))).toHaveLength(1);
  });

  it('hides a deleted document at once, and deletes it when the undo has passed', async () => {
    const { library, backend } = await opened();
    vi.useFakeTimers();
    const [first] = library.documents();
    library.remove([first!.id]);
    expect(library.documents()).toHaveLength(island.length - 1);
    expect(backend.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(backend.calls).toEqual([`deleteDocuments ${first!.id}`]);
    expect(library.documents()).toHaveLength(island.length - 1);
  });

  it('brings a deleted document back on undo', async () => {
    const { library, backend, toasts } = await opened();
    library.remove([library.documents()[0]!.id]);
    toasts.list.at(-1)!.action!.run();
    expect(library.documents()).toHaveLength(island.length);
    await library.flushDeletes();
    expect(backend.calls).toEqual([]);
  });

  it('deletes before the next question rather than after it', async () => {
    const { library, backend } = await opened();
    library.remove([library.documents()[0]!.id]);
    await library.flushDeletes();
    expect(backend.calls[0]).toMatch(/^deleteDocuments /);
  });

  it('brings a folder up to date: new files in, vanished ones out', async () => {
    const { library } = await opened({ documents: [{ path: 'f/old.txt', text: 'Old.' }] });
    const plan = planSync('f', [file('f/new.txt', 'New.')], library.documents());
    expect(await applySync(library, plan, 'Documents', true)).toBe(true);
    expect(library.documents().map(({ paths }) => paths[0])).toEqual(['f/new.txt']);
  });

  it('keeps vanished files where that is wanted', async () => {
    const { library } = await opened({ documents: [{ path: 'f/old.txt', text: 'Old.' }] });
    const plan = planSync('f', [file('f/new.txt', 'New.')], library.documents());
    await applySync(library, plan, 'Documents', false);
    expect(library.documents()).toHaveLength(2);
  });
});

describe('the end of an import in words', () => {
  const none = { indexed: 0, duplicates: 0, skipped: 0, failed: 0 };
  it('leaves out what did not happen', () => {
    expect(describeImport(none)).toBe('Nothing new to index');
    expect(describeImport({ ...none, indexed: 3, duplicates: 3 })).toBe('3 already known');
    expect(describeImport({ ...none, indexed: 1, failed: 2 })).toBe('1 document indexed, 2 failed');
  });
});
