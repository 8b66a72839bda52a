export interface Turns {
  /** Runs `work` when all earlier work has ended; rejects with AbortError when it gave up waiting. */
  take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** One at a time, in order of asking. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      const turn = last.then(() => {
        signal.throwIfAborted();
        return work();
      });
      last = turn.catch(() => {});
      return turn;
    },
  };
}
