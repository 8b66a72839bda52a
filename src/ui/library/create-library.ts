import { proxy } from 'comlink';
import { createMemo, createSignal, onCleanup, type Accessor } from 'solid-js';
import type { DocumentId, DocumentRecord } from '../../core/types';
import type { FileStatus, ImportEvent, ImportFile, StorageStatus } from '../../link/library';
import type { Backend } from '../context';
import { createRun } from '../shared/abortable';
import { describeError, wasStopped } from '../shared/describe-error';
import { count, fileName } from '../shared/format';
import type { Toasts } from '../shared/toasts';
import { fileRows, nameSome, orderRows, type FileRow } from './file-rows';
import { idleImport, reduceImport, type ImportProgress } from './import-progress';
import { createPendingDeletes } from '../shared/pending-deletes';
import { whenReady } from '../when-ready';

export interface LibraryState {
  /** False until the first look at the library came back. */
  readonly loaded: boolean;
  readonly documents: readonly DocumentRecord[];
  readonly statuses: readonly FileStatus[];
  /** Trust in [0, 1] by document id. */
  readonly trust: Readonly<Record<string, number>>;
  readonly storage: StorageStatus | null;
  readonly progress: ImportProgress;
}

export interface Library {
  readonly state: LibraryState;
  /** Documents without those that are about to be deleted. */
  readonly documents: Accessor<readonly DocumentRecord[]>;
  /** The lines of the Library, by name; made when the library changed, not when it is looked at. */
  readonly rows: Accessor<readonly FileRow[]>;
  readonly importing: Accessor<boolean>;
  /** Bytes of each file of the running import. */
  readonly sizes: Accessor<ReadonlyMap<string, number>>;
  refresh(): Promise<void>;
  /** Resolves true when it ran to the end. Waits for the models, and for an import before it. */
  import(files: readonly ImportFile[], collection: string): Promise<boolean>;
  /** Goes on with all that was not finished, cancelled or not. */
  resume(): Promise<void>;
  /** Goes on with what a closed tab left; unseen when there is nothing to do. */
  goOn(): Promise<void>;
  cancelImport(): void;
  /** The file behind a path that failed in this visit, for "try again". */
  fileAt(path: string): File | null;
  dismiss(path: string): Promise<void>;
  dismissAll(paths: readonly string[]): Promise<void>;
  /** Deletes after a few seconds in which it can be taken back. */
  remove(ids: readonly DocumentId[]): void;
  /** Deletes what is waiting for that now: before a question, so that it is never cited again. */
  flushDeletes(): Promise<void>;
  move(ids: readonly DocumentId[], collection: string): Promise<void>;
}

type Known = Omit<LibraryState, 'progress'>;

interface Deps {
  readonly backend: Backend;
  readonly toasts: Toasts;
  readonly modelsReady: (signal: AbortSignal) => Promise<void>;
}

