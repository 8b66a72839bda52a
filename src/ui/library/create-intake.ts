import { createSignal, type Accessor } from 'solid-js';
import type { Library } from './create-library';
import { createRun } from '../shared/abortable';
import { describeError, wasStopped } from '../shared/describe-error';
import { count } from '../shared/format';
import type { Toasts } from '../shared/toasts';
import { createFolderHandles, type KnownFolder } from './folder-handles';
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
  readonly forgetFolder: (name: string) => Promise<void>;
  readonly keepFolder: (folder: KnownFolder) => Promise<void>;
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

  /** Finds, then imports; a stop while looking is silence. */
  async function take(
    find: (signal: AbortSignal) => Promise<Found>,
    collection: string,
  ): Promise<boolean> {
    setLooking('Looking for files');
    const found = await run
      .start(find)
      .catch((error: unknown) => {
        if (!wasStopped(error)) toasts.show(describeError(error), { tone: 'bad' });
        return null;
      })
      .finally(() => setLooking(null));
    if (!found) return false;
    if (found.files.length === 0) {
      toasts.show(
        found.hidden > 0 ? 'Only hidden files were found there.' : 'No files were found there.',
      );
      return false;
    }
    if (found.hidden > 0) toasts.show(`${count(found.hidden, 'hidden file')} left out`);
    return library.import(found.files, collection);
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
        const whole = await take((signal) => walkEntries(dropped, signal, onFound), collection);
        if (!whole) return;
        for (const handle of await Promise.all(dropped.handles))
          if (handle?.kind === 'directory') await keep(handle as FileSystemDirectoryHandle);
      })();
    },
    pick(files) {
      const found = fromInput(files);
      void take(() => Promise.resolve(found), target());
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
          if (await take((signal) => walkHandle(handle, signal, onFound), target()))
            await keep(handle);
        }
      : null,
    folders,
    async forgetFolder(name) {
      await handles.forget(name).catch(() => {});
      await loadFolders();
    },
    keepFolder,
  };
}
