import type { HubEntry } from '../../link/hub';
import { failure } from '../../core/errors';
import type { RequestRecord } from '../../link/models';
import { createOpfsFolders } from './folders';
import { createHub } from './hub';
import { install } from './install';

/** What the worker that downloads models exposes. It writes down every request it makes. */
export function createHubEntry(): HubEntry {
  const folders = createOpfsFolders();
  const records: RequestRecord[] = [];
  return {
    install(order, address, onEvent, signal) {
      const request: typeof fetch = async (input, init) => {
        const url = String(input);
        // The policy of this worker says the same; a mistake of ours shall not need it.
        if (new URL(url).origin !== address.origin)
          throw failure('OriginRefused', `${url} is not on ${address.origin}.`);
        const record = { url, bytes: 0, at: Date.now(), from: 'download' as const };
        const at = records.push(record) - 1;
        const response = await fetch(input, init);
        if (response.url && response.url !== url)
          records.push({ ...record, url: withoutQuery(response.url) });
        const last = records.length - 1 > at ? records.length - 1 : at;
        return counted(response, (bytes) => {
          records[last] = { ...(records[last] as RequestRecord), bytes };
        });
      };
      const hub = createHub({
        origin: address.origin,
        fetch: request,
        wait,
        now: Date.now,
        onWaiting: (seconds, why) => onEvent({ type: 'waiting', seconds, why }),
      });
      const estimate = () => navigator.storage.estimate();
      return install({ folders, hub, estimate, wait }, order, onEvent, signal);
    },
    requests: async () => records.slice(),
  };
}

/** Signed addresses of large files carry a key of a kilobyte behind the question mark. */
const withoutQuery = (url: string): string => url.split('?')[0] as string;

/** The same answer, with its bytes counted as they are read. */
function counted(response: Response, onBytes: (bytes: number) => void): Response {
  if (!response.body) return response;
  let bytes = 0;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        onBytes((bytes += piece.byteLength));
        controller.enqueue(piece);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    if (signal.aborted) return reject(signal.reason as Error);
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });
}
