import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contentTypeOf } from '../../../src/engine/offline/manifest';

/** A plain static host: no isolation, no policy, gzip never, the folder's index.html at its root. */
export interface StaticServer {
  /** Absolute URL of the site's folder, ending in `/`. */
  readonly url: string;
  /** Paths asked for since the start or the last `clear()`, relative to the folder. */
  readonly asked: string[];
  /** What a path answers instead of its file. */
  readonly spoilt: Map<string, (bytes: Buffer) => { body: Buffer; type?: string; status?: number }>;
  /** Serves another folder from now on. */
  serve(folder: string): void;
  close(): Promise<void>;
}

/** @param under the folder's path on the host, `/some/path/` */
export async function startStaticServer(first: string, under: string): Promise<StaticServer> {
  let folder = first;
  const asked: string[] = [];
  const spoilt: StaticServer['spoilt'] = new Map();
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    const inside = path.startsWith(under) ? path.slice(under.length) || 'index.html' : null;
    const file = inside === null || inside.includes('..') ? null : `${folder}/${inside}`;
    if (inside !== null) asked.push(inside);
    const found = file === null ? null : await stat(file).catch(() => null);
    if (!file || !inside || !found?.isFile()) {
      response.writeHead(404, { 'Content-Type': 'text/html' });
      response.end('<!doctype html><title>Not found</title>');
      return;
    }
    const change = spoilt.get(inside);
    if (change) {
      const { body, type, status } = change(await readFile(file));
      const headers = { 'Content-Type': type ?? contentTypeOf(inside) };
      response.writeHead(status ?? 200, { ...headers, 'Content-Length': body.byteLength });
      response.end(body);
      return;
    }
    response.writeHead(200, {
      'Content-Type': contentTypeOf(inside),
      'Content-Length': found.size,
      // As a careless host has it: stale copies for an hour.
      'Cache-Control': 'max-age=3600',
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${under}`,
    asked,
    spoilt,
    serve(next) {
      folder = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
