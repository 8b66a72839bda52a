import { createSignal, type Accessor } from 'solid-js';
import type { ImportFile } from '../../link/library';
import type { Library } from './create-library';
import { createRun } from '../shared/abortable';
import { describeError, wasStopped } from '../shared/describe-error';
import { count } from '../shared/format';
import type { Toasts } from '../shared/toasts';
import { createFolderHandles, type KnownFolder } from './folder-handles';
import { planSync, type SyncPlan } from './sync-plan';
import { fetchSample, fetchSampleFiles, sampleCollection } from './sample';
import { fromInput, takeDrop, walkEntries, walkHandle, type Found } from './walk';

export const firstCollection = 'Documents';

/** From what was dropped or picked to an import: finding the files comes before reading them. */
export interface Intake {
  /** What is being looked for, in words; null when nothing is. */
  readonly looking: Accessor<string | null>;
  readonly stopLooking: () => void;
  /** The collection that new files go to. */
  readonly target: Accessor<string>;
  readonly setTarget: (collection: string) => void;
  /** Must be called inside the drop handler: a drop is empty afterwards. */
  readonly drop: (transfer: DataTransfer) => void;
  readonly pick: (files: Iterable<File>) => void;
  readonly sample: () => Promise<boolean>;
  /** With the folder picker of the browser, where there is one, so that the folder can be kept. */
  readonly pickFolder: (() => Promise<void>) | null;
  readonly folders: Accessor<readonly KnownFolder[]>;
  /** What a second look at a folder found, until it is agreed to or put aside. */
  readonly planned: Accessor<Planned | null>;
  readonly closePlan: () => void;
  /** Compares the files of a folder with the library and asks before anything changes. */
  readonly propose: (
    folder: Planned['folder'],
    files: readonly ImportFile[],
    sure: boolean,
  ) => Promise<void>;
  readonly forgetFolder: (name: string) => Promise<void>;
  readonly keepFolder: (folder: KnownFolder) => Promise<void>;
}

/** A folder without a handle was picked by hand: its next look needs another pick. */
export interface Planned {
  readonly folder: Omit<KnownFolder, 'handle' | 'syncedAt'> & {
    readonly handle: FileSystemDirectoryHandle | null;
  };
  readonly plan: SyncPlan;
  /** Surely the same folder as before, not another one of the same name. */
  readonly sure: boolean;
}

type PickerWindow = Window & {
  showDirectoryPicker?: (options: { mode: 'read' }) => Promise<FileSystemDirectoryHandle>;
};

interface Deps {
  readonly library: Library;
  readonly toasts: Toasts;
}

