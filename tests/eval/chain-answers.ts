/**
 * EM and F1 of one reader over four contexts of the same question: the best passages (plain), as many
 * of them as the chains' passages have tokens (plain, equal tokens), the chains' passages (SBS), and
 * the chains' triples as sentences (TBS). Held-out three tenths of each set.
 *
 *   npx tsx tests/eval/chain-answers.ts [sets]
 *   npx tsx tests/eval/chain-answers.ts poisoned     one planted passage a question; chains with and
 *                                                    without credibility, and with the ideal one
 */
import { tokenF1, normalizeAnswer } from '../../src/core/lib/normalize';
import { defaultSettings, withSettings } from '../../src/core/settings';
import type { ReaderSpan } from '../../src/core/types';
import { findCandidates } from '../../src/engine/ask/search';
import type { Chained } from '../../src/engine/ask/run';
import { createChainer } from '../../src/engine/facts/chainer';
import { createNodeModels } from '../support/node-models';
import { isTuning, percent, readSet, report, type FactRow } from './facts-data';
import {
  cachedEmbedder,
  createFactsLibrary,
  passageText,
  type FactsLibrary,
} from './facts-library';
import { createVectorCache } from './vector-cache';

const settings = withSettings(defaultSettings, { trust: { enabled: false } });
const node = createNodeModels({ threads: 1 });
const cache = createVectorCache(node);
const models = cachedEmbedder(node, cache);
const never = new AbortController().signal;

interface Score {
  em: number;
  f1: number;
  has: number;
  tokens: number;
  misled: number;
  n: number;
}
type Table = Map<string, Score>;

async function plain(sets: readonly string[]): Promise<void> {
  const lines: string[] = [];
  const results: Record<string, unknown> = {};
  for (const set of sets) {
    const table: Table = new Map();
    const rows = readSet(set).filter((r) => !isTuning(r.id));
    for (const row of rows) {
      const library = await libraryOf(row);
      const { candidates, chained } = await search(library, row);
      const sbs = chained.passages.map((i) => textOf(library, i));
      const best = candidates.map((c) => textOf(library, c.index));
      let used = 0;
      const budget = sum(sbs.map(tokensOf));
      await score(table, 'plain, 5 passages', row, best.slice(0, 5));
      await score(
        table,
        'plain, equal tokens',
        row,
        best.filter((t) => (used += tokensOf(t)) <= budget),
      );
      await score(table, 'chains, SBS', row, sbs);
      await score(
        table,
        'chains, TBS',
        row,
        chained.sentences.length > 0 ? [chained.sentences.join(' ')] : [],
      );
      await score(table, 'SBS, then plain to 5', row, [...new Set([...sbs, ...best])].slice(0, 5));
    }
    results[set] = Object.fromEntries(table);
    lines.push(...format(set, rows.length, table));
  }
  report('chain-answers', results, lines);
}

async function poisoned(): Promise<void> {
  const table: Table = new Map();
  const rows = readSet('poisonedrag_hotpotqa').map((row): FactRow => {
    // One planted passage a question, as in the paper; the others of the set are left out.
    let planted = 0;
    return { ...row, passages: row.passages.filter((p) => p.label !== 'false' || planted++ === 0) };
  });
  for (const row of rows) {
    const library = await libraryOf(row);
    await library.facts.credibility.run(() => {}, never);
    const planted = new Set(row.passages.flatMap((p, i) => (p.label === 'false' ? [`d${i}`] : [])));
    const ways = {
      'without credibility': () => 5,
      'with credibility': library.facts.credibility.score,
      'ideal: planted 1, true 10': (t: { readonly document: string }) =>
        planted.has(t.document) ? 1 : 10,
    };
    for (const [way, of] of Object.entries(ways)) {
      const chainer = createChainer(library.context, library.facts.store, {
        load: () => Promise.resolve(),
        score: of,
      });
      const { chained } = await search(library, row, chainer);
      const texts = chained.passages.map((i) => textOf(library, i));
      const share = chained.passages.filter((i) =>
        planted.has(library.context.indexes.passage(i).document),
      ).length;
      await score(table, `SBS ${way}`, row, texts, share / Math.max(1, texts.length));
      await score(
        table,
        `TBS ${way}`,
        row,
        [chained.sentences.join(' ')],
        plantedShare(chained, planted),
      );
    }
  }
  report(
    'chain-poisoned',
    Object.fromEntries(table),
    format('poisonedrag_hotpotqa, one planted passage each', rows.length, table),
  );
}

const plantedShare = (chained: Chained, planted: ReadonlySet<string>): number => {
  const triples = chained.chains.flatMap((c) => c.triples);
  return triples.filter((t) => planted.has(t.document)).length / Math.max(1, triples.length);
};

async function libraryOf(row: FactRow): Promise<FactsLibrary> {
  await cache.fill([row.question, ...row.passages.map(passageText)]);
  return createFactsLibrary(
    row.passages,
    cache,
    { ...models, entail: node.entail },
    () => settings,
  );
}

async function search(library: FactsLibrary, row: FactRow, chainer = library.facts.chainer) {
  const vector = Float32Array.from(cache.vector(row.question));
  const candidates = findCandidates(
    library.context.indexes,
    row.question,
    vector,
    { trustOf: () => 0.5 },
    settings,
  );
  return {
    candidates,
    chained: await chainer.chains(row.question, vector, candidates, settings, never),
  };
}

const textOf = ({ passages }: FactsLibrary, i: number): string => passageText(passages[i]!);
const tokensOf = (text: string): number => cache.tokens(text);
const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);

/** Reads the contexts and scores the best span of all. */
async function score(
  table: Table,
  name: string,
  row: FactRow,
  contexts: readonly string[],
  extra = 0,
): Promise<void> {
  const spans = (await node.read(row.question, contexts, 1, never)).flat();
  const best = spans.reduce<ReaderSpan | null>((a, b) => (a && a.score >= b.score ? a : b), null);
  const answer = best?.text ?? '';
  const own = table.get(name) ?? { em: 0, f1: 0, has: 0, tokens: 0, misled: 0, n: 0 };
  table.set(name, own);
  own.n++;
  own.em += Math.max(
    0,
    ...row.answers.map((a) => Number(normalizeAnswer(a) === normalizeAnswer(answer))),
  );
  own.f1 += Math.max(0, ...row.answers.map((a) => tokenF1(a, answer)));
  const all = normalizeAnswer(contexts.join(' '));
  own.has += Number(row.answers.some((a) => all.includes(normalizeAnswer(a))));
  own.tokens += Math.round(contexts.join(' ').length / 4.3);
  own.misled += extra;
}

function format(set: string, n: number, table: Table): string[] {
  return [
    `\n${set}: ${n} questions`,
    `${''.padEnd(32)}     EM     F1  answer in context  tokens  planted`,
    ...[...table].map(
      ([name, s]) =>
        `${name.padEnd(32)} ${percent(s.em / s.n).padStart(6)} ${percent(s.f1 / s.n).padStart(6)} ${percent(s.has / s.n).padStart(18)} ${(s.tokens / s.n).toFixed(0).padStart(7)} ${percent(s.misled / s.n).padStart(8)}`,
    ),
  ];
}

const names = process.argv.slice(2);
if (names[0] === 'poisoned') await poisoned();
else await plain(names.length > 0 ? names : ['hotpotqa', '2wiki', 'musique']);
