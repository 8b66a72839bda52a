import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { browserFlags, executablePath, openHarness } from '../e2e/support/browser';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Serves the build of the end-to-end tests, made where there is none, while `use` runs. */
export async function withBuild(use: (url: string) => Promise<void>): Promise<void> {
  if (!existsSync(`${root}.cache/e2e/service-worker.js`))
    await build({ root, mode: 'e2e', logLevel: 'error' });
  const server = await preview({ root, mode: 'e2e', preview: { port: 4600 }, logLevel: 'error' });
  try {
    await use(server.resolvedUrls!.local[0]!);
  } finally {
    await server.close();
  }
}

/** A page that drives the models on the CPU with so many threads. */
export async function inChromium<T>(
  threads: number,
  base: string,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: browserFlags,
  });
  try {
    const page = await browser.newPage();
    await openHarness(page, base, `?device=wasm&threads=${threads}`);
    return await use(page);
  } finally {
    await browser.close();
  }
}
