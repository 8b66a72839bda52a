import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { call, openHarness, waitForHarness, watchForeign, withProfile } from './support/browser';
import { startStaticServer } from './support/static-server';

const built = '.cache/e2e';
const under = '/some/path/';
const harness = 'tests/e2e/support/harness.html';

test('a static host without headers, under a sub-path: isolated after one reload, offline afterwards', async () => {
  const server = await startStaticServer(built, under);
  await withProfile(async (context) => {
    const page = await context.newPage();
    const foreign = watchForeign(context, server.url);
    let loads = 0;
    page.on('load', () => loads++);
    await openHarness(page, server.url, '?device=wasm');
    expect(await call(page, 'isolated')).toBe(true);
    expect(loads).toBe(2);
    // The policy binds the workers too: a request to another origin does not leave.
    expect(
      await page.evaluate(() =>
        fetch('https://example.com/', { mode: 'no-cors' }).then(
          () => 'sent',
          () => 'refused',
        ),
      ),
    ).toBe('refused');

    expect((await call(page, 'load', 'embed')).error).toBeNull();
    const { roles } = await call(page, 'describe');
    expect(roles.embed?.threads).toBe(
      Math.min(4, await page.evaluate(() => navigator.hardwareConcurrency)),
    );
    const vector = await call(page, 'embed', ['kept for later']);
    const askedOnce = server.asked.filter((path) =>
      path.endsWith('MiniLM-L6-v2/onnx/model_quantized.onnx'),
    );
    expect(askedOnce).toHaveLength(1);

    await call(page, 'complete');
    const status = await call(page, 'offlineStatus');
    expect(status).toMatchObject({ files: status?.totalFiles, bytes: status?.totalBytes });
    expect(status?.totalBytes).toBeGreaterThan(80_000_000);

    server.asked.length = 0;
    await context.setOffline(true);
    await page.reload();
    await waitForHarness(page);
    expect(await call(page, 'isolated')).toBe(true);
    for (const role of ['embed', 'judge', 'read'] as const)
      expect((await call(page, 'load', role)).error).toBeNull();
    expect(await call(page, 'embed', ['kept for later'])).toEqual(vector);
    // The browser itself looks for a new service worker.
    expect(server.asked.filter((path) => path !== 'service-worker.js')).toEqual([]);
    expect(foreign.filter((url) => !url.startsWith('https://example.com'))).toEqual([]);
    for (const { url } of await call(page, 'offlineRequests'))
      expect(new URL(url).origin).toBe(new URL(server.url).origin);
  });
  await server.close();
});

test('the page itself: asks nobody else, is kept whole after the first visit, starts without a network', async () => {
  test.setTimeout(240_000);
  const server = await startStaticServer(built, under);
  await withProfile(async (first, reopen) => {
    const foreign = watchForeign(first, server.url);
    const page = await first.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(server.url);
    await expect(page.getByRole('textbox').first()).toBeVisible({ timeout: 60_000 });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    // Everything is kept once the models are ready: by itself, nobody has to ask.
    await expect.poll(() => missingFiles(page), { timeout: 150_000 }).toBe(0);
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);

    await server.close();
    const context = await reopen();
    const foreignAgain = watchForeign(context, server.url);
    const again = await context.newPage();
    await again.goto(server.url);
    await expect(again.getByRole('textbox').first()).toBeVisible({ timeout: 60_000 });
    await expect(again).toHaveTitle(/Touchstone/);
    expect(await again.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(foreignAgain).toEqual([]);
  });
});

/** How many files of the build the service worker does not keep yet; -1 without one. */
function missingFiles(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { controller } = navigator.serviceWorker;
        if (!controller) return resolve(-1);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data: { status } }) => resolve(status.totalFiles - status.files);
        controller.postMessage({ type: 'status' }, [port2]);
      }),
  );
}

test('the browser closed and opened again without a network: everything is there', async () => {
  const server = await startStaticServer(built, under);
  await withProfile(async (first, reopen) => {
    const page = await first.newPage();
    await openHarness(page, server.url, '?device=wasm');
    await call(page, 'complete');
    await server.close();
    const again = await (await reopen()).newPage();
    await openHarness(again, server.url, '?device=wasm');
    expect((await call(again, 'load', 'embed')).error).toBeNull();
    expect(await call(again, 'embed', ['a'])).toHaveLength(384);
  });
});

