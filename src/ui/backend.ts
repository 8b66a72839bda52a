import { proxy, transfer, wrap, type Remote } from 'comlink';
import { createSignal } from 'solid-js';
import { failure, isFailure } from '../core/errors';
import type { EngineApi, EngineEntry } from '../link/api';
import type { LoadEvent, ModelRole, ModelsApi, ModelsEntry, ModelsStart } from '../link/models';
import { installSignalHandler } from '../link/signal';
import type { Backend, BackendStatus, EngineStatus, ModelStatus } from './context';
import { delegate, later } from './delegate';
import { createHubGate } from './hub-worker';
import { readChoice, writeChoice } from './models/choice';
import { createOffline, type Offline } from './service-worker';

const builtIn = ['embed', 'judge', 'read'] as const satisfies readonly ModelRole[];
/** Losses within this time after which the models are not started again by themselves. */
const mostLosses = 3;
const lossWindowMs = 5 * 60_000;

type EngineRemote = Remote<EngineEntry & EngineApi>;

/** A started worker behind comlink. */
interface Running<R> {
  readonly worker: Worker;
  readonly remote: R;
}

interface RunningModels extends Running<Remote<ModelsEntry>> {
  /** Rejects when the worker was ended: what it was asked for is never answered. */
  readonly ended: Promise<never>;
  readonly end: (reason: Error) => void;
}

export interface BackendOptions {
  /** Absolute URL of the page's folder, ending in `/`. */
  readonly base?: string;
  readonly device?: ModelsStart['device'];
  readonly threads?: number | null;
  readonly offline?: Offline;
}

/**
 * Starts the two workers and joins them by a port, so that the engine asks the models without the
 * page in between. A models worker whose device is lost is ended and replaced: the engine gets the
 * new port and makes its open calls again.
 */
