/** Rejects with TimeoutError after `ms`, with the signal's reason on abort. */
export function within<T>(promise: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      end();
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      end();
      reject(Object.assign(new Error(`Not done after ${ms} ms.`), { name: 'TimeoutError' }));
    }, ms);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    promise.then(
      (value) => (end(), resolve(value)),
      (error: unknown) => (end(), reject(error as Error)),
    );
  });
}
