import type { ImportEvent } from '../../link/library';
import type { Report } from './ingest';

type Progress = Extract<ImportEvent, { type: 'progress' }>;

/** No more often than this within a stage: each event is a message to the page. */
const LEAST_MS = 150;
/** At least this often while anything awaits, so that a long step shows that it lives. */
const HEARTBEAT_MS = 1000;

export interface ProgressReporter {
  /** Progress of one file. */
  of(path: string, index: number): Report;
  stop(): void;
}

/** Turns reports of stages into events at a bearable pace; the last one is repeated while nothing moves. */
export function createProgress(onEvent: (event: ImportEvent) => void): ProgressReporter {
  let last: Progress | null = null;
  let sent = 0;
  const send = (event: Progress): void => {
    sent = performance.now();
    last = event;
    onEvent(event);
  };
  const heart = setInterval(() => {
    if (last && performance.now() - sent >= HEARTBEAT_MS) send(last);
  }, HEARTBEAT_MS / 2);
  return {
    of: (path, index) => (stage, done, total) => {
      const event: Progress = { type: 'progress', path, index, stage, done, total };
      const moved = last?.path !== path || last.stage !== stage || done >= total;
      if (moved || performance.now() - sent >= LEAST_MS) send(event);
      else last = event;
    },
    stop: () => clearInterval(heart),
  };
}