export function createBackend(options: BackendOptions = {}): Backend {
  installSignalHandler();
  const base = options.base ?? new URL('.', document.baseURI).href;
  const offline = options.offline ?? createOffline(base);
  const query = new URLSearchParams(location.search);
  const asked = options.device ?? (query.get('device') as ModelsStart['device'] | null) ?? 'auto';
  const threads = options.threads ?? (Number(query.get('threads')) || null);

  const [status, setStatus] = createSignal<BackendStatus>({
    engine: { state: 'starting' },
    models: {},
    notice: null,
  });
  const setEngine = (engine: EngineStatus) => setStatus((all) => ({ ...all, engine }));
  const setModel = (role: ModelRole, model: ModelStatus) =>
    setStatus((all) => ({ ...all, models: { ...all.models, [role]: model } }));
  const [choice, setChoice] = createSignal(readChoice());
  const setNotice = (notice: string) => setStatus((all) => ({ ...all, notice }));

  let models: RunningModels | null = null;
  let engine: Running<EngineRemote> | null = null;
  let engineReady = later<EngineRemote>();
  let modelsReady = later<Remote<ModelsEntry>>();
  let device = asked;
  let oneAtATime = false;
  let losses: number[] = [];

  function startModels(): RunningModels {
    const worker = new Worker(new URL('../../workers/models.worker.ts', import.meta.url), {
      type: 'module',
      name: 'models',
    });
    const remote = wrap<ModelsEntry>(worker);
    let end: RunningModels['end'] = () => {};
    const ended = new Promise<never>((_, reject) => (end = reject));
    ended.catch(() => {});
    const running: RunningModels = { worker, remote, ended, end };
    models = running;
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      lost(running, event.message || 'its program could not be loaded');
    });
    // Messages arrive in order: whatever is asked afterwards finds it started.
    void remote.start({ base, device, threads, oneAtATime, choice: choice() }).catch(() => {});
    void remote.lost().then(({ reason, outOfMemory }) => {
      oneAtATime ||= outOfMemory;
      lost(running, reason);
    });
    modelsReady.resolve(remote);
    return running;
  }

  /** Replaces the models worker, unless it keeps dying. */
  function lost(running: RunningModels, reason: string): void {
    if (models !== running) return;
    running.worker.terminate();
    running.end(failure('DeviceLost', `The models stopped (${reason}). Try again.`));
    models = null;
    modelsReady = later();
    losses = [...losses.filter((at) => Date.now() - at < lossWindowMs), Date.now()];
    if (losses.length >= mostLosses) {
      const message = `The models stopped ${losses.length} times (${reason}). Load them again, or restart the browser.`;
      for (const role of builtIn) setModel(role, { state: 'failed', name: 'DeviceLost', message });
      return;
    }
    // A GPU that was lost once is likely to be lost again: the CPU is slower and lasts.
    if (losses.length > 1 && device === 'auto') device = 'wasm';
    setNotice(`The models stopped (${reason}) and were started again.`);
    startModels();
    joinModels();
    loadModels();
  }

  /** A port to the models worker, there at once: nothing waits for a worker that may just have died. */
  function portToModels(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    void (models ?? startModels()).remote.connect(transfer(port1, [port1])).catch(() => {});
    return port2;
  }

  function joinModels(): void {
    if (!engine) return;
    const port = portToModels();
    void engine.remote.joinModels(transfer(port, [port])).catch(() => {});
  }

  async function startEngine(): Promise<void> {
    setEngine({ state: 'starting' });
    const worker = new Worker(new URL('../../workers/engine.worker.ts', import.meta.url), {
      type: 'module',
      name: 'engine',
    });
    const running = { worker, remote: wrap<EngineEntry & EngineApi>(worker) };
    engine = running;
    // Once it runs, an error that nobody caught is a fault of one call, not of the whole engine.
    const broken = new Promise<never>((_, reject) =>
      worker.addEventListener('error', ({ message }) =>
        reject(new Error(message || 'The engine could not be loaded. Reload the page.')),
      ),
    );
    try {
      const port = portToModels();
      await Promise.race([running.remote.start(transfer(port, [port])), broken]);
      broken.catch(() => {});
      if (engine !== running) return;
      setEngine({ state: 'ready' });
      engineReady.resolve(running.remote);
    } catch (error) {
      if (engine === running) failEngine(running, error as Error);
    }
  }

  function failEngine(running: Running<EngineRemote>, error: Error): void {
    running.worker.terminate();
    setEngine({ state: 'failed', name: error.name, message: error.message });
    engineReady.reject(error);
    engineReady = later();
  }

  let loading = new AbortController();

  function loadModels(): void {
    loading.abort();
    loading = new AbortController();
    if (losses.length >= mostLosses) losses = [];
    const { signal } = loading;
    void offline.ready.then(async () => {
      if (!models) {
        startModels();
        joinModels();
      }
      await Promise.all(builtIn.map((role) => loadModel(role, signal)));
      // What the first visit did not need yet is kept for work without a network.
      if (builtIn.every((role) => status().models[role]?.state === 'ready'))
        await offline.complete();
    });
  }

  async function use(
    role: ModelRole,
    name: string,
    onEmbedding: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    await tryModel(role, name, signal);
    if (role === 'embed')
      await (await engineReady.promise).switchEmbedder(name, proxy(onEmbedding), signal);
    await adopt(role, name);
  }

  /** Loads a model that is not at work yet; once more when the worker was lost meanwhile. */
  async function tryModel(role: ModelRole, name: string, signal: AbortSignal): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      await modelsReady.promise;
      const running = models as unknown as RunningModels;
      const ignore = proxy(() => {});
      try {
        return await Promise.race([running.remote.load(role, ignore, signal, name), running.ended]);
      } catch (error) {
        if (attempt > 0 || models === running) throw error;
      }
    }
  }

  async function adopt(role: ModelRole, name: string): Promise<void> {
    setChoice((before) => ({ ...before, [role]: name }));
    writeChoice(choice());
    await (await modelsReady.promise).choose(role, name);
    if (role !== 'write') await loadModel(role, loading.signal);
  }

  async function loadModel(role: ModelRole, signal: AbortSignal): Promise<void> {
    const running = models;
    if (!running) return;
    setModel(role, { state: 'waiting' });
    const onEvent = proxy((event: LoadEvent) => {
      if (signal.aborted || models !== running) return;
      const { type } = event;
      if (type === 'progress')
        setModel(role, {
          state: 'loading',
          loaded: event.loaded,
          total: event.total,
          file: event.file,
        });
      else if (type === 'checking') setModel(role, { state: 'checking' });
      else setModel(role, { state: 'ready', device: event.device });
    });
    try {
      await running.remote.load(role, onEvent, signal);
    } catch (error) {
      if (models !== running) return;
      if (isFailure(error, 'AbortError')) {
        // A newer load has taken over the display.
        if (signal === loading.signal) setModel(role, { state: 'cancelled' });
        return;
      }
      const { name, message } = error as Error;
      setModel(role, { state: 'failed', name, message });
    }
  }

  void offline.ready.then(() => {
    startModels();
    return startEngine();
  });
  loadModels();

  return {
    engine: delegate<Remote<EngineApi>>(() => engineReady.promise),
    models: delegate<Remote<ModelsApi>>(() => modelsReady.promise),
    status,
    loadModels,
    cancelLoading: () => loading.abort(),
    restart() {
      engine?.worker.terminate();
      engine = null;
      engineReady = later();
      void startEngine();
    },
    choice,
    adopt,
    use,
    hub: createHubGate(offline),
    serviceWorkerRequests: () => offline.requests(),
  };
}
