import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { failure, isFailure } from '../../core/errors';
import { tableNames } from './schema';
import type { Operation, Store, TableName } from './types';
import { upgrades } from './upgrades';

/** How long an older tab gets to close its connection before the upgrade is given up. */
const BLOCKED_MS = 4000;

/** What the person typed or decided goes to disk before we say "saved"; the rest can be made again. */
const precious: ReadonlySet<TableName> = new Set(['feedback', 'history', 'values']);

/**
 * The library in IndexedDB.
 * @throws DatabaseTooNew when a newer Touchstone wrote it, DatabaseBlocked when another tab keeps an
 * older version open, StorageRefused when the browser gives no storage (private window, policy).
 */
export async function openIdbStore(name: string): Promise<Store> {
  const connection = await connect(name);
  const { database } = connection;

  /** Runs `work` and gives its failures the names of errors.ts. */
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    if (connection.lost) throw failure('StorageRefused', connection.lost);
    try {
      return await work();
    } catch (error) {
      throw named(error);
    }
  };

  const store = {
    kind: 'indexeddb',
    get: (table: TableName, key: IDBValidKey) => attempt(() => database.get(table, key)),
    all: (table: TableName) => attempt(() => database.getAll(table)),
    keys: (table: TableName) => attempt(() => database.getAllKeys(table)),
    where: (table: TableName, index: string, equals: IDBValidKey) =>
      attempt(() => database.getAllFromIndex(table, index, equals)),
    count: (table: TableName) => attempt(() => database.count(table)),
    batch: (operations: readonly Operation[]) => attempt(() => runBatch(database, operations)),
    clear: () =>
      attempt(() =>
        runBatch(
          database,
          tableNames.map((table) => ({ table, clear: true }) as Operation),
        ),
      ),
    close: () => {
      connection.lost = 'The library was closed; reload the page.';
      database.close();
    },
  };
  return store as unknown as Store;
}

interface Connection {
  readonly database: IDBPDatabase<unknown>;
  /** Why nothing can be read any more, for the person; null while all is well. */
  lost: string | null;
}

async function connect(name: string): Promise<Connection> {
  const state: { lost: string | null } = { lost: null };
  let broken: unknown;
  let giveUp: (reason: Error) => void = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const blocked = new Promise<never>((_, reject) => (giveUp = reject));

  const open = (): Promise<IDBPDatabase<unknown>> =>
    openDB<unknown>(name, upgrades.length, {
      upgrade(database, from, _to, transaction) {
        const run = async (): Promise<void> => {
          for (const step of upgrades.slice(from)) await step(database, transaction as never);
        };
        run().catch((error: unknown) => {
          broken = error;
          transaction.abort();
        });
      },
      blocked() {
        timer = setTimeout(
          () =>
            giveUp(
              failure(
                'DatabaseBlocked',
                'Another tab keeps an older version of the library open. Close it, then reload.',
              ),
            ),
          BLOCKED_MS,
        );
      },
      blocking(_current, _next, event) {
        // A newer version, or a deletion, waits for us: make way at once.
        state.lost =
          'A newer version of Touchstone was opened in another tab. Reload this page to go on.';
        (event.target as IDBDatabase).close();
      },
      terminated() {
        state.lost = 'The browser closed the library (was its data cleared?). Reload the page.';
      },
    });

  let opening: Promise<IDBPDatabase<unknown>> | undefined;
  try {
    // Where storage is forbidden, opening throws at once instead of rejecting.
    opening = open();
    const database = await Promise.race([opening, blocked]);
    return Object.assign(state, { database });
  } catch (error) {
    if (isFailure(error, 'DatabaseBlocked'))
      opening?.then(
        (late) => late.close(),
        () => {},
      );
    if (broken)
      throw new Error('The library could not be brought to this version; nothing was changed.', {
        cause: broken,
      });
    if ((error as Error).name === 'VersionError')
      throw failure(
        'DatabaseTooNew',
        'This library was written by a newer version of Touchstone. Update, then reload.',
        error,
      );
    throw named(error);
  } finally {
    clearTimeout(timer);
  }
}

/** All operations, in their order, in one transaction. */
async function runBatch(
  database: IDBPDatabase<unknown>,
  operations: readonly Operation[],
): Promise<void> {
  if (operations.length === 0) return;
  const tables = [...new Set(operations.map(({ table }) => table))];
  const durability = tables.some((table) => precious.has(table)) ? 'strict' : 'relaxed';
  const transaction = database.transaction(tables, 'readwrite', { durability });
  const requests: Promise<unknown>[] = [];
  try {
    for (const operation of operations) await queue(transaction, operation, requests);
    await Promise.all(requests);
    await transaction.done;
  } catch (error) {
    // Everything that is still under way fails with the transaction; its own error is the cause.
    for (const request of requests) request.catch(() => {});
    const ended = transaction.done.catch(() => {});
    try {
      transaction.abort();
    } catch {
      // It had already ended.
    }
    await ended;
    throw transaction.error ?? error;
  }
}

/**
 * Awaits only where the next operation must see the result: what is put after a `deleteWhere` of
 * the same batch would otherwise be found and deleted by it.
 */
async function queue(
  transaction: IDBPTransaction<unknown, TableName[], 'readwrite'>,
  operation: Operation,
  requests: Promise<unknown>[],
): Promise<void> {
  const table = transaction.objectStore(operation.table);
  if ('put' in operation) requests.push(table.put(operation.put));
  else if ('delete' in operation) requests.push(table.delete(operation.delete));
  else if ('deleteWhere' in operation) {
    const keys = await table.index(operation.deleteWhere).getAllKeys(operation.equals);
    for (const key of keys) requests.push(table.delete(key));
  } else requests.push(table.clear());
}

function named(error: unknown): unknown {
  const { name, message } = error as { name?: string; message?: string };
  if (name === 'QuotaExceededError')
    return failure(
      'QuotaExceeded',
      'The storage that the browser grants this page is full. Delete documents or free disk space, then try again.',
      error,
    );
  const refused = ['InvalidStateError', 'SecurityError', 'UnknownError', 'NotAllowedError'];
  if (name !== undefined && refused.includes(name))
    return failure('StorageRefused', `The browser refuses to store the library: ${message}`, error);
  return error;
}
