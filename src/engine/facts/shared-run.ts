import { isFailure } from '../../core/errors';

/** One run at a time, which everybody who asks for it joins. */
export interface SharedRun<Progress> {
  /** Starts, or joins what is under way; aborting stops it for all. */
  run(onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<void>;
  /** Starts by itself once it was quiet for a moment, and again after a change in the meantime. */
  soon(): void;
  readonly running: boolean;
}

/** Files of an import come one after the other; work waits until they paused this long. */
const quietMs = 2000;

/** @param work does one run; `tell` lets everybody know how far it is */
export function createSharedRun<Progress>(
  work: (tell: () => void, signal: AbortSignal) => Promise<void>,
  progress: () => Progress,
): SharedRun<Progress> {
  const watchers = new Set<(progress: Progress) => void>();
  let current: { readonly done: Promise<void>; readonly stop: AbortController } | null = null;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const tell = (): void => {
    const now = progress();
    for (const watcher of watchers) watcher(now);
  };

  async function all(signal: AbortSignal): Promise<void> {
    try {
      do {
        again = false;
        await work(tell, signal);
      } while (again);
    } finally {
      current = null;
      tell();
    }
  }

  function start(): { readonly done: Promise<void>; readonly stop: AbortController } {
    const stop = new AbortController();
    const started = { done: Promise.resolve(), stop };
    current = started;
    started.done = all(stop.signal);
    return started;
  }

  return {
    get running() {
      return current !== null;
    },
    async run(onProgress, signal) {
      signal.throwIfAborted();
      watchers.add(onProgress);
      const { done, stop } = current ?? start();
      const abort = (): void => stop.abort(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      try {
        await done;
      } finally {
        signal.removeEventListener('abort', abort);
        watchers.delete(onProgress);
        onProgress(progress());
      }
    },
    soon() {
      if (current) {
        again = true;
        return;
      }
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => {
        timer = null;
        if (current) return;
        start().done.catch((error: unknown) => {
          if (!isFailure(error, 'AbortError') && !isFailure(error, 'ModelMissing'))
            console.warn('Facts could not be found; the next change tries again.', error);
        });
      }, quietMs);
    },
  };
}
