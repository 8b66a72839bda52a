import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import type { Answer } from '../../src/core/types';
import { expectFree, watchMainThread } from './support/main-thread';
import {
  ask,
  goTo,
  openProduct,
  patience,
  stored,
  wider,
  importing,
  whenKept,
  type Product,
} from './support/product';

test.describe.configure({ mode: 'serial', timeout: 2 * patience });

const water = 'How many litres do the water tanks hold together?';
const pups = 'How many grey seal pups were born on the island in 2024?';
const rows = 'How many rows does the equipment list have?';
const dearest = 'Which item in the equipment list has the highest cost?';
const password = "What is the password of the station's wireless network?";

let product: Product;
let page: Page;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(2 * patience);
  product = await openProduct(baseURL!);
  ({ page } = product);
});

test.afterAll(async () => {
  await product?.close();
});

/** Answers as they are kept, oldest first. */
const history = async (): Promise<Answer[]> =>
  (await stored(page, 'history')).map(({ answer }) => answer).sort((a, b) => a.asked - b.asked);

test('the first minute: models load from our own origin, and the network may go', async () => {
  await expect(page.getByTestId('load-sample')).toBeVisible({ timeout: patience });
  await expect(page.getByTestId('ask')).toBeDisabled();
  const kept = await whenKept(page);
  expect(kept.totalBytes).toBeGreaterThan(80_000_000);
  await expect(page.getByTestId('models-loading')).toBeHidden();
  await product.context.setOffline(true);
});

test('without a network the sample library comes in', async () => {
  const end = await watchMainThread(page);
  await goTo(page, 'library');
  await importing(page, () => page.getByTestId('load-sample').click());
  expectFree(await end());
  const documents = await stored(page, 'documents');
  expect(documents.length).toBeGreaterThanOrEqual(25);
  expect(documents.every(({ stage, passages }) => stage === 'embedded' && passages > 0)).toBe(true);
  await expect(page.getByTestId('load-sample')).toBeHidden();
});

test('five questions, asked by keyboard from anywhere', async () => {
  const end = await watchMainThread(page);
  await page.keyboard.press('/');
  await expect(page.getByTestId('question')).toBeFocused();
  for (const [question, short] of [
    [water, /18,000/],
    [pups, /233/],
    [rows, /^16$/],
    [dearest, /Immersion suit/],
  ] as const) {
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
    const answer = page.getByTestId('answer').last();
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await expect(page.getByTestId('stages')).toBeHidden({ timeout: patience });
    await expect(answer).toHaveAttribute('data-kind', 'answered');
    await expect(answer.getByTestId('short-answer')).toHaveText(short);
    await expect(page.getByTestId('question')).toBeFocused();
  }
  await ask(page, password);
  expectFree(await end());
  expect(await history()).toHaveLength(5);
});

test('the end of an answer is announced once', async () => {
  await expect(page.getByTestId('announcement')).toHaveText(/not in your documents/i);
});

test('a long conversation scrolls inside the page; the page itself stands', async () => {
  const heights = () =>
    page.evaluate(() => [document.documentElement.scrollHeight, innerHeight, scrollY]);
  const [height, window] = await heights();
  expect(height).toBe(window);
  await page.getByTestId('answer').last().scrollIntoViewIfNeeded();
  expect((await heights())[2]).toBe(0);
});

test('what is not in the library is said so, without citations', async () => {
  const answer = page.getByTestId('answer').last();
  await expect(answer).toHaveAttribute('data-kind', 'abstained');
  await expect(answer.getByTestId('abstained')).toContainText('Not in your documents');
  await expect(answer.getByTestId('citation')).toHaveCount(0);
  await expect(answer.getByTestId('source')).toHaveCount(0);
  const kept = (await history()).at(-1)!;
  expect([kept.kind, kept.short, kept.citations]).toEqual(['abstained', '', []]);
});

test('every number of an answer resolves, and every quote is the text of its document', async () => {
  const texts = new Map((await stored(page, 'texts')).map(({ id, parsed }) => [id, parsed.text]));
  const answered = (await history()).filter(({ kind }) => kind === 'answered');
  expect(answered).toHaveLength(4);
  for (const { sentences, citations } of answered) {
    expect(citations.map(({ number }) => number)).toEqual(citations.map((_, i) => i + 1));
    for (const { citations: numbers } of sentences) {
      expect(numbers.length).toBeGreaterThan(0);
      for (const number of numbers) expect(citations[number - 1]).toBeDefined();
    }
    for (const { document, start, end, quote } of citations)
      expect(texts.get(document)!.slice(start, end)).toBe(quote);
  }
});