test('what the server spoils is not kept', async () => {
  const server = await startStaticServer(built, under);
  const model = 'models/touchstone-judge/onnx/model_quantized.onnx';
  const html = Buffer.from('<!doctype html><html><body>Sign in to this network</body></html>');
  for (const [what, spoil] of [
    ['a web page with status 200', () => ({ body: html, type: 'text/html' })],
    ['a cut file', (bytes: Buffer) => ({ body: bytes.subarray(0, 1_000_000) })],
    ['an error', () => ({ body: html, type: 'text/html', status: 500 })],
  ] as const)
    await test.step(what, () =>
      withProfile(async (context) => {
        server.spoilt.set(model, spoil);
        const page = await context.newPage();
        await openHarness(page, server.url, '?device=wasm');
        const { error } = await call(page, 'load', 'judge');
        expect(['ModelCorrupt', 'ModelMissing']).toContain(error?.name);
        await expect(call(page, 'complete')).resolves.toBeUndefined();
        const missing = await call(page, 'offlineStatus');
        expect(missing?.files).toBeLessThan(missing?.totalFiles ?? 0);
        server.spoilt.delete(model);
        expect((await call(page, 'load', 'judge')).error).toBeNull();
        await call(page, 'complete');
        const whole = await call(page, 'offlineStatus');
        expect(whole?.files).toBe(whole?.totalFiles);
      }),
    );
  await server.close();
});

test('a new version is used from the next load on, whole, and takes the models over', async () => {
  const next = '.cache/e2e-next';
  await rm(next, { recursive: true, force: true });
  await cp(built, next, { recursive: true });
  const page2 = (await readFile(`${next}/${harness}`, 'utf8')).replace('under test', 'of the next');
  await writeFile(`${next}/${harness}`, page2);
  await renewWorker(next, page2);

  const server = await startStaticServer(built, under);
  await withProfile(async (context) => {
    const page = await context.newPage();
    await openHarness(page, server.url, '?device=wasm');
    await call(page, 'complete');
    const before = await call(page, 'offlineStatus');
    server.serve(next);
    server.asked.length = 0;
    // This load still is the old version, and installs the new one behind the page.
    await page.reload();
    await waitForHarness(page);
    expect(await page.title()).toBe('Workers under test');
    const waiting = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.waiting?.state ?? null;
      });
    await expect.poll(waiting).toBe('installed');
    await page.reload();
    await expect(page).toHaveTitle('Workers of the next');
    await waitForHarness(page);
    const after = await call(page, 'offlineStatus');
    expect(after?.version).not.toBe(before?.version);
    expect(after?.files).toBe(after?.totalFiles);
    // Only what changed was fetched: no model, no runtime.
    expect(server.asked.filter((path) => /\.(onnx|wasm)$/.test(path))).toEqual([]);
    expect(await page.evaluate(() => caches.keys())).toEqual([
      `touchstone-files-${after?.version}`,
    ]);
  });
  await server.close();
});

test('a version that is not whole on the server is not taken', async () => {
  const server = await startStaticServer(built, under);
  await withProfile(async (context) => {
    // The page of another version, as in the middle of an upload.
    server.spoilt.set('index.html', (bytes) => ({
      body: Buffer.concat([bytes, Buffer.from(' ')]),
    }));
    const page = await context.newPage();
    await openHarness(page, server.url, '?device=wasm');
    expect(await call(page, 'offlineStatus')).toBeNull();
    // Works all the same, with one thread.
    expect(await call(page, 'isolated')).toBe(false);
    expect((await call(page, 'describe')).roles.embed?.why).toContain('not isolated');
  });
  await server.close();
});

/** Puts the changed page's size and hash, and another version, into the built service worker. */
async function renewWorker(folder: string, page: string): Promise<void> {
  const { createHash } = await import('node:crypto');
  const path = `${folder}/service-worker.js`;
  const script = await readFile(path, 'utf8');
  const entry = new RegExp(
    `(${harness.replaceAll('.', '\\.')}[\`"'],bytes:)\\d+(,sha256:[\`"'])[0-9a-f]{64}`,
  );
  expect(script).toMatch(entry);
  const sha256 = createHash('sha256').update(page).digest('hex');
  const renewed = script
    .replace(entry, `$1${Buffer.byteLength(page)}$2${sha256}`)
    .replace(/(version:[`"'])[0-9a-f]{16}/, `$1${'0'.repeat(16)}`);
  expect(renewed).not.toBe(script);
  await writeFile(path, renewed);
}
