/**
 * Measures the embedder as the app runs it (int8, cut at 256 tokens), over the public sets:
 *
 *     npx tsx tools/models/embedder_check.ts <DATA> [<questions>] [<folder with onnx/model.onnx, float>]
 *
 * - recall@5: share of a question's supporting passages among the five nearest of its own passages;
 * - with the float model: mean and least cosine between int8 and float vectors of the same passages.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createNodeModels } from '../../tests/support/node-models';
import { createFloatModels } from './float';

interface Row {
  readonly question: string;
  readonly passages: readonly {
    readonly title: string;
    readonly text: string;
    readonly label: string;
  }[];
}

const never = new AbortController().signal;
const [data, count = '200', float] = process.argv.slice(2);
if (!data)
  throw new Error(
    'Usage: npx tsx tools/models/embedder_check.ts <DATA> [<questions>] [<float folder>]',
  );

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
const rowsOf = (all: Float32Array, n: number) =>
  Array.from({ length: n }, (_, i) =>
    all.subarray((i * all.length) / n, ((i + 1) * all.length) / n),
  );

const models = createNodeModels();
const floats = float === undefined ? null : await createFloatModels('all-MiniLM-L6-v2', float);
const cosines: number[] = [];
for (const set of ['hotpotqa', '2wiki', 'musique']) {
  const rows = gunzipSync(readFileSync(`${data}/qa/${set}.jsonl.gz`))
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(0, Number(count))
    .map((line) => JSON.parse(line) as Row);
  let found = 0;
  let wanted = 0;
  for (const { question, passages } of rows) {
    const texts = passages.map(({ title, text }) => `${title}. ${text}`);
    const vectors = await models.embed([question, ...texts], never);
    const [q, ...p] = rowsOf(vectors, texts.length + 1);
    const order = p.map((_, i) => i).sort((a, b) => dot(p[b]!, q!) - dot(p[a]!, q!));
    const best = new Set(order.slice(0, 5));
    passages.forEach(({ label }, i) => {
      if (label !== 'support') return;
      wanted++;
      if (best.has(i)) found++;
    });
    if (floats && cosines.length < 1000) {
      const exact = rowsOf(await floats.embed(texts, never), texts.length);
      cosines.push(...exact.map((vector, i) => dot(vector, p[i]!)));
    }
  }
  console.log(
    `${set}: recall@5 ${((100 * found) / wanted).toFixed(1)} over ${rows.length} questions`,
  );
}
if (cosines.length > 0) {
  const mean = cosines.reduce((a, b) => a + b) / cosines.length;
  console.log(
    `int8 against float: cosine ${mean.toFixed(4)} in the mean, ${Math.min(...cosines).toFixed(4)} at least, ${cosines.length} passages`,
  );
}