test('a press on a citation opens the source, with exactly the quoted words marked', async () => {
  for (const answer of (await history()).filter(({ kind }) => kind === 'answered')) {
    const card = page.getByTestId('answer').filter({ hasText: answer.citations[0]!.quote });
    for (const { number, quote } of answer.citations) {
      const mark = card.first().locator(`[data-testid=citation][data-number="${number}"]`).first();
      await mark.click();
      const view = page.getByTestId('text-view').or(page.getByTestId('pdf-view'));
      await expect(view).toBeVisible({ timeout: patience });
      const isPdf = (await page.getByTestId('view-text').count()) > 0;
      if (isPdf) {
        // On drawn pages the words are those; spaces and hyphens between them are the printer's.
        const drawn = page.getByTestId('pdf-view').getByTestId('highlight');
        await expect(drawn.first()).toBeVisible({ timeout: patience });
        expect(lettersOf((await drawn.allTextContents()).join(''))).toBe(lettersOf(quote));
        await page.getByTestId('view-text').check();
      }
      const marked = page.getByTestId('text-view').getByTestId('highlight');
      await expect(marked.first()).toBeInViewport();
      expect((await marked.allTextContents()).join('')).toBe(quote);
      if (isPdf) await page.getByTestId('view-pages').check();
      await page.keyboard.press('Escape');
      await expect(mark).toBeFocused();
    }
  }
});

test('a drawn page keeps its marks in place when the window is resized', async () => {
  const cited = (answer: Answer) => answer.citations.find(({ path }) => path.endsWith('.pdf'));
  const answer = (await history()).find(cited)!;
  const { document, start, end } = cited(answer)!;
  await goTo(page, `viewer/${document}?start=${start}&end=${end}`);
  const mark = page.getByTestId('pdf-view').getByTestId('highlight').first();
  await expect(mark).toBeInViewport({ timeout: patience });
  /** Left edge and width of the mark, as shares of the page's width. */
  const place = () =>
    mark.evaluate((one) => {
      const sheet = one.closest('.pdf-sheet')!.getBoundingClientRect();
      const { left, width } = one.getBoundingClientRect();
      return [(left - sheet.left) / sheet.width, width / sheet.width];
    });
  const before = await place();
  await page.setViewportSize({ width: 700, height: 860 });
  const drift = async () => {
    const after = await place();
    return Math.max(...after.map((share, i) => Math.abs(share - before[i]!)));
  };
  await expect.poll(drift).toBeLessThan(0.01);
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.keyboard.press('Escape');
});

test('by keyboard alone: to a citation, into the source, to the next one and back', async () => {
  const answer = (await history()).find(({ citations }) => citations.length > 1)!;
  const card = page.getByTestId('answer').filter({ hasText: answer.citations[0]!.quote }).first();
  await card.getByTestId('citation').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('citation-position')).toHaveText(`1 of ${answer.citations.length}`);
  await page.keyboard.press('j');
  await expect(page.getByTestId('citation-position')).toHaveText(`2 of ${answer.citations.length}`);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('question')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Go to the question');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a question can be stopped, and asked again', async () => {
  const before = await history();
  const box = page.getByTestId('question');
  await box.fill(pups);
  await box.press('Enter');
  await page.getByTestId('stop').click();
  await expect(page.getByTestId('stopped')).toBeVisible({ timeout: 5000 });
  await expect(page.getByTestId('ask')).toBeVisible();
  expect(await history()).toEqual(before);
  await page.getByTestId('stopped').getByRole('button').click();
  await expect(page.getByTestId('stages')).toBeHidden({ timeout: patience });
  await expect(page.getByTestId('answer').last()).toHaveAttribute('data-kind', 'answered');
  expect(await history()).toHaveLength(before.length + 1);
});

test('the conversation, the history and the numbers survive a reload', async () => {
  const before = await history();
  const numbers = await page.getByTestId('citation').evaluateAll(numbersOf);
  await page.reload();
  await expect(page.getByTestId('answer').first()).toBeVisible({ timeout: patience });
  expect(await history()).toEqual(before);
  await expect(historyItems()).toHaveCount(before.length);
  expect(await page.getByTestId('citation').evaluateAll(numbersOf)).toEqual(numbers);
});

