import type { IDBPDatabase, IDBPTransaction } from 'idb';

type Step = (
  database: IDBPDatabase<unknown>,
  transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
) => void | Promise<void>;

/**
 * How a database comes from version n to n + 1, in order. Append only: a step that once shipped
 * never changes, and names its tables itself, so that `schema.ts` may go on. Await nothing but the
 * transaction's own requests. A dump of every past version opens in tests/engine/storage-upgrade.
 */
export const upgrades: readonly Step[] = [
  function create(database) {
    for (const table of ['documents', 'texts', 'files', 'history', 'values'])
      database.createObjectStore(table, { keyPath: 'id' });
    for (const table of ['passages', 'vectors', 'judgements', 'triples'])
      database.createObjectStore(table, { keyPath: 'id' }).createIndex('document', 'document');
    database.createObjectStore('imports', { keyPath: 'path' });
    database.createObjectStore('feedback', { keyPath: 'target' });
    const relations = database.createObjectStore('relations', { keyPath: ['a', 'b'] });
    relations.createIndex('documentA', 'documentA');
    relations.createIndex('documentB', 'documentB');
  },
];
