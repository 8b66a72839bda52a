/** Something costly that several callers may wait for at once, and that can fail and be tried again. */
export interface SharedLoad<Value, Event> {
  /**
   * The value: loads it, joins a load under way, or gives what is there. An abort ends this wait
   * at once; the load itself stops when nobody waits for it any more.
   */
  get(onEvent: (event: Event) => void, signal: AbortSignal): Promise<Value>;
  /** The value when it is there. */
  peek(): Value | null;
  /** Forgets the value, and gives it to `drop` of the maker. */
  clear(): Promise<void>;
}

/**
 * @param start loads; what it reports goes to everybody who waits
 * @param drop frees a value that is not needed any more, or that came after its load was cancelled
 */
export function createSharedLoad<Value, Event>(
  start: (report: (event: Event) => void, signal: AbortSignal) => Promise<Value>,
  drop: (value: Value) => Promise<void> = () => Promise.resolve(),
): SharedLoad<Value, Event> {
  let value: Value | null = null;
  let running: Running<Value, Event> | null = null;
  // A cancelled load may still be inside a step that cannot stop; the next one begins after it.
  let before: Promise<unknown> = Promise.resolve();

  function begin(): Running<Value, Event> {
    const controller = new AbortController();
    const listeners = new Set<(event: Event) => void>();
    const result = before.then(async () => {
      controller.signal.throwIfAborted();
      const loaded = await start((event) => {
        for (const listener of [...listeners]) listener(event);
      }, controller.signal);
      if (!controller.signal.aborted) return loaded;
      await drop(loaded);
      throw controller.signal.reason;
    });
    const own: Running<Value, Event> = { result, listeners, controller };
    before = result.then(
      (loaded) => {
        if (running === own) [value, running] = [loaded, null];
      },
      () => {
        if (running === own) running = null;
      },
    );
    return own;
  }

  return {
    async get(onEvent, signal) {
      signal.throwIfAborted();
      if (value !== null) return value;
      const own = (running ??= begin());
      own.listeners.add(onEvent);
      try {
        return await orAborted(own.result, signal);
      } finally {
        own.listeners.delete(onEvent);
        if (own.listeners.size === 0 && value === null && running === own && signal.aborted) {
          running = null;
          own.controller.abort(signal.reason);
        }
      }
    },
    peek: () => value,
    async clear() {
      running?.controller.abort();
      running = null;
      const old = value;
      value = null;
      if (old !== null) await drop(old);
      await before;
    },
  };
}

interface Running<Value, Event> {
  readonly result: Promise<Value>;
  readonly listeners: Set<(event: Event) => void>;
  readonly controller: AbortController;
}

/** `promise`, or the abort, whichever comes first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) {
      promise.catch(() => {});
      return abort();
    }
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
