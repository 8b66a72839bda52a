import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  ask,
  goTo,
  importing,
  openProduct,
  patience,
  stored,
  whenReady,
  wider,
  type Product,
} from './support/product';

test.describe.configure({ mode: 'serial', timeout: 2 * patience });

/** Two drafts of one report disagree on it. */
const question = 'In how many puffin deliveries could the prey be identified?';

let product: Product;
let page: Page;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(3 * patience);
  product = await openProduct(`${baseURL!}#/library`);
  ({ page } = product);
});

test.afterAll(async () => {
  await product?.close();
});

const canvas = (): Locator => page.getByTestId('trust-canvas');
const details = (): Locator => page.getByTestId('map-details');

async function openMap(): Promise<void> {
  await goTo(page, 'trust');
  await page.getByTestId('view-map').check({ force: true });
  await expect(canvas()).toHaveAttribute('data-settled', 'true', { timeout: patience });
}

/** A point of the canvas that has the colour of the stylesheet: the middle one of all that have it. */
function placeOf(name: string): Promise<{ x: number; y: number }> {
  return canvas().evaluate((element, property) => {
    const drawn = element as HTMLCanvasElement;
    const probe = document.createElement('span');
    probe.style.color = `var(--${property})`;
    drawn.parentElement!.append(probe);
    const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g)!.map(Number);
    probe.remove();
    const { data, width } = drawn.getContext('2d')!.getImageData(0, 0, drawn.width, drawn.height);
    const found: number[] = [];
    for (let i = 0; i < data.length; i += 4)
      if (data[i] === r && data[i + 1] === g && data[i + 2] === b) found.push(i / 4);
    const middle = found[found.length >> 1] ?? 0;
    const scale = drawn.width / drawn.clientWidth;
    return { x: (middle % width) / scale, y: Math.floor(middle / width) / scale };
  }, name);
}

/** Trust by what a row of the list says. */
async function trustOf(row: Locator): Promise<number> {
  return Number(/[01]\.\d\d/.exec((await row.textContent()) ?? '')?.[0]);
}

test('before there are documents the map says what it is for', async () => {
  await whenReady(page);
  await goTo(page, 'trust');
  await expect(page.getByText('No documents yet')).toBeVisible();
});

test('after an import the map is there while documents are compared, and fills', async () => {
  await goTo(page, 'library');
  await importing(page, () => page.getByTestId('load-sample').click());
  await goTo(page, 'trust');
  await expect(canvas()).toBeVisible({ timeout: patience });
  await expect(page.getByTestId('map-comparing')).toBeHidden({ timeout: patience });
  await expect(canvas()).toHaveAttribute('data-settled', 'true', { timeout: patience });
  const relations = await stored(page, 'relations');
  expect(relations.some(({ sign }) => sign < 0)).toBe(true);
  await expect(canvas()).toHaveAttribute('aria-label', /[1-9]\d* contradictions?/);
});

test('thumbs down on the document that leads: the other one leads, and the answer changes', async () => {
  await goTo(page, 'ask');
  const first = await ask(page, question);
  await expect(first.getByTestId('short-answer')).toHaveText('438');
  await first.getByTestId('citation').first().click();
  const line = page.locator('[data-testid=trust-line][data-target^="document:"]');
  await expect(line).toBeVisible({ timeout: patience });
  await expect(page.getByRole('complementary')).toContainText('puffin-diet-draft-2');
  await line.getByTestId('thumb-down').click();
  await expect(line.getByTestId('thumb-down')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('trust-moved').last()).toBeVisible();

  const second = await ask(page, question);
  await expect(second.getByTestId('short-answer')).toHaveText('412');
  await expect(second.getByTestId('source').first()).toContainText(/draft-1|puffins/);
  const [leading] = (await stored(page, 'history'))
    .map(({ answer }) => answer)
    .sort((a, b) => b.asked - a.asked);
  const documents = await stored(page, 'documents');
  const cited = documents.find(({ id }) => id === leading!.citations[0]!.document)!;
  expect(cited.paths).toEqual(['science/puffin-diet-draft-1.txt']);
});

test('the list has the map in words: what was pressed is explained, by keyboard', async () => {
  await openMap();
  await page.getByTestId('view-list').check({ force: true });
  const rows = page.getByTestId('node-row');
  // Least trusted first: the one that got the thumb.
  const worst = rows.first();
  await expect(worst).toContainText('you do not trust it');
  expect(await trustOf(worst)).toBeLessThan(0.3);
  await worst.focus();
  await page.keyboard.press('Enter');
  await expect(details().getByRole('heading', { level: 2 })).toBeFocused();
  const why = details().getByTestId('why-trust').locator('li');
  await expect(why.first()).toHaveAttribute('data-kind', 'feedback');
  await expect(why.first()).toContainText(/% of the pull, towards 0\.10/);
  // On to the sentences behind it, and back to the row it came from.
  await details().locator('[data-kind=contradict] .reason-link').first().click();
  await expect(details().getByTestId('relation-side')).toHaveCount(2);
  await expect(details().getByTestId('judgements')).toContainText('%');
  await page.getByTestId('map-close').click();
  await expect(details()).toBeHidden();
  await expect(worst).toBeFocused();
  // The other draft was raised by the same thumb.
  await rows.filter({ hasText: 'puffins' }).last().click();
  await expect(details().getByTestId('trust-roots')).toContainText('Raised by your word on');
  await page.getByTestId('map-close').click();
});