/** One per page: looking through a big folder goes on while the person is in another panel. */
export function createIntake({ library, toasts }: Deps): Intake {
  const [looking, setLooking] = createSignal<string | null>(null);
  const [target, setTarget] = createSignal(firstCollection);
  const [folders, setFolders] = createSignal<readonly KnownFolder[]>([]);
  const handles = createFolderHandles();
  const run = createRun();
  const loadFolders = async () => void setFolders(await handles.all().catch(() => []));
  void loadFolders();

  const onFound = (files: number) => setLooking(`Found ${count(files, 'file')} so far`);

  const [planned, setPlanned] = createSignal<Planned | null>(null);

  /** Finds the files; null when there are none, or when it was stopped. */
  async function look(find: (signal: AbortSignal) => Promise<Found>): Promise<Found | null> {
    setLooking('Looking for files');
    const found = await run
      .start(find)
      .catch((error: unknown) => {
        if (!wasStopped(error)) toasts.show(describeError(error), { tone: 'bad' });
        return null;
      })
      .finally(() => setLooking(null));
    if (!found) return null;
    if (found.files.length === 0) {
      toasts.show(
        found.hidden > 0 ? 'Only hidden files were found there.' : 'No files were found there.',
      );
      return null;
    }
    if (found.hidden > 0) toasts.show(`${count(found.hidden, 'hidden file')} left out`);
    return found;
  }

  async function take(
    find: (signal: AbortSignal) => Promise<Found>,
    collection: string,
  ): Promise<boolean> {
    const found = await look(find);
    return found !== null && library.import(found.files, collection);
  }

  /** A folder that the library knows is brought up to date; another one is imported. */
  async function takeFolder(
    find: (signal: AbortSignal) => Promise<Found>,
    handle: FileSystemDirectoryHandle | null,
  ): Promise<void> {
    const found = await look(find);
    if (!found) return;
    const [name = ''] = found.files[0]?.path.split('/') ?? [];
    const known = library
      .documents()
      .find((document) => document.paths.some((path) => path.startsWith(`${name}/`)));
    if (known)
      await propose(
        { name, collection: known.collection, handle },
        found.files,
        await isKept(handle),
      );
    else {
      // Before the import: what a closed tab leaves of it is then one press away.
      if (handle) await keep(handle);
      await library.import(found.files, target());
    }
  }

  /** Whether a folder is the very one that was kept under its name. */
  async function isKept(handle: FileSystemDirectoryHandle | null): Promise<boolean> {
    const kept = folders().find((folder) => folder.name === handle?.name);
    return handle && kept ? kept.handle.isSameEntry(handle).catch(() => false) : false;
  }

  async function propose(
    folder: Planned['folder'],
    files: readonly ImportFile[],
    sure: boolean,
  ): Promise<void> {
    const plan = planSync(folder.name, files, library.documents(), library.state.statuses);
    const { added, changed, moved, deleted } = plan;
    if (added.length + changed.length + moved.length + deleted.length > 0) {
      setPlanned({ folder, plan, sure });
      return;
    }
    toasts.show(`${folder.name}: nothing changed`);
    const { handle } = folder;
    if (handle) await keepFolder({ ...folder, handle, syncedAt: Date.now() });
  }

  const keepFolder = async (folder: KnownFolder) => {
    // A browser that does not let handles be stored only loses the one-press re-sync.
    await handles.keep(folder).catch(() => {});
    await loadFolders();
  };
  const keep = (handle: FileSystemDirectoryHandle) =>
    keepFolder({ name: handle.name, collection: target(), handle, syncedAt: Date.now() });

  const picker = (window as PickerWindow).showDirectoryPicker?.bind(window);
  return {
    looking,
    stopLooking: run.stop,
    target,
    setTarget,
    drop(transfer) {
      const dropped = takeDrop(transfer);
      const collection = target();
      void (async () => {
        const found = await look((signal) => walkEntries(dropped, signal, onFound));
        if (!found) return;
        for (const handle of await Promise.all(dropped.handles))
          if (handle?.kind === 'directory') await keep(handle as FileSystemDirectoryHandle);
        await library.import(found.files, collection);
      })();
    },
    pick(files) {
      const found = fromInput(files);
      const isFolder = found.files[0]?.file.webkitRelativePath;
      if (isFolder) void takeFolder(() => Promise.resolve(found), null);
      else void take(() => Promise.resolve(found), target());
    },
    async sample() {
      return take(async (signal) => {
        const list = await fetchSample(signal);
        const files = await fetchSampleFiles(list, signal, (done, total) =>
          setLooking(`Opening the sample: ${done} of ${total}`),
        );
        return { files, hidden: 0 };
      }, sampleCollection);
    },
    pickFolder: picker
      ? async () => {
          const handle = await picker({ mode: 'read' }).catch((error: unknown) => {
            if (!wasStopped(error)) toasts.show(describeError(error), { tone: 'bad' });
            return null;
          });
          if (!handle) return;
          await takeFolder((signal) => walkHandle(handle, signal, onFound), handle);
        }
      : null,
    folders,
    planned,
    closePlan: () => setPlanned(null),
    propose,
    async forgetFolder(name) {
      await handles.forget(name).catch(() => {});
      await loadFolders();
    },
    keepFolder,
  };
}
