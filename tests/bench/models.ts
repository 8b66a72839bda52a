/**
 *   npx tsx tests/bench/models.ts [--out report.json]
 *
 * How many texts a second the built-in models embed and judge: in Chromium (WebAssembly, 1 and 2
 * threads) and under Node (1 and 2 threads), on the same inputs, in calls of 16. "long" are 128
 * tokens, "short" about 20. The first calls warm up (WebAssembly is compiled twice); seconds are
 * those of the later ones.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/core/lib/random';
import { call } from '../e2e/support/browser';
import { createNodeModels } from '../support/node-models';
import { inChromium, withBuild } from './in-chromium';
import { machine } from './measure';

interface Row {
  readonly where: 'chromium' | 'node';
  readonly threads: number;
  readonly task: 'embed' | 'entail';
  readonly length: 'long' | 'short';
  /** Sequences a second, by the fastest and by the median call. */
  readonly best: number;
  readonly median: number;
}

const calls = 16;
const warmUps = 3;
const runs = 6;
const never = new AbortController().signal;

/** Each one token of the vocabulary. */
const words =
  'lease tenant rent notice garden island harbour council ferry budget report winter river bridge'.split(
    ' ',
  );

function makeTexts(tokens: number, seed: number): string[] {
  const random = createRandom(seed);
  return Array.from({ length: calls }, () =>
    Array.from({ length: tokens }, () => words[Math.floor(random() * words.length)]).join(' '),
  );
}

const texts = { long: makeTexts(126, 1), short: makeTexts(18, 2) } as const;
const pairsOf = (premises: number, hypotheses: number) => {
  const second = makeTexts(hypotheses, 4);
  return makeTexts(premises, 3).map((premise, i) => ({ premise, hypothesis: second[i]! }));
};
const pairs = { long: pairsOf(113, 12), short: pairsOf(12, 6) } as const;
const lengths = ['long', 'short'] as const;

function row(base: Omit<Row, 'best' | 'median'>, times: readonly number[]): Row {
  const sorted = times.slice(warmUps).sort((a, b) => a - b);
  const rate = (ms: number) => Math.round((calls / ms) * 10_000) / 10;
  return { ...base, best: rate(sorted[0]!), median: rate(sorted[sorted.length >> 1]!) };
}

async function benchNode(threads: number): Promise<Row[]> {
  const models = createNodeModels({ threads });
  const rows: Row[] = [];
  for (const length of lengths)
    for (const task of ['embed', 'entail'] as const) {
      const times: number[] = [];
      for (let i = 0; i < warmUps + runs; i++) {
        const start = performance.now();
        if (task === 'embed') await models.embed(texts[length], never);
        else await models.entail(pairs[length], never);
        times.push(performance.now() - start);
      }
      rows.push(row({ where: 'node', threads, task, length }, times));
    }
  await models.dispose();
  return rows;
}

async function benchChromium(threads: number, base: string): Promise<Row[]> {
  return inChromium(threads, base, async (page) => {
    const rows: Row[] = [];
    for (const length of lengths)
      for (const task of ['embed', 'entail'] as const) {
        const inputs = task === 'embed' ? texts[length] : pairs[length];
        const times = await call(page, 'time', task, [...inputs], warmUps + runs);
        rows.push(row({ where: 'chromium', threads, task, length }, times));
      }
    return rows;
  });
}

/** @returns sequences a second of every combination */
export async function benchModels(): Promise<{ machine: string; rows: Row[] }> {
  const rows: Row[] = [];
  await withBuild(async (url) => {
    for (const threads of [1, 2]) rows.push(...(await benchChromium(threads, url)));
  });
  for (const threads of [1, 2]) rows.push(...(await benchNode(threads)));
  return { machine: machine(), rows };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const report = await benchModels();
  console.log(report.machine);
  console.table(report.rows);
  const out = process.argv.indexOf('--out');
  if (out > 0) await writeFile(process.argv[out + 1]!, `${JSON.stringify(report, null, 1)}\n`);
}
