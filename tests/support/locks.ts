/** Web Locks of one origin, as far as we use them: exclusive, by name, with a signal. */
export function createLocks(): LockManager {
  const tails = new Map<string, Promise<unknown>>();
  return {
    async request(name: string, options: LockOptions, work: (lock: Lock) => unknown) {
      const before = tails.get(name) ?? Promise.resolve();
      const turn = before
        .then(() => options.signal?.throwIfAborted())
        .then(() => work({ name } as Lock));
      tails.set(
        name,
        turn.catch(() => {}),
      );
      const aborted = new Promise<never>((_, reject) =>
        options.signal?.addEventListener('abort', () => reject(options.signal!.reason as Error)),
      );
      // As in browsers: once granted, the signal no longer counts.
      let granted = false;
      void before.then(() => (granted = true));
      return Promise.race([
        turn,
        aborted.catch((error: unknown) => (granted ? turn : Promise.reject(error as Error))),
      ]);
    },
  } as unknown as LockManager;
}
