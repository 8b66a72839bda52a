import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../src/engine/models/files';
import { keepOf, type BuildManifest } from '../../../src/engine/offline/manifest';
import { createOriginList } from '../../../src/engine/offline/origins';
import { createResponder } from '../../../src/engine/offline/respond';
import { createFileStore } from '../../../src/engine/offline/store';
import { createMemoryCaches } from '../../support/caches';

const scope = 'https://host.example/some/path/';
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function manifestOf(version: string, texts: Record<string, string>): Promise<BuildManifest> {
  const files = await Promise.all(
    Object.entries(texts).map(async ([path, text]) => ({
      path,
      bytes: bytesOf(text).byteLength,
      sha256: await hashOf(bytesOf(text)),
      keep: keepOf(path),
    })),
  );
  return { version, files };
}

const texts = {
  'index.html': '<!doctype html>one',
  'assets/a.js': 'export {}',
  'assets/hub.worker-x.js': 'download',
  'models/m/onnx/model.onnx': 'weights',
};

async function site(
  server: Record<string, string | Response> = texts,
  caches = createMemoryCaches(),
) {
  const asked: string[] = [];
  const manifest = await manifestOf('1', texts);
  const request = async (input: Request | string): Promise<Response> => {
    const url = new URL(typeof input === 'string' ? input : input.url);
    asked.push(url.href);
    const path = url.href.slice(scope.length) || 'index.html';
    const answer = url.href.startsWith(scope) ? server[path] : 'from elsewhere';
    if (answer instanceof Response) return answer.clone();
    return answer === undefined
      ? new Response('no', { status: 404 })
      : new Response(answer, { headers: { 'Content-Type': 'application/octet-stream' } });
  };
  const store = createFileStore({ caches, request, scope, manifest });
  const origins = createOriginList(caches, scope);
  const responder = createResponder({
    store,
    manifest,
    scope,
    request,
    allowed: origins.get,
    allowedNow: origins.now,
  });
  const get = async (path: string, init?: RequestInit) =>
    (await responder.respond(new Request(new URL(path, scope), init)))!;
  return { asked, caches, manifest, store, origins, responder, get };
}

