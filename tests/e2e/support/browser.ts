import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import type { Harness } from './harness';

/** The installed Chromium; Playwright's own where there is none. */
export const executablePath =
  process.env['CHROMIUM'] ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);

/** WebGPU by SwiftShader, and a browser that makes no requests of its own. */
export const browserFlags = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/**
 * A browser with a profile on disk, as a person's: Playwright's usual contexts are private windows,
 * with small caches and a limit of 127 MiB for one stored value. Deleted with the profile after `use`.
 */
export async function withProfile<T>(
  use: (context: BrowserContext, reopen: () => Promise<BrowserContext>) => Promise<T>,
): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'touchstone-profile-'));
  const open = () =>
    chromium.launchPersistentContext(profile, {
      ...(executablePath ? { executablePath } : {}),
      args: browserFlags,
    });
  let context = await open();
  try {
    return await use(context, async () => {
      await context.close();
      context = await open();
      return context;
    });
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Every request of the context and its workers to another origin than `url`'s, as it happens. */
export function watchForeign(context: BrowserContext, url: string): string[] {
  const foreign: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin) foreign.push(request.url());
  });
  return foreign;
}

const harnessPath = 'tests/e2e/support/harness.html';

/** Opens the page that drives the models worker, under `base` (ends in `/`). */
export async function openHarness(page: Page, base: string, query = ''): Promise<void> {
  await page.goto(`${base}${harnessPath}${query}`);
  await waitForHarness(page);
}

/** Also over a reload of the page by itself. */
export async function waitForHarness(page: Page): Promise<void> {
  await page.waitForFunction(() => window.harness !== undefined, null, { timeout: 30_000 });
}

/** Calls a method of the harness in the page. */
export function call<Name extends keyof Harness>(
  page: Page,
  name: Name,
  ...args: Parameters<Harness[Name]>
): Promise<Awaited<ReturnType<Harness[Name]>>> {
  return page.evaluate(
    async ([method, values]) => {
      const run = window.harness?.[method as keyof Harness] as (...a: unknown[]) => unknown;
      return (await run(...(values as unknown[]))) as never;
    },
    [name, args] as const,
  );
}
