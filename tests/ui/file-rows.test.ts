import { describe, expect, it } from 'vitest';
import type { FileStatus } from '../../src/link/library';
import {
  collectionsOf,
  fileRows,
  orderRows,
  searchRows,
  type FileRow,
  type RowQuery,
} from '../../src/ui/library/file-rows';
import { fakeDocument } from '../support/fake-documents';

const record = (path: string, text: string, more: object = {}) => ({
  ...fakeDocument({ path, text }).record,
  ...more,
});
const a = record('law/lease 10.txt', 'a lease', { bytes: 30, modified: 300 });
const b = record('law/lease 9.txt', 'a second lease', { bytes: 10, modified: 100 });
const c = record('notes/tide.md', '# The tide tables', {
  collection: 'Sea',
  bytes: 20,
  modified: 200,
});
const failed: FileStatus = {
  path: 'scans/x.pdf',
  bytes: 5,
  status: 'failed',
  error: 'DocumentNoText',
  reason: 'No text.',
  document: null,
  collection: 'Documents',
};
const query: RowQuery = {
  text: '',
  collection: null,
  sort: 'name',
  descending: false,
  onlyProblems: false,
};
const queryRows = (rows: readonly FileRow[], { text, collection, sort, descending }: RowQuery) =>
  searchRows(orderRows(rows, sort, descending), text, collection);
const names = (rows: readonly { path: string }[]) => rows.map((row) => row.path);

describe('file rows', () => {
  const rows = fileRows([a, b, c], [failed], { [a.id]: 0.9, [b.id]: 0.2 });

  it('has one line for each document and for each file that did not become one', () => {
    expect(rows).toHaveLength(4);
    expect(rows.find((row) => row.path === 'scans/x.pdf')).toMatchObject({
      status: 'failed',
      reason: 'No text.',
      document: null,
    });
  });

  it('does not list a file twice when a document holds its path', () => {
    const again = fileRows([a], [{ ...failed, path: 'law/lease 10.txt' }], {});
    expect(again).toHaveLength(1);
  });

  it('calls a document unfinished until it is embedded', () => {
    const [row] = fileRows([{ ...a, stage: 'parsed' }], [], {});
    expect(row?.status).toBe('unfinished');
  });

  it('sorts names as a person counts: 9 before 10', () => {
    expect(names(queryRows(rows, query)).slice(0, 2)).toEqual([
      'law/lease 9.txt',
      'law/lease 10.txt',
    ]);
  });

  it('sorts by date, size and trust, both ways', () => {
    const first = (sort: RowQuery['sort'], descending: boolean) =>
      queryRows(rows, { ...query, sort, descending })[0]?.path;
    expect(first('date', true)).toBe('law/lease 10.txt');
    expect(first('size', false)).toBe('scans/x.pdf');
    expect(first('trust', true)).toBe('law/lease 10.txt');
  });

  it('finds by every word, in path or title', () => {
    expect(names(queryRows(rows, { ...query, text: 'TIDE tables' }))).toEqual(['notes/tide.md']);
    expect(queryRows(rows, { ...query, text: 'tide lease' })).toEqual([]);
  });

  it('keeps to one collection', () => {
    expect(names(queryRows(rows, { ...query, collection: 'Sea' }))).toEqual(['notes/tide.md']);
    expect(collectionsOf(rows)).toEqual([
      { name: 'Documents', documents: 2 },
      { name: 'Sea', documents: 1 },
    ]);
  });

  it('is empty for an empty library', () => {
    expect(queryRows(fileRows([], [], {}), query)).toEqual([]);
  });
});
