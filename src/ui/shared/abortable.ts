import { createSignal, onCleanup, type Accessor } from 'solid-js';

export interface Run {
  /** True from start to end of the newest run. */
  readonly running: Accessor<boolean>;
  /** Stops the run before, then starts `work` with a fresh signal; resolves with it. */
  start<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  stop(): void;
}

/** One run at a time; the owner's cleanup stops it. */
export function createRun(): Run {
  const [running, setRunning] = createSignal(false);
  let controller: AbortController | null = null;
  const stop = () => controller?.abort();
  onCleanup(stop);
  return {
    running,
    async start(work) {
      stop();
      const own = new AbortController();
      controller = own;
      setRunning(true);
      try {
        return await work(own.signal);
      } finally {
        if (controller === own) {
          controller = null;
          setRunning(false);
        }
      }
    },
    stop,
  };
}