test('a press on a dashed line shows the two sentences that disagree', async () => {
  await page.getByTestId('only-contradictions').check();
  await page.getByTestId('map-search').fill('puffins');
  await page.getByTestId('view-map').check({ force: true });
  await expect(canvas()).toHaveAttribute('data-settled', 'true', { timeout: patience });
  await page.getByTestId('zoom-fit').click();
  const sides = details().getByTestId('relation-side');
  await canvas().click({ position: await placeOf('map-contradict') });
  await expect(sides).toHaveCount(2);
  const texts = await sides.locator('.quote').allTextContents();
  expect(new Set(texts).size).toBe(2);
  await expect(sides.getByRole('link')).toHaveCount(2);
  await page.getByTestId('map-close').click();
  await page.getByTestId('map-show-all').click();
});

test('the map is moved and zoomed by mouse and keyboard', async () => {
  await page.getByTestId('zoom-fit').click();
  const at = async () => (await canvas().getAttribute('data-at'))!.split(' ').map(Number);
  const moved = async (act: () => Promise<void>): Promise<[number[], number[]]> => {
    const before = await at();
    await act();
    await expect.poll(at).not.toEqual(before);
    return [before, await at()];
  };
  const { x, y, width, height } = (await canvas().boundingBox())!;
  const [fitted, closer] = await moved(async () => {
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.wheel(0, -300);
  });
  expect(closer[0]).toBeGreaterThan(fitted[0]!);
  await moved(async () => {
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 80, y + height / 2 + 20, { steps: 4 });
    await page.mouse.up();
  });
  await canvas().focus();
  const [, panned] = await moved(() => page.keyboard.press('ArrowRight'));
  expect(panned[0]).toBeGreaterThan(fitted[0]!);
  const [before, smaller] = await moved(() => page.keyboard.press('-'));
  expect(smaller[0]).toBeLessThan(before[0]!);
  await page.keyboard.press('0');
  await expect.poll(at).toEqual(fitted);
});

test('thumbs survive a reload; taken back, the first answer is there again', async () => {
  await page.reload();
  await whenReady(page);
  await goTo(page, 'ask');
  const again = await ask(page, question);
  await expect(again.getByTestId('short-answer')).toHaveText('412');

  await goTo(page, 'trust');
  await page.getByTestId('given-feedback').locator('summary').click();
  await expect(page.getByTestId('given-line')).toHaveCount(1);
  await page.getByTestId('undo-feedback').click();
  await expect(page.getByTestId('given-feedback')).toBeHidden();
  expect(await stored(page, 'feedback')).toEqual([]);
  await goTo(page, 'ask');
  const restored = await ask(page, question);
  await expect(restored.getByTestId('short-answer')).toHaveText('438');
});

test('the Library lists what disagrees, worst first, and takes a word on who is right', async () => {
  await goTo(page, 'library');
  const card = page.getByTestId('library-conflicts');
  await card.locator('summary').click();
  const row = card.getByTestId('conflict-row').first();
  const [one, other] = [0, 1].map((n) => row.getByTestId('relation-side').nth(n)) as [
    Locator,
    Locator,
  ];
  await one.getByTestId('is-right').click();
  await expect(one.getByTestId('is-right')).toHaveAttribute('aria-pressed', 'true');
  await expect(row).toContainText('Settled by you');
  await expect.poll(() => trustOf(one)).toBeGreaterThan(0.7);
  await expect.poll(() => trustOf(other)).toBeLessThan(0.3);
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).last().click();
  await expect(row).not.toContainText('Settled by you');
  await expect.poll(() => trustOf(one)).toBeLessThan(0.6);
  expect(await stored(page, 'feedback')).toEqual([]);

  await other.getByRole('link').click();
  await expect(page.getByTestId('highlight').first()).toBeInViewport({ timeout: patience });
  await page.keyboard.press('Escape');
  await expect(card).toBeVisible();
});

test('map and list stand on a phone, in the dark, without motion, and read well', async () => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  await openMap();
  expect(await wider(page)).toEqual([]);
  await page.getByTestId('view-list').check({ force: true });
  await page.getByTestId('relation-row').first().click();
  expect(await wider(page)).toEqual([]);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
});

test('nothing went to another origin, and nothing failed unseen', () => {
  expect(product.foreign).toEqual([]);
  expect(product.errors).toEqual([]);
});
