import { mkdir, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { longText, writeFolder } from './support/folder';
import {
  ask,
  goTo,
  openProduct,
  patience,
  stored,
  importing,
  whenReady,
  type Product,
} from './support/product';

test.describe.configure({ timeout: 2 * patience });

/** Opens the product for one test. */
async function within(
  url: string | undefined,
  options: Parameters<typeof openProduct>[1],
  use: (product: Product) => Promise<void>,
): Promise<void> {
  const product = await openProduct(url!, options);
  try {
    await use(product);
    expect(product.foreign).toEqual([]);
  } finally {
    await product.close();
  }
}

const lease = {
  name: 'lease.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    'The lease of the mill ends on 31 March 2031. The rent is 1,250 euros a month. ' +
      'The tenant keeps two goats in the meadow behind the mill.',
  ),
};

async function addFile(page: Page): Promise<void> {
  await goTo(page, 'library');
  await page.getByTestId('file-input').setInputFiles(lease);
  await expect(page.getByTestId('file-row').getByTestId('file-status')).toHaveAttribute(
    'data-status',
    'indexed',
    { timeout: patience },
  );
}

test('a browser that refuses to store anything: the page says so, and works until it is closed', async ({
  baseURL,
}) => {
  // What "block all cookies" of the settings of Chromium does: no database, no cache, no worker.
  const profile = async (folder: string) => {
    await mkdir(join(folder, 'Default'), { recursive: true });
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(blocked));
  };
  await within(baseURL, { profile }, async ({ page, errors }) => {
    await expect(page.getByTestId('memory-only')).toContainText('memory only', {
      timeout: patience,
    });
    const refused = await page.evaluate(
      () =>
        new Promise((resolve) => {
          try {
            const opening = indexedDB.open('probe');
            opening.onerror = () => resolve('refused');
            opening.onsuccess = () => resolve('opened');
          } catch {
            resolve('refused');
          }
        }),
    );
    expect(refused).toBe('refused');
    await addFile(page);
    await goTo(page, 'ask');
    const answer = await ask(page, 'When does the lease of the mill end?');
    await expect(answer).toHaveAttribute('data-kind', 'answered');
    await answer.getByTestId('citation').first().click();
    const marked = page.getByTestId('text-view').getByTestId('highlight');
    await expect(marked.first()).toBeInViewport();
    expect((await marked.allTextContents()).join('')).toContain('31 March 2031');
    expect(errors).toEqual([]);
  });
});

test('a second tab says that the library is open in the first, and takes over when that is closed', async ({
  baseURL,
}) => {
  await within(baseURL, {}, async ({ context, page, errors }) => {
    await whenReady(page);
    await addFile(page);
    const second = await context.newPage();
    await second.goto(baseURL!);
    const failed = second.getByTestId('engine-failed');
    await expect(failed).toHaveAttribute('data-error', 'EngineElsewhere', { timeout: patience });
    await expect(failed).toContainText('open in another tab');
    // The first goes on unharmed.
    await goTo(page, 'ask');
    const answer = await ask(page, 'How much is the rent of the mill?');
    await expect(answer).toHaveAttribute('data-kind', 'answered');
    await page.close();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await goTo(second, 'library');
    await expect(second.getByTestId('file-row')).toHaveCount(1, { timeout: patience });
    expect(errors).toEqual([]);
  });
});

test('a library of a newer version is not touched', async ({ baseURL }) => {
  const newer = async (page: Page): Promise<void> => {
    await page.goto(`${baseURL!}manifest.webmanifest`);
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('touchstone', 4000);
          opening.onupgradeneeded = () => opening.result.createObjectStore('of the future');
          opening.onsuccess = () => resolve(opening.result.close());
          opening.onerror = () => reject(opening.error);
        }),
    );
  };
  const prepare: NonNullable<Parameters<typeof openProduct>[1]>['prepare'] = async (context) =>
    newer(context.pages()[0] ?? (await context.newPage()));
  await within(baseURL, { prepare }, async ({ page }) => {
    const failed = page.getByTestId('engine-failed');
    await expect(failed).toHaveAttribute('data-error', 'DatabaseTooNew', { timeout: patience });
    const names = await page.evaluate(async () => {
      const databases = await indexedDB.databases();
      return databases.map(({ name, version }) => [name, version]);
    });
    expect(names).toContainEqual(['touchstone', 4000]);
  });
});

test('an import is cancelled inside one long file, and goes on when that is asked for', async ({
  baseURL,
}) => {
  const folder = writeFolder('Locks', { 'log.txt': longText(160) });
  const [path] = folder.files;
  await within(baseURL, {}, async ({ page }) => {
    await whenReady(page);
    await goTo(page, 'library');
    await page.getByTestId('folder-input').setInputFiles(folder.path);
    const embedded = async () =>
      (await stored(page, 'vectors')).reduce((sum, { count }) => sum + count, 0);
    await expect.poll(embedded, { timeout: patience, intervals: [50] }).toBeGreaterThan(0);
    const before = Date.now();
    await page.getByTestId('import-cancel').click();
    await expect(page.getByTestId('import-progress')).toBeHidden({ timeout: 10_000 });
    test.info().annotations.push({ type: 'cancel, ms', description: `${Date.now() - before}` });
    const kept = await embedded();
    const [half] = await stored(page, 'documents');
    expect(half).toMatchObject({ stage: 'parsed', paths: [path] });
    expect(kept).toBeLessThan(half!.passages);
    // Not by itself: it was cancelled.
    await page.reload();
    await whenReady(page);
    await expect(page.getByTestId('unfinished')).toBeVisible();
    await expect(page.getByTestId('import-progress')).toBeHidden();

    await importing(page, () => page.getByTestId('resume').click());
    expect((await stored(page, 'documents')).map(({ stage }) => stage)).toEqual(['embedded']);
    expect(await embedded()).toBe(half!.passages);
  });
  rmSync(dirname(folder.path), { recursive: true, force: true });
});
