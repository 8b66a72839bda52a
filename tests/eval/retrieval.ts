/**
 * How well each ranking finds hotpotqa's supporting passages among the 4 937 of its pool: keywords
 * alone, meaning alone, both fused.
 *
 *   npx tsx tests/eval/retrieval.ts [retrieval.titleBoost=0 ...] [text-alone]
 *
 * Settings to try may follow; `text-alone` embeds passages without their title. Vectors are cached
 * under `.cache/`. Exits 1 where the fused ranking is not the best at 5.
 */
import { fuse, type Ranked } from '../../src/core/passages/retrieve';
import { createKeywordIndex } from '../../src/core/passages/keywords';
import { VectorIndex } from '../../src/core/passages/vectors';
import { defaultSettings, parseSetting, withSettings } from '../../src/core/settings';
import { createNodeModels } from '../support/node-models';
import { hasData, readLines, whole, type Row, type Text } from './context-data';
import { createVectorCache } from './vector-cache';

if (!hasData()) {
  console.log('Skipped: the data folder is absent.');
  process.exit(0);
}
const given = process.argv.slice(2);
const textAlone = given.includes('text-alone');
const { retrieval } = withSettings(
  defaultSettings,
  ...given.filter((word) => word !== 'text-alone').map(parseSetting),
);
const pool = readLines<Text>('hotpotqa_pool');
const rows = readLines<Row>('hotpotqa');
const embedded = pool.map((passage) => (textAlone ? passage.text : whole(passage)));
const models = createNodeModels({ threads: 1 });
const { dimensions } = await models.describe();
const cache = createVectorCache(models, 'context');
await cache.fill([...rows.map(({ question }) => question), ...embedded]);

const vectors = new VectorIndex(dimensions);
const keywords = createKeywordIndex();
pool.forEach(({ title, text }, id) => {
  vectors.add(id, cache.vector(embedded[id]!));
  keywords.add(id, { title, headings: [], text });
});

const cuts = [2, 5, 10, 20];
const found = { BM25: [0, 0, 0, 0], dense: [0, 0, 0, 0], fused: [0, 0, 0, 0] };
let wanted = 0;
for (const { question, passages } of rows) {
  const gold = new Set(passages.filter((p) => p.label === 'support').map((p) => p.title));
  const sparse = keywords.search(question, retrieval, retrieval.pool);
  const dense = vectors.search(cache.vector(question), retrieval.pool);
  const count = (hits: readonly Pick<Ranked, 'index'>[], counts: number[]) =>
    cuts.forEach((k, i) => {
      const titles = new Set(hits.slice(0, k).map((hit) => pool[hit.index]!.title));
      counts[i]! += [...gold].filter((title) => titles.has(title)).length;
    });
  count(sparse, found.BM25);
  count(dense, found.dense);
  count(fuse(dense, sparse, retrieval), found.fused);
  wanted += gold.size;
}
for (const [name, counts] of Object.entries(found))
  console.log(
    `${name.padEnd(6)} ${cuts.map((k, i) => `@${k} ${((100 * counts[i]!) / wanted).toFixed(1)}`).join('  ')}`,
  );
await models.dispose();
if (found.fused[1]! <= Math.max(found.BM25[1]!, found.dense[1]!)) process.exit(1);