describe('the service worker', () => {
  it('gives every answer isolation and policy, and keeps a file it passed on', async () => {
    const { get, asked } = await site();
    for (let i = 0; i < 2; i++) {
      const response = await get('models/m/onnx/model.onnx');
      expect(await response.text()).toBe('weights');
      expect(response.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
      expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
      expect(response.headers.get('Content-Security-Policy')).toContain("connect-src 'self';");
    }
    expect(asked).toHaveLength(1);
  });

  it('finds the page under the folder, whatever the query', async () => {
    const { get, store, manifest, asked } = await site();
    await store.fetch(manifest.files[0]!);
    for (const path of ['', '?device=wasm', 'index.html'])
      expect(await (await get(path)).text()).toBe(texts['index.html']);
    expect(asked).toEqual([scope]);
  });

  it.each([
    ['other bytes', new Response('WEIGHTS')],
    ['fewer bytes', new Response('wei')],
    ['more bytes', new Response('weights and more')],
    ['an error', new Response('weights', { status: 500 })],
    ['a web page', new Response('weights', { headers: { 'Content-Type': 'text/html' } })],
    ['a part', new Response('weights', { status: 206 })],
  ])('passes %s on but does not keep them', async (_, answer) => {
    const { get, store } = await site({ ...texts, 'models/m/onnx/model.onnx': answer });
    const response = await get('models/m/onnx/model.onnx');
    expect(response.status).toBe(answer.status);
    await response.text();
    expect(await store.kept()).toEqual([]);
  });

  it('keeps nothing of an answer that was cancelled half-way', async () => {
    const { get, store } = await site();
    const response = await get('models/m/onnx/model.onnx');
    await response.body?.cancel();
    expect(await store.kept()).toEqual([]);
  });

  it('does not install a version that is not whole on the server', async () => {
    const { store, manifest, asked } = await site({ ...texts, 'assets/a.js': 'export { x }' });
    await expect(store.fetch(manifest.files[1]!)).rejects.toThrow(/not the file of version 1/);
    // Asked twice: the second time past the HTTP cache.
    expect(asked).toHaveLength(2);
    expect(await store.kept()).toEqual([]);
  });

  it('takes from an older version what is the same, and deletes the rest', async () => {
    const caches = createMemoryCaches();
    const first = await site(texts, caches);
    for (const file of first.manifest.files) await first.store.fetch(file);
    const changed = { ...texts, 'index.html': '<!doctype html>two' };
    const asked: string[] = [];
    const manifest = await manifestOf('2', changed);
    const store = createFileStore({
      caches,
      scope,
      manifest,
      request: async (url) => {
        asked.push(url);
        return new Response(changed['index.html']);
      },
    });
    for (const file of manifest.files) if (file.keep === 'install') await store.fetch(file);
    await store.inherit();
    expect(asked).toEqual([scope]);
    expect((await store.kept()).map(({ path }) => path)).toEqual(Object.keys(changed));
    expect(await caches.keys()).toEqual(['touchstone-files-2']);
  });

  it('refuses other origins, until the person allows one', async () => {
    const { responder, origins, asked } = await site();
    const hub = () => responder.respond(new Request('https://hub.example/model'))!;
    expect((await hub()).type).toBe('error');
    expect(
      (await responder.respond(new Request('https://evil.example/', { method: 'POST' }))!).type,
    ).toBe('error');
    expect(asked).toEqual([]);
    await origins.set(['https://hub.example/some/page', 'http://hub2.example', 'nonsense', '*']);
    expect(await origins.get()).toEqual(['https://hub.example']);
    // Allowed: the browser may go on by itself.
    expect(await hub()).toBeNull();
    await origins.set([]);
    expect((await hub()).type).toBe('error');
  });

  it('lets only the script that downloads models ask an allowed origin', async () => {
    const worker = 'assets/hub.worker-x.js';
    const { origins, get, responder } = await site();
    await origins.set(['https://hub.example', 'https://*.files.example', 'https://*.example']);
    const policy = async (path: string) => (await get(path)).headers.get('Content-Security-Policy');
    expect(await policy(worker)).toContain(
      "connect-src 'self' https://hub.example https://*.files.example;",
    );
    expect(await policy('')).toContain("connect-src 'self';");
    const ask = (url: string) => responder.respond(new Request(url));
    expect(ask('https://a.b.files.example/x')).toBeNull();
    expect((await ask('https://files.example.evil/x'))!.type).toBe('error');
    expect((await ask('http://a.files.example/x'))!.type).toBe('error');
  });

  it('knows what was allowed again after it was stopped in the middle of a download', async () => {
    const { caches, manifest, store, asked } = await site();
    await createOriginList(caches, scope).set(['https://hub.example']);
    const origins = createOriginList(caches, scope);
    const request = async (input: Request | string) => {
      asked.push(String((input as Request).url));
      return new Response('from elsewhere');
    };
    const responder = createResponder({
      store,
      manifest,
      scope,
      request,
      allowed: origins.get,
      allowedNow: origins.now,
    });
    const hub = () => responder.respond(new Request('https://hub.example/model'));
    expect(await (await hub())!.text()).toBe('from elsewhere');
    expect(hub()).toBeNull();
  });

  it('remembers what was allowed after it was stopped', async () => {
    const caches = createMemoryCaches();
    await createOriginList(caches, scope).set(['https://hub.example']);
    expect(await createOriginList(caches, scope).get()).toEqual(['https://hub.example']);
  });

  it('leaves what is not the build to the network, with the headers', async () => {
    const { get } = await site({ ...texts, 'other.txt': 'other' });
    const response = await get('other.txt');
    expect(await response.text()).toBe('other');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect((await get('missing.txt')).status).toBe(404);
  });
});

describe('when files are kept', () => {
  it.each([
    ['index.html', 'install'],
    ['assets/engine.worker-x.js', 'install'],
    ['assets/ort-wasm-simd-threaded-x.mjs', 'install'],
    ['assets/ort-wasm-simd-threaded-x.wasm', 'later'],
    ['assets/ort-wasm-simd-threaded.asyncify-x.wasm', 'asked'],
    ['assets/web-llm-x.js', 'asked'],
    ['assets/GB-H-x.bcmap', 'later'],
    ['models/all-MiniLM-L6-v2/config.json', 'later'],
    ['sample/a.html', 'later'],
  ] as const)('%s: %s', (path, keep) => {
    expect(keepOf(path)).toBe(keep);
  });
});
