import { createEffect, createMemo, createSignal, onCleanup, type Accessor } from 'solid-js';
import type { RequestRecord } from '../../link/models';
import type { Backend } from '../context';

export interface RequestLog {
  /** Newest first, from the page and everything behind it. */
  readonly requests: Accessor<readonly RequestRecord[]>;
  /** How many went to another origin. */
  readonly foreign: Accessor<number>;
}

/** Whether a request left for another origin. What never leaves (data:, blob:) is at home. */
export function isForeign(url: string, home: string): boolean {
  try {
    const { origin, protocol } = new URL(url, home);
    return protocol !== 'data:' && protocol !== 'blob:' && origin !== new URL(home).origin;
  } catch {
    return true;
  }
}

/** Joins the lists of page and workers; the same URL at the same millisecond is one request. */
export function mergeRequests(lists: readonly (readonly RequestRecord[])[]): RequestRecord[] {
  const seen = new Set<string>();
  return lists
    .flat()
    .filter(({ url, at, from }) => {
      const key = `${from} ${at} ${url}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .sort((a, b) => b.at - a.at);
}

/** Every request since the page was opened; asks the workers anew every few seconds. */
export function createRequestLog(backend: Backend, everyMs = 4000): RequestLog {
  const [page, setPage] = createSignal<readonly RequestRecord[]>([]);
  const [behind, setBehind] = createSignal<readonly (readonly RequestRecord[])[]>([[], [], [], []]);
  const observer = new PerformanceObserver((list) => {
    const fresh = (list.getEntries() as PerformanceResourceTiming[]).map(pageRequest);
    setPage((before) => [...before, ...fresh]);
  });
  observer.observe({ type: 'resource', buffered: true });
  observer.observe({ type: 'navigation', buffered: true });

  // Each is asked for itself: one that does not answer must not hide what the others did.
  const sources = [
    () => backend.engine.requests(),
    () => backend.models.requests(),
    () => backend.serviceWorkerRequests(),
    () => backend.hub.requests(),
  ].map((ask) => ({ ask, busy: false }));
  const look = () => {
    if (backend.status().engine.state !== 'ready') return;
    for (const [index, source] of sources.entries()) {
      if (source.busy) continue;
      source.busy = true;
      void source
        .ask()
        .then((list) => setBehind((lists) => lists.with(index, list)))
        .catch(() => {})
        .finally(() => (source.busy = false));
    }
  };
  createEffect(look);
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') look();
  }, everyMs);
  onCleanup(() => {
    clearInterval(timer);
    observer.disconnect();
  });
  const requests = createMemo(() => mergeRequests([page(), ...behind()]));
  return {
    requests,
    foreign: createMemo(() => requests().filter(({ url }) => isForeign(url, location.href)).length),
  };
}

const pageRequest = (entry: PerformanceResourceTiming): RequestRecord => ({
  url: entry.name,
  bytes: entry.transferSize || entry.encodedBodySize,
  at: Math.round(performance.timeOrigin + entry.startTime),
  from: 'page',
});
