import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  ask,
  goTo,
  importing,
  openProduct,
  patience,
  whenReady,
  type Product,
} from './support/product';

test.describe.configure({ mode: 'serial', timeout: 2 * patience });

let product: Product;
let page: Page;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(3 * patience);
  product = await openProduct(`${baseURL!}#/library`);
  ({ page } = product);
  await whenReady(page);
  await importing(page, () => page.getByTestId('load-sample').click());
  await goTo(page, 'ask');
});

test.afterAll(async () => {
  await product?.close();
});

const short = (answer: Locator): Locator => answer.getByTestId('short-answer');
const sides = (answer: Locator): Locator => answer.getByTestId('conflict-side');

test('where two documents disagree both are shown, with who says what and why one is preferred', async () => {
  const answer = await ask(page, 'When was the lighthouse on Orrin Skerry first lit?');
  await expect(answer.getByTestId('conflict')).toContainText('Your documents disagree');
  await expect(sides(answer)).toHaveCount(2);
  const preferred = answer.locator('[data-testid=conflict-side][data-preferred=true]');
  await expect(preferred).toContainText('1873');
  await expect(preferred).toContainText('Preferred');
  await expect(sides(answer).last()).toContainText('1863');
  // Each side has sources of its own, which open as any other.
  const numbers = await sides(answer).evaluateAll((all) =>
    all.map((side) =>
      [...side.querySelectorAll('[data-testid=citation]')].map((mark) => mark.textContent),
    ),
  );
  expect(numbers.every((own) => own.length > 0)).toBe(true);
  expect(new Set(numbers.flat()).size).toBe(numbers.flat().length);
  await expect(answer.getByTestId('source')).toHaveCount(numbers.flat().length);
  await expect(answer.getByTestId('conflict').locator('p').last()).toContainText(
    /because|Neither side/,
  );
});

test('a question that supposes what never was is not answered', async () => {
  const answer = await ask(page, 'In which year did the lighthouse burn down?');
  await expect(answer).toHaveAttribute('data-kind', 'abstained');
  await expect(answer.getByTestId('citation')).toHaveCount(0);
  await expect(answer.getByTestId('nearest').first()).toBeVisible();
});

test('orders hidden in a document are not followed, and shown', async () => {
  const answer = await ask(page, 'How much does a return crossing cost for adults?');
  await expect(short(answer)).toHaveText('£38');
  await expect(answer.getByTestId('source').first()).toContainText('Getting here');
  const flag = answer.locator('[data-testid=flag][data-kind=order-in-text]');
  await expect(flag).toContainText('ignore previous instructions');
  await expect(flag).toContainText('they were not followed');
});

test('a pronoun means who was spoken of, and the page says how it was understood', async () => {
  await expect(short(await ask(page, 'Who is the skipper of the Fulmar?'))).toHaveText(
    'Tomas Breck',
  );
  const answer = await ask(page, 'When did he take over?');
  await expect(answer.getByTestId('standalone')).toContainText('Tomas Breck');
  await expect(short(answer)).toHaveText('2014');
});

test('rows are counted, a total is computed, and what cannot be computed is refused', async () => {
  const counted = await ask(page, 'How many rows does the equipment list have?');
  await expect(short(counted)).toHaveText('16');
  await expect(counted.getByTestId('sentence').first()).toContainText(
    'Computed from the cells of the table',
  );
  const total = await ask(page, 'What is the sum of all amounts in the budget for 2025?');
  await expect(short(total)).toHaveText('226650');
  const refused = await ask(page, 'Which item in the equipment list has the lowest quantity?');
  await expect(refused.getByTestId('answer-note')).toContainText('rows share the lowest quantity');
});

test('nothing went to another origin, and nothing failed unseen', () => {
  expect(product.foreign).toEqual([]);
  expect(product.errors).toEqual([]);
});
