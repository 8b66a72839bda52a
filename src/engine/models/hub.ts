import { failure, isFailure } from '../../core/errors';

/** A file of a repository, with what the hub says of its contents. */
export interface HubFile {
  readonly path: string;
  readonly bytes: number;
  /** Hex. SHA-256 of large files; of small ones the id that git gives them. */
  readonly hash:
    | { readonly kind: 'sha256'; readonly hex: string }
    | { readonly kind: 'git'; readonly hex: string };
}

/** A repository as it is at one commit, which nobody changes afterwards. */
export interface Listing {
  readonly commit: string;
  readonly files: readonly HubFile[];
}

export interface Part {
  /** Where the bytes begin: what was asked for, or 0 when the server sends the whole file. */
  readonly from: number;
  readonly body: ReadableStream<Uint8Array>;
}

export interface Hub {
  /** @throws ModelMissing, ModelCorrupt, HubUnreachable, AbortError */
  list(repository: string, signal: AbortSignal): Promise<Listing>;
  /**
   * A file's bytes from `from` on. The address names a commit, so parts of two answers always
   * belong together. @throws ModelMissing, ModelCorrupt, HubUnreachable, AbortError
   */
  open(
    repository: string,
    commit: string,
    path: string,
    from: number,
    signal: AbortSignal,
  ): Promise<Part>;
}

export interface HubDeps {
  /** `https://huggingface.co` */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Resolves after so many seconds. @throws AbortError */
  readonly wait: (seconds: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970; `Retry-After` may be a date. */
  readonly now: () => number;
  /** Told before each wait. */
  readonly onWaiting?: (seconds: number, why: string) => void;
}

/** Tries of one request; between two of them it waits 1, 2, 4, 8 seconds, or what the server says. */
const tries = 5;
/** Longer is not waited: the person is told, and decides. */
const longestWaitSeconds = 120;

/** huggingface.co, as far as downloading a model needs it (huggingface.co/docs/hub/api). */
export function createHub(deps: HubDeps): Hub {
  const { origin } = deps;

  async function request(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(url, headers, signal);
      if (answer instanceof Response) return answer;
      const seconds = answer.seconds ?? 2 ** (attempt - 1);
      if (attempt === tries || seconds > longestWaitSeconds)
        throw failure(
          'HubUnreachable',
          `${new URL(url).host} ${answer.why}. What has arrived is kept; try again later.`,
        );
      deps.onWaiting?.(seconds, answer.why);
      await deps.wait(seconds, signal);
    }
  }

  async function once(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response | { readonly why: string; readonly seconds?: number }> {
    let response: Response;
    try {
      response = await deps.fetch(url, {
        headers,
        signal,
        // The hub learns neither who asks nor from which page, and nothing is kept twice.
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        mode: 'cors',
      });
    } catch (error) {
      signal.throwIfAborted();
      if (isFailure(error, 'AbortError')) throw error;
      return { why: 'cannot be reached (no network, or something on the way blocks it)' };
    }
    const { status } = response;
    if (status === 429 || status >= 500) {
      await response.body?.cancel().catch(() => {});
      const seconds = retryAfter(response.headers.get('Retry-After'), deps.now());
      const why = `is busy (status ${status})`;
      return seconds === null ? { why } : { why, seconds };
    }
    return response;
  }

  return {
    async list(repository, signal) {
      const url = `${origin}/api/models/${repository}/revision/main?blobs=true`;
      const response = await request(url, {}, signal);
      refuse(response, repository);
      const reply = (await response.json().catch(() => null)) as unknown;
      const listing = readListing(reply);
      if (!listing)
        throw failure(
          'ModelCorrupt',
          `What ${new URL(origin).host} says of "${repository}" cannot be read. It may be a page of the network in between; try again elsewhere.`,
        );
      return listing;
    },

    async open(repository, commit, path, from, signal) {
      const url = `${origin}/${repository}/resolve/${commit}/${path}`;
      // A range of this form needs no leave of the server (Fetch, "CORS-safelisted request-header");
      // If-Range would need one, which not every host behind the hub gives.
      const range: Record<string, string> = from > 0 ? { Range: `bytes=${from}-` } : {};
      const response = await request(url, range, signal);
      // Nothing is left after `from`: what is there is longer than the file. From the start, then.
      if (response.status === 416 && from > 0)
        return this.open(repository, commit, path, 0, signal);
      refuse(response, `${repository}/${path}`);
      if (!response.body) throw failure('ModelCorrupt', `"${path}" came without contents.`);
      const starts = /^bytes (\d+)-/.exec(response.headers.get('Content-Range') ?? '')?.[1];
      if (response.status !== 206) return { from: 0, body: response.body };
      return { from: starts === undefined ? from : Number(starts), body: response.body };
    },
  };
}

/** @throws ModelMissing, ModelCorrupt unless the answer is the file itself */
function refuse(response: Response, what: string): void {
  const { status } = response;
  const host = new URL(response.url || 'https://huggingface.co').host;
  if (status === 401 || status === 403)
    throw failure(
      'ModelMissing',
      `${host} hands out "${what}" only to people who are signed in. Download it there, and import the folder.`,
    );
  if (status === 404 || status === 410)
    throw failure(
      'ModelMissing',
      `"${what}" is not on ${host} (any more). Choose another model, or import it from a folder.`,
    );
  if (!response.ok)
    throw failure('HubUnreachable', `${host} answered with status ${status}. Try again later.`);
  if ((response.headers.get('Content-Type') ?? '').startsWith('text/html'))
    throw failure(
      'ModelCorrupt',
      `A web page came instead of "${what}", as where a network asks for signing in. Nothing of it was kept.`,
    );
}

/** Seconds, or a date; null when there is none. */
function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

interface Sibling {
  readonly rfilename?: unknown;
  readonly size?: unknown;
  readonly blobId?: unknown;
  readonly lfs?: { readonly sha256?: unknown; readonly size?: unknown };
}

/** Strictly: what it says decides what is trusted. Null when it is no listing. */
export function readListing(reply: unknown): Listing | null {
  const { sha, siblings } = (reply ?? {}) as { sha?: unknown; siblings?: unknown };
  if (typeof sha !== 'string' || !/^[0-9a-f]{40}$/.test(sha) || !Array.isArray(siblings))
    return null;
  const files = (siblings as Sibling[]).flatMap(({ rfilename, size, blobId, lfs }): HubFile[] => {
    const bytes = lfs?.size ?? size;
    if (typeof rfilename !== 'string' || typeof bytes !== 'number') return [];
    if (typeof lfs?.sha256 === 'string' && /^[0-9a-f]{64}$/.test(lfs.sha256))
      return [{ path: rfilename, bytes, hash: { kind: 'sha256', hex: lfs.sha256 } }];
    if (typeof blobId === 'string' && /^[0-9a-f]{40}$/.test(blobId))
      return [{ path: rfilename, bytes, hash: { kind: 'git', hex: blobId } }];
    return [];
  });
  return { commit: sha, files };
}
