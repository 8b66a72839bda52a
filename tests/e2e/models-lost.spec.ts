import { expect, test, type Page } from '@playwright/test';
import { call, openHarness } from './support/browser';

const text = Array.from(
  { length: 400 },
  (_, i) => `Paragraph ${i} tells that bridge number ${i} was opened in ${1500 + i} by the mayor.`,
).join('\n\n');

/** Keeps every worker made by the page, so that one can be made to fail as a lost device does. */
function letModelsDie(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const Real = window.Worker;
    const workers: { name: string | undefined; worker: Worker }[] = [];
    window.Worker = class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        workers.push({ name: options?.name, worker: this });
      }
    };
    window.loseModels = () => {
      const models = workers.filter(({ name }) => name === 'models').at(-1)?.worker;
      models?.dispatchEvent(new ErrorEvent('error', { message: 'the test took the device away' }));
    };
  });
}

test('a models worker that dies in the middle of an import is replaced, and the import goes on', async ({
  page,
  baseURL,
}) => {
  await letModelsDie(page);
  await openHarness(page, baseURL!);
  await call(page, 'startBackend');
  const state = async () => (await call(page, 'backendStatus')).engine.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('ready');

  const events = await call(page, 'importText', 'bridges.txt', text, true);
  expect(events.at(-1)).toMatchObject({ type: 'finished', indexed: 1, failed: 0 });
  const { notice, models } = await call(page, 'backendStatus');
  expect(notice).toContain('the test took the device away');
  expect(models.embed).toMatchObject({ state: 'ready' });

  for (const { url } of await call(page, 'backendRequests'))
    expect(new URL(url).origin).toBe(new URL(baseURL!).origin);
});

test('a question during which the models die is asked once more, and answered', async ({
  page,
  baseURL,
}) => {
  await letModelsDie(page);
  await openHarness(page, baseURL!);
  await call(page, 'startBackend');
  expect((await call(page, 'importText', 'bridges.txt', text.slice(0, 2000), false)).at(-1)).toMatchObject({ indexed: 1 }); // prettier-ignore
  const asked = 'When was bridge number 7 opened?';
  const before = await call(page, 'ask', asked, {});
  expect(before).toMatchObject({ kind: 'answered', short: '1507' });
  for (const stage of ['reading', 'checking']) {
    const after = await call(page, 'ask', asked, {}, stage);
    expect(after).toMatchObject({ kind: 'answered', short: '1507' });
    expect((await call(page, 'backendStatus')).notice).toContain('the test took the device away');
  }
});

test('two models at once on a small memory: they are started again, and take turns', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000);
  // Without a service worker, which would not keep a runtime that was changed.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  // 206 MB for all models together, of which the writer takes 163.
  await context.route('**/ort-wasm-simd-threaded-*.mjs', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    expect(body).toContain('maximum:65536');
    await route.fulfill({ response, body: body.replace('maximum:65536', 'maximum:3300') });
  });
  const page = await context.newPage();
  await openHarness(page, baseURL!);
  await call(page, 'startBackend');
  await call(page, 'importText', 'bridges.txt', text.slice(0, 2000), false);
  const asked = 'When was bridge number 7 opened?';
  expect(await call(page, 'ask', asked, {})).toMatchObject({ kind: 'answered', short: '1507' });
  expect((await call(page, 'backendStatus')).notice).toBeNull();
  const { kind, short, evidence } = await call(page, 'ask', asked, { answer: { draft: 'writer' } });
  expect([kind, short]).toEqual(['answered', '1507']);
  // The writer did write, in the second worker.
  expect(evidence.draft).toBeDefined();
  expect((await call(page, 'backendStatus')).notice).toContain('not enough memory');
  // And embedder, reader and judge go on, one after the other.
  expect(await call(page, 'ask', asked, {})).toMatchObject({ kind: 'answered', short: '1507' });
  await context.close();
});

test('models that keep dying are reported, and start again when asked', async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() => {
    const Real = window.Worker;
    window.Worker = class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name === 'models' && !sessionStorage.getItem('healthy'))
          setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'no memory' })));
      }
    };
  });
  await openHarness(page, baseURL!);
  await call(page, 'startBackend');
  const embed = async () => (await call(page, 'backendStatus')).models.embed;
  await expect.poll(embed).toMatchObject({ state: 'failed', name: 'DeviceLost' });
  await page.evaluate(() => sessionStorage.setItem('healthy', 'yes'));
  await call(page, 'loadModels');
  await expect.poll(embed, { timeout: 60_000 }).toMatchObject({ state: 'ready' });
  expect((await call(page, 'importText', 'one.txt', text, false)).at(-1)).toMatchObject({
    type: 'finished',
    indexed: 1,
  });
});

test('a GPU that crashes is noticed: the call ends, and the worker asks to be replaced', async ({
  browser,
  page,
  baseURL,
}) => {
  test.setTimeout(300_000);
  await openHarness(page, baseURL!, '?device=webgpu');
  expect((await call(page, 'load', 'embed')).error).toBeNull();
  await page.evaluate(() => {
    const harness = window.harness!;
    Object.assign(window, {
      lost: harness.lost(),
      call: harness.embed(['a text '.repeat(120)]).then(
        () => 'answered',
        (error: Error) => error.name,
      ),
    });
  });
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.crashGpuProcess' as never).catch(() => {});
  const ended = await page.evaluate(async () => {
    const { lost, call: open } = window as unknown as {
      lost: Promise<{ outOfMemory: boolean }>;
      call: Promise<string>;
    };
    return [(await lost).outOfMemory, await open];
  });
  expect(ended).toEqual([false, 'DeviceLost']);
});
