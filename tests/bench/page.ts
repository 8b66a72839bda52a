import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { withProfile } from '../e2e/support/browser';
import { machine } from './measure';

/**
 * What a person waits for, in Chromium with the built page and the sample library: models ready after
 * a first and a second visit, import, and Enter to the first verified answer, cold (the first question
 * after a load) and warm.
 */
const questions = [
  'How many litres do the water tanks hold together?',
  'How many grey seal pups were born on the island in 2024?',
  'Who gave the largest gift in 2024?',
  'Who is the skipper of the Fulmar?',
];
const patience = { timeout: 600_000 };

const root = fileURLToPath(new URL('../../', import.meta.url));
if (!existsSync(`${root}.cache/e2e/index.html`))
  await build({ root, mode: 'e2e', logLevel: 'error' });
const server = await preview({ root, mode: 'e2e', preview: { port: 4610 }, logLevel: 'error' });
const url = server.resolvedUrls!.local[0]!;
console.log(machine());

await withProfile(async (context, reopen) => {
  let page = await context.newPage();
  const seconds = async (label: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    console.log(`${label}: ${((performance.now() - start) / 1000).toFixed(2)} s`);
  };
  const answered = async (question: string) => {
    const before =
      (await page.getByTestId('answer').count()) + (await page.getByTestId('abstained').count());
    await page.getByTestId('question').fill(question);
    await page.getByTestId('question').press('Enter');
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll('[data-testid=answer],[data-testid=abstained]').length > count &&
        !document.querySelector('[data-testid=stop]'),
      before,
      patience,
    );
  };
  await page.goto(`${url}#/library`);
  await seconds('first visit: open page to sample imported (28 documents)', async () => {
    await page.getByTestId('load-sample').first().click(patience);
    await page.waitForFunction(
      () =>
        document.querySelectorAll('[data-testid=file-row]').length > 5 &&
        !document.querySelector('[data-testid=import-progress]'),
      null,
      patience,
    );
  });
  for (const visit of ['same visit', 'after a restart of the browser'] as const) {
    if (visit !== 'same visit') {
      context = await reopen();
      page = context.pages()[0] ?? (await context.newPage());
      await page.goto(`${url}#/ask`);
    } else await page.goto(`${url}#/ask`);
    for (const [i, question] of questions.entries())
      await seconds(
        `Enter to verified answer, ${visit}, ${i === 0 ? 'first (cold)' : 'next (warm)'}`,
        () => answered(question),
      );
  }
});
await server.close();
process.exit();
