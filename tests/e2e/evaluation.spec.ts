import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import type { QuestionLine, Report } from '../../src/core/evaluation/report';
import { evaluateInNode, sample, searchMs } from './support/evaluate-in-node';
import {
  goTo,
  importing,
  openProduct,
  patience,
  stored,
  wider,
  whenKept,
  type Product,
} from './support/product';

test.describe.configure({ mode: 'serial', timeout: 1_800_000 });

const modes = ['plain', 'full'] as const;
const asked = sample.questions.filter(({ after }) => after === null).slice(0, 20);
const seed = 1;

let product: Product;
let page: Page;
let report: Report;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(4 * patience);
  // The kernels that every browser has; what runs on a graphics card is compared in models.spec.
  product = await openProduct(`${baseURL!}?device=wasm`);
  ({ page } = product);
  await whenKept(page);
  await goTo(page, 'library');
  await importing(page, () => page.getByTestId('load-sample').click());
  await goTo(page, 'settings');
  const time = page.locator('[data-testid=setting][data-name="search.ms"]');
  await time.locator('input').fill(String(searchMs));
  await time.locator('input').blur();
  await expect(time).toHaveAttribute('data-changed', 'true');
});

test.afterAll(async () => {
  await product?.close();
});

const lines = (of: Report): readonly (readonly [string, QuestionLine])[] => {
  const [set] = Object.values(of.sets);
  return modes.flatMap((mode) =>
    set!.modes[mode]!.questions.map((line) => [`${mode} ${line.id}`, line] as const),
  );
};
const said = (line: QuestionLine): string => (line.kind === 'abstained' ? '(none)' : line.answer);

test('questions are chosen, a run can be stopped, and nothing is kept of it', async () => {
  await goTo(page, 'evaluation');
  await expect(page.getByTestId('evaluation-run')).toBeDisabled();
  await page.getByTestId('evaluation-sample').click();
  await expect(page.getByTestId('evaluation-set')).toContainText('follow-ups left out');
  await page.getByTestId('evaluation-run').click();
  await expect(page.getByTestId('evaluation-progress')).toBeVisible();
  await page.getByTestId('evaluation-stop').click();
  await expect(page.getByTestId('evaluation-progress')).toBeHidden({ timeout: 5000 });
  await expect(page.getByTestId('evaluation-table')).toBeHidden();
  await expect(page.getByTestId('evaluation-run')).toBeEnabled();
});

test('20 questions of the sample are run in two modes, and the figures are shown', async () => {
  await expect(page.getByTestId('evaluation-limit')).toHaveValue('20');
  await page.getByTestId('evaluation-run').click();
  const progress = page.getByTestId('evaluation-progress');
  await expect(progress).toContainText(/plain: \d+ of 20/, { timeout: 3 * patience });
  await expect(progress).toContainText(/full: \d+ of 20/, { timeout: 3 * patience });
  await expect(page.getByTestId('evaluation-table')).toBeVisible({ timeout: 6 * patience });
  await expect(page.getByTestId('evaluation-question')).toHaveCount(20);
  const download = page.waitForEvent('download');
  await page.locator('[data-testid=evaluation-export][data-format=json]').click();
  report = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as Report;
  expect(lines(report).map(([key]) => key)).toEqual(
    modes.flatMap((mode) => asked.map(({ id }) => `${mode} ${id}`)),
  );
  const shown = page.locator('[data-metric=accuracy] [data-mode=full]').first();
  const accuracy = Object.values(report.sets)[0]!.modes['full']!.metrics.accuracy!;
  await expect(shown).toContainText(`${(100 * accuracy.value).toFixed(1)} %`);
});

test('the panel fits a narrow window', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await wider(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 860 });
  expect(product.foreign).toEqual([]);
  expect(product.errors).toEqual([]);
});

// The 8-bit kernels of the two runtimes round differently (models.spec says by how much), so that
// confidences differ a little; answers may not.
test('the browser and Node give the same answers', async () => {
  const documents = await stored(page, 'documents');
  const modified = new Map(
    documents.flatMap(({ paths, modified: at }) =>
      at === null ? [] : paths.map((path) => [path, at] as const),
    ),
  );
  const other = new Map(lines(await evaluateInNode(asked, modes, seed, modified)));
  const compared = lines(report).map(([key, browser]) => ({ key, browser, node: other.get(key)! }));
  for (const mode of modes) {
    const own = compared.filter(({ key }) => key.startsWith(`${mode} `));
    const same = own.filter(({ browser, node }) => said(browser) === said(node)).length;
    const apart = Math.max(
      ...own.map(({ browser, node }) => Math.abs(browser.confidence - node.confidence)),
    );
    console.log(
      `${mode}: ${same} of ${own.length} answers equal, confidence differs by at most ${apart.toFixed(4)}`,
    );
  }
  for (const { key, browser, node } of compared)
    if (said(browser) !== said(node) || Math.abs(browser.confidence - node.confidence) > 0.01)
      console.log(
        `${key}: browser "${said(browser)}" ${browser.confidence}, Node "${said(node)}" ${node.confidence}`,
      );
  expect(compared.map(({ key, browser }) => `${key}: ${said(browser)}`)).toEqual(
    compared.map(({ key, node }) => `${key}: ${said(node)}`),
  );
});
