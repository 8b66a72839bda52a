import { proxy, wrap, type Remote } from 'comlink';
import { failure, isFailure } from '../../core/errors';
import type { ModelsApi } from '../../link/models';
import { orAborted } from './shared-load';
import type { Models, Writer } from './types';

/** The engine's view of the models worker, which may be replaced by another one at any time. */
export interface JoinedModels {
  readonly models: Models;
  readonly writer: Writer;
  /** Uses the worker behind `port` from now on; calls that the lost one left open are made again. */
  join(port: MessagePort): void;
}

/** How long a call waits for another worker after a loss, before it gives up. */
const patienceMs = 60_000;

interface Joined {
  readonly remote: Remote<ModelsApi>;
  /** Fires when another worker has taken this one's place. */
  readonly replaced: AbortController;
}

/**
 * Calls over a port of the engine's own, so that vectors never pass through the page. A call that a
 * lost device cut off is made once more by the next worker; a second loss is the caller's to know.
 */
export function createJoinedModels(patience = patienceMs): JoinedModels {
  let current: Joined | null = null;
  let first: () => void = () => {};
  const joined = new Promise<void>((resolve) => (first = resolve));

  async function call<T>(
    run: (remote: Remote<ModelsApi>, signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
    mayRepeat: () => boolean = () => true,
  ): Promise<T> {
    if (!current) await orAborted(inTime(joined, patience), signal);
    for (let attempt = 0; ; attempt++) {
      const { remote, replaced } = current as unknown as Joined;
      // A signal of its own, ended after the call: it closes the port that carried it.
      const own = new AbortController();
      const end = () => own.abort(signal.reason);
      signal.addEventListener('abort', end, { once: true });
      try {
        const answer = orAborted(run(remote, own.signal), replaced.signal);
        return await orAborted(answer, signal);
      } catch (error) {
        if (!isFailure(error, 'DeviceLost') || attempt > 0 || !mayRepeat()) throw error;
        if (!replaced.signal.aborted) await orAborted(next(replaced.signal, error), signal);
      } finally {
        signal.removeEventListener('abort', end);
        own.abort();
      }
    }
  }

  /** Resolves when the worker of `replaced` was replaced; rejects with `error` when it takes too long. */
  function next(replaced: AbortSignal, error: unknown): Promise<void> {
    const waiting = new Promise<void>((resolve) =>
      replaced.addEventListener('abort', () => resolve(), { once: true }),
    );
    return inTime(waiting, patience, error);
  }

  return {
    models: {
      embed: (texts, signal, by) => call((remote, s) => remote.embed(texts, s, by), signal),
      entail: (pairs, signal) => call((remote, s) => remote.entail(pairs, s), signal),
      read: (question, contexts, spans, signal) =>
        call((remote, s) => remote.read(question, contexts, spans, s), signal),
      countTokens: (texts, signal, by) =>
        call((remote, s) => remote.countTokens(texts, s, by), signal),
      describe: (by) => call((remote) => remote.describe(by), new AbortController().signal),
      unload: (name) => call((remote) => remote.unload(name), new AbortController().signal),
    },
    writer: {
      generate(prompt, options, onToken, signal) {
        // What was shown once cannot be taken back: a text that has begun is not begun again.
        let begun = false;
        const tell = (text: string) => {
          begun = true;
          if (!signal.aborted) onToken(text);
        };
        return call(
          (remote, s) => remote.write(prompt, options, proxy(tell), s),
          signal,
          () => !begun,
        );
      },
      sample: (prompt, n, options, signal) =>
        call((remote, s) => remote.writeSamples(prompt, n, options, s), signal),
      choose: (prompt, options, signal, form) =>
        call((remote, s) => remote.weighOptions(prompt, options, s, form), signal),
    },
    join(port) {
      const last = current;
      current = { remote: wrap<ModelsApi>(port), replaced: new AbortController() };
      last?.replaced.abort(
        failure('DeviceLost', 'The models were started again while they were at work.'),
      );
      first();
    },
  };
}

function inTime(promise: Promise<void>, ms: number, error?: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(error ?? failure('DeviceLost', 'The models did not start. Reload the page.')),
      ms,
    );
    void promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
