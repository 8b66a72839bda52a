/** A promise that is settled from outside. */
export interface Later<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

export function later<T>(): Later<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((...both) => ([resolve, reject] = both));
  promise.catch(() => {});
  return { promise, resolve, reject };
}

/** One object for good, whose methods call whatever worker is there, or wait until one is. */
export function delegate<R extends object>(current: () => Promise<object>): R {
  return new Proxy({} as R, {
    get(_, name) {
      // Not a promise, though it answers to every name.
      if (name === 'then') return undefined;
      return async (...args: unknown[]) => {
        const remote = (await current()) as Record<PropertyKey, (...a: unknown[]) => unknown>;
        return remote[name]?.(...args);
      };
    },
  });
}
