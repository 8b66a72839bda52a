/**
 *   npx tsx tests/bench/writer.ts [--out report.json]
 *
 * Tokens a second of the built-in language model, in Chromium (WebAssembly, 1 and 2 threads) and
 * under Node (1 and 2 threads): reading a prompt of about 500 tokens (until its first token is
 * written), and writing 48 tokens behind it. Every prompt is another one, so that nothing of it is
 * known from before. The first run warms up.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/core/lib/random';
import { builtIn } from '../../src/engine/models/catalog';
import { createWriterTokens } from '../../src/engine/models/writer/tokens';
import { call } from '../e2e/support/browser';
import { createNodeModels, modelsFolder } from '../support/node-models';
import { inChromium, withBuild } from './in-chromium';
import { machine } from './measure';

interface Row {
  readonly where: 'chromium' | 'node';
  readonly threads: number;
  readonly task: 'read' | 'write';
  /** Tokens a second, by the fastest and by the median run. */
  readonly best: number;
  readonly median: number;
}

/** Milliseconds since the call, of every piece of text that came. */
type Run = (prompt: string) => Promise<readonly number[]>;

const warmUps = 1;
const runs = 5;
const options = { maxTokens: 48, plain: true };
const never = new AbortController().signal;

const folder = `${modelsFolder}${builtIn.write}/`;
const json = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(`${folder}${file}`, 'utf8'));
const tokens = createWriterTokens(
  await json('tokenizer.json'),
  await json('tokenizer_config.json'),
);

const words =
  'lease tenant rent notice garden island harbour council ferry budget report winter river bridge'.split(
    ' ',
  );

/** It ends in a way that is gone on with at length. */
function makePrompt(seed: number): string {
  const random = createRandom(seed);
  const text = Array.from({ length: 470 }, () => words[Math.floor(random() * words.length)]);
  return `${text.join(' ')}.\n\nOnce upon a time, in a small village by the sea, there lived`;
}

async function measure(where: Row['where'], threads: number, run: Run): Promise<Row[]> {
  const read: number[] = [];
  const write: number[] = [];
  for (let i = 0; i < warmUps + runs; i++) {
    const prompt = makePrompt(i + 1);
    const at = await run(prompt);
    if (at.length < options.maxTokens / 2) throw new Error(`Only ${at.length} pieces came.`);
    if (i < warmUps) continue;
    read.push((tokens.encode(prompt).length / at[0]!) * 1000);
    write.push(((at.length - 1) / (at.at(-1)! - at[0]!)) * 1000);
  }
  return [rowOf('read', read), rowOf('write', write)];

  function rowOf(task: Row['task'], rates: readonly number[]): Row {
    const sorted = [...rates].sort((a, b) => b - a);
    const rounded = (rate: number) => Math.round(rate * 10) / 10;
    const [best, median] = [rounded(sorted[0]!), rounded(sorted[sorted.length >> 1]!)];
    return { where, threads, task, best, median };
  }
}

async function benchNode(threads: number): Promise<Row[]> {
  const models = createNodeModels({ threads });
  const rows = await measure('node', threads, async (prompt) => {
    const at: number[] = [];
    const start = performance.now();
    const onToken = () => at.push(performance.now() - start);
    await models.writer.generate(prompt, options, onToken, never);
    return at;
  });
  await models.dispose();
  return rows;
}

/** @returns tokens a second of every combination */
export async function benchWriter(): Promise<{ machine: string; rows: Row[] }> {
  const rows: Row[] = [];
  await withBuild(async (url) => {
    for (const threads of [1, 2])
      rows.push(
        ...(await inChromium(threads, url, (page) =>
          measure('chromium', threads, async (prompt) => {
            const { pieces } = await call(page, 'write', prompt, options);
            return pieces.map(({ ms }) => ms);
          }),
        )),
      );
  });
  for (const threads of [1, 2]) rows.push(...(await benchNode(threads)));
  return { machine: machine(), rows };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const report = await benchWriter();
  console.log(report.machine);
  console.table(report.rows);
  const out = process.argv.indexOf('--out');
  if (out > 0) await writeFile(process.argv[out + 1]!, `${JSON.stringify(report, null, 1)}\n`);
}
