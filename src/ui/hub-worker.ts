import { wrap, type Remote } from 'comlink';
import { createSignal, type Accessor } from 'solid-js';
import type { HubAddress, HubEntry } from '../link/hub';
import { huggingFace, originsOf } from '../link/hub-address';
import type { RequestRecord } from '../link/models';
import type { Offline } from './service-worker';

/** The way to the hub: shut, but for downloads that the person agreed to. */
export interface HubGate {
  readonly address: HubAddress;
  /** True while a worker may connect there. */
  readonly open: Accessor<boolean>;
  /** Opens the way for `work`; shuts it when the last one has ended. */
  through<T>(work: (hub: Remote<HubEntry>) => Promise<T>): Promise<T>;
  /** Requests of every download since the page was opened. */
  requests(): Promise<readonly RequestRecord[]>;
}

/**
 * The policy of a worker is that of its script at the moment it is started. So the service worker is
 * told first, then the worker is made; both are undone afterwards. Where a server sends the policy
 * itself, it names the hub for this one script.
 */
export function createHubGate(offline: Offline, address = addressOf(location.search)): HubGate {
  const [open, setOpen] = createSignal(false);
  let worker: Worker | null = null;
  let remote: Promise<Remote<HubEntry>> | null = null;
  let users = 0;
  let before: readonly RequestRecord[] = [];

  async function start(): Promise<Remote<HubEntry>> {
    await offline.allowOrigins(originsOf(address));
    worker = new Worker(new URL('../../workers/hub.worker.ts', import.meta.url), {
      type: 'module',
      name: 'hub',
    });
    setOpen(true);
    return wrap<HubEntry>(worker);
  }

  async function end(): Promise<void> {
    const ended = worker;
    const asked = (await (await remote)?.requests().catch(() => [])) ?? [];
    if (users > 0 || ended !== worker) return;
    before = [...before, ...asked];
    ended?.terminate();
    worker = null;
    remote = null;
    setOpen(false);
    await offline.allowOrigins([]);
  }

  // A tab that was closed in the middle left the way open.
  void offline.ready.then(async () => {
    if ((await offline.status())?.origins.length && users === 0) await offline.allowOrigins([]);
  });

  return {
    address,
    open,
    async through(work) {
      users++;
      try {
        remote ??= start();
        return await work(await remote);
      } finally {
        users--;
        if (users === 0) await end();
      }
    },
    async requests() {
      const now = remote ? await (await remote).requests().catch(() => []) : [];
      return [...before, ...now];
    },
  };
}

/**
 * `?hub=http://localhost:9000,http://localhost:9001`: a copy of the hub on this machine, and where it
 * sends files from. Other machines cannot be named, so that no link leads a person to a strange hub.
 */
export function addressOf(query: string): HubAddress {
  const [origin, ...files] = (new URLSearchParams(query).get('hub') ?? '')
    .split(',')
    .filter((text) => /^http:\/\/(localhost|127\.0\.0\.1):\d+$/.test(text));
  return origin ? { origin, files } : huggingFace;
}
