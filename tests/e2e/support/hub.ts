import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** What goes wrong with the next answer to a path (its end is enough), once for each entry. */
export type Fault =
  | { readonly status: number; readonly retryAfter?: string }
  /** The connection breaks after so many bytes. */
  | { readonly cut: number }
  /** Nothing more comes after so many bytes, until `release`. */
  | { readonly hold: number }
  | { readonly html: true }
  /** As the hub states it, but with other bytes. */
  | { readonly spoil: (bytes: Buffer) => Buffer };

export interface Asked {
  readonly host: 'hub' | 'files';
  readonly method: string;
  readonly path: string;
  readonly range: string | null;
  readonly status: number;
}

/**
 * Stands for huggingface.co: its listing with hashes, addresses of a commit, small files by itself and
 * large ones by redirect from another origin, with ranges and ETags. Large files' host refuses
 * preflights, as the real one does, and knows no `If-Range`.
 */
export interface FakeHub {
  /** `hub=…` for the page's query. */
  readonly query: string;
  /** Origins: the hub, and where large files come from. */
  readonly origins: readonly [string, string];
  readonly asked: Asked[];
  readonly faults: Map<string, Fault[]>;
  /** Puts a folder of the disk up as a repository. */
  add(repository: string, folder: string): Promise<void>;
  /** Lets answers that are held go on. */
  release(): void;
  close(): Promise<void>;
}

const commit = '0123456789abcdef0123456789abcdef01234567';
/** Larger files are LFS there. */
const largeBytes = 1_000_000;

export async function startHub(): Promise<FakeHub> {
  const repositories = new Map<string, Map<string, Buffer>>();
  const asked: Asked[] = [];
  const faults: FakeHub['faults'] = new Map();
  const held: (() => void)[] = [];

  const faultOf = (path: string): Fault | null => {
    for (const [end, list] of faults)
      if (path.endsWith(end) && list.length > 0) return list.shift()!;
    return null;
  };
  const release = () => {
    for (const go of held.splice(0)) go();
  };
  const headers = (bytes: Buffer) => ({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'ETag,Accept-Ranges,Content-Range,X-Linked-Size,X-Linked-ETag',
    'Accept-Ranges': 'bytes',
    ETag: `"${sha(bytes, 'sha256')}"`,
  });

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    host: Asked['host'],
    path: string,
    whole: Buffer,
  ): Promise<void> {
    const fault = faultOf(path);
    const note = (status: number) =>
      asked.push({
        host,
        method: request.method!,
        path,
        range: request.headers.range ?? null,
        status,
      });
    if (fault && 'status' in fault) {
      note(fault.status);
      response.writeHead(fault.status, {
        ...headers(whole),
        ...(fault.retryAfter ? { 'Retry-After': fault.retryAfter } : {}),
      });
      response.end('busy');
      return;
    }
    if (fault && 'html' in fault) {
      note(200);
      response.writeHead(200, { ...headers(whole), 'Content-Type': 'text/html' });
      response.end('<!doctype html><title>Sign in to this network</title>');
      return;
    }
    const bytes = fault && 'spoil' in fault ? fault.spoil(whole) : whole;
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from >= bytes.byteLength && from > 0) {
      note(416);
      response.writeHead(416, headers(bytes));
      response.end();
      return;
    }
    const part = bytes.subarray(from);
    note(from > 0 ? 206 : 200);
    response.writeHead(from > 0 ? 206 : 200, {
      ...headers(bytes),
      'Content-Type': path.endsWith('.json') ? 'application/json' : 'application/octet-stream',
      'Content-Length': part.byteLength,
      ...(from > 0
        ? { 'Content-Range': `bytes ${from}-${bytes.byteLength - 1}/${bytes.byteLength}` }
        : {}),
    });
    if (fault && 'cut' in fault) {
      response.write(part.subarray(0, fault.cut), () => setTimeout(() => response.destroy(), 100));
      return;
    }
    if (fault && 'hold' in fault) {
      response.write(part.subarray(0, fault.hold));
      await new Promise<void>((resolve) => held.push(resolve));
      response.end(part.subarray(fault.hold));
      return;
    }
    response.end(part);
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    host: Asked['host'],
    status: number,
  ) {
    const path = new URL(request.url!, 'http://host').pathname;
    asked.push({ host, method: request.method!, path, range: null, status });
    response.writeHead(status, {
      'Access-Control-Allow-Origin': '*',
      'Content-Type': 'text/plain',
    });
    response.end('Entry not found');
  }

  const files = createServer((request, response) => {
    if (request.method !== 'GET') return refuse(request, response, 'files', 403);
    const [repository, path] = new URL(request.url!, 'http://host').pathname.slice(1).split('//');
    const bytes = repositories.get(repository!)?.get(path!);
    if (!bytes) return refuse(request, response, 'files', 404);
    void send(request, response, 'files', path!, bytes);
  });
  const filesOrigin = await listen(files);

  const hub = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://host');
    if (request.method !== 'GET') return refuse(request, response, 'hub', 403);
    const listing = /^\/api\/models\/([^/]+\/[^/]+)\/revision\/main$/.exec(pathname)?.[1];
    if (listing) {
      const all = repositories.get(listing);
      if (!all || !searchParams.has('blobs')) return refuse(request, response, 'hub', 404);
      void send(
        request,
        response,
        'hub',
        pathname,
        Buffer.from(JSON.stringify(describe(listing, all))),
      );
      return;
    }
    const [, repository, at, path] =
      /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
    const bytes = at === commit ? repositories.get(repository!)?.get(path!) : undefined;
    if (!bytes) return refuse(request, response, 'hub', 404);
    if (bytes.byteLength < largeBytes) {
      void send(request, response, 'hub', path!, bytes);
      return;
    }
    asked.push({
      host: 'hub',
      method: 'GET',
      path: path!,
      range: request.headers.range ?? null,
      status: 302,
    });
    response.writeHead(302, {
      ...headers(bytes),
      Location: `${filesOrigin}/${repository}//${path}?X-Signature=${'0'.repeat(64)}`,
      'X-Linked-Size': bytes.byteLength,
      'X-Linked-ETag': `"${sha(bytes, 'sha256')}"`,
    });
    response.end();
  });
  const origin = await listen(hub);

  return {
    query: `hub=${origin},${filesOrigin}`,
    origins: [origin, filesOrigin],
    asked,
    faults,
    async add(repository, folder) {
      const all = new Map<string, Buffer>();
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || entry.name === 'card.json') continue;
        const full = join(entry.parentPath, entry.name);
        all.set(full.slice(folder.length).replace(/^\/+/, ''), await readFile(full));
      }
      repositories.set(repository, all);
    },
    release,
    async close() {
      release();
      for (const server of [hub, files]) {
        server.closeAllConnections();
        await new Promise<void>((resolve) => server.close(() => resolve()));
      }
    },
  };
}

function describe(id: string, all: ReadonlyMap<string, Buffer>) {
  return {
    id,
    sha: commit,
    siblings: [...all].map(([rfilename, bytes]) => ({
      rfilename,
      size: bytes.byteLength,
      blobId: sha(Buffer.concat([Buffer.from(`blob ${bytes.byteLength}\0`), bytes]), 'sha1'),
      ...(bytes.byteLength >= largeBytes
        ? { lfs: { sha256: sha(bytes, 'sha256'), size: bytes.byteLength, pointerSize: 133 } }
        : {}),
    })),
  };
}

const sha = (bytes: Buffer, algorithm: 'sha1' | 'sha256'): string =>
  createHash(algorithm).update(bytes).digest('hex');

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
