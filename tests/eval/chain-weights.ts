/**
 * Fits the weights of the selector without a language model (core/reasoning/chain-selector.ts) on
 * the tuning seven tenths of each set: conditional logit, a choice is right when its triple stands
 * in a supporting passage that the chain has not been to; stopping is right when none is left.
 *
 *   npx tsx tests/eval/chain-weights.ts [set:limit ...]
 */
import {
  describeFirst,
  describeNext,
  describeStop,
  firstFeatures,
  nextFeatures,
  stopFeatures,
} from '../../src/core/reasoning/chain-features';
import type { Chain } from '../../src/core/reasoning/chains';
import { defaultSettings, withSettings } from '../../src/core/settings';
import { findCandidates } from '../../src/engine/ask/search';
import { openSearch, type OpenSearch } from '../../src/engine/facts/chainer';
import { createNodeModels } from '../support/node-models';
import { isTuning, readSet } from './facts-data';
import { cachedEmbedder, createFactsLibrary, passageText } from './facts-library';
import { createVectorCache } from './vector-cache';

/** One choice: rows of features, which of them are right. Features of unlike options are padded. */
interface Choice {
  readonly features: readonly (readonly number[])[];
  readonly right: readonly boolean[];
}

const jobs = process.argv.slice(2);
const sets = jobs.length > 0 ? jobs : ['hotpotqa', '2wiki', 'musique'];
const settings = withSettings(defaultSettings, {
  trust: { enabled: false },
  chains: { candidates: 60 },
});
const node = createNodeModels({ threads: 2 });
const cache = createVectorCache(node);
const models = cachedEmbedder(node, cache);
const signal = new AbortController().signal;
const first: Choice[] = [];
const next: Choice[] = [];

for (const job of sets) {
  const [set = '', limit = '100000'] = job.split(':');
  const rows = readSet(set)
    .filter((r) => isTuning(r.id))
    .slice(0, Number(limit));
  await cache.fill(rows.flatMap((r) => [r.question, ...r.passages.map(passageText)]));
  for (const row of rows) {
    const gold = new Set(row.passages.flatMap((p, i) => (p.label === 'support' ? [i] : [])));
    if (gold.size < 2) continue;
    const library = await createFactsLibrary(row.passages, cache, models, () => settings);
    const vector = Float32Array.from(cache.vector(row.question));
    const candidates = findCandidates(
      library.context.indexes,
      row.question,
      vector,
      { trustOf: () => 0.5 },
      settings,
    );
    const search = await openSearch(
      {
        context: library.context,
        facts: library.facts.store,
        credibility: () => 5,
        memory: new Map(),
      },
      { question: row.question, vector, candidates, settings, signal },
    );
    if (search) await collect(search, gold);
  }
  console.error(`${set}: ${first.length} first and ${next.length} next choices`);
}

const wFirst = fit(first, firstFeatures.length);
const wNext = fit(next, nextFeatures.length + stopFeatures.length);
const show = (names: readonly string[], w: readonly number[]): void =>
  console.log(names.map((name, i) => `${name} ${w[i]!.toFixed(2)}`).join(', '));
show(firstFeatures, wFirst);
show([...nextFeatures, ...stopFeatures.map((n) => `stop:${n}`)], wNext);
console.log(
  JSON.stringify({
    first: wFirst.map(round),
    next: wNext.slice(0, nextFeatures.length).map(round),
    stop: wNext.slice(nextFeatures.length).map(round),
  }),
);

async function collect(search: OpenSearch, gold: ReadonlySet<number>): Promise<void> {
  const { rows, shape } = search;
  const empty: Chain = { triples: [], score: 1, steps: [], ended: false };
  const offers = await search.offers(empty);
  first.push({
    features: offers.map((o) => describeFirst(rows[o.triple]!, o.reliability, shape)),
    right: offers.map((o) => gold.has(rows[o.triple]!.passage.index)),
  });
  // Chains as a good search would have them: the best triples of each supporting passage.
  const starts: number[][] = [];
  for (const passage of gold) {
    const mine = offers.filter((o) => rows[o.triple]!.passage.index === passage).slice(0, 3);
    starts.push(...mine.map((o) => [o.triple]));
  }
  for (const start of starts.slice(0, 6)) {
    const chosen = await collectNext(search, start, gold);
    const on = chosen.find((t) => t >= 0);
    if (on !== undefined) await collectNext(search, [...start, on], gold);
  }
}

/** Adds the choice after `triples`; returns the right ones that were offered. */
async function collectNext(
  search: OpenSearch,
  triples: number[],
  gold: ReadonlySet<number>,
): Promise<number[]> {
  const { rows, shape } = search;
  const chain: Chain = { triples, score: 1, steps: [], ended: false };
  const offers = await search.offers(chain);
  const been = new Set(triples.map((t) => rows[t]!.passage.index));
  const left = [...gold].filter((g) => !been.has(g));
  const own = triples.map((t) => rows[t]!);
  const pad = (n: number): number[] => Array<number>(n).fill(0);
  const right = offers.map((o) => left.includes(rows[o.triple]!.passage.index));
  const features = [
    [...pad(nextFeatures.length), ...describeStop(own, shape)],
    ...offers.map((o) => [
      ...describeNext(own, rows[o.triple]!, o.reliability, shape),
      ...pad(stopFeatures.length),
    ]),
  ];
  if (left.length === 0) next.push({ features, right: [true, ...right.map(() => false)] });
  else if (right.some(Boolean)) next.push({ features, right: [false, ...right] });
  return offers.filter((_, i) => right[i]).map((o) => o.triple);
}

/** Maximises log P(right) - l2/2 |w|^2 by Adam. */
function fit(choices: readonly Choice[], width: number, l2 = 0.003): number[] {
  const w = Array<number>(width).fill(0);
  const [m, v] = [[...w], [...w]];
  for (let step = 1; step <= 600; step++) {
    const gradient = Array<number>(width).fill(0);
    let likelihood = 0;
    for (const { features, right } of choices) {
      const scores = features.map((x) => x.reduce((sum, value, k) => sum + value * w[k]!, 0));
      const top = Math.max(...scores);
      const odds = scores.map((s) => Math.exp(s - top));
      const all = odds.reduce((a, b) => a + b, 0);
      const good = odds.reduce((a, b, i) => a + (right[i] ? b : 0), 0);
      if (good === 0) continue;
      likelihood += Math.log(good / all);
      features.forEach((x, i) => {
        const push = (right[i] ? odds[i]! / good : 0) - odds[i]! / all;
        x.forEach((value, k) => (gradient[k]! += push * value));
      });
    }
    for (let k = 0; k < width; k++) {
      const g = gradient[k]! / choices.length - l2 * w[k]!;
      m[k] = 0.9 * m[k]! + 0.1 * g;
      v[k] = 0.99 * v[k]! + 0.01 * g * g;
      w[k]! += (0.1 * (m[k]! / (1 - 0.9 ** step))) / (Math.sqrt(v[k]! / (1 - 0.99 ** step)) + 1e-6);
    }
    if (step % 200 === 0)
      console.error(
        `step ${step}: mean log-likelihood ${(likelihood / choices.length).toFixed(3)}`,
      );
  }
  return w;
}

function round(x: number): number {
  return Number(x.toFixed(2));
}
