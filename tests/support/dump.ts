/**
 * A database as JSON: its version, tables, indexes and rows. Reads and builds with the bare
 * IndexedDB, so that a fixture does not depend on the code it tests.
 */
export interface Dump {
  readonly version: number;
  readonly tables: readonly {
    readonly name: string;
    readonly keyPath: string | string[];
    readonly indexes: readonly { readonly name: string; readonly keyPath: string }[];
    readonly rows: readonly unknown[];
  }[];
}

export async function dumpDatabase(name: string): Promise<Dump> {
  const database = await done(indexedDB.open(name));
  const tables = [];
  for (const table of database.objectStoreNames) {
    const store = database.transaction(table).objectStore(table);
    const indexes = [...store.indexNames].map((index) => ({
      name: index,
      keyPath: store.index(index).keyPath as string,
    }));
    const rows = (await done(store.getAll())).map(encode);
    tables.push({ name: table, keyPath: store.keyPath as string | string[], indexes, rows });
  }
  database.close();
  return { version: database.version, tables };
}

export async function buildDatabase(name: string, dump: Dump): Promise<void> {
  const opening = indexedDB.open(name, dump.version);
  opening.onupgradeneeded = () => {
    for (const { name, keyPath, indexes } of dump.tables) {
      const store = opening.result.createObjectStore(name, { keyPath });
      for (const index of indexes) store.createIndex(index.name, index.keyPath);
    }
  };
  const database = await done(opening);
  for (const { name, rows } of dump.tables) {
    const store = database.transaction(name, 'readwrite').objectStore(name);
    for (const row of rows) await done(store.put(decode(row)));
  }
  database.close();
}

export const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function encode(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return { $bytes: [...new Uint8Array(value)] };
  if (value instanceof Float32Array) return { $floats: [...value] };
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, encode(part)]));
  return value;
}

export function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  const { $bytes, $floats } = value as { $bytes?: number[]; $floats?: number[] };
  if ($bytes) return Uint8Array.from($bytes).buffer;
  if ($floats) return Float32Array.from($floats);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decode(part)]));
}
