import type { DocumentId, DocumentRecord } from '../../core/types';
import type { FileStatus, ImportFile } from '../../link/library';

/** What a second look at a folder found. */
export interface SyncPlan {
  /** New, or known and not finished yet: a cancel, a closed tab, a full disk came in between. */
  readonly added: readonly ImportFile[];
  /** Same path, other size or date: read again; the document it replaces goes. */
  readonly changed: readonly { readonly file: ImportFile; readonly old: DocumentRecord }[];
  /** Gone from one path, found with the same size and date at another. */
  readonly moved: readonly { readonly file: ImportFile; readonly old: DocumentRecord }[];
  readonly deleted: readonly DocumentRecord[];
  readonly unchanged: number;
}

/**
 * Compares a folder with what the library knows under the same name. Size and date decide, so that
 * nothing has to be read; the engine compares the bytes of what is then imported. `statuses` names
 * the files that were refused for what they are: they are not new only because they are no documents.
 */
export function planSync(
  folder: string,
  found: readonly ImportFile[],
  documents: readonly DocumentRecord[],
  statuses: readonly Pick<FileStatus, 'path' | 'bytes' | 'error'>[] = [],
): SyncPlan {
  const inside = (path: string) => path.startsWith(`${folder}/`);
  const byPath = new Map<string, DocumentRecord>();
  for (const document of documents)
    for (const path of document.paths) if (inside(path)) byPath.set(path, document);
  const present = new Set(found.map((file) => file.path));
  const gone = new Map<string, DocumentRecord>();
  for (const [path, document] of byPath)
    if (!present.has(path)) gone.set(signature(document.bytes, document.modified), document);

  const refused = new Set(
    statuses
      .filter(({ error }) => error?.startsWith('Document'))
      .map(({ path, bytes }) => `${bytes}/${path}`),
  );
  const added: ImportFile[] = [];
  const changed: SyncPlan['changed'][number][] = [];
  const moved: SyncPlan['moved'][number][] = [];
  let unchanged = 0;
  for (const file of found) {
    const known = byPath.get(file.path);
    if (known) {
      if (!sameFile(known, file.file)) changed.push({ file, old: known });
      else if (known.stage === 'embedded') unchanged++;
      else added.push(file);
      continue;
    }
    if (refused.has(`${file.file.size}/${file.path}`)) {
      unchanged++;
      continue;
    }
    const key = signature(file.file.size, file.file.lastModified);
    const old = gone.get(key);
    if (old) {
      moved.push({ file, old });
      gone.delete(key);
    } else added.push(file);
  }
  const kept = new Set<DocumentId>(moved.map(({ old }) => old.id));
  const deleted = [...new Set(gone.values())].filter(
    // A copy that is still there, inside the folder or outside, keeps the document.
    (document) =>
      !kept.has(document.id) && document.paths.every((path) => inside(path) && !present.has(path)),
  );
  return { added, changed, moved, deleted, unchanged };
}

const signature = (bytes: number, modified: number | null): string => `${bytes}/${modified ?? ''}`;

const sameFile = (document: DocumentRecord, file: File): boolean =>
  document.bytes === file.size &&
  (document.modified === null || document.modified === file.lastModified);

/** "3 added, 1 changed, 1 moved, 2 deleted", or that nothing changed. */
export function describePlan(plan: SyncPlan): string {
  const parts = (['added', 'changed', 'moved', 'deleted'] as const)
    .map((kind) => [plan[kind].length, kind] as const)
    .filter(([n]) => n > 0)
    .map(([n, kind]) => `${n} ${kind}`);
  return parts.length > 0 ? parts.join(', ') : 'Nothing changed';
}
