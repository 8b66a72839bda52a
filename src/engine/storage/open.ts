import { failure, isFailure } from '../../core/errors';
import { openIdbStore } from './idb';
import { createMemoryStore } from './memory';
import type { Store } from './types';

export interface OpenedStore {
  readonly store: Store;
  /** Why the library is kept in memory only, for the person; null when it is kept on disk. */
  readonly reason: string | null;
}

/** How long a tab that is being reloaded or closed gets to let go of the library. */
const LOCK_MS = 2000;

/**
 * Opens the library of this origin, for one engine at a time; `store.close()` lets it go. Where the
 * browser refuses IndexedDB, the library lives in memory and `reason` says so.
 * @param locks navigator.locks; undefined where there are none (then two tabs are not noticed).
 * @throws EngineElsewhere when another tab holds it, DatabaseTooNew, DatabaseBlocked.
 */
export async function openStore(
  name: string,
  locks: LockManager | undefined,
): Promise<OpenedStore> {
  const release = locks ? await holdLock(locks, `${name}-engine`) : () => {};
  try {
    const { store, reason } = await openOrRemember(name);
    const close = (): void => {
      store.close();
      release();
    };
    return { store: { ...store, close }, reason };
  } catch (error) {
    release();
    throw error;
  }
}

async function openOrRemember(name: string): Promise<OpenedStore> {
  if (typeof indexedDB === 'undefined')
    return {
      store: createMemoryStore(),
      reason: 'This browser has no storage for pages: the library is gone when the tab is closed.',
    };
  try {
    return { store: await openIdbStore(name), reason: null };
  } catch (error) {
    if (!isFailure(error, 'StorageRefused') && !isFailure(error, 'QuotaExceeded')) throw error;
    return {
      store: createMemoryStore(),
      reason: `${(error as Error).message} The library is gone when the tab is closed; export it to keep it.`,
    };
  }
}

/** @returns lets the lock go. @throws EngineElsewhere */
async function holdLock(locks: LockManager, name: string): Promise<() => void> {
  const waiting = AbortSignal.timeout(LOCK_MS);
  try {
    return await new Promise((resolve, reject) => {
      locks
        .request(name, { signal: waiting }, () => {
          return new Promise<void>((release) => resolve(release));
        })
        .catch(reject);
    });
  } catch (error) {
    // A browser that blocks all storage refuses locks as well: nobody else can hold the library.
    if (!waiting.aborted) return () => {};
    throw failure(
      'EngineElsewhere',
      'Touchstone is open in another tab. Go on there, or close it and reload this page.',
      error,
    );
  }
}
