import { expect, test } from '@playwright/test';
import { call, openHarness } from './support/browser';

const text = Array.from(
  { length: 400 },
  (_, i) => `Paragraph ${i} tells that bridge number ${i} was opened in ${1500 + i} by the mayor.`,
).join('\n\n');

test('a models worker that dies in the middle of an import is replaced, and the import goes on', async ({
  page,
  baseURL,
}) => {
  // Every worker made by the page, so that one can be made to fail as a lost device does.
  await page.addInitScript(() => {
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
