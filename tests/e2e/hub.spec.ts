import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { startHub, type FakeHub } from './support/hub';
import {
  ask,
  goTo,
  openProduct,
  patience,
  stored,
  whenKept,
  whenReady,
  type Product,
} from './support/product';

/** Built-in files under the names of stronger models, in the hub's layout. */
const repositories = {
  'Xenova/gte-small': 'public/models/all-MiniLM-L6-v2',
  'Xenova/nli-deberta-v3-xsmall': 'public/models/touchstone-judge',
  'onnx-community/roberta-base-squad2-ONNX': 'public/models/touchstone-reader',
  'HuggingFaceTB/SmolLM2-360M-Instruct': 'public/models/smollm2-135m-instruct',
} as const;
const embedder = 'Xenova--gte-small';
const judge = 'Xenova--nli-deberta-v3-xsmall';
const reader = 'onnx-community--roberta-base-squad2-ONNX';
const writer = 'HuggingFaceTB--SmolLM2-360M-Instruct';
const graph = 'onnx/model_quantized.onnx';
const graphBytes = 22_944_356;

test.describe.configure({ mode: 'serial' });

let hub: FakeHub;
let product: Product;
let page: Page;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(patience);
  hub = await startHub();
  for (const [repository, folder] of Object.entries(repositories))
    await hub.add(repository, folder);
  product = await openProduct(`${baseURL}?device=wasm&${hub.query}#/models`);
  page = product.page;
  await whenReady(page);
});
test.afterAll(async () => {
  await product.close();
  await hub.close();
});
test.beforeEach(() => {
  hub.faults.clear();
  hub.asked.length = 0;
});

const card = (name: string): Locator => page.locator(`[data-testid=offer][data-name="${name}"]`);
const within = (name: string, id: string): Locator => card(name).getByTestId(id);

/** Presses "Download…" or "Go on…", and agrees. */
async function download(name: string): Promise<void> {
  await within(name, 'offer-download').click();
  await page.getByTestId('agree-go').click();
}
const installed = (name: string) =>
  expect(card(name)).toHaveAttribute('data-state', 'installed', { timeout: patience });
