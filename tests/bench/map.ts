import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { createServer } from 'vite';
import { withProfile } from '../e2e/support/browser';
import { machine } from './measure';

/**
 *   npx tsx tests/bench/map.ts [nodes] [edges]
 *
 * The trust map in Chromium on made-up data, 2 000 nodes and 6 000 edges unless told otherwise: time
 * between frames while it arranges itself, while it is dragged and while it is zoomed; what one
 * picture costs; tasks of the main thread over 50 ms. Without a GPU, so the processor paints as well.
 */
const [nodes, edges] = [Number(process.argv[2] ?? 2000), Number(process.argv[3] ?? 6000)];
const root = fileURLToPath(new URL('../../', import.meta.url));
const server = await createServer({ root, server: { port: 4611 }, logLevel: 'error' });
await server.listen();
const url = server.resolvedUrls!.local[0]!;
console.log(`${machine()}; ${nodes} nodes, ${edges} edges`);

await withProfile(async (context) => {
  // tsx names functions by a helper that the page lacks.
  await context.addInitScript('globalThis.__name = (named) => named');
  // What the page does in its animation frames is drawing.
  await context.addInitScript(() => {
    const request = window.requestAnimationFrame.bind(window);
    const drawn: number[] = [];
    Object.assign(window, { drawn, plainFrame: request });
    window.requestAnimationFrame = (callback) =>
      request((now) => {
        const start = performance.now();
        callback(now);
        drawn.push(performance.now() - start);
      });
  });
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.goto(`${url}tests/ui/harness.html?nodes=${nodes}&edges=${edges}#/ask`);
  await page.locator('#main').waitFor();
  // The first visit compiles the panel; what is measured is the second one.
  await show(page);
  await settled(page);
  await page.reload();
  await page.locator('#main').waitFor();
  await page.waitForTimeout(1000);

  const arranged = await frames(page, async () => {
    await show(page);
    await settled(page);
  });
  tell('arranging itself', arranged);
  const canvas = (await page.getByTestId('trust-canvas').boundingBox())!;
  const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
  tell(
    'dragged',
    await frames(page, async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let i = 0; i < 60; i++) {
        await page.mouse.move(x + 120 * Math.sin(i / 5), y + 80 * Math.cos(i / 7));
        await page.waitForTimeout(16);
      }
      await page.mouse.up();
    }),
  );
  tell(
    'zoomed',
    await frames(page, async () => {
      for (let i = 0; i < 60; i++) {
        await page.mouse.wheel(0, i < 30 ? -60 : 60);
        await page.waitForTimeout(16);
      }
    }),
  );
  tell(
    'pointed at',
    await frames(page, async () => {
      for (let i = 0; i < 60; i++) {
        await page.mouse.move(x + 4 * i - 120, y + 3 * i - 90);
        await page.waitForTimeout(16);
      }
    }),
  );
  await page.screenshot({ path: '.cache/map-bench.png' });
});
await server.close();
process.exit();

interface Timed {
  readonly drawn: number[];
  readonly plainFrame: typeof requestAnimationFrame;
}

interface Frames {
  readonly between: readonly number[];
  readonly drawing: readonly number[];
  readonly longTasks: readonly number[];
  readonly ms: number;
}

function show(page: Page): Promise<void> {
  return page.evaluate(() => void (location.hash = '#/trust'));
}
function settled(page: Page): Promise<void> {
  return page
    .locator('[data-testid=trust-canvas][data-settled=true]')
    .waitFor({ timeout: 120_000 });
}

/** Milliseconds between animation frames, and of drawing, while `work` goes on. */
async function frames(page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const seen = { between: [] as number[], longTasks: [] as number[], on: true, start: performance.now() }; // prettier-ignore
    (window as unknown as { seen: typeof seen }).seen = seen;
    const { drawn, plainFrame } = window as unknown as Timed;
    drawn.length = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    let last = performance.now();
    const next = (now: number): void => {
      seen.between.push(now - last);
      last = now;
      if (seen.on) plainFrame(next);
    };
    plainFrame(next);
  });
  await work();
  return page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { between: number[]; longTasks: number[]; on: boolean; start: number };
    };
    seen.on = false;
    return {
      between: seen.between.slice(1),
      longTasks: seen.longTasks,
      drawing: [...(window as unknown as Timed).drawn],
      ms: performance.now() - seen.start,
    };
  });
}

function tell(what: string, { between, drawing, longTasks, ms }: Frames): void {
  const at = (values: readonly number[], share: number): string => {
    const sorted = [...values].sort((a, b) => a - b);
    return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  };
  console.log(
    `${what.padEnd(17)} ${(ms / 1000).toFixed(1)} s, ${between.length} frames; between frames median ${at(between, 0.5)}, 95 % ${at(between, 0.95)}, longest ${at(between, 1)} ms; ` +
      `${drawing.length} pictures, median ${at(drawing, 0.5)}, 95 % ${at(drawing, 0.95)} ms; tasks over 50 ms: ${longTasks.length}${longTasks.length > 0 ? ` (longest ${at(longTasks, 1)})` : ''}`,
  );
}
