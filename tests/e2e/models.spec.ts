import { chromium, expect, test } from '@playwright/test';
import { createNodeModels } from '../support/node-models';
import { browserFlags, call, executablePath, openHarness, watchForeign } from './support/browser';

const never = new AbortController().signal;
const roles = ['embed', 'judge', 'read'] as const;

const texts = [
  'The lease ends on 31 March 2026 unless either party gives three months notice.',
  'How long is the notice period?',
  'Crème brûlée was invented in 1691. 🐈',
  'word '.repeat(400),
];
const pairs = [
  { premise: 'The bridge was opened in 1932.', hypothesis: 'The bridge opened in 1932.' },
  { premise: 'The bridge was opened in 1932.', hypothesis: 'The bridge opened in 1955.' },
  { premise: 'It has two lanes. '.repeat(120), hypothesis: 'The bridge opened in 1955.' },
];
const question = 'Who opened the bridge?';
const contexts = [
  '🐈 “The bridge” was opened by François Massialot in 1932.',
  `${'It has two lanes and a walk. '.repeat(80)}The bridge was opened by Maria Silva. ${'The river is wide. '.repeat(40)}`,
];

const cosine = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) / Math.hypot(...a) / Math.hypot(...b);
const furthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((max, x, i) => Math.max(max, Math.abs(x - (b[i] ?? NaN))), 0);

for (const threads of [1, 2])
  test(`built-in models with the network cut compute what Node computes, ${threads} thread(s)`, async ({
    page,
    context,
    baseURL,
  }) => {
    const foreign = watchForeign(context, baseURL!);
    await openHarness(page, baseURL!, `?device=wasm&threads=${threads}`);
    expect(await call(page, 'isolated')).toBe(true);
    for (const role of roles) {
      const { error, events } = await call(page, 'load', role);
      expect(error).toBeNull();
      expect(events.at(-1)).toEqual({ type: 'ready', role, device: 'wasm' });
      const bars = events.filter((event) => event.type === 'progress');
      expect(bars.at(-1)).toMatchObject({ loaded: bars[0]?.total, total: bars[0]?.total });
      expect(bars.length).toBeGreaterThan(10);
    }
    await context.setOffline(true);

    const node = createNodeModels();
    const vectors = await call(page, 'embed', texts);
    const native = await node.embed(texts, never);
    const d = native.length / texts.length;
    texts.forEach((_, i) => {
      const near = cosine(vectors.slice(i * d, (i + 1) * d), [
        ...native.subarray(i * d, (i + 1) * d),
      ]);
      expect(near).toBeGreaterThan(0.999);
    });
    const judged = await call(page, 'entail', pairs);
    expect(furthest(judged, await node.entail(pairs, never))).toBeLessThan(0.02);
    const spans = await call(page, 'read', question, contexts, 2);
    const nativeSpans = await node.read(question, contexts, 2, never);
    expect(spans.map(([best]) => best?.text)).toEqual(nativeSpans.map(([best]) => best?.text));
    expect(spans.map(([best]) => best?.text)).toEqual(['François Massialot', 'Maria Silva']);
    spans.forEach(([best], i) => {
      expect(contexts[i]?.slice(best?.start, best?.end)).toBe(best?.text);
      const difference = Math.abs((best?.score ?? NaN) - (nativeSpans[i]?.[0]?.score ?? NaN));
      // Over 384 tokens sums differ in their last bits, and rounding to 8 bits makes more of it.
      expect(difference).toBeLessThan(i === 0 ? 0.05 : 1.5);
    });
    expect(await call(page, 'countTokens', texts)).toEqual([
      ...(await node.countTokens(texts, never)),
    ]);
    await node.dispose();

    expect((await call(page, 'describe')).roles.embed).toMatchObject({ device: 'wasm', threads });
    const requests = await call(page, 'requests');
    expect(requests.length).toBeGreaterThan(12);
    for (const { url, from } of requests) {
      expect(new URL(url).origin).toBe(new URL(baseURL!).origin);
      expect(from).toBe('models');
    }
    expect(foreign).toEqual([]);
  });

