import type { RequestRecord } from '../link/models';
import type { OfflineAnswer, OfflineRequest, OfflineStatus } from '../link/offline';

/** What the service worker does for the page; every answer is empty where there is none. */
export interface Offline {
  /**
   * Resolves when the page may start its workers: isolated where that can be had, and of one
   * version. Never resolves when the page is about to be loaded again.
   */
  readonly ready: Promise<void>;
  /** Keeps what is still missing for work without a network. Call when the page has time. */
  complete(): Promise<void>;
  status(): Promise<OfflineStatus | null>;
  requests(): Promise<readonly RequestRecord[]>;
  /** Origins that may be connected to from the next load on. Replaces the list. */
  allowOrigins(origins: readonly string[]): Promise<void>;
}

/** How long the page waits for a first installation before it goes on without. */
const patienceMs = 8000;
const reloadedKey = 'touchstone-reloaded-for';

/** @param base absolute URL of the page's folder, ending in `/` */
export function createOffline(base: string): Offline {
  const container = supported() ? navigator.serviceWorker : null;
  return {
    ready: container ? prepare(container, base).catch(() => {}) : Promise.resolve(),
    async complete() {
      await ask({ type: 'complete' });
    },
    async status() {
      const answer = await ask({ type: 'status' });
      return answer?.type === 'status' ? answer.status : null;
    },
    async requests() {
      const answer = await ask({ type: 'requests' });
      return answer?.type === 'requests' ? answer.requests : [];
    },
    async allowOrigins(origins) {
      await ask({ type: 'origins', origins });
    },
  };
}

/** The development server sends its own headers, and files that change by the minute. */
function supported(): boolean {
  return import.meta.env.PROD && isSecureContext && 'serviceWorker' in navigator;
}

async function prepare(container: ServiceWorkerContainer, base: string): Promise<void> {
  const registration = await container.register(new URL('service-worker.js', base), {
    scope: base,
    updateViaCache: 'none',
  });
  // A version that was installed during the last visit is used from now on.
  if (registration.waiting && container.controller && mayReload('version')) {
    const changed = once(container, 'controllerchange');
    const answer = await send(registration.waiting, { type: 'activate' });
    if (answer?.type === 'done') {
      await changed;
      return reload();
    }
  }
  if (!container.controller)
    await Promise.race([once(container, 'controllerchange'), after(patienceMs)]);
  // The headers of isolation came too late for this load of the page: once more, with them.
  if (!crossOriginIsolated && container.controller && mayReload('isolation')) return reload();
  sessionStorage.removeItem(reloadedKey);
}

function reload(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

/** Once per reason and visit: a host on which it does not help must not reload for ever. */
function mayReload(reason: string): boolean {
  const done = sessionStorage.getItem(reloadedKey) ?? '';
  if (done.includes(reason)) return false;
  sessionStorage.setItem(reloadedKey, `${done} ${reason}`);
  return true;
}

async function ask(request: OfflineRequest): Promise<OfflineAnswer | null> {
  const controller = supported() ? navigator.serviceWorker.controller : null;
  return controller ? send(controller, request) : null;
}

function send(worker: ServiceWorker, request: OfflineRequest): Promise<OfflineAnswer> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data as OfflineAnswer);
    };
    worker.postMessage(request, [port2]);
  });
}

const once = (target: EventTarget, type: string) =>
  new Promise<void>((resolve) => target.addEventListener(type, () => resolve(), { once: true }));
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
