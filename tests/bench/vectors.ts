/**
 *   npx tsx tests/bench/vectors.ts
 *
 * The 10 nearest among 100 000 x 384 vectors in 500 clusters, float and int8, with how many of the
 * true 10 int8 finds; and the keyword index over made-up passages (100 words each, Zipf over 50 000
 * words): building, asking, removing, and the memory it takes.
 */
import { createRandom, type Random } from '../../src/core/lib/random';
import { createKeywordIndex } from '../../src/core/passages/keywords';
import { normalised, VectorIndex } from '../../src/core/passages/vectors';
import { defaultSettings } from '../../src/core/settings';
import { machine, measure } from './measure';

/** Near to normal: enough for clusters. */
const gauss = (random: Random): number => random() + random() + random() + random() - 2;

/** @returns lines of a report. */
export function benchVectors(rows = 100_000, dimensions = 384): string[] {
  const random = createRandom(1);
  const centres = Array.from({ length: 500 }, () =>
    Float32Array.from({ length: dimensions }, () => gauss(random)),
  );
  const near = (centre: number): Float32Array =>
    normalised(centres[centre % centres.length]!.map((x) => x + gauss(random)));
  const float = new VectorIndex(dimensions);
  const bytes = new VectorIndex(dimensions, 0);
  for (let id = 0; id < rows; id++) {
    const vector = near(id);
    float.add(id, vector);
    bytes.add(id, vector);
  }
  const queries = Array.from({ length: 20 }, (_, i) => near(i * 7));
  const exact = measure(queries, (query) => float.search(query, 10));
  const rough = measure(queries, (query) => bytes.search(query, 10));
  let kept = 0;
  exact.results.forEach((hits, i) => {
    const found = new Set(rough.results[i]!.map((hit) => hit.index));
    kept += hits.filter((hit) => found.has(hit.index)).length;
  });
  return [
    `10 nearest of ${rows} x ${dimensions}, float: ${exact.text}`,
    `10 nearest of ${rows} x ${dimensions}, int8: ${rough.text}; ${((10 * kept) / queries.length).toFixed(1)} % of the true 10`,
  ];
}

/** @returns lines of a report. */
export function benchKeywords(passages = 20_000): string[] {
  const random = createRandom(2);
  // Zipf: the rank is an exponential of a uniform number.
  const word = (): string => `w${Math.floor(Math.exp(random() * Math.log(50_000))).toString(36)}`;
  const texts = Array.from({ length: passages }, () => Array.from({ length: 100 }, word).join(' '));
  const heap = process.memoryUsage().heapUsed;
  const index = createKeywordIndex();
  const started = performance.now();
  texts.forEach((text, id) => index.add(id, { title: `Title ${id}`, headings: [], text }));
  const build = performance.now() - started;
  const grown = (process.memoryUsage().heapUsed - heap) / 2 ** 20;
  const queries = Array.from({ length: 20 }, () => Array.from({ length: 8 }, word).join(' '));
  const asked = measure(queries, (query) =>
    index.search(query, defaultSettings.retrieval, defaultSettings.retrieval.pool),
  );
  const removing = performance.now();
  for (let id = 0; id < 100; id++) index.remove(id);
  const removed = performance.now() - removing;
  return [
    `BM25 over ${passages} passages of 100 words: built in ${(build / 1000).toFixed(1)} s, about ${grown.toFixed(0)} MiB of heap`,
    `BM25, 8 words, best 200: ${asked.text}; 100 passages removed in ${removed.toFixed(1)} ms`,
  ];
}

if (process.argv[1]?.endsWith('vectors.ts'))
  console.log([machine(), ...benchVectors(), ...benchKeywords()].join('\n'));