test('on a GPU (imitated) the numbers are those of the CPU', async ({ browser, baseURL }) => {
  test.setTimeout(600_000);
  const short = ['A short text.'];
  const pair = [{ premise: 'The bridge opened in 1932.', hypothesis: 'It opened in 1932.' }];
  const results: Record<string, { vectors: number[]; judged: number[] }> = {};
  for (const device of ['wasm', 'webgpu']) {
    const page = await browser.newPage();
    await openHarness(page, baseURL!, `?device=${device}`);
    for (const role of ['embed', 'judge'] as const) {
      const { error, events } = await call(page, 'load', role);
      expect(error).toBeNull();
      expect(events.at(-1)).toEqual({ type: 'ready', role, device });
    }
    results[device] = {
      vectors: await call(page, 'embed', short),
      judged: await call(page, 'entail', pair),
    };
    await page.close();
  }
  expect(furthest(results['wasm']!.vectors, results['webgpu']!.vectors)).toBeLessThan(1e-3);
  expect(furthest(results['wasm']!.judged, results['webgpu']!.judged)).toBeLessThan(1e-3);
});

test('an imitated GPU is not chosen by itself, and the reason is told', async ({
  page,
  baseURL,
}) => {
  await openHarness(page, baseURL!);
  const { roles: inUse } = await call(page, 'describe');
  expect(inUse.embed).toMatchObject({ device: 'wasm', id: 'all-MiniLM-L6-v2@1' });
  expect(inUse.embed?.why).toMatch(/imitated|no graphics card/);
});

test('a browser without any adapter computes on the CPU, and says so', async ({ baseURL }) => {
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: browserFlags.filter((flag) => !flag.includes('webgpu')),
  });
  try {
    const page = await browser.newPage();
    await openHarness(page, baseURL!);
    expect(
      await page.evaluate(async () => {
        const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<unknown> } };
        return (await gpu?.requestAdapter()) ?? null;
      }),
    ).toBeNull();
    expect((await call(page, 'load', 'embed')).error).toBeNull();
    const { embed } = (await call(page, 'describe')).roles;
    expect(embed).toMatchObject({ device: 'wasm' });
    expect(embed?.why).toContain('no graphics card was found');
    expect(await call(page, 'embed', ['a'])).toHaveLength(384);
  } finally {
    await browser.close();
  }
});

test.describe('a model file that is', () => {
  const file = '**/models/touchstone-judge/onnx/model_quantized.onnx';
  const page404 = '<!doctype html><html><body>This page does not exist</body></html>';
  for (const [what, spoil] of [
    ['a web page', () => ({ body: page404, contentType: 'text/html' })],
    ['cut', (bytes: Buffer) => ({ body: bytes.subarray(0, bytes.byteLength >> 1) })],
    [
      'changed in one bit',
      (bytes: Buffer) => {
        const body = Buffer.from(bytes);
        body[body.byteLength >> 1]! ^= 1;
        return { body };
      },
    ],
  ] as const)
    test(`${what} is refused, not kept, and loads when it is whole again`, async ({
      page,
      context,
      baseURL,
    }) => {
      await context.route(file, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, ...spoil(await response.body()) });
      });
      await openHarness(page, baseURL!, '?device=wasm');
      const { error, events } = await call(page, 'load', 'judge');
      expect(error?.name).toBe('ModelCorrupt');
      expect(events.map(({ type }) => type)).not.toContain('ready');
      const kept = await page.evaluate(async (part) => {
        const names = await caches.keys();
        const urls: string[] = [];
        for (const name of names)
          for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
        return urls.filter((url) => url.includes(part));
      }, 'touchstone-judge/onnx');
      expect(kept).toEqual([]);
      await context.unroute(file);
      expect((await call(page, 'load', 'judge')).error).toBeNull();
      expect(await call(page, 'entail', pairs)).toHaveLength(9);
    });

  test('missing is named', async ({ page, context, baseURL }) => {
    await context.route(file, (route) => route.fulfill({ status: 404, body: 'no' }));
    await openHarness(page, baseURL!, '?device=wasm');
    expect((await call(page, 'load', 'judge')).error?.name).toBe('ModelMissing');
  });
});

test('a load is cancelled within a second, and works when asked again', async ({
  page,
  baseURL,
}) => {
  await openHarness(page, baseURL!, '?device=wasm');
  const { error, ms } = await call(page, 'load', 'embed', 2_000_000);
  expect(error?.name).toBe('AbortError');
  expect(ms).toBeGreaterThan(0);
  expect(ms).toBeLessThan(1000);
  const again = await call(page, 'load', 'embed');
  expect(again.error).toBeNull();
  expect(await call(page, 'embed', ['a'])).toHaveLength(384);
});
