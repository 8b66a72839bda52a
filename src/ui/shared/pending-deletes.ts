import { createSignal, onCleanup } from 'solid-js';

export interface PendingDeletes<Id extends string> {
  has(id: Id): boolean;
  /** Hides at once, deletes after the delay; the returned function takes it back. */
  add(ids: readonly Id[]): () => void;
  /** Deletes everything that waits, now. */
  flush(): Promise<void>;
}

/**
 * Deletes that can still be taken back. They are carried out after the delay, before the next
 * question, and when the page goes away.
 */
export function createPendingDeletes<Id extends string>(
  carryOut: (ids: readonly Id[]) => Promise<void>,
  delayMs = 9000,
): PendingDeletes<Id> {
  const [waiting, setWaiting] = createSignal<ReadonlySet<Id>>(new Set());
  const timers = new Map<ReturnType<typeof setTimeout>, readonly Id[]>();
  const without = (ids: readonly Id[]) =>
    setWaiting((now) => new Set([...now].filter((id) => !ids.includes(id))));

  async function finish(timer: ReturnType<typeof setTimeout>): Promise<void> {
    const ids = timers.get(timer);
    if (!ids) return;
    clearTimeout(timer);
    timers.delete(timer);
    // Hidden until the engine has confirmed: else the row would flash up again.
    await carryOut(ids).finally(() => without(ids));
  }
  const flush = async () => {
    await Promise.all([...timers.keys()].map(finish));
  };

  const onHide = () => void flush();
  addEventListener('pagehide', onHide);
  onCleanup(() => {
    removeEventListener('pagehide', onHide);
    void flush();
  });
  return {
    has: (id) => waiting().has(id),
    add(ids) {
      setWaiting((now) => new Set([...now, ...ids]));
      const timer = setTimeout(() => void finish(timer), delayMs);
      timers.set(timer, ids);
      return () => {
        if (!timers.delete(timer)) return;
        clearTimeout(timer);
        without(ids);
      };
    },
    flush,
  };
}
