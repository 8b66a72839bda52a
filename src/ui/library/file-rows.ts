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
  /** What the search looks at, in lower case. */
  readonly words: string;
}

export type SortKey = 'name' | 'date' | 'trust' | 'size';
export interface RowQuery {
  readonly text: string;
  /** null: every collection. */
  readonly collection: string | null;
  readonly sort: SortKey;
  readonly descending: boolean;
  /** Only files that were skipped or failed. */
  readonly onlyProblems: boolean;
}

export const isProblem = (row: FileRow): boolean =>
  row.status === 'skipped' || row.status === 'failed';

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
      words: [path, document.title, ...otherPaths].join(' ').toLowerCase(),
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
      // Cut off by a cancel or a closed tab: nothing is wrong with the file itself.
      status: file.status === 'waiting' || file.error === 'AbortError' ? 'unfinished' : file.status,
      reason: file.reason,
      bytes: file.bytes,
      at: 0,
      collection: file.collection,
      trust: null,
      document: null,
      words: file.path.toLowerCase(),
    });
  }
  return rows;
}

/** Search in path and title, every word, in one collection or (null) in all; keeps the order. */
export function searchRows(
  rows: readonly FileRow[],
  text: string,
  collection: string | null,
): FileRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) =>
      (collection === null || row.collection === collection) &&
      words.every((word) => row.words.includes(word)),
  );
}

/** A new list in that order; equals stand by name, as a person counts. */
export function orderRows(
  rows: readonly FileRow[],
  sort: SortKey,
  descending: boolean,
): readonly FileRow[] {
  const direction = descending ? -1 : 1;
  return [...rows].sort(
    (a, b) => direction * (compare[sort](a, b) || 0) || natural(a.path, b.path),
  );
}

// One collator for all: `localeCompare` with options makes a new one at each call. 9 before 10.
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;
const compare: Readonly<Record<SortKey, (a: FileRow, b: FileRow) => number>> = {
  name: (a, b) => natural(a.path, b.path),
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
    .sort((a, b) => natural(a.name, b.name));
}

/** The first few names, and how many more there are: "a.txt, b.txt and 3 more". */
export function nameSome(rows: readonly Pick<FileRow, 'name'>[], howMany = 3): string {
  const names = rows.slice(0, howMany).map((row) => row.name);
  const rest = rows.length - names.length;
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
}
