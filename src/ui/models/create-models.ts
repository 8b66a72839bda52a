import { proxy } from 'comlink';
import { createSignal, type Accessor } from 'solid-js';
import type { FolderFile, InstallEvent, ModelOffer } from '../../link/hub';
import type { ModelRole } from '../../link/models';
import type { Backend } from '../context';
import { describeError, wasStopped } from '../shared/describe-error';
import { formatBytes } from '../shared/format';
import type { Toasts } from '../shared/toasts';
import { whenReady } from '../when-ready';

/** A download, an import or a switch that is under way for one model. */
export interface Job {
  readonly kind: 'download' | 'import' | 'switch';
  /** What it is doing, for the person. */
  readonly words: string;
  /** Share that is done; null while the end is unknown. */
  readonly share: number | null;
}

export interface ModelsControl {
  /** Every model there is to choose; null before the first look. */
  readonly offers: Accessor<readonly ModelOffer[] | null>;
  /** What is under way, by folder name. */
  readonly jobs: Accessor<Readonly<Record<string, Job>>>;
  /** What went wrong last, by folder name, or by role for a folder that is no model. */
  readonly problems: Accessor<Readonly<Record<string, string>>>;
  refresh(): Promise<void>;
  /** Starts or goes on. Only after the person agreed to connect to the hub. */
  download(offer: ModelOffer): Promise<void>;
  importFolder(role: ModelRole, name: string | null, files: readonly FolderFile[]): Promise<void>;
  /** Stops what is under way for a model; of a download everything stays that has arrived. */
  stop(name: string): Promise<void>;
  /** Deletes a model from this browser; the built-in one takes its place where it was at work. */
  remove(offer: ModelOffer): Promise<void>;
  use(offer: ModelOffer): Promise<void>;
  /** The model at work for a role. */
  current(role: ModelRole): ModelOffer | null;
}

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Choosing models, for as long as the page lives: a download goes on while other panels are open. */
export function createModels(backend: Backend, toasts: Toasts): ModelsControl {
  const { models } = backend;
  const [offers, setOffers] = createSignal<readonly ModelOffer[] | null>(null);
  const [jobs, setJobs] = createSignal<Readonly<Record<string, Job>>>({});
  const [problems, setProblems] = createSignal<Readonly<Record<string, string>>>({});
  const running = new Map<string, Running>();

  whenReady(backend, () => void goOn());

  async function refresh(): Promise<void> {
    try {
      setOffers(await models.offers());
    } catch (error) {
      toasts.show(describeError(error), { tone: 'bad' });
    }
  }

  const tell = (name: string, job: Job | null) =>
    setJobs(({ [name]: _, ...rest }) => (job ? { ...rest, [name]: job } : rest));
  const complain = (name: string, problem: string | null) =>
    setProblems(({ [name]: _, ...rest }) =>
      problem === null ? rest : { ...rest, [name]: problem },
    );

  /** One thing at a time for each model; its failure is shown with it. */
  function run(
    name: string,
    first: Job,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (running.has(name)) return Promise.resolve();
    const controller = new AbortController();
    complain(name, null);
    tell(name, first);
    const ended = work(controller.signal)
      .catch((error: unknown) => {
        if (!wasStopped(error, controller.signal)) complain(name, describeError(error));
      })
      .finally(async () => {
        running.delete(name);
        await refresh();
        tell(name, null);
      });
    running.set(name, { controller, ended });
    return ended;
  }

  const follow = (name: string, kind: Job['kind']) =>
    proxy((event: InstallEvent) => {
      if (!running.has(name) || running.get(name)!.controller.signal.aborted) return;
      tell(name, { kind, ...wordsOf(event, kind, jobs()[name]?.share ?? null) });
    });

  /** What the library is embedded by, and a switch that a closed tab left half-way. */
  async function goOn(): Promise<void> {
    const { answering, wanted } = await backend.engine.embedder();
    if (answering !== null && answering !== backend.choice().embed)
      await backend.adopt('embed', answering);
    if (wanted === null) return;
    await refresh();
    const offer = offers()?.find(({ name }) => name === wanted);
    if (offer) await control.use(offer);
  }

  const control: ModelsControl = {
    offers,
    jobs,
    problems,
    refresh,
    download: (offer) =>
      run(
        offer.name,
        { kind: 'download', words: 'Asking the hub…', share: null },
        async (signal) => {
          const order = await models.order(offer.name);
          await backend.hub.through((hub) =>
            hub.install(order, backend.hub.address, follow(offer.name, 'download'), signal),
          );
          toasts.show(`${offer.title.split(':')[0]} is installed`);
        },
      ),
    importFolder(role, name, files) {
      const key = name ?? role;
      return run(
        key,
        { kind: 'import', words: 'Looking at the folder…', share: null },
        async (signal) => {
          const own = await models.importFolder(role, name, files, follow(key, 'import'), signal);
          toasts.show(`${own} was imported`);
        },
      );
    },
    async stop(name) {
      const now = running.get(name);
      now?.controller.abort();
      await now?.ended;
    },
    async remove(offer) {
      await control.stop(offer.name);
      const inUse = control.current(offer.role)?.name === offer.name;
      const builtIn = offers()?.find((one) => one.role === offer.role && one.origin === 'built-in');
      try {
        if (inUse && builtIn) {
          await control.use(builtIn);
          if (control.current(offer.role)?.name === offer.name) return;
        }
        await models.remove(offer.name);
        complain(offer.name, null);
      } catch (error) {
        complain(offer.name, describeError(error));
      }
      await refresh();
    },
    use: (offer) =>
      run(
        offer.name,
        { kind: 'switch', words: 'Loading and testing…', share: null },
        async (signal) => {
          await backend.use(
            offer.role,
            offer.name,
            (done, total) => {
              const share = total > 0 ? done / total : null;
              const words = `Embedding the library anew: ${done} of ${total} passages. Answers still come from the old vectors.`;
              if (!signal.aborted) tell(offer.name, { kind: 'switch', words, share });
            },
            signal,
          );
        },
      ),
    current(role) {
      const chosen = backend.choice()[role];
      const own = offers()?.filter((offer) => offer.role === role) ?? [];
      return (
        own.find(({ name }) => name === chosen) ??
        own.find(({ origin }) => origin === 'built-in') ??
        null
      );
    },
  };
  return control;
}

function wordsOf(
  event: InstallEvent,
  kind: Job['kind'],
  share: number | null,
): Pick<Job, 'words' | 'share'> {
  switch (event.type) {
    case 'listing':
      return { words: 'Asking the hub what there is…', share: null };
    case 'progress':
      return {
        words: `${kind === 'import' ? 'Copying' : 'Downloading'}: ${formatBytes(event.loaded)} of ${formatBytes(event.total)}`,
        share: event.loaded / event.total,
      };
    case 'waiting':
      return { words: `The hub ${event.why}; next try in ${event.seconds} s`, share };
    case 'checking':
      return { words: `Checking ${event.file}`, share };
  }
}
