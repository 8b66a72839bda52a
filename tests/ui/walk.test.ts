// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { fromInput, isHidden, takeDrop, walkEntries, walkHandle } from '../../src/ui/library/walk';

const open = new AbortController().signal;

/** An entry as Chromium makes them: at most 100 children at a time. */
function fakeFolder(fullPath: string, children: readonly unknown[]): FileSystemEntry {
  return {
    isDirectory: true,
    name: fullPath.slice(fullPath.lastIndexOf('/') + 1),
    fullPath,
    createReader() {
      let at = 0;
      return {
        readEntries(resolve: (entries: unknown[]) => void) {
          resolve(children.slice(at, (at += 100)));
        },
      };
    },
  } as unknown as FileSystemEntry;
}
const fakeFile = (fullPath: string): FileSystemEntry =>
  ({
    isDirectory: false,
    name: fullPath.slice(fullPath.lastIndexOf('/') + 1),
    fullPath,
    file: (resolve: (file: File) => void) => resolve(new File(['x'], 'x')),
  }) as unknown as FileSystemEntry;

describe('walking what was dropped', () => {
  it('reads a folder of 250 files to its end, and the folders inside it', async () => {
    const many = Array.from({ length: 250 }, (_, n) => fakeFile(`/letters/old/${n}.txt`));
    const folder = fakeFolder('/letters', [
      fakeFolder('/letters/old', many),
      fakeFile('/letters/a.md'),
    ]);
    const found = await walkEntries({ entries: [folder], loose: [] }, open);
    expect(found.files).toHaveLength(251);
    expect(found.files.some((file) => file.path === 'letters/old/249.txt')).toBe(true);
  });

  it('leaves out what is hidden, and says how many', async () => {
    const folder = fakeFolder('/x', [
      fakeFile('/x/.DS_Store'),
      fakeFolder('/x/.git', [fakeFile('/x/.git/config')]),
      fakeFile('/x/~$report.docx'),
      fakeFile('/x/report.docx'),
    ]);
    const found = await walkEntries({ entries: [folder], loose: [] }, open);
    expect(found.files.map((file) => file.path)).toEqual(['x/report.docx']);
    expect(found.hidden).toBe(3);
  });

  it('stops when asked', async () => {
    const stopped = AbortSignal.abort();
    await expect(
      walkEntries({ entries: [fakeFile('/a')], loose: [] }, stopped),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('takes everything out of the event before the first await', () => {
    const calls: string[] = [];
    const item = {
      kind: 'file',
      getAsFileSystemHandle: () => (calls.push('handle'), Promise.resolve(null)),
      webkitGetAsEntry: () => (calls.push('entry'), fakeFile('/a.txt')),
      getAsFile: () => (calls.push('file'), new File(['x'], 'a.txt')),
    };
    const dropped = takeDrop({ items: [item] } as unknown as DataTransfer);
    expect(calls).toEqual(['handle', 'entry', 'file']);
    expect(dropped.entries).toHaveLength(1);
    expect(dropped.loose).toHaveLength(0);
  });

  it('walks a folder handle with the same paths as a drop', async () => {
    const handle = {
      kind: 'directory',
      name: 'letters',
      async *values() {
        yield { kind: 'file', name: 'a.md', getFile: async () => new File(['x'], 'a.md') };
        yield { kind: 'file', name: '.hidden' };
        yield {
          kind: 'directory',
          name: 'old',
          async *values() {
            yield { kind: 'file', name: 'b.md', getFile: async () => new File(['x'], 'b.md') };
          },
        };
      },
    } as unknown as FileSystemDirectoryHandle;
    const found = await walkHandle(handle, open);
    expect(found.files.map((file) => file.path)).toEqual(['letters/a.md', 'letters/old/b.md']);
    expect(found.hidden).toBe(1);
  });

  it('keeps the path inside a picked folder', () => {
    const inside = Object.defineProperty(new File(['x'], 'b.md'), 'webkitRelativePath', {
      value: 'letters/old/b.md',
    });
    const found = fromInput([inside, new File(['x'], 'c.md')]);
    expect(found.files.map((file) => file.path)).toEqual(['letters/old/b.md', 'c.md']);
  });

  it('knows what systems leave behind', () => {
    expect(['.DS_Store', 'Thumbs.db', 'desktop.ini', '~$x.docx'].every(isHidden)).toBe(true);
    expect(['a.txt', 'x~', 'thumbs.dbx'].some(isHidden)).toBe(false);
  });
});
