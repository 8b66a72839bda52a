import { failure, isFailure, type ErrorName } from '../../core/errors';
import type { DocumentId, DocumentRecord } from '../../core/types';
import type { ImportEvent, LibraryApi } from '../../link/library';
import type { EngineContext } from '../context';
import { currentVersions, sameText, type Derive } from './derive';
import { fileJob, storedJob, type Job, type Limits } from './import-jobs';
import {
  cancelled,
  createImportStatuses,
  fateOf,
  type Fate,
  type NotIndexed,
} from './import-status';
import { createIngest, type Report } from './ingest';
import { createPathBook, type PathBook } from './path-book';
import { createProgress } from './progress';
import { createTurns } from './turns';

export interface Imports extends Pick<LibraryApi, 'importFiles' | 'resumeImports'> {
  /** Stops work on documents that are about to be deleted; resolves when it has stopped. */
  release(ids: readonly DocumentId[]): Promise<void>;
  /** Stops every import, then runs `work` while none can run. */
  alone<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Runs `work` while no import can run. @throws Busy when one is running. */
  whenIdle<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** After these nothing else of the run can succeed either. */
const fatal: ReadonlySet<string> = new Set<ErrorName>([
  'StorageRefused',
  'DeviceLost',
  'ModelMissing',
  'ModelCorrupt',
]);
/** A full disk may still take a smaller file; after so many in a row the run ends. */
const FULL_IN_A_ROW = 3;

/**
 * Imports of many files: one run at a time, one file at a time, each with its fate told and kept.
 * A cancelled run resolves; its last event says so.
 */
export function createImports(context: EngineContext, derive: Derive): Imports {
  const { store, models, indexes, settings } = context;
  const ingest = createIngest(context, derive);
  const statuses = createImportStatuses(context);
  const turns = createTurns();
  const running = new Set<AbortController>();
  const limits: Limits = {
    maxMegabytes: () => settings().library.maxMegabytes,
    supports: (path) => derive.supports(path),
  };
  let current: Current | null = null;

  return {
    importFiles: (files, collection, onEvent, outer) =>
      stoppable(outer, async (signal) => {
        const jobs = files.map((file) => fileJob(file, collection, limits));
        await statuses.announce(jobs);
        await turns.take(() => run(jobs, onEvent, signal), signal).catch(quietly(signal));
        if (signal.aborted) await statuses.endWaiting(jobs);
      }),

    resumeImports: (onEvent, outer, cancelledToo = false) =>
      stoppable(outer, async (signal) => {
        const resume = async (): Promise<void> => {
          await statuses.forgetUnread();
          const jobs = (await unfinished(cancelledToo)).map(storedJob);
          if (jobs.length > 0) await run(jobs, onEvent, signal);
        };
        await turns.take(resume, signal).catch(quietly(signal));
      }),

    async release(ids) {
      const id = current?.job.id();
      if (!current || !id || !ids.includes(id)) return;
      current.stop.abort();
      await new Promise<void>((resolve) => current?.whenEnded.push(resolve));
    },

    alone(work, signal) {
      for (const controller of running) controller.abort();
      return turns.take(work, signal);
    },

    async whenIdle(work, signal) {
      if (running.size > 0)
        throw failure('Busy', 'Files are being imported. Wait until that is done, or cancel it.');
      return turns.take(work, signal);
    },
  };

  /** Runs `work` under a signal that `alone` can abort as well. */
  async function stoppable(
    outer: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const controller = new AbortController();
    running.add(controller);
    try {
      await work(AbortSignal.any([outer, controller.signal]));
    } finally {
      running.delete(controller);
    }
  }

  async function run(
    jobs: readonly Job[],
    onEvent: (event: ImportEvent) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const counts = { indexed: 0, skipped: 0, failed: 0 };
    const book = createPathBook(await store.all('documents'));
    const progress = createProgress(onEvent);
    let full = 0;
    let over: NotIndexed | null = null;
    onEvent({ type: 'started', files: jobs.length });
    try {
      for (const [index, job] of jobs.entries()) {
        if (signal.aborted) break;
        if (over && !job.skip) await statuses.save(job, over);
        const fate: Fate | null =
          over && !job.skip ? over : await one(job, book, progress.of(job.path, index), signal);
        if (!fate) break;
        counts[fate.type]++;
        onEvent({ ...fate, path: job.path });
        if (fate.type !== 'failed') continue;
        full = fate.error === 'QuotaExceeded' ? full + 1 : 0;
        if (fatal.has(fate.error) || full >= FULL_IN_A_ROW) over = fate;
      }
    } finally {
      progress.stop();
    }
    if (signal.aborted) await statuses.endWaiting(jobs);
    onEvent({ type: 'finished', ...counts, cancelled: signal.aborted });
  }

  /** One file through all stages; its failure is its own. Null when the run was cancelled. */
  async function one(
    job: Job,
    book: PathBook,
    report: Report,
    signal: AbortSignal,
  ): Promise<Fate | null> {
    if (job.skip) return { type: 'skipped', ...job.skip };
    const own: Current = { job, stop: new AbortController(), whenEnded: [] };
    current = own;
    try {
      const either = AbortSignal.any([signal, own.stop.signal]);
      return { type: 'indexed', ...(await job.run(ingest, book, report, either)) };
    } catch (error) {
      const fate = signal.aborted
        ? cancelled
        : own.stop.signal.aborted
          ? deletedMeanwhile
          : fateOf(error);
      await statuses.save(job, fate);
      return fate === cancelled ? null : fate;
    } finally {
      current = null;
      for (const tell of own.whenEnded) tell();
    }
  }

  /** Documents to complete or to derive anew, oldest first. */
  async function unfinished(cancelledToo: boolean): Promise<DocumentRecord[]> {
    const documents = await store.all('documents');
    if (documents.length === 0) return [];
    const versions = await currentVersions(derive, models);
    // Vectors of another embedder do not compare with the question's.
    for (const document of documents)
      if (document.versions.embedder !== versions.embedder) indexes.remove(document.id);
    const resting = cancelledToo ? new Set() : await statuses.resting();
    return documents
      .filter(
        (document) =>
          (document.stage === 'embedded' || !resting.has(document.id)) &&
          (!indexes.document(document.id) || !sameText(document.versions, versions)),
      )
      .sort((a, b) => a.added - b.added);
  }
}

/** The file under way: `stop` ends it alone, and whoever waits for its end is told. */
interface Current {
  readonly job: Job;
  readonly stop: AbortController;
  readonly whenEnded: (() => void)[];
}

const deletedMeanwhile: NotIndexed = {
  type: 'skipped',
  error: 'NotFound',
  reason: 'It was deleted while it was being imported.',
};

/** A cancelled run ends without an error: its events said so. */
const quietly =
  (signal: AbortSignal) =>
  (error: unknown): void => {
    if (!(signal.aborted && isFailure(error, 'AbortError'))) throw error;
  };
