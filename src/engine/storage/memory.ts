import { failure } from '../../core/errors';
import { keyOf, primaryKey, schema, tableNames } from './schema';
import type { Operation, Row, Store, TableName } from './types';

type AnyRow = Row<TableName>;

/**
 * The library in memory: for Node, for tests, and for browsers that refuse IndexedDB (then it is
 * gone with the tab, and the page says so). Binary data is copied in and out, as IndexedDB does, so
 * that a buffer which the caller transfers or reuses later cannot change what is stored; other
 * fields are read-only by type and shared.
 */
export function createMemoryStore(): Store {
  const tables = new Map(tableNames.map((name) => [name, createTable(name)]));
  let open = true;

  const table = (name: TableName): MemoryTable => {
    if (!open) throw failure('StorageRefused', 'The library was closed; reload the page.');
    return tables.get(name)!;
  };

  const store = {
    kind: 'memory',
    async get(name: TableName, key: IDBValidKey) {
      const row = table(name).get(keyOf(key));
      return row && withOwnBuffers(row);
    },
    all: async (name: TableName) => table(name).all().map(withOwnBuffers),
    keys: async (name: TableName) =>
      table(name)
        .all()
        .map((row) => primaryKey(name, row)),
    where: async (name: TableName, index: string, equals: IDBValidKey) =>
      table(name).where(index, keyOf(equals)).map(withOwnBuffers),
    count: async (name: TableName) => table(name).size(),
    async batch(operations: readonly Operation[]) {
      // Copies first: what can fail (a detached buffer) fails before anything has changed.
      const ready = operations.map((operation) =>
        'put' in operation ? { ...operation, put: withOwnBuffers(operation.put) } : operation,
      );
      for (const operation of ready) table(operation.table).apply(operation as Operation);
    },
    async clear() {
      for (const name of tableNames) table(name).apply({ table: name, clear: true } as Operation);
    },
    close() {
      open = false;
    },
  };
  return store as unknown as Store;
}

interface MemoryTable {
  size(): number;
  get(key: string): AnyRow | undefined;
  /** In order of keys, as IndexedDB gives them. */
  all(): AnyRow[];
  where(index: string, value: string): AnyRow[];
  apply(operation: Operation): void;
}

function createTable(name: TableName): MemoryTable {
  const rows = new Map<string, AnyRow>();
  // Index name -> value -> keys of the rows that have it.
  const indexes = new Map(
    schema[name].indexes.map((index: string) => [index, new Map<string, Set<string>>()]),
  );

  const remove = (key: string): void => {
    const row = rows.get(key);
    if (row === undefined) return;
    rows.delete(key);
    for (const [index, values] of indexes) {
      const value = fieldOf(row, index);
      const keys = values.get(value)!;
      keys.delete(key);
      if (keys.size === 0) values.delete(value);
    }
  };
  const put = (row: AnyRow): void => {
    const key = keyOf(primaryKey(name, row));
    remove(key);
    rows.set(key, row);
    for (const [index, values] of indexes) {
      const value = fieldOf(row, index);
      const keys = values.get(value);
      if (keys) keys.add(key);
      else values.set(value, new Set([key]));
    }
  };
  const inOrder = (keys: Iterable<string>): AnyRow[] =>
    [...keys].sort((a, b) => (a < b ? -1 : 1)).map((key) => rows.get(key)!);

  return {
    size: () => rows.size,
    get: (key) => rows.get(key),
    all: () => inOrder(rows.keys()),
    where: (index, value) => inOrder(indexes.get(index)?.get(value) ?? []),
    apply(operation) {
      if ('put' in operation) put(operation.put);
      else if ('delete' in operation) remove(keyOf(operation.delete));
      else if ('deleteWhere' in operation)
        for (const key of [
          ...(indexes.get(operation.deleteWhere)?.get(keyOf(operation.equals)) ?? []),
        ])
          remove(key);
      else {
        rows.clear();
        for (const values of indexes.values()) values.clear();
      }
    },
  };
}

const fieldOf = (row: AnyRow, name: string): string =>
  keyOf((row as unknown as Record<string, IDBValidKey>)[name]!);

/** A row with its top-level buffers and typed arrays copied; the same row when it has none. */
function withOwnBuffers<T extends object>(row: T): T {
  const own = Object.entries(row).filter(
    ([, value]) => value instanceof ArrayBuffer || ArrayBuffer.isView(value),
  );
  if (own.length === 0) return row;
  return {
    ...row,
    ...Object.fromEntries(own.map(([key, value]) => [key, structuredClone(value)])),
  };
}
