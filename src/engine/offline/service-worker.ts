import type { RequestRecord } from '../../link/models';
import type { OfflineAnswer, OfflineRequest, OfflineStatus } from '../../link/offline';
import type { BuildManifest } from './manifest';
import { createOriginList } from './origins';
import { createResponder } from './respond';
import { createFileStore } from './store';

/** Downloads of code at the same time while installing. */
const lanes = 4;
const mostRecords = 500;

/**
 * Keeps the page for work without a network, and adds the headers that a static host cannot send.
 *
 * A new version is installed beside the old one and used from a load on at which no other page is
 * open, so that a page never gets files of two versions.
 */
export function runServiceWorker(scope: ServiceWorkerGlobalScope, manifest: BuildManifest): void {
  const base = new URL('.', scope.location.href).href;
  const records: RequestRecord[] = [];
  const request = async (input: Request | string, init?: RequestInit): Promise<Response> => {
    const url = typeof input === 'string' ? input : input.url;
    const response = await fetch(input, init);
    const bytes = Number(response.headers.get('Content-Length') ?? 0);
    if (records.length < mostRecords)
      records.push({ url, bytes, at: Date.now(), from: 'service worker' });
    return response;
  };
  const store = createFileStore({ caches: scope.caches, request, scope: base, manifest });
  const origins = createOriginList(scope.caches, base);
  const responder = createResponder({
    store,
    manifest,
    scope: base,
    request,
    allowed: origins.get,
    allowedNow: origins.now,
  });

  // Known before the first request where that can be; see respond.ts.
  void origins.get();

  scope.addEventListener('install', (event) => {
    const files = manifest.files.filter(({ keep }) => keep === 'install');
    event.waitUntil(inLanes(files, store.fetch));
  });

  scope.addEventListener('activate', (event) => {
    event.waitUntil(store.inherit().then(() => scope.clients.claim()));
  });

  scope.addEventListener('fetch', (event) => {
    const response = responder.respond(event.request);
    if (response) event.respondWith(response);
  });

  scope.addEventListener('message', (event) => {
    const [port] = event.ports;
    if (!port) return;
    const reply = answer(event.data as OfflineRequest).catch((error: unknown): OfflineAnswer => ({
      type: 'failed',
      message: String(error),
    }));
    event.waitUntil(reply.then((message) => port.postMessage(message)));
  });

  async function answer(asked: OfflineRequest): Promise<OfflineAnswer> {
    switch (asked.type) {
      case 'activate': {
        const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
        if (pages.length > 1) return { type: 'busy' };
        await scope.skipWaiting();
        return { type: 'done' };
      }
      case 'complete':
        // The writer's 138 MB come last: whoever leaves early has all the rest.
        for (const file of manifest.files
          .filter(({ keep }) => keep === 'later')
          .sort((a, b) => a.bytes - b.bytes))
          await store.fetch(file);
        return { type: 'done' };
      case 'status':
        return { type: 'status', status: await status() };
      case 'requests':
        return { type: 'requests', requests: records };
      case 'origins':
        await origins.set(asked.origins);
        return { type: 'done' };
    }
  }

  async function status(): Promise<OfflineStatus> {
    const wanted = manifest.files.filter(({ keep }) => keep !== 'asked');
    const kept = (await store.kept()).filter(({ keep }) => keep !== 'asked');
    const sum = (files: typeof kept) => files.reduce((total, { bytes }) => total + bytes, 0);
    return {
      version: manifest.version,
      files: kept.length,
      totalFiles: wanted.length,
      bytes: sum(kept),
      totalBytes: sum(wanted),
      origins: await origins.get(),
    };
  }
}

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.slice();
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