/** The library as every panel sees it; one per page. */
export function createLibrary({ backend, toasts, modelsReady }: Deps): Library {
  const { engine } = backend;
  const [progress, setProgress] = createSignal<ImportProgress>(idleImport);
  // Signals of plain lists, not a store: reading thousands of records through proxies is slow.
  const [known, setKnown] = createSignal<Known>({
    loaded: false,
    documents: [],
    statuses: [],
    trust: {},
    storage: null,
  });
  const state: LibraryState = {
    get loaded() {
      return known().loaded;
    },
    get documents() {
      return known().documents;
    },
    get statuses() {
      return known().statuses;
    },
    get trust() {
      return known().trust;
    },
    get storage() {
      return known().storage;
    },
    get progress() {
      return progress();
    },
  };
  const [sizes, setSizes] = createSignal<ReadonlyMap<string, number>>(new Map());
  const files = new Map<string, File>();
  const run = createRun();
  const leave = new AbortController();
  onCleanup(() => leave.abort());
  const refresh = createRefresh();
  const pending = createPendingDeletes<DocumentId>(async (ids) => {
    await engine.deleteDocuments(ids);
    await refresh.now();
  });

  whenReady(backend, () => void refresh.now());

  function createRefresh() {
    let timer: ReturnType<typeof setTimeout> | undefined;
    onCleanup(() => clearTimeout(timer));
    const now = async () => {
      clearTimeout(timer);
      timer = undefined;
      try {
        const [documents, statuses, trust, storage] = await Promise.all([
          engine.documents(),
          engine.fileStatuses(),
          // A library whose trust was never computed still has a list.
          engine.documentTrust().catch(() => ({})),
          engine.storage(),
        ]);
        setKnown({ loaded: true, documents, statuses, trust, storage });
      } catch (error) {
        toasts.show(describeError(error), { tone: 'bad' });
      }
    };
    return { now, soon: () => (timer ??= setTimeout(() => void now(), 700)) };
  }

  function onEvent(event: ImportEvent): void {
    setProgress((before) => reduceImport(before, event, Date.now(), sizes()));
    if (event.type === 'indexed') files.delete(event.path);
    if (event.type !== 'started' && event.type !== 'progress') refresh.soon();
  }

  async function follow(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    let complete = false;
    let failed = false;
    await run.start(async (signal) => {
      try {
        await work(signal);
        complete = !signal.aborted;
      } catch (error) {
        failed = !wasStopped(error, signal);
        if (failed) toasts.show(describeError(error), { tone: 'bad' });
      }
    });
    setProgress((before) => ({ ...before, running: false, current: null, cancelled: !complete }));
    await refresh.now();
    const { progress } = state;
    if (complete) toasts.show(describeImport(progress));
    else if (!failed) toasts.show('Import stopped. What was indexed so far is kept.');
    return complete;
  }

  async function dismissAll(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      files.delete(path);
      await engine.forgetFileStatus(path);
    }
    await refresh.now();
  }

  const documents = createMemo(() =>
    known().documents.filter((document) => !pending.has(document.id)),
  );
  return {
    state,
    documents,
    rows: createMemo(() =>
      orderRows(fileRows(documents(), known().statuses, known().trust), 'name', false),
    ),
    importing: run.running,
    sizes,
    refresh: refresh.now,
    async import(list, collection) {
      if (run.running()) {
        toasts.show('An import is running. Wait for it, or cancel it first.');
        return false;
      }
      const bySize = new Map(list.map(({ path, file }) => [path, file.size]));
      setSizes(bySize);
      for (const { path, file } of list) files.set(path, file);
      setProgress({
        ...idleImport,
        running: true,
        startedAt: Date.now(),
        files: list.length,
      });
      return follow(async (signal) => {
        await modelsReady(signal);
        await engine.importFiles(list, collection, proxy(onEvent), signal);
      });
    },
    async resume() {
      // The engine drops what it never read; the person should know what to hand in again.
      const unread = known()
        .statuses.filter(({ status, document }) => status === 'waiting' && document === null)
        .map(({ path }) => ({ name: fileName(path) }));
      setSizes(new Map());
      setProgress({ ...idleImport, running: true, startedAt: Date.now() });
      await follow(async (signal) => {
        await modelsReady(signal);
        await engine.resumeImports(proxy(onEvent), signal, true);
      });
      if (unread.length > 0) toasts.show(`To be added again: ${nameSome(unread)}`, { tone: 'bad' });
    },
    async goOn() {
      const own = new AbortController();
      leave.signal.addEventListener('abort', () => own.abort(), { once: true });
      let seen = false;
      const onFirst = (event: ImportEvent): void => {
        // Before an import of the person, which waits for it, it stays in the background.
        if (event.type === 'started' && !run.running()) {
          seen = true;
          setSizes(new Map());
          setProgress({ ...idleImport, running: true, startedAt: Date.now() });
          void follow((signal) => {
            signal.addEventListener('abort', () => own.abort(), { once: true });
            return work;
          });
        }
        if (seen) onEvent(event);
        else refresh.soon();
      };
      const work = modelsReady(own.signal).then(() =>
        engine.resumeImports(proxy(onFirst), own.signal),
      );
      // Nobody asked: a failure that was not seen to begin is no message.
      await work.catch(() => {});
    },
    cancelImport: run.stop,
    fileAt: (path) => files.get(path) ?? null,
    dismiss: (path) => dismissAll([path]),
    dismissAll,
    remove(ids) {
      const first = state.documents.find((document) => document.id === ids[0]);
      const name = fileName(first?.paths[0] ?? first?.title ?? 'document');
      const undo = pending.add(ids);
      toasts.show(
        ids.length === 1 ? `Deleted ${name}` : `Deleted ${count(ids.length, 'document')}`,
        { undo },
      );
    },
    flushDeletes: pending.flush,
    async move(ids, collection) {
      await engine.moveDocuments(ids, collection);
      await refresh.now();
    },
  };
}

/** The end of an import in a sentence. */
export function describeImport(
  tally: Pick<ImportProgress, 'indexed' | 'duplicates' | 'skipped' | 'failed'>,
): string {
  const fresh = tally.indexed - tally.duplicates;
  const parts = [
    fresh > 0 ? `${count(fresh, 'document')} indexed` : '',
    tally.duplicates > 0 ? `${tally.duplicates} already known` : '',
    tally.skipped > 0 ? `${tally.skipped} skipped` : '',
    tally.failed > 0 ? `${tally.failed} failed` : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'Nothing new to index';
}