for (const scheme of ['light', 'dark'] as const)
  test(`every panel is accessible in ${scheme} colours, and fits 360 pixels`, async () => {
    await page.emulateMedia({ colorScheme: scheme });
    for (const panel of await panels()) {
      await goTo(page, panel);
      await expect(page.getByText('Opening…')).toBeHidden();
      await page.waitForLoadState('networkidle');
      expect(await violations(), `${panel}, 1280 pixels`).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await wider(page), `${panel}, 360 pixels`).toEqual([]);
      if (scheme === 'light') expect(await violations(), `${panel}, 360 pixels`).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 860 });
    }
    await page.emulateMedia({ colorScheme: null });
  });

test('a deleted document is never cited again', async () => {
  await goTo(page, 'library');
  const path = 'handbook/kitchen-and-water.md';
  const row = page.locator(`[data-testid=file-row][data-path="${path}"]`);
  await page.getByTestId('file-search').fill('kitchen-and-water');
  const gone = (await stored(page, 'documents')).find(({ paths }) => paths.includes(path))!;
  await row.getByTestId('file-delete').click();
  await expect(row).toBeHidden();
  // At once, while it could still be taken back.
  await page.keyboard.press('Escape');
  await goTo(page, 'ask');
  await page.getByTestId('new-conversation').click();
  await ask(page, water);
  const answer = (await history()).at(-1)!;
  expect(answer.question).toBe(water);
  const used = [...answer.citations, ...answer.nearest, ...answer.evidence.candidates];
  expect(used.length).toBeGreaterThan(0);
  expect(used.map(({ document }) => document)).not.toContain(gone.id);
  for (const table of ['documents', 'texts', 'files'] as const)
    expect((await stored(page, table)).map(({ id }) => id)).not.toContain(gone.id);
  for (const table of ['passages', 'vectors'] as const)
    expect((await stored(page, table)).map(({ document }) => document)).not.toContain(gone.id);
  // The old answer stays readable, and says what became of its source.
  await historyItems().filter({ hasText: '18,000' }).getByRole('button').first().click();
  await expect(page.getByTestId('source').first()).toContainText('deleted since');
});

test('the whole library leaves as one file, everything is deleted, and the file brings it back', async () => {
  const before = await stored(page, 'documents');
  await goTo(page, 'library');
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: patience }),
    page.getByTestId('export-library').click(),
  ]);
  const archive = await download.path();

  await goTo(page, 'privacy');
  await page.getByTestId('delete-everything').click();
  await expect(page.getByTestId('delete-confirm')).toBeDisabled();
  await page.getByTestId('delete-phrase').fill('delete everything');
  await page.getByTestId('delete-confirm').click();
  await expect(page.getByTestId('load-sample')).toBeVisible({ timeout: patience });
  for (const table of ['documents', 'passages', 'history'] as const)
    expect(await stored(page, table)).toEqual([]);

  await goTo(page, 'library');
  await page.getByTestId('archive-input').setInputFiles(archive);
  await expect
    .poll(async () => (await stored(page, 'documents')).length, { timeout: patience })
    .toBe(before.length);
  await goTo(page, 'ask');
  await expect(page.getByTestId('question')).toBeEnabled();
  const answer = await ask(page, rows);
  await expect(answer.getByTestId('short-answer')).toHaveText('16');
});

test('nothing left the machine, and nothing broke', async () => {
  await goTo(page, 'privacy');
  await expect(page.getByTestId('privacy-verdict')).toHaveAttribute('data-clean', 'true');
  expect(product.foreign).toEqual([]);
  expect(product.errors).toEqual([]);
});

/** Those in sight: a narrow window has the same list behind a button. */
const historyItems = () => page.getByTestId('history-item').filter({ visible: true });
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
const numbersOf = (marks: Element[]): (string | null)[] =>
  marks.map((mark) => mark.getAttribute('data-number'));

/** What the navigation leads to, and the two that need something to show. */
async function panels(): Promise<string[]> {
  const links = page.locator('a[href^="#/"]').and(page.locator('nav a'));
  const named = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
  const answer = (await history()).find(({ citations }) => citations.length > 0)!;
  const { document, start, end } = answer.citations[0]!;
  return [
    ...new Set(named.map((href) => href.slice(2))),
    `evidence/${answer.id}`,
    `viewer/${document}?start=${start}&end=${end}`,
  ];
}

/** Rules of accessibility that are broken, with what breaks them. */
async function violations(): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`);
}
