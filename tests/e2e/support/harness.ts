/**
 * A page that drives the models worker from tests; it is no part of the product. Query: `device`,
 * `threads`.
 */
import { proxy, wrap, type Remote } from 'comlink';
import type { LoadEvent, ModelRole, ModelsEntry, WriteOptions } from '../../../src/link/models';
import { installSignalHandler } from '../../../src/link/signal';
import type { AskEvent } from '../../../src/link/ask';
import type { ImportEvent } from '../../../src/link/library';
import type { SettingsPatch } from '../../../src/core/settings';
import { createBackend } from '../../../src/ui/backend';
import type { Backend } from '../../../src/ui/context';
import { createOffline } from '../../../src/ui/service-worker';

installSignalHandler();
const base = new URL('../../../', location.href).href;
const query = new URLSearchParams(location.search);
const offline = createOffline(base);
const never = () => new AbortController().signal;

function startWorker(): Remote<ModelsEntry> {
  const worker = new Worker(new URL('../../../workers/models.worker.ts', import.meta.url), {
    type: 'module',
  });
  const models = wrap<ModelsEntry>(worker);
  void models.start({
    base,
    device: (query.get('device') ?? 'auto') as 'auto' | 'wasm' | 'webgpu',
    threads: query.has('threads') ? Number(query.get('threads')) : null,
  });
  return models;
}

let models: Remote<ModelsEntry> | null = null;
const started = () => (models ??= startWorker());

let backend: Backend | null = null;
/** Both workers, as the page has them. */
const both = () => (backend ??= createBackend({ base, device: 'wasm', offline }));

const harness = {
  startBackend: () => void both(),
  backendStatus: () => both().status(),
  loadModels: () => both().loadModels(),
  backendRequests: async () => [
    ...(await both().engine.requests()),
    ...(await both().models.requests()),
  ],
  /** Imports one text; with `loseModels` the models worker dies once, in the middle of embedding. */
  async importText(path: string, text: string, loseModels: boolean) {
    const events: ImportEvent[] = [];
    let pending = loseModels;
    const onEvent = proxy((event: ImportEvent) => {
      events.push(event);
      if (!pending || event.type !== 'progress' || event.stage !== 'embedding') return;
      pending = false;
      window.loseModels?.();
    });
    const file = new File([text], path);
    await both().engine.importFiles([{ path, file }], 'all', onEvent, never());
    // Events come over a port of their own, and may be behind the answer.
    while (events.at(-1)?.type !== 'finished') await new Promise((next) => setTimeout(next, 20));
    return events;
  },
  /** Asks over what was imported; the models worker dies when the stage `loseAt` begins. */
  async ask(question: string, settings: SettingsPatch, loseAt?: string) {
    const onEvent = proxy((event: AskEvent) => {
      if (event.type === 'stage' && event.stage === loseAt) window.loseModels?.();
    });
    return both().engine.ask(question, { collection: null, after: [], settings }, onEvent, never());
  },
  isolated: () => crossOriginIsolated,
  offlineStatus: () => offline.status(),
  complete: () => offline.complete(),
  offlineRequests: () => offline.requests(),
  allowOrigins: (origins: string[]) => offline.allowOrigins(origins),
  describe: () => started().describe(),
  requests: () => started().requests(),
  lost: () => started().lost(),
  async load(role: ModelRole, cancelAfterBytes?: number) {
    const events: LoadEvent[] = [];
    const controller = new AbortController();
    let cancelled = 0;
    const onEvent = proxy((event: LoadEvent) => {
      events.push(event);
      if (event.type === 'progress' && event.loaded >= (cancelAfterBytes ?? Infinity)) {
        cancelled ||= performance.now();
        controller.abort();
      }
    });
    const error = await started()
      .load(role, onEvent, controller.signal)
      .then(
        () => null,
        (e: Error) => ({ name: e.name, message: e.message }),
      );
    return { error, events, ms: cancelled === 0 ? 0 : performance.now() - cancelled };
  },
  embed: async (texts: string[]) => [...(await started().embed(texts, never()))],
  entail: async (pairs: { premise: string; hypothesis: string }[]) => [
    ...(await started().entail(pairs, never())),
  ],
  read: (question: string, contexts: string[], spans: number) =>
    started().read(question, contexts, spans, never()),
  countTokens: async (texts: string[]) => [...(await started().countTokens(texts, never()))],
  /**
   * Writes, and aborts when `stopAfter` pieces have come. Milliseconds since the call: of every piece,
   * of the abort and of the end.
   */
  async write(prompt: string, options: WriteOptions, stopAfter = Infinity) {
    const controller = new AbortController();
    const start = performance.now();
    const since = () => performance.now() - start;
    const pieces: { text: string; ms: number }[] = [];
    let aborted = 0;
    const onToken = proxy((text: string) => {
      pieces.push({ text, ms: since() });
      if (pieces.length < stopAfter || aborted > 0) return;
      aborted = since();
      controller.abort();
    });
    const result = await started()
      .write(prompt, options, onToken, controller.signal)
      .then(
        (text) => ({ text, error: null }),
        (e: Error) => ({ text: null, error: e.name }),
      );
    const ended = since();
    // Pieces come over a port of their own, and may be behind the answer.
    await new Promise((next) => setTimeout(next, 300));
    return { ...result, pieces, aborted, ended };
  },
  writeSamples: (prompt: string, n: number, options: WriteOptions) =>
    started().writeSamples(prompt, n, options, never()),
  weighOptions: async (prompt: string, options: string[]) => [
    ...(await started().weighOptions(prompt, options, never())),
  ],
  /** Milliseconds of each of `runs` calls. */
  async time(kind: 'embed' | 'entail', inputs: unknown[], runs: number) {
    const ms: number[] = [];
    for (let i = 0; i < runs; i++) {
      const start = performance.now();
      if (kind === 'embed') await started().embed(inputs as string[], never());
      else await started().entail(inputs as { premise: string; hypothesis: string }[], never());
      ms.push(performance.now() - start);
    }
    return ms;
  },
};

export type Harness = typeof harness;
declare global {
  interface Window {
    harness?: Harness;
    /** Put in by a test: makes the models worker die. */
    loseModels?: () => void;
  }
}
void offline.ready.then(() => {
  window.harness = harness;
});
