/**
 * Fits the weights of the selector without a language model (core/reasoning/chain-selector.ts) on
 * the tuning seven tenths of each set, by coordinate ascent on what the chains are for: supporting
 * passages found by the final chains beyond what the hybrid list finds at equal tokens.
 *
 *   npx tsx tests/eval/chain-weights.ts [set:limit ...]
 */
import { selectorWeights, type SelectorWeights } from '../../src/core/reasoning/chain-selector';
import { firstFeatures, nextFeatures, stopFeatures } from '../../src/core/reasoning/chain-features';
import { buildChains } from '../../src/core/reasoning/chains';
import { passageContext } from '../../src/core/reasoning/chains-context';
import { defaultSettings, withSettings } from '../../src/core/settings';
import { findCandidates } from '../../src/engine/ask/search';
import { openSearch, type OpenSearch } from '../../src/engine/facts/chainer';
import { createNodeModels } from '../support/node-models';
import { isTuning, readSet } from './facts-data';
import { cachedEmbedder, createFactsLibrary, passageText } from './facts-library';
import { createVectorCache } from './vector-cache';

interface Case {
  readonly set: string;
  readonly search: OpenSearch;
  readonly gold: ReadonlySet<string>;
  readonly hybrid: readonly string[];
  readonly tokens: ReadonlyMap<string, number>;
}

const neutral = { load: () => Promise.resolve(), score: () => 5 };
const jobs = process.argv.slice(2);
const sets = jobs.length > 0 ? jobs : ['hotpotqa', '2wiki', 'musique'];
const settings = withSettings(defaultSettings, { trust: { enabled: false } });
const node = createNodeModels({ threads: 1 });
const cache = createVectorCache(node);
const models = cachedEmbedder(node, cache);
const signal = new AbortController().signal;
let weights: SelectorWeights = selectorWeights;

const cases: Case[] = [];
for (const job of sets) {
  const [set = '', limit = '100000'] = job.split(':');
  const rows = readSet(set)
    .filter((r) => isTuning(r.id) && r.passages.some((p) => p.label === 'support'))
    .slice(0, Number(limit));
  await cache.fill(rows.flatMap((r) => [r.question, ...r.passages.map(passageText)]));
  for (const row of rows) {
    const { context, facts } = await createFactsLibrary(
      row.passages,
      cache,
      models,
      () => settings,
    );
    const vector = Float32Array.from(cache.vector(row.question));
    const candidates = findCandidates(
      context.indexes,
      row.question,
      vector,
      { trustOf: () => 0.5 },
      settings,
    );
    const search = await openSearch(
      { context, facts: facts.store, credibility: neutral, memory: new Map() },
      { question: row.question, vector, candidates, settings, signal, weights: () => weights },
    );
    if (!search) continue;
    cases.push({
      set,
      search,
      gold: new Set(row.passages.flatMap((p, i) => (p.label === 'support' ? [`d${i}#0`] : []))),
      hybrid: candidates.map((c) => c.passage.id),
      tokens: new Map(candidates.map((c) => [c.passage.id, c.passage.tokens])),
    });
  }
  console.error(`${set}: ${cases.length} cases`);
}

let best = await objective();
console.error(`start ${best.toFixed(2)}`, await perSet());
for (const step of [1.5, 0.7, 0.3])
  for (const group of ['first', 'next', 'stop'] as const)
    for (let k = 0; k < weights[group].length; k++) {
      if (names(group)[k] === 'credibility') continue;
      for (const sign of [1, -1]) {
        const before = weights;
        weights = {
          ...weights,
          [group]: weights[group].map((w, i) => (i === k ? w + sign * step : w)),
        };
        const now = await objective();
        if (now > best + 0.01) {
          best = now;
          console.error(
            `${group}.${names(group)[k]} ${weights[group][k]!.toFixed(2)}: ${now.toFixed(2)}`,
          );
          break;
        }
        weights = before;
      }
    }
console.log(JSON.stringify(weights), best.toFixed(2), await perSet());

function names(group: keyof SelectorWeights): readonly string[] {
  return { first: firstFeatures, next: nextFeatures, stop: stopFeatures }[group];
}

/** Mean over the sets, in points: recall above the hybrid list at equal tokens, and recall itself for a fifth. */
async function objective(): Promise<number> {
  const sums = await measure();
  let total = 0;
  for (const { n, recall, hybrid } of sums.values())
    total += (100 * (recall - hybrid + 0.2 * recall)) / n;
  return total / sums.size;
}

async function perSet(): Promise<string> {
  return [...(await measure())]
    .map(
      ([set, s]) =>
        `${set} ${((100 * s.recall) / s.n).toFixed(1)} (hybrid ${((100 * s.hybrid) / s.n).toFixed(1)}) passages ${(s.passages / s.n).toFixed(1)}`,
    )
    .join(', ');
}

async function measure() {
  const sums = new Map<string, { n: number; recall: number; hybrid: number; passages: number }>();
  for (const { set, search, gold, hybrid, tokens } of cases) {
    const chains = await buildChains(search, settings.chains);
    const found: string[] = passageContext(
      chains.map((c) => c.triples.map((t) => search.rows[t]!.triple)),
    );
    const share = (list: readonly string[]): number =>
      list.filter((p) => gold.has(p)).length / gold.size;
    const budget = found.reduce((sum, p) => sum + (tokens.get(p) ?? 0), 0);
    let used = 0;
    const equal = hybrid.filter((p) => (used += tokens.get(p) ?? 0) <= budget);
    const sum = sums.get(set) ?? { n: 0, recall: 0, hybrid: 0, passages: 0 };
    sums.set(set, {
      n: sum.n + 1,
      recall: sum.recall + share(found),
      hybrid: sum.hybrid + share(equal),
      passages: sum.passages + found.length,
    });
  }
  return sums;
}
