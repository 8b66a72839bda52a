import { contentSecurityPolicy, isolationHeaders } from '../../link/headers';
import { isAmong, isDownloader } from '../../link/hub-address';
import { contentTypeOf, type BuildManifest, type BuiltFile } from './manifest';
import type { FileStore } from './store';

export interface Responder {
  /** The answer to a request of the page or its workers; null: the browser may go on by itself. */
  respond(request: Request): Promise<Response> | null;
}

export interface ResponderDeps {
  readonly store: FileStore;
  readonly manifest: BuildManifest;
  readonly scope: string;
  readonly request: (input: Request) => Promise<Response>;
  /** Other origins that the person allowed. */
  readonly allowed: () => Promise<readonly string[]>;
  /** The same, when it is known already. */
  readonly allowedNow: () => readonly string[] | null;
}

/**
 * Files of the build come from the store, whatever the network says, so that one version is never
 * mixed with another. Every answer carries isolation and policy, which also binds the workers.
 * Requests to other origins are refused unless the person allowed that origin; and of all scripts
 * only the one that downloads models gets a policy that lets it ask there.
 */
export function createResponder(deps: ResponderDeps): Responder {
  const { store, manifest, scope, request, allowed, allowedNow } = deps;
  const files = new Map(manifest.files.map((file) => [file.path, file]));
  const home = new URL(scope);

  function fileOf(url: URL): BuiltFile | null {
    if (!url.pathname.startsWith(home.pathname)) return null;
    const path = decodeURIComponent(url.pathname.slice(home.pathname.length));
    return files.get(path === '' ? 'index.html' : path) ?? null;
  }

  async function own(file: BuiltFile, input: Request): Promise<Response> {
    const kept = await store.find(file);
    const origins = isDownloader(file.path) ? await allowed() : [];
    if (kept) return hardened(kept, origins);
    const response = await request(input);
    // A host that answers every path with its start page must not be taken for the file.
    const type = response.headers.get('Content-Type') ?? '';
    const page = type.startsWith('text/html') && !contentTypeOf(file.path).startsWith('text/html');
    if (response.status !== 200 || page || !response.body) return hardened(response, origins);
    return hardened(
      new Response(response.body.pipeThrough(keepingCopy(store, file)), response),
      origins,
    );
  }

  async function foreign(input: Request): Promise<Response> {
    const { origin } = new URL(input.url);
    return isAmong(origin, await allowed()) ? request(input) : Response.error();
  }

  return {
    respond(input) {
      const url = new URL(input.url);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
      if (url.origin !== home.origin) {
        // Once known to be allowed, the browser goes on by itself: under the policy of the worker
        // that asks, and not under this one's, which some servers make as strict as the page's.
        return isAmong(url.origin, allowedNow() ?? []) ? null : foreign(input);
      }
      if (input.method !== 'GET') return null;
      const file = fileOf(url);
      if (file) return own(file, input);
      return request(input).then((response) => hardened(response, []));
    },
  };
}

/** Passes bytes on as they come and keeps them when they are all there; a cancel stops both. */
function keepingCopy(
  store: FileStore,
  file: BuiltFile,
): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.bytes);
  let at = 0;
  return new TransformStream({
    transform(piece, controller) {
      if (at + piece.byteLength <= bytes.byteLength) bytes.set(piece, at);
      at += piece.byteLength;
      controller.enqueue(piece as Uint8Array<ArrayBuffer>);
    },
    async flush() {
      // Not kept is no failure of this answer: whoever asked checks what it got.
      if (at === file.bytes) await store.keep(file, bytes).catch(() => {});
    },
  });
}

function hardened(response: Response, origins: readonly string[]): Response {
  if (response.type === 'opaque' || response.type === 'error' || response.status === 0)
    return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(isolationHeaders)) headers.set(name, value);
  headers.set('Content-Security-Policy', contentSecurityPolicy({ connect: origins }));
  const empty = response.status === 204 || response.status === 205 || response.status === 304;
  return new Response(empty ? null : response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}
