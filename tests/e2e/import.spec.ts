import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { embeddingText } from '../../src/core/passages/embedding-text';
import { countEmbeddings, type Embeddings } from './support/embeddings';
import {
  badFiles,
  hasRealFiles,
  longText,
  noteFiles,
  notePath,
  notes,
  oddFiles,
  realFates,
  realFiles,
  writeFolder,
} from './support/folder';
import { expectFree, watchMainThread } from './support/main-thread';
import {
  drop,
  goTo,
  openProduct,
  patience,
  stored,
  wider,
  importing,
  whenKept,
  type Product,
} from './support/product';

test.describe.configure({ mode: 'serial', timeout: 3 * patience });

const folder = writeFolder('Station', {
  ...noteFiles(),
  'deep/er/and/deeper still/log.txt': longText(70),
  ...bytesOf(badFiles),
  ...bytesOf(oddFiles),
  ...(hasRealFiles
    ? Object.fromEntries(
        Object.keys(realFates).map((name) => [`real/${name}`, join(realFiles, name)]),
      )
    : {}),
  '.hidden/settings.txt': 'What programs keep beside documents.',
});
const inFolder = (path: string): string => `Station/${path}`;

let product: Product;
let embeddings: Embeddings;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(2 * patience);
  product = await openProduct(baseURL!, {
    prepare: async (context) => {
      embeddings = await countEmbeddings(context);
    },
  });
  await whenKept(product.page);
  await product.context.setOffline(true);
  await goTo(product.page, 'library');
});

test.afterAll(async () => {
  await product?.close();
  rmSync(dirname(folder.path), { recursive: true, force: true });
});

test('a folder is dropped, the page is loaded again in the middle of it, and the import goes on', async () => {
  const { page } = product;
  const held = embeddings.holdAt('Entry 70 of the log');
  const end = await watchMainThread(page);
  await drop(page, [folder.path]);
  await expect(page.getByTestId('import-progress')).toBeVisible({ timeout: patience });
  await expect(page.getByTestId('import-cancel')).toBeVisible();
  await held;
  expectFree(await end());
  const before = embeddings.texts.length;
  expect((await stored(page, 'vectors')).some(({ count }) => count === 16)).toBe(true);
  const [half, ...more] = (await stored(page, 'documents')).filter((d) => d.stage === 'parsed');
  expect(more).toEqual([]);
  await page.reload();

  // By itself: what was begun is finished, what was never read is named.
  const done = async () => (await stored(page, 'documents')).every((d) => d.stage === 'embedded');
  await expect.poll(done, { timeout: patience }).toBe(true);
  const unread = page.getByTestId('unfinished');
  await expect(unread.or(page.getByTestId('folder-sync')).first()).toBeVisible();
  // Only what was left of that one document.
  expect(embeddings.texts.length - before).toBe(half!.passages - 32);
});

test('dropped again, the rest comes in', async () => {
  const { page } = product;
  await expect(page.getByTestId('import-progress')).toBeHidden();
  const end = await watchMainThread(page);
  await importing(page, () => drop(page, [folder.path]));
  expectFree(await end());
  await expect(page.getByTestId('unfinished')).toBeHidden();
});

test('every passage was embedded exactly once, and every vector is stored once', async () => {
  const { page } = product;
  const documents = new Map((await stored(page, 'documents')).map((row) => [row.id, row]));
  const passages = await stored(page, 'passages');
  const wanted = passages.map((one) => embeddingText(documents.get(one.document)!.title, one));
  expect([...embeddings.texts].sort()).toEqual(wanted.sort());

  const rows = new Map<string, number[]>();
  for (const { document, first, count } of await stored(page, 'vectors'))
    for (let row = first; row < first + count; row++)
      rows.set(document, [...(rows.get(document) ?? []), row]);
  for (const { id, passages: count, stage } of documents.values()) {
    expect(stage).toBe('embedded');
    expect(rows.get(id)?.sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
  }
});

test('a directory of more than 100 entries is complete', async () => {
  const statuses = await stored(product.page, 'imports');
  const indexed = new Set(statuses.filter((s) => s.status === 'indexed').map((s) => s.path));
  for (let i = 1; i <= notes; i++) expect(indexed).toContain(inFolder(notePath(i)));
  expect(indexed).toContain(inFolder('deep/er/and/deeper still/log.txt'));
  expect(statuses.map(({ path }) => path)).not.toContain(inFolder('.hidden/settings.txt'));
});

for (const [path, { error, says }] of Object.entries(badFiles))
  test(`${path} is named with its reason, and the rest went on`, async () => {
    const { page } = product;
    await page.getByTestId('file-search').fill(inFolder(path));
    const row = page.getByTestId('file-row').and(page.locator(`[data-path="${inFolder(path)}"]`));
    await expect(row).toContainText(path.split('/').at(-1)!);
    await expect(row.getByTestId('file-reason')).toHaveText(says);
    await expect(row.getByTestId('file-status')).toHaveAttribute('data-status', /skipped|failed/);
    const status = (await stored(page, 'imports')).find((one) => one.path === inFolder(path));
    expect(status?.error).toBe(error);
    await page.getByTestId('file-search').fill('');
  });

test('odd encodings and columns are read as what they are', async () => {
  const { page } = product;
  const texts = new Map((await stored(page, 'texts')).map(({ id, parsed }) => [id, parsed.text]));
  const documents = await stored(page, 'documents');
  for (const [path, { holds }] of Object.entries(oddFiles)) {
    const document = documents.find(({ paths }) => paths.includes(inFolder(path)));
    expect(texts.get(document!.id), path).toContain(holds);
  }
  const columns = documents.find(({ paths }) => paths.includes(inFolder('odd/two-columns.pdf')))!;
  expect(texts.get(columns.id)).toMatch(/granite, line 24 .*\s+The right column .*slate, line 1 /s);
});

test('the same content under two names is stored once, with both paths', async () => {
  const { page } = product;
  const both = [inFolder('odd/same as note 7.txt'), inFolder(notePath(7))];
  const found = (await stored(page, 'documents')).filter(({ paths }) =>
    both.some((path) => paths.includes(path)),
  );
  expect(found).toHaveLength(1);
  expect([...found[0]!.paths].sort()).toEqual(both.sort());
});

test('awkward real documents are each read, or named with what is wrong', async () => {
  test.skip(!hasRealFiles, `the real documents (${realFiles}) are not here`);
  const statuses = new Map(
    (await stored(product.page, 'imports')).map((status) => [status.path, status]),
  );
  for (const [name, fate] of Object.entries(realFates)) {
    const { status, error, reason } = statuses.get(inFolder(`real/${name}`))!;
    expect([name, error ?? status]).toEqual([name, fate]);
    if (error) expect(reason!.length).toBeGreaterThan(10);
  }
});

test('a second time the folder adds nothing', async () => {
  const { page } = product;
  const before = [await stored(page, 'documents'), embeddings.texts.length];
  await importing(page, () => drop(page, [folder.path]));
  expect([await stored(page, 'documents'), embeddings.texts.length]).toEqual(before);
});

test('the list of files fits a narrow window', async () => {
  const { page } = product;
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await wider(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 860 });
});

test('nothing was asked of any other origin, and nothing broke', () => {
  expect(product.foreign).toEqual([]);
  expect(product.errors).toEqual([]);
});

function bytesOf(
  files: Readonly<Record<string, { readonly bytes: ArrayBuffer }>>,
): Record<string, ArrayBuffer> {
  return Object.fromEntries(Object.entries(files).map(([path, { bytes }]) => [path, bytes]));
}
