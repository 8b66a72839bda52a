// @vitest-environment happy-dom
import { createRoot } from 'solid-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLibrary } from '../../src/ui/library/create-library';
import { createToasts } from '../../src/ui/shared/toasts';
import { createFakeBackend, type FakeOptions } from '../support/fake-backend';
import { island } from '../support/fake-island';

let dispose = () => {};
afterEach(() => dispose());

const waiting = ['a.txt', 'b.txt'].map((path) => ({
  path,
  bytes: 1,
  status: 'waiting' as const,
  error: null,
  reason: null,
  document: null,
  collection: 'Mine',
}));

function open(options: FakeOptions, modelsReady = () => Promise.resolve()) {
  return createRoot((end) => {
    dispose = end;
    const backend = createFakeBackend({ documents: island, ...options });
    const toasts = createToasts();
    return { backend, toasts, library: createLibrary({ backend, toasts, modelsReady }) };
  });
}

describe('what a closed tab left', () => {
  it('goes on by itself, in sight, and can be stopped', async () => {
    const { library, backend } = open({ statuses: waiting, stepMs: 50 });
    const done = library.goOn();
    await vi.waitFor(() => expect(library.importing()).toBe(true));
    expect(library.state.progress.files).toBe(2);
    library.cancelImport();
    await done;
    await vi.waitFor(() => expect(library.importing()).toBe(false));
    expect(backend.calls).toEqual(['resumeImports']);
  });

  it('is not spoken of when there is nothing', async () => {
    const { library, toasts } = open({});
    await library.goOn();
    expect(library.importing()).toBe(false);
    expect(toasts.list).toEqual([]);
  });

  it('does not stop an import that the person began meanwhile', async () => {
    let ready = () => {};
    const models = new Promise<void>((resolve) => (ready = resolve));
    const { library } = open({ statuses: waiting, stepMs: 5 }, () => models);
    const goingOn = library.goOn();
    const file = new File(['New.'], 'new.txt');
    const done = library.import([{ path: 'new.txt', file }], 'Mine');
    ready();
    await goingOn;
    expect(await done).toBe(true);
    expect(library.documents()).toHaveLength(island.length + 1);
  });

  it('waits in silence when the models are not there', async () => {
    const { library, toasts } = open({ statuses: waiting }, () => Promise.reject(new Error('no')));
    await library.goOn();
    expect(toasts.list).toEqual([]);
  });
});
