import { expect, test, type CDPSession, type Page } from '@playwright/test';

/** Processor time of the longest tasks of the page's main thread, in milliseconds, longest first. */
export type LongTasks = readonly number[];

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Watches the main thread by the browser's own trace. Processor time, not the clock: on a machine
 * that does other work, the clock would count the time in which the page was not even running.
 */
export async function watchMainThread(page: Page): Promise<() => Promise<LongTasks>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.name === 'thread_name' || (event.name === 'RunTask' && (event.tdur ?? 0) > 10_000))
        events.push(event);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline'],
      excludedCategories: ['*'],
    },
  });
  return async () => {
    await endOf(session);
    await session.detach();
    const mains = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid}:${tid}`),
    );
    return events
      .filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid}:${tid}`))
      .map(({ tdur }) => Math.round((tdur ?? 0) / 1000))
      .sort((a, b) => b - a);
  };
}

async function endOf(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) =>
    session.once('Tracing.tracingComplete', () => resolve()),
  );
  await session.send('Tracing.end');
  await complete;
}

/** Never blocked for 50 ms; the longest tasks stand in the report. */
export function expectFree(longest: LongTasks): void {
  const description = longest.slice(0, 5).join(' ') || 'none above 10';
  test.info().annotations.push({ type: 'longest tasks of the main thread, ms', description });
  expect(longest[0] ?? 0, 'longest task of the main thread, ms').toBeLessThan(50);
}
