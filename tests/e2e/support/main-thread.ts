import { expect, test, type CDPSession, type Page } from '@playwright/test';

/** What the main thread of the page was busy with, in milliseconds of processor time. */
export interface Busy {
  /** Tasks above 10 ms, longest first. */
  readonly tasks: readonly number[];
  /** How much longer than alone on the machine of reference the same work took: 1 or more. */
  readonly slowdown: number;
}

/** Longer than this, and a person feels it. */
const mostMs = 50;
/** What one round of `fixedWork` takes on the machine of reference, with nothing beside it. */
const referenceMs = 24;
const rounds = 15;

/**
 * Watches the main thread by the browser's own trace. Processor time, not the clock: on a machine
 * that does other work, the clock would count the time in which the page was not even running. As
 * that work slows the processor down as well, the same piece of work is measured beside it.
 */
export async function watchMainThread(page: Page): Promise<() => Promise<Busy>> {
  const session = await page.context().newCDPSession(page);
  const end = await trace(session);
  return async () => {
    const tasks = await end();
    const endOfWork = await trace(session);
    await page.evaluate(fixedWork, rounds);
    const own = (await endOfWork()).slice(0, rounds);
    await session.detach();
    const slow = own[Math.floor(own.length / 10)] ?? 0;
    return { tasks, slowdown: Math.max(1, slow / referenceMs) };
  };
}

/** Never blocked; the longest tasks stand in the report. */
export function expectFree({ tasks, slowdown }: Busy): void {
  const longest = tasks.slice(0, 5).join(' ') || 'none above 10';
  const description = `${longest} (${slowdown.toFixed(1)} x as slow as alone)`;
  test.info().annotations.push({ type: 'longest tasks of the main thread, ms', description });
  const message = `longest task of the main thread, ms: ${description}`;
  expect((tasks[0] ?? 0) / slowdown, message).toBeLessThan(mostMs);
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Starts a trace; the returned function ends it and gives the tasks. */
async function trace(session: CDPSession): Promise<() => Promise<number[]>> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { readonly value: unknown[] }): void => {
    for (const event of value as TraceEvent[])
      if (event.name === 'thread_name' || (event.name === 'RunTask' && (event.tdur ?? 0) > 10_000))
        events.push(event);
  };
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline'],
      excludedCategories: ['*'],
    },
  });
  return async () => {
    const complete = new Promise<void>((resolve) =>
      session.once('Tracing.tracingComplete', () => resolve()),
    );
    await session.send('Tracing.end');
    await complete;
    session.off('Tracing.dataCollected', collect);
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

/** Runs in the page: rows made, laid out and thrown away, in tasks of their own. */
async function fixedWork(howOften: number): Promise<void> {
  for (let round = 0; round < howOften; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const box = document.createElement('div');
    for (let n = 0; n < 1500; n++) {
      const row = document.createElement('p');
      row.append(`row ${n * round}`, document.createElement('span'));
      row.setAttribute('data-n', String(n));
      box.append(row);
    }
    document.body.append(box);
    box.getBoundingClientRect();
    box.remove();
  }
}
