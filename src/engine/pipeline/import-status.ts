import type { ErrorName } from '../../core/errors';
import type { DocumentId, DocumentRecord } from '../../core/types';
import type { EngineContext } from '../context';
import type { ImportRecord, Operation } from '../storage/types';
import type { Job } from './import-jobs';

/** What became of one file. */
export type Fate =
  | {
      readonly type: 'indexed';
      readonly document: DocumentRecord;
      readonly duplicateOf: string | null;
    }
  | NotIndexed;
export interface NotIndexed {
  readonly type: 'skipped' | 'failed';
  readonly error: string;
  readonly reason: string;
}

const passedOver: ReadonlySet<string> = new Set<ErrorName>([
  'DocumentUnsupported',
  'DocumentEmpty',
]);

export function fateOf(error: unknown): NotIndexed {
  const { name, message } = error as Error;
  return { type: passedOver.has(name) ? 'skipped' : 'failed', error: name, reason: message };
}

export const cancelled: NotIndexed = {
  type: 'skipped',
  error: 'AbortError',
  reason: 'Cancelled. Add the file again to go on where it stopped.',
};
const unread: NotIndexed = {
  type: 'skipped',
  error: 'AbortError',
  reason: 'The tab was closed before this file was read. Add it again.',
};

/**
 * The fates of files, kept from session to session. Statuses are a service: where they cannot be
 * saved (a full disk) the import goes on without.
 */
export interface ImportStatuses {
  /** The files of a run wait; one that is in the library stays "indexed" until its turn. */
  announce(jobs: readonly Job[]): Promise<void>;
  save(job: Job, fate: NotIndexed): Promise<void>;
  /** After a cancel: what was not begun is not waiting any more. */
  endWaiting(jobs: readonly Job[]): Promise<void>;
  /** Files that an earlier session announced and never read: their bytes are not here. */
  forgetUnread(): Promise<void>;
  /** Documents whose completion the person cancelled. */
  resting(): Promise<ReadonlySet<DocumentId | null>>;
}

export function createImportStatuses({
  store,
  now,
}: Pick<EngineContext, 'store' | 'now'>): ImportStatuses {
  const put = async (rows: readonly ImportRecord[]): Promise<void> => {
    const operations = rows.map((row): Operation => ({ table: 'imports', put: row }));
    await store.batch(operations).catch(() => {});
  };
  const rowOf = (
    { path, bytes, collection }: Job,
    fate: NotIndexed | null,
    document: DocumentId | null,
  ): ImportRecord => ({
    path,
    bytes,
    status: fate?.type ?? 'waiting',
    error: fate?.error ?? null,
    reason: fate?.reason ?? null,
    document,
    collection,
    at: now(),
  });

  return {
    async announce(jobs) {
      const known = new Map((await store.all('imports')).map((row) => [row.path, row]));
      await put(
        jobs
          .filter(({ path }) => known.get(path)?.status !== 'indexed')
          .map((job) =>
            rowOf(
              job,
              job.skip && { type: 'skipped', ...job.skip },
              known.get(job.path)?.document ?? null,
            ),
          ),
      );
    },
    async save(job, fate) {
      const id = job.id();
      const stored = id ? await store.get('documents', id) : undefined;
      // A complete document that could not be derived anew is still there as it was.
      if (stored?.stage === 'embedded') return;
      // What an earlier cancel left keeps resting when this one came before it was read.
      const before = fate === cancelled ? await store.get('imports', job.path) : undefined;
      await put([rowOf(job, fate, stored?.id ?? before?.document ?? null)]);
    },
    async endWaiting(jobs) {
      const paths = new Set(jobs.map(({ path }) => path));
      const waiting = (await store.all('imports')).filter(
        ({ path, status }) => status === 'waiting' && paths.has(path),
      );
      const { type: status, error, reason } = cancelled;
      await put(waiting.map((row) => ({ ...row, status, error, reason, at: now() })));
    },
    async forgetUnread() {
      const rows = (await store.all('imports')).filter(
        ({ status, document }) => status === 'waiting' && document === null,
      );
      const { type: status, error, reason } = unread;
      await put(rows.map((row) => ({ ...row, status, error, reason })));
    },
    async resting() {
      const rows = await store.all('imports');
      return new Set(rows.filter(({ error }) => error === 'AbortError').map((row) => row.document));
    },
  };
}