async function use(name: string): Promise<void> {
  await within(name, 'offer-use').click();
  await expect(card(name)).toHaveAttribute('data-current', 'true', { timeout: patience });
  await expect(card(name)).not.toHaveAttribute('data-job', /./, { timeout: patience });
}
async function remove(name: string): Promise<void> {
  await within(name, 'offer-delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(card(name)).toHaveAttribute('data-state', 'absent', { timeout: patience });
}
const problem = (name: string) => within(name, 'offer-problem');
/** Which models an answer came from, by its evidence. */
async function modelsOf(question: string): Promise<string> {
  await goTo(page, 'ask');
  await ask(page, question);
  await goTo(page, 'models');
  const rows = await stored(page, 'history');
  const same = rows.map((row) => row.answer).filter((one) => one.question === question);
  const last = same.sort((a, b) => b.asked - a.asked)[0];
  return JSON.stringify(last?.evidence.models);
}
const policyOf = () =>
  page.evaluate(async () => {
    const cache = await caches.match(new URL('allowed-origins.json', document.baseURI).href);
    return cache ? ((await cache.json()) as string[]) : [];
  });

test('nothing leaves before the person agreed, and the way is shut again afterwards', async () => {
  await expect(page.getByTestId('at-work').first()).toContainText('CPU');
  await within(judge, 'offer-download').click();
  await expect(page.getByTestId('agree')).toContainText(hub.origins[0]);
  await expect(page.getByTestId('agree')).toContainText(hub.origins[1]);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('agree')).toBeHidden();
  expect(hub.asked).toEqual([]);
  expect(product.foreign).toEqual([]);
  expect(await policyOf()).toEqual([]);

  await download(judge);
  await installed(judge);
  expect(new Set(product.foreign.map((url) => new URL(url).origin))).toEqual(new Set(hub.origins));
  expect(hub.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  await expect.poll(policyOf).toEqual([]);
  expect(page.workers().map((worker) => worker.url()).filter((url) => url.includes('hub'))).toEqual([]); // prettier-ignore
  // The page itself and its other workers never could.
  const refused = (url: string) => fetch(url).then(() => 'sent', () => 'refused'); // prettier-ignore
  expect(await page.evaluate(refused, `${hub.origins[0]}/x`)).toBe('refused');
  for (const worker of page.workers().filter((one) => /(engine|models)\.worker/.test(one.url())))
    expect(await worker.evaluate(refused, `${hub.origins[0]}/x`)).toBe('refused');

  await goTo(page, 'privacy');
  await expect(page.getByTestId('privacy-verdict')).toContainText('as you agreed');
  const rows = page.locator('[data-testid=request-row][data-foreign=true]');
  await expect(rows.first()).toContainText('127.0.0.1');
  // The listing, three small files, the graph's address, and the graph itself.
  await expect(rows).toHaveCount(6);
  await goTo(page, 'models');
});

test('a judge is used from the next question on, and deleting it gives the built-in one back', async () => {
  await goTo(page, 'library');
  await page.getByTestId('file-input').setInputFiles([
    { name: 'bridge.txt', mimeType: 'text/plain', buffer: Buffer.from('The bridge was opened in 1932 by Maria Silva. It has two lanes.') }, // prettier-ignore
    { name: 'ferry.txt', mimeType: 'text/plain', buffer: Buffer.from('The ferry sails on Sundays. It was built in Porto in 1971.') }, // prettier-ignore
  ]);
  await expect(page.locator('[data-status=indexed]')).toHaveCount(2, { timeout: patience });
  await goTo(page, 'models');
  await use(judge);
  await expect(page.locator('[data-role=judge]').getByTestId('at-work')).toContainText(judge);
  expect(await modelsOf('When was the bridge opened?')).toContain(judge);
  await remove(judge);
  expect(await modelsOf('Where was the ferry built?')).toContain('touchstone-judge');
});

test('another embedder takes over when the library is embedded anew, also after a reload', async () => {
  await download(embedder);
  await installed(embedder);
  await use(embedder);
  expect(await modelsOf('When was the bridge opened?')).toContain(embedder);
  await page.reload();
  await whenReady(page);
  await expect(card(embedder)).toHaveAttribute('data-current', 'true');
  expect(await modelsOf('Where was the ferry built?')).toContain(embedder);
  await remove(embedder);
  await expect(card('all-MiniLM-L6-v2')).toHaveAttribute('data-current', 'true');
  expect(await modelsOf('Who opened the bridge?')).toContain('all-MiniLM-L6-v2');
});

test('a busy hub, a cut connection and a pause cost nothing that has arrived', async () => {
  hub.faults.set('revision/main', [{ status: 503, retryAfter: '1' }]);
  hub.faults.set(graph, [
    { cut: 6_000_000 },
    { status: 429, retryAfter: '1' },
    { hold: 5_000_000 },
  ]);
  await download(embedder);
  await expect(within(embedder, 'offer-progress')).toContainText('503');
  await expect(within(embedder, 'offer-progress')).toContainText('429', { timeout: 20_000 });
  const ranges = () => hub.asked.filter(({ host, range }) => host === 'files' && range);
  await expect.poll(() => ranges().length, { timeout: 20_000 }).toBe(2);
  await expect(within(embedder, 'offer-progress')).toContainText('Downloading');
  await within(embedder, 'offer-pause').click();
  await expect(card(embedder)).toHaveAttribute('data-state', 'partial');
  hub.release();
  await download(embedder);
  await installed(embedder);
  const from = ranges().map(({ range }) => Number(/\d+/.exec(range!)![0]));
  expect(from[0]).toBeGreaterThan(1_000_000);
  expect(from.at(-1)).toBeGreaterThan(from[0]!);
  await remove(embedder);
});

test('half a download goes on after a reload', async () => {
  hub.faults.set(graph, [{ hold: 12_000_000 }]);
  await download(reader);
  await expect
    .poll(() => within(reader, 'offer-progress').innerText(), { timeout: 20_000 })
    .toMatch(/1[01]\.\d\sMB of/);
  await page.reload();
  hub.release();
  await whenReady(page);
  await expect(card(reader)).toHaveAttribute('data-state', 'partial');
  await expect(within(reader, 'offer-use')).toHaveCount(0);
  expect(await policyOf()).toEqual([]);
  await download(reader);
  await installed(reader);
  const range = hub.asked.findLast(({ host }) => host === 'files')?.range;
  expect(Number(/\d+/.exec(range ?? '')?.[0])).toBeGreaterThan(10_000_000);
  await use(reader);
  expect(await modelsOf('Who opened the bridge?')).toContain(reader);
  await remove(reader);
});

for (const [what, fault, message] of [
  ['other bytes', { spoil: (bytes: Buffer) => Buffer.from(bytes).fill(7, 1000, 1001) }, 'other contents'], // prettier-ignore
  ['a web page', { html: true }, 'web page'],
  ['no such file', { status: 404 }, 'not on'],
] as const)
  test(`${what} in place of a model is refused and not kept`, async () => {
    hub.faults.set(graph, [fault]);
    await download(embedder);
    await expect(problem(embedder)).toContainText(message, { timeout: 30_000 });
    await expect(card(embedder)).toHaveAttribute('data-state', 'partial');
    // Small files stay; of the graph nothing does.
    expect(await storedBytes(`${embedder}/${graph}`)).toBe(0);
    await download(embedder);
    await installed(embedder);
    await remove(embedder);
  });

test('a disk that runs full is told, and what is half there is not used', async () => {
  const session = await product.context.newCDPSession(page);
  const origin = new URL(page.url()).origin;
  // The page's own files are kept in the background at first.
  await whenKept(page);
  const quota = (bytes?: number) =>
    session.send('Storage.overrideQuotaForOrigin', {
      origin,
      ...(bytes === undefined ? {} : { quotaSize: bytes }),
    });
  // Another tab takes the room in the middle. (Chromium tells pages of 10 GB, whatever there is.)
  const { usage: used } = await session.send('Storage.getUsageAndQuota', { origin });
  await quota(used + 60_000_000);
  hub.faults.set(graph, [{ hold: 8_000_000 }]);
  await download(embedder);
  await expect
    .poll(() => within(embedder, 'offer-progress').innerText(), { timeout: 20_000 })
    .toMatch(/[678]\.\d\sMB of/);
  await quota(used + 12_000_000);
  hub.release();
  await expect(problem(embedder)).toContainText('full', { timeout: 30_000 });
  await expect(card(embedder)).toHaveAttribute('data-state', 'partial');
  await quota();
  await download(embedder);
  await installed(embedder);
  expect(await storedBytes(`${embedder}/${graph}`)).toBe(graphBytes);
});

test('a model whose numbers are not those it was accepted with is not used', async () => {
  // Still installed from the test before; its reference vectors become others'.
  await page.evaluate(async (name) => {
    const root = await navigator.storage.getDirectory();
    const folder = await (await root.getDirectoryHandle('models')).getDirectoryHandle(name);
    const handle = await folder.getFileHandle('card.json');
    const value = JSON.parse(await (await handle.getFile()).text()) as object;
    const wrong = Array.from({ length: 384 }, (_, i) => (i % 2 ? 0.05 : -0.05));
    const selfTest = { inputs: ['a'], outputs: [wrong], tolerance: 0.98 };
    const writable = await handle.createWritable();
    await writable.write(JSON.stringify({ ...value, selfTest }));
    await writable.close();
  }, embedder);
  await within(embedder, 'offer-use').click();
  await expect(problem(embedder)).toContainText('self-test', { timeout: 60_000 });
  await expect(card('all-MiniLM-L6-v2')).toHaveAttribute('data-current', 'true');
  expect(await modelsOf('Who opened the bridge?')).toContain('all-MiniLM-L6-v2');
  await remove(embedder);
});

test('a folder of the disk is imported without a network; what it lacks is named', async () => {
  const root = await mkdtemp(join(tmpdir(), 'touchstone-models-'));
  const folder = join(root, 'my-reader');
  await cp('public/models/touchstone-reader', folder, { recursive: true });
  await rm(join(folder, 'card.json'));
  const tokenizer = join(folder, 'tokenizer.json');
  await rm(tokenizer);
  await product.context.setOffline(true);
  await within(reader, 'offer-folder').setInputFiles(folder);
  await expect(problem(reader)).toContainText('Missing: tokenizer.json');
  await cp('public/models/touchstone-reader/tokenizer.json', tokenizer);
  await within(reader, 'offer-folder').setInputFiles(folder);
  await installed(reader);
  await use(reader);
  expect(await modelsOf('Who opened the bridge?')).toContain(reader);
  expect(hub.asked).toEqual([]);
  await product.context.setOffline(false);
  await remove(reader);
  await rm(root, { recursive: true });
});

test('a language model, its weights in files of their own, words an answer', async () => {
  await download(writer);
  await installed(writer);
  expect(hub.asked.filter(({ path }) => path.includes('onnx_data')).map(({ status }) => status)).toEqual([302, 200, 302, 200]); // prettier-ignore
  await use(writer);
  await expect(page.locator('[data-role=write]').getByTestId('at-work')).toContainText(writer);
  // It came without reference outputs, and got them here.
  const { selfTest } = await storedCard(writer);
  expect(selfTest.outputs.map(([text]) => text)).toEqual([' Friday', ' G', ' five']);
  const task = page.locator('[data-testid=writer-task][data-name="answer.draft"] select');
  await task.selectOption('writer');
  expect(await modelsOf('Where was the ferry built?')).toContain(writer);
  const rows = await stored(page, 'history');
  const last = rows.map(({ answer }) => answer).sort((a, b) => b.asked - a.asked)[0]!;
  expect(last.kind).toBe('answered');
  expect(last.evidence.draft?.sentences.length).toBeGreaterThan(0);
  await task.selectOption('rules');
  await remove(writer);
  await expect(card('smollm2-135m-instruct')).toHaveAttribute('data-current', 'true');
});

function storedCard(name: string): Promise<{ selfTest: { outputs: [string, number][] } }> {
  return page.evaluate(async (folder) => {
    const models = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
    const file = await (await models.getDirectoryHandle(folder)).getFileHandle('card.json');
    return JSON.parse(await (await file.getFile()).text()) as never;
  }, name);
}

/** Bytes of an installed file as they lie in the browser; 0 when it is not there. */
function storedBytes(path: string): Promise<number> {
  return page.evaluate(async (parts) => {
    let directory = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
    const name = parts.pop()!;
    try {
      for (const part of parts) directory = await directory.getDirectoryHandle(part);
      return (await (await directory.getFileHandle(name)).getFile()).size;
    } catch {
      return 0;
    }
  }, path.split('/'));
}
