import { isFailure } from '../../core/errors';
import type { RelationProgress } from '../../link/trust';
import type { Learner } from '../pipeline/learn';

type OnFound = Parameters<Learner['run']>[1];

/** The one run of the learner that there is at a time, with all who watch it. */
export interface Background {
  /** Runs, or joins the run that is under way; aborting stops it for all. */
  run(onProgress: (progress: RelationProgress) => void, signal: AbortSignal): Promise<void>;
  /** Runs once it was quiet for a moment; what fails is tried again after the next change. */
  soon(): void;
  progress(): Promise<RelationProgress>;
}

/** Files of an import come one after the other; comparing waits until they paused this long. */
const quietMs = 1500;

export function createBackground(
  learner: Learner,
  onFound: OnFound,
  onFinished: () => void,
): Background {
  const watchers = new Set<(progress: RelationProgress) => void>();
  let current: { readonly done: Promise<void>; readonly stop: AbortController } | null = null;
  let last: RelationProgress | null = null;
  let more = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function tell(progress: RelationProgress): void {
    last = progress;
    for (const watcher of watchers) watcher(progress);
  }

  async function work(signal: AbortSignal): Promise<void> {
    try {
      do {
        more = false;
        await learner.run(tell, onFound, signal);
      } while (more);
    } finally {
      current = null;
      if (last) tell({ ...last, running: false });
      onFinished();
    }
  }

  function start(): { readonly done: Promise<void>; readonly stop: AbortController } {
    const stop = new AbortController();
    current = { done: work(stop.signal), stop };
    return current;
  }

  return {
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
      }
    },
    soon() {
      if (current) {
        more = true;
        return;
      }
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => {
        timer = null;
        if (!current)
          start().done.catch((error: unknown) => {
            if (!isFailure(error, 'AbortError') && !isFailure(error, 'ModelMissing'))
              console.warn('Documents could not be compared; the next change tries again.', error);
          });
      }, quietMs);
      // In Node a waiting timer would keep the process alive; browsers have no unref.
      (timer as unknown as { unref?: () => void }).unref?.();
    },
    progress: async () => (current && last ? last : learner.progress()),
  };
}
