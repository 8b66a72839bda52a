/** Lets many work at a time, or one alone: questions, and what must not happen under them. */
export interface Gate {
  /** Runs `work` beside others, after whoever is alone. */
  share<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` when the shared ones have ended; new ones wait for it. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function createGate(): Gate {
  let shared = 0;
  let closed: Promise<unknown> | null = null;
  const whenFree: (() => void)[] = [];
  return {
    async share(work) {
      while (closed) await closed;
      shared++;
      try {
        return await work();
      } finally {
        shared--;
        if (shared === 0) for (const tell of whenFree.splice(0)) tell();
      }
    },
    async alone(work) {
      while (closed) await closed;
      while (shared > 0) await new Promise<void>((resolve) => whenFree.push(resolve));
      const running = work();
      closed = running.then(
        () => (closed = null),
        () => (closed = null),
      );
      return running;
    },
  };
}
