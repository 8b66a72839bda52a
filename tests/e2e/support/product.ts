import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { OfflineAnswer, OfflineStatus } from '../../../src/link/offline';
import type { TableName, Row } from '../../../src/engine/storage/types';
import { browserFlags, executablePath, watchForeign } from './browser';

/** The whole product in one browser with a profile on disk, as a person has it. */
export interface Product {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Requests to other origins, by page or workers; to stay empty. */
  readonly foreign: readonly string[];
  /** Errors that nobody caught, in the page; to stay empty. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export interface ProductOptions {
  /** Before the first page is opened: init scripts, routes, files of the profile. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
  readonly profile?: (folder: string) => Promise<void>;
}

/** Everything may be slow on a machine that does other work as well. */
export const patience = 180_000;

export async function openProduct(url: string, options: ProductOptions = {}): Promise<Product> {
  const profile = await mkdtemp(join(tmpdir(), 'touchstone-profile-'));
  await options.profile?.(profile);
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: browserFlags,
    viewport: { width: 1280, height: 860 },
  });
  // A press on what is not there must not wait for the end of the test.
  context.setDefaultTimeout(60_000);
  const foreign = watchForeign(context, url);
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(String(error.error().stack)));
  await options.prepare?.(context);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(url);
  return {
    context,
    page,
    foreign,
    errors,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Until the page is there and its models are loaded. */
export async function whenReady(page: Page): Promise<void> {
  await expect(page.locator('#main')).toBeVisible({ timeout: patience });
  await expect(page.getByTestId('models-loading')).toBeHidden({ timeout: patience });
}

/** Until models are loaded and everything is kept for work without a network. */
export async function whenKept(page: Page): Promise<OfflineStatus> {
  let status: OfflineStatus | null = null;
  await expect
    .poll(
      async () => {
        status = await offlineStatus(page);
        return status !== null && status.totalFiles > 0 && status.files === status.totalFiles;
      },
      { timeout: patience, intervals: [500] },
    )
    .toBe(true);
  return status!;
}

function offlineStatus(page: Page): Promise<OfflineStatus | null> {
  return (
    page
      .evaluate(
        () =>
          new Promise<OfflineStatus | null>((resolve) => {
            const { controller } = navigator.serviceWorker;
            if (!controller) return resolve(null);
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data }) => {
              const answer = data as OfflineAnswer;
              resolve(answer.type === 'status' ? answer.status : null);
            };
            controller.postMessage({ type: 'status' }, [port2]);
          }),
      )
      // The page loads itself once more on a first visit.
      .catch(() => null)
  );
}

/** Asks from the Ask panel; gives the card of the answer, whatever it is. */
export async function ask(page: Page, question: string): Promise<Locator> {
  const before = await page.getByTestId('answer').count();
  const box = page.getByTestId('question');
  await box.fill(question);
  await box.press('Enter');
  const answer = page.getByTestId('answer').nth(before);
  await expect(answer).toBeVisible({ timeout: patience });
  return answer;
}

/** Goes to a panel by its address, as a link of the navigation does. */
export async function goTo(page: Page, panel: string): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), `#/${panel}`);
  await expect(page.locator('#main h1').first()).toBeAttached();
}

/** Starts an import with the Library in sight, and waits until it has ended, however short it is. */
export async function importing(page: Page, start: () => Promise<unknown>): Promise<void> {
  const ended = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let seen = false;
        const look = (): void => {
          const isThere = document.querySelector('[data-testid=import-progress]') !== null;
          if (isThere) seen = true;
          else if (seen) resolve(observer.disconnect());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true });
        look();
      }),
  );
  await start();
  await ended;
}

/** Until the import that was just started has ended; for one that takes a while. */
export async function whenImported(page: Page): Promise<void> {
  await expect(page.getByTestId('import-progress')).toBeVisible({ timeout: patience });
  await expect(page.getByTestId('import-progress')).toBeHidden({ timeout: 2 * patience });
}

/** Drops files or folders of the disk on the page, as a person does with the mouse. */
export async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      x: width / 2,
      y: height / 2,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
  await session.detach();
}

/** Rows of a table as they lie in the browser's database. */
export function stored<T extends TableName>(page: Page, table: T): Promise<Row<T>[]> {
  return page.evaluate(
    (name) =>
      new Promise<never[]>((resolve, reject) => {
        const opening = indexedDB.open('touchstone');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const rows = database.transaction(name).objectStore(name).getAll();
          rows.onerror = () => reject(rows.error);
          rows.onsuccess = () => {
            // As plain data: vectors and files stay where they are.
            const plain = JSON.stringify(rows.result, (_, value: unknown) =>
              ArrayBuffer.isView(value) ? null : value,
            );
            resolve(JSON.parse(plain) as never[]);
            database.close();
          };
        };
      }),
    table,
  );
}

/** What stands wider than the window, by test id, class and tag: nothing, on a good page. */
export function wider(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrollers = [document.scrollingElement, document.getElementById('main')];
    return scrollers.flatMap((scroller) =>
      scroller && scroller.scrollWidth > scroller.clientWidth
        ? [...scroller.querySelectorAll<HTMLElement>('*')]
            .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
            .slice(0, 5)
            .map((one) => `${one.tagName}.${one.className}#${one.dataset['testid'] ?? ''}`)
            .concat(`${scroller.id || 'page'}: ${scroller.scrollWidth} > ${scroller.clientWidth}`)
        : [],
    );
  });
}
