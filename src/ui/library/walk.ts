import type { ImportFile } from '../../link/library';

/** Files found under what was dropped or picked, and how many hidden ones were left out. */
export interface Found {
  readonly files: ImportFile[];
  hidden: number;
}

/** Called now and then with the number of files found so far. */
type OnFound = (files: number) => void;

/** What the system keeps beside documents: never meant by "these files". */
export const isHidden = (name: string): boolean =>
  name.startsWith('.') ||
  name.startsWith('~$') ||
  /^(thumbs\.db|desktop\.ini|__macosx|node_modules)$/i.test(name);

/**
 * What a drop holds, taken while the event is alive: the list empties as soon as the handler
 * returns, so everything here is asked for before the first await.
 */
export interface Dropped {
  readonly entries: readonly FileSystemEntry[];
  readonly handles: readonly Promise<FileSystemHandle | null>[];
  readonly loose: readonly File[];
}

type HandleItem = DataTransferItem & {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
};

export function takeDrop(transfer: DataTransfer): Dropped {
  const entries: FileSystemEntry[] = [];
  const handles: Promise<FileSystemHandle | null>[] = [];
  const loose: File[] = [];
  for (const item of Array.from(transfer.items) as HandleItem[]) {
    if (item.kind !== 'file') continue;
    const handle = item.getAsFileSystemHandle?.().catch(() => null);
    if (handle) handles.push(handle);
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry) entries.push(entry);
    else if (file) loose.push(file);
  }
  return { entries, handles, loose };
}

/** Walks dropped entries, folders and all. */
export async function walkEntries(
  dropped: Pick<Dropped, 'entries' | 'loose'>,
  signal: AbortSignal,
  onFound: OnFound = () => {},
): Promise<Found> {
  const found: Found = {
    files: dropped.loose.map((file) => ({ path: file.name, file })),
    hidden: 0,
  };
  const waiting = [...dropped.entries];
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    signal.throwIfAborted();
    if (isHidden(entry.name)) found.hidden++;
    else if (entry.isDirectory)
      waiting.unshift(...(await childrenOf(entry as FileSystemDirectoryEntry)));
    else {
      found.files.push({
        path: entry.fullPath.replace(/^\//, ''),
        file: await fileOf(entry as FileSystemFileEntry),
      });
      if (found.files.length % 50 === 0) onFound(found.files.length);
    }
  }
  return found;
}

/** `readEntries` gives at most 100 at a time in Chromium: it is asked until it has no more. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return children;
    children.push(...some);
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Walks a folder by its handle; paths begin with the folder's own name. */
export async function walkHandle(
  folder: FileSystemDirectoryHandle,
  signal: AbortSignal,
  onFound: OnFound = () => {},
): Promise<Found> {
  const found: Found = { files: [], hidden: 0 };
  const visit = async (directory: FileSystemDirectoryHandle, path: string): Promise<void> => {
    for await (const child of directory.values()) {
      signal.throwIfAborted();
      if (isHidden(child.name)) found.hidden++;
      else if (child.kind === 'directory') await visit(child, `${path}/${child.name}`);
      else {
        found.files.push({ path: `${path}/${child.name}`, file: await child.getFile() });
        if (found.files.length % 50 === 0) onFound(found.files.length);
      }
    }
  };
  await visit(folder, folder.name);
  return found;
}

/** Files of an `<input>`; of a folder input the path inside the folder is kept. */
export function fromInput(files: Iterable<File>): Found {
  const found: Found = { files: [], hidden: 0 };
  for (const file of files) {
    const path = file.webkitRelativePath || file.name;
    if (path.split('/').some(isHidden)) found.hidden++;
    else found.files.push({ path, file });
  }
  return found;
}
