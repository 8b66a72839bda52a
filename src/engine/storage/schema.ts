import type { Key, Row, TableName, Tables } from './types';

type KeyPath<T extends TableName> = (keyof Row<T> & string) | readonly (keyof Row<T> & string)[];
type Schema = {
  readonly [T in TableName]: {
    readonly key: KeyPath<T>;
    readonly indexes: readonly (keyof Tables[T]['indexes'] & string)[];
  };
};

/** Where each table's key is found in a row, and which fields are indexed (field = index name). */
export const schema: Schema = {
  documents: { key: 'id', indexes: [] },
  texts: { key: 'id', indexes: [] },
  files: { key: 'id', indexes: [] },
  passages: { key: 'id', indexes: ['document'] },
  vectors: { key: 'id', indexes: ['document'] },
  imports: { key: 'path', indexes: [] },
  history: { key: 'id', indexes: [] },
  feedback: { key: 'target', indexes: [] },
  relations: { key: ['a', 'b'], indexes: ['documentA', 'documentB'] },
  judgements: { key: 'id', indexes: ['document'] },
  triples: { key: 'id', indexes: ['document'] },
  values: { key: 'id', indexes: [] },
};

export const tableNames = Object.keys(schema) as readonly TableName[];

export function primaryKey<T extends TableName>(table: T, row: Row<T>): Key<T> {
  const path = schema[table].key as string | readonly string[];
  const fields = row as unknown as Record<string, unknown>;
  return (typeof path === 'string' ? fields[path] : path.map((name) => fields[name])) as Key<T>;
}

/**
 * A key as one string whose order is IndexedDB's (string keys, and arrays of strings compared part
 * by part): U+0000 sorts before every character that a key contains.
 */
export function keyOf(key: IDBValidKey): string {
  return Array.isArray(key) ? key.map(String).join('\0') : String(key);
}
