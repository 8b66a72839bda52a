/**
 * How well the keyword index alone finds the supporting passages of hotpotqa among the 4 937
 * passages of its pool. `npx tsx tests/eval/retrieval-bm25.ts`; exits 1 below Recall@5 = 72 %.
 */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createKeywordIndex } from '../../src/core/passages/keywords';
import { defaultSettings, parseSetting, withSettings } from '../../src/core/settings';

interface Row {
  readonly question: string;
  readonly passages: readonly { readonly title: string; readonly label: string }[];
}
const folder = new URL('../../../shared/data/qa/', import.meta.url);
const load = <T>(name: string): T[] =>
  gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, folder)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

if (!existsSync(folder)) {
  console.log('Skipped: the data folder is absent.');
  process.exit(0);
}

// Settings to try: `... retrieval.titleBoost=0`.
const { retrieval } = withSettings(defaultSettings, ...process.argv.slice(2).map(parseSetting));
const pool = load<{ title: string; text: string }>('hotpotqa_pool');
const index = createKeywordIndex();
const built = performance.now();
pool.forEach(({ title, text }, id) => index.add(id, { title, headings: [], text }));
const buildMs = performance.now() - built;

const cuts = [2, 5, 10, 20];
const found = cuts.map(() => 0);
let wanted = 0;
const rows = load<Row>('hotpotqa');
const asked = performance.now();
for (const { question, passages } of rows) {
  const gold = new Set(passages.filter((p) => p.label === 'support').map((p) => p.title));
  const hits = index.search(question, retrieval, cuts.at(-1)!);
  cuts.forEach((k, i) => {
    const titles = new Set(hits.slice(0, k).map((hit) => pool[hit.index]!.title));
    found[i]! += [...gold].filter((title) => titles.has(title)).length;
  });
  wanted += gold.size;
}
const queryMs = (performance.now() - asked) / rows.length;

console.log(`k1 ${retrieval.k1}, b ${retrieval.b}, titleBoost ${retrieval.titleBoost}`);
cuts.forEach((k, i) => console.log(`Recall@${k} ${((100 * found[i]!) / wanted).toFixed(1)} %`));
console.log(`build ${buildMs.toFixed(0)} ms, query ${queryMs.toFixed(2)} ms`);
if (found[1]! / wanted < 0.72) process.exit(1);
