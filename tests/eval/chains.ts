/**
 * Supporting passages found by chains, against dense top-k and hybrid top-k at equal tokens.
 *
 *   npx tsx tests/eval/chains.ts [sets] [--tuning] [--limit N] [--set group.name=value]
 *
 * Sets: hotpotqa, 2wiki, musique (each question's own passages are the library) and hotpotqa_pool
 * (one library of 4 937 passages). Reported on the held-out three tenths unless --tuning.
 */
import { parseArgs } from 'node:util';
import {
  defaultSettings,
  parseSetting,
  withSettings,
  type Settings,
} from '../../src/core/settings';
import { findCandidates, type Found } from '../../src/engine/ask/search';
import type { Chained } from '../../src/engine/ask/run';
import { createNodeModels } from '../support/node-models';
import { isTuning, percent, readPool, readSet, report, type FactRow } from './facts-data';
import {
  cachedEmbedder,
  createFactsLibrary,
  passageText,
  type FactsLibrary,
} from './facts-library';
import { createVectorCache } from './vector-cache';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tuning: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    limit: { type: 'string', default: '100000' },
    set: { type: 'string', multiple: true, default: [] },
  },
});
const sets = positionals.length > 0 ? positionals : ['hotpotqa', '2wiki', 'musique'];
const settings = withSettings(
  defaultSettings,
  { trust: { enabled: false } },
  ...values.set.map(parseSetting),
);
const node = createNodeModels({ threads: 1 });
const cache = createVectorCache(node);
const models = cachedEmbedder(node, cache);
const never = new AbortController().signal;
const lines: string[] = [];
const results: Record<string, unknown> = {};

for (const set of sets) {
  const rows = readSet(set.replace('_pool', ''))
    .filter((r) => r.passages.some((p) => p.label === 'support'))
    .filter((r) => values.all || isTuning(r.id) === values.tuning)
    .slice(0, Number(values.limit));
  const pool = set.endsWith('_pool')
    ? await createFactsLibrary(readPool(), cache, models, () => settings)
    : null;
  await cache.fill(rows.flatMap((r) => [r.question, ...(pool ? [] : r.passages.map(passageText))]));
  const tally = createTally();
  for (const row of rows) {
    const library = pool ?? (await createFactsLibrary(row.passages, cache, models, () => settings));
    await measure(row, library, tally);
  }
  const result = tally.finish();
  results[set] = result;
  lines.push(...format(set, rows.length, result));
}
report(`chains${values.tuning ? '-tuning' : ''}`, { settings: settings.chains, results }, lines);

async function measure(row: FactRow, library: FactsLibrary, tally: Tally): Promise<void> {
  const { indexes } = library.context;
  const vector = Float32Array.from(cache.vector(row.question));
  const gold = new Set(
    row.passages
      .filter((p) => p.label === 'support')
      .map((p) => library.passages.findIndex((q) => q.title === p.title && q.text === p.text)),
  );
  const candidates = candidatesOf(library, row.question, vector, settings);
  const before = models.asked();
  const started = performance.now();
  const chained = await library.facts.chainer.chains(
    row.question,
    vector,
    candidates,
    settings,
    never,
  );
  const ms = performance.now() - started;
  const embedded = models.asked() - before;
  const dense = indexes.dense(vector, 50).map((h) => h.index);
  const hybrid = candidates.map((c) => c.index);
  tally.add({
    gold,
    dense,
    hybrid,
    chained,
    tokens: (i) => indexes.passage(i).tokens,
    ms,
    embedded,
  });
}

function candidatesOf(
  library: FactsLibrary,
  question: string,
  vector: Float32Array,
  use: Settings,
): Found[] {
  return findCandidates(library.context.indexes, question, vector, { trustOf: () => 0.5 }, use);
}

interface Case {
  readonly gold: ReadonlySet<number>;
  readonly dense: readonly number[];
  readonly hybrid: readonly number[];
  readonly chained: Chained;
  readonly tokens: (passage: number) => number;
  readonly ms: number;
  /** Texts that the embedder was asked for. */
  readonly embedded: number;
}
interface Tally {
  add(c: Case): void;
  finish(): Record<string, number | number[]>;
}

function createTally(): Tally {
  const sums = new Map<string, number>();
  const at: Record<string, number[]> = { dense: [], hybrid: [], 'chains then hybrid': [] };
  let n = 0;
  const add = (key: string, value: number): void =>
    void sums.set(key, (sums.get(key) ?? 0) + value);
  return {
    add({ gold, dense, hybrid, chained, tokens, ms, embedded }) {
      n++;
      const share = (list: readonly number[]): number =>
        list.filter((i) => gold.has(i)).length / gold.size;
      const within = (list: readonly number[], budget: number): number => {
        let used = 0;
        return share(list.filter((i) => (used += tokens(i)) <= budget));
      };
      const sbs = chained.passages;
      const used = sbs.reduce((sum, i) => sum + tokens(i), 0);
      const tbs = chained.sentences.reduce((sum, s) => sum + countTokens(s), 0);
      const inTriples = [
        ...new Set(chained.chains.flatMap((c) => c.triples.map((t) => t.passage as string))),
      ];
      add('sbs recall', share(sbs));
      add('sbs passages', sbs.length);
      add('sbs tokens', used);
      add('dense at equal tokens', within(dense, used));
      add('hybrid at equal tokens', within(hybrid, used));
      add('tbs tokens', tbs);
      add('tbs recall', inTriples.length === 0 ? 0 : share(sbs));
      add('tbs shorter', Number(tbs < used));
      add('dense at 3 x tbs tokens', within(dense, 3 * tbs));
      add('hybrid at 3 x tbs tokens', within(hybrid, 3 * tbs));
      add(
        'hops',
        chained.chains.reduce((s, c) => s + c.triples.length, 0) /
          Math.max(1, chained.chains.length),
      );
      add('ms', ms);
      add('texts embedded', embedded);
      const merged = [...sbs, ...hybrid.filter((i) => !sbs.includes(i))];
      for (const [key, list] of [
        ['dense', dense],
        ['hybrid', hybrid],
        ['chains then hybrid', merged],
      ] as const)
        for (let k = 1; k <= 10; k++) at[key]![k] = (at[key]![k] ?? 0) + share(list.slice(0, k));
    },
    finish() {
      const means = Object.fromEntries([...sums].map(([key, sum]) => [key, sum / n]));
      const curves = Object.fromEntries(
        Object.entries(at).map(([key, list]) => [`${key} @1..10`, list.slice(1).map((x) => x / n)]),
      );
      return { ...means, ...curves };
    },
  };
}

/** Tokens of a sentence by the cache, or four characters a token where it was never embedded. */
function countTokens(sentence: string): number {
  const text = sentence.replace(/\.$/, '');
  for (const t of [text, text.charAt(0).toLowerCase() + text.slice(1)])
    try {
      return cache.tokens(t) + 1;
    } catch {
      continue;
    }
  return Math.ceil(sentence.length / 4);
}

function format(set: string, n: number, result: Record<string, number | number[]>): string[] {
  const out = [`\n${set}: ${n} questions`];
  for (const [key, value] of Object.entries(result))
    if (Array.isArray(value))
      out.push(`  ${key.padEnd(28)} ${value.map((x) => (100 * x).toFixed(1)).join(' ')}`);
    else
      out.push(
        `  ${key.padEnd(28)} ${/recall|at |shorter/.test(key) ? percent(value) : value.toFixed(1)}`,
      );
  return out;
}
