/**
 * Whether the embedder should read the title: Recall@k of hotpotqa's supporting passages in its
 * pool, dense scan alone, with and without it. `npx tsx tests/eval/retrieval-dense.ts`; minutes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { embeddingText } from '../../src/core/passages/embedding-text';
import { VectorIndex } from '../../src/core/passages/vectors';
import { createNodeModels } from '../support/node-models';

interface Row {
  readonly question: string;
  readonly passages: readonly { readonly title: string; readonly label: string }[];
}
const folder = new URL('../../../shared/data/qa/', import.meta.url);
if (!existsSync(folder)) {
  console.log('Skipped: the data folder is absent.');
  process.exit(0);
}
const load = <T>(name: string): T[] =>
  gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, folder)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const pool = load<{ title: string; text: string }>('hotpotqa_pool');
const rows = load<Row>('hotpotqa');
const models = createNodeModels();
const { signal } = new AbortController();
const { dimensions } = await models.describe();

async function embedAll(texts: readonly string[]): Promise<Float32Array> {
  const vectors = new Float32Array(texts.length * dimensions);
  for (let i = 0; i < texts.length; i += 16)
    vectors.set(await models.embed(texts.slice(i, i + 16), signal), i * dimensions);
  return vectors;
}

const questions = await embedAll(rows.map(({ question }) => question));
const cuts = [2, 5, 10, 20];
const ways: Record<string, (title: string, text: string) => string> = {
  'text alone': (_, text) => text,
  'title and text': (title, text) => embeddingText(title, { headings: [], header: [], text }),
};
for (const [name, way] of Object.entries(ways)) {
  const started = performance.now();
  const vectors = await embedAll(pool.map(({ title, text }) => way(title, text)));
  const seconds = (performance.now() - started) / 1000;
  const index = new VectorIndex(dimensions);
  pool.forEach((_, id) => index.add(id, vectors.subarray(id * dimensions, (id + 1) * dimensions)));
  const found = cuts.map(() => 0);
  let wanted = 0;
  rows.forEach(({ passages }, q) => {
    const gold = new Set(passages.filter((p) => p.label === 'support').map((p) => p.title));
    const hits = index.search(
      questions.subarray(q * dimensions, (q + 1) * dimensions),
      cuts.at(-1)!,
    );
    cuts.forEach((k, i) => {
      const titles = new Set(hits.slice(0, k).map((hit) => pool[hit.index]!.title));
      found[i]! += [...gold].filter((title) => titles.has(title)).length;
    });
    wanted += gold.size;
  });
  const recalls = cuts.map((k, i) => `@${k} ${((100 * found[i]!) / wanted).toFixed(1)}`);
  console.log(
    `${name}: Recall ${recalls.join('  ')}  (${(pool.length / seconds).toFixed(0)} passages/s)`,
  );
}
