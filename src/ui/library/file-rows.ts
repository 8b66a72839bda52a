import type { DocumentRecord } from '../../core/types';
import type { FileStatus } from '../../link/library';
import { fileName } from '../shared/format';

/** One line of the Library: a document, or a file that did not become one. */
export interface FileRow {
  readonly key: string;
  readonly path: string;
  readonly name: string;
  /** What the document calls itself, when that is more than its file name. */
  readonly title: string | null;
  readonly otherPaths: readonly string[];
  readonly status: 'indexed' | 'unfinished' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly bytes: number;
  /** Milliseconds since 1970: the date of the file, else when it was added. */
  readonly at: number;
  readonly collection: string;
  readonly trust: number | null;
  readonly document: DocumentRecord | null;
}

export type SortKey = 'name' | 'date' | 'trust' | 'size';
export interface RowQuery {
  readonly text: string;
  /** null: every collection. */
  readonly collection: string | null;
  readonly sort: SortKey;
  readonly descending: boolean;
}

/** The lines of the Library before search and order. `trust` is by document id. */
export function fileRows(
  documents: readonly DocumentRecord[],
  statuses: readonly FileStatus[],
  trust: Readonly<Record<string, number>>,
): FileRow[] {
  const known = new Set(documents.flatMap((document) => document.paths));
  const rows = documents.map((document): FileRow => {
    const [path = document.title, ...otherPaths] = document.paths;
    const name = fileName(path);
    return {
      key: document.id,
      path,
      name,
      title: document.title && document.title !== name ? document.title : null,
      otherPaths,
      status: document.stage === 'embedded' ? 'indexed' : 'unfinished',
      reason: document.warnings.length > 0 ? document.warnings.join(' ') : null,
      bytes: document.bytes,
      at: document.modified ?? document.added,
      collection: document.collection,
      trust: trust[document.id] ?? null,
      document,
    };
  });
  for (const file of statuses) {
    if (file.status === 'indexed' || known.has(file.path)) continue;
    rows.push({
      key: `file:${file.path}`,
      path: file.path,
      name: fileName(file.path),
      title: null,
      otherPaths: [],
      status: file.status === 'waiting' ? 'unfinished' : file.status,
      reason: file.reason,
      bytes: file.bytes,
      at: 0,
      collection: file.collection,
      trust: null,
      document: null,
    });
  }
  return rows;
}

/** Search in path and title, every word; then order. Files that failed come first when by name. */
export function queryRows(rows: readonly FileRow[], query: RowQuery): FileRow[] {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    if (query.collection !== null && row.collection !== query.collection) return false;
    const text = [row.path, row.title ?? '', ...row.otherPaths].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const direction = query.descending ? -1 : 1;
  return found.sort(
    (a, b) =>
      direction * (compare[query.sort](a, b) || 0) || a.path.localeCompare(b.path, 'en', numeric),
  );
}

const numeric = { numeric: true, sensitivity: 'base' } as const;
const compare: Readonly<Record<SortKey, (a: FileRow, b: FileRow) => number>> = {
  name: (a, b) => a.path.localeCompare(b.path, 'en', numeric),
  date: (a, b) => a.at - b.at,
  trust: (a, b) => (a.trust ?? -1) - (b.trust ?? -1),
  size: (a, b) => a.bytes - b.bytes,
};

/** Names of the collections with how many documents each holds, by name. */
export function collectionsOf(
  rows: readonly FileRow[],
): readonly { readonly name: string; readonly documents: number }[] {
  const counts = new Map<string, number>();
  for (const row of rows)
    counts.set(row.collection, (counts.get(row.collection) ?? 0) + (row.document ? 1 : 0));
  return [...counts]
    .map(([name, documents]) => ({ name, documents }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', numeric));
}
