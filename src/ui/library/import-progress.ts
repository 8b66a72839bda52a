import type { ImportEvent } from '../../link/library';

type Stage = Extract<ImportEvent, { type: 'progress' }>['stage'];

/** An import as the Library shows it. Times in milliseconds since 1970, shares in [0, 1]. */
export interface ImportProgress {
  readonly running: boolean;
  readonly startedAt: number;
  readonly files: number;
  readonly current: {
    readonly path: string;
    readonly index: number;
    readonly stage: Stage;
    readonly done: number;
    readonly total: number;
  } | null;
  readonly indexed: number;
  readonly duplicates: number;
  readonly skipped: number;
  readonly failed: number;
  readonly cancelled: boolean;
  /** Files that are through. */
  readonly through: number;
  /** Bytes of the files that are through and of all; 0 of 0 when sizes are not known (resume). */
  readonly bytesThrough: number;
  readonly bytes: number;
}

export const idleImport: ImportProgress = {
  running: false,
  startedAt: 0,
  files: 0,
  current: null,
  indexed: 0,
  duplicates: 0,
  skipped: 0,
  failed: 0,
  cancelled: false,
  through: 0,
  bytesThrough: 0,
  bytes: 0,
};

/** `sizes` gives the bytes of each path that was handed in. */
export function reduceImport(
  state: ImportProgress,
  event: ImportEvent,
  at: number,
  sizes: ReadonlyMap<string, number>,
): ImportProgress {
  switch (event.type) {
    case 'started':
      return {
        ...idleImport,
        running: true,
        startedAt: at,
        files: event.files,
        bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
      };
    case 'progress': {
      const { path, index, stage, done, total } = event;
      return { ...state, current: { path, index, stage, done, total } };
    }
    case 'indexed':
    case 'skipped':
    case 'failed':
      return {
        ...state,
        current: state.current?.path === event.path ? null : state.current,
        through: state.through + 1,
        bytesThrough: state.bytesThrough + (sizes.get(event.path) ?? 0),
        [event.type]: state[event.type] + 1,
        duplicates:
          state.duplicates + (event.type === 'indexed' && event.duplicateOf !== null ? 1 : 0),
      };
    case 'finished':
      return { ...state, running: false, current: null, cancelled: event.cancelled };
  }
}

/** How much of the work on one file lies before each stage, and in it; measured shares, rounded. */
const stages: Readonly<Record<Stage, readonly [before: number, share: number]>> = {
  reading: [0, 0.02],
  parsing: [0.02, 0.13],
  splitting: [0.15, 0.03],
  embedding: [0.18, 0.77],
  saving: [0.95, 0.05],
};

/** Share of the whole import that is done. */
export function importShare(state: ImportProgress, sizes: ReadonlyMap<string, number>): number {
  if (state.files === 0) return 0;
  const { current } = state;
  const [before, share] = current ? stages[current.stage] : [0, 0];
  const part = current
    ? before + (current.total > 0 ? share * (current.done / current.total) : 0)
    : 0;
  const byFiles = (state.through + part) / state.files;
  if (state.bytes === 0) return Math.min(1, byFiles);
  const now = current ? (sizes.get(current.path) ?? 0) * part : 0;
  return Math.min(1, (state.bytesThrough + now) / state.bytes);
}

/** Milliseconds left by the pace so far; null while it is too early to say. */
export function importLeftMs(state: ImportProgress, share: number, now: number): number | null {
  const elapsed = now - state.startedAt;
  if (!state.running || elapsed < 2500 || share < 0.02) return null;
  return (elapsed * (1 - share)) / share;
}

const doing: Readonly<Record<Stage, (done: number, total: number) => string>> = {
  reading: () => 'Reading the file',
  parsing: (done, total) => (total > 1 ? `Reading page ${done} of ${total}` : 'Reading the text'),
  splitting: () => 'Splitting into passages',
  embedding: (done, total) =>
    total > 0 ? `Indexing its passages, ${done} of ${total} done` : 'Indexing its passages',
  saving: () => 'Saving',
};

/** The stage in words. */
export const stageWords = (current: NonNullable<ImportProgress['current']>): string =>
  doing[current.stage](current.done, current.total);
