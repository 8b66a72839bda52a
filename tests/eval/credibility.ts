/**
 * How well credibility without a language model tells triples of true passages from those of
 * planted ones (cram_nq, cram_trivia, poisonedrag_hotpotqa). Each question's passages are a library;
 * labels are read by the metric alone.
 *
 *   npx tsx tests/eval/credibility.ts measure [--limit N]   features into .cache/facts, slow
 *   npx tsx tests/eval/credibility.ts [fit]                 AUC on the held-out three tenths
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { rocAuc } from '../../src/core/evaluation/metrics';
import {
  credibilityOf,
  credibilityWeights,
  type Corroboration,
  type CredibilityWeights,
  type Evidence,
} from '../../src/core/triples/credibility';
import { defaultSettings } from '../../src/core/settings';
import type { DocumentId } from '../../src/core/types';
import { established } from '../../src/core/triples/names';
import { compare } from '../../src/engine/facts/corroboration';
import { createNodeModels } from '../support/node-models';
import { isTuning, readSet, report } from './facts-data';
import { cachedEmbedder, createFactsLibrary, passageText } from './facts-library';
import { createVectorCache } from './vector-cache';

const sets = ['cram_nq', 'cram_trivia', 'poisonedrag_hotpotqa'] as const;
const cacheFile = new URL('../../.cache/facts/credibility.jsonl', import.meta.url);

const node = createNodeModels({ threads: 1 });
const judge = (await node.describe()).roles.judge!.id;

/** One triple: what other sources say of it, and whether its passage was planted. */
interface Line {
  /** What judged it. */
  readonly judge: string;
  readonly set: string;
  readonly id: string;
  readonly passage: number;
  readonly planted: boolean;
  readonly text: string;
  readonly head: number;
  readonly tail: number;
  readonly established: 0 | 1 | 2;
  /** Support, contradiction, and the passage that says it. */
  readonly evidence: readonly (readonly [number, number, number])[];
}

async function measure(most: number): Promise<void> {
  const cache = createVectorCache(node);
  const signal = new AbortController().signal;
  mkdirSync(new URL('.', cacheFile), { recursive: true });
  const done = new Set(readLines().map((l) => `${l.set} ${l.id}`));
  for (const set of sets) {
    for (const row of readSet(set).slice(0, most)) {
      if (done.has(`${set} ${row.id}`)) continue;
      await cache.fill(row.passages.map(passageText));
      const { context, facts } = await createFactsLibrary(
        row.passages,
        cache,
        cachedEmbedder(node, cache),
        () => defaultSettings,
      );
      const names = await facts.store.names(() => Promise.resolve());
      const compared = row.passages.flatMap((p, i) =>
        compare(
          context,
          names,
          `d${i}` as DocumentId,
          facts.store.ofDocument(`d${i}` as DocumentId),
          {
            passages: 8,
            sentences: 3,
            copy: 0.9,
          },
        ).map((c) => ({ ...c, passage: i, planted: p.label === 'false' })),
      );
      const pairs = compared.flatMap((c) =>
        c.sentences.map((s) => ({ premise: s.text, hypothesis: c.text })),
      );
      const scores = await node.entail(pairs, signal);
      let at = 0;
      const lines = compared.map(
        ({ passage, planted, text, triple, head, tail, sentences }): Line => ({
          judge,
          set,
          id: row.id,
          passage,
          planted,
          text,
          head,
          tail,
          established: established(triple),
          evidence: sentences.map((s) => {
            const k = 3 * at++;
            const from = Number(/^d(\d+)#/.exec(s.passage)![1]);
            return [round(scores[k]!), round(scores[k + 2]!), from] as const;
          }),
        }),
      );
      appendFileSync(cacheFile, lines.map((l) => `${JSON.stringify(l)}\n`).join(''));
    }
    console.error(`${set}: ${readLines().filter((l) => l.set === set).length} triples`);
  }
}

const round = (x: number): number => Number(x.toFixed(4));

function readLines(): Line[] {
  if (!existsSync(cacheFile)) return [];
  return readFileSync(cacheFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((l) => JSON.parse(l) as Line)
    .filter((l) => l.judge === judge);
}

const evidenceOf = (line: Line): Evidence[] =>
  line.evidence.map(([support, contradiction]) => ({ support, contradiction, trust: 0.5 }));
const corroboration = (line: Line): Corroboration => ({
  ...line,
  trust: 0.5,
  evidence: evidenceOf(line),
});
const score = (line: Line, weights: CredibilityWeights): number =>
  credibilityOf(corroboration(line), weights).score;
const auc = (lines: readonly Line[], of: (line: Line) => number): number =>
  rocAuc(
    lines.map(of),
    lines.map((l) => !l.planted),
  );

function evaluate(fitted: boolean): void {
  const lines = readLines();
  const tuning = lines.filter((l) => isTuning(l.id));
  const held = lines.filter((l) => !isTuning(l.id));
  const weights = fitted ? fit(tuning) : credibilityWeights;
  const best = (line: Line, k: 0 | 1): number => Math.max(0, ...line.evidence.map((e) => e[k]));
  const text = [
    `judge ${judge}`,
    `weights ${JSON.stringify(weights)}`,
    'set                      triples  planted   AUC of triples  AUC of passages (mean)   support alone  contradiction alone  entities alone  neutral',
  ];
  const results: Record<string, unknown> = {};
  for (const set of [...sets, 'all']) {
    const part = held.filter((l) => set === 'all' || l.set === set);
    if (part.length === 0) continue;
    const byPassage = new Map<string, { sum: number; n: number; planted: boolean }>();
    for (const l of part) {
      const key = `${l.set} ${l.id} ${l.passage}`;
      const p = byPassage.get(key) ?? { sum: 0, n: 0, planted: l.planted };
      byPassage.set(key, { ...p, sum: p.sum + score(l, weights), n: p.n + 1 });
    }
    const passages = [...byPassage.values()];
    const result = {
      triples: part.length,
      planted: part.filter((l) => l.planted).length,
      auc: auc(part, (l) => score(l, weights)),
      passageAuc: rocAuc(
        passages.map((p) => p.sum / p.n),
        passages.map((p) => !p.planted),
      ),
      support: auc(part, (l) => best(l, 0)),
      contradiction: auc(part, (l) => -best(l, 1)),
      entities: auc(part, (l) => l.established),
      neutral: part.filter((l) => score(l, weights) === 5).length / part.length,
    };
    results[set] = result;
    text.push(
      `${set.padEnd(24)} ${String(result.triples).padStart(7)} ${String(result.planted).padStart(8)}   ${[result.auc, result.passageAuc, result.support, result.contradiction, result.entities, result.neutral].map((x) => x.toFixed(3).padStart(14)).join(' ')}`,
    );
  }
  report('credibility', { judge, weights, results }, text);
}

/**
 * Logistic regression of "true" on the entity step among what others mention, by gradient ascent;
 * planted and true count alike. Prints what a fit of support and contradiction would give, too.
 */
function fit(lines: readonly Line[]): CredibilityWeights {
  const rows = lines
    .filter((l) => l.head > 0 || l.tail > 0 || l.evidence.length > 0)
    .map((l) => {
      const { pushes } = credibilityOf(corroboration(l), {
        support: 1,
        contradiction: -1,
        entities: 1,
      });
      const of = (kind: string): number => pushes.find((p) => p.kind === kind)?.push ?? 0;
      return { x: [of('entities'), of('support'), of('contradiction')], y: l.planted ? 0 : 1 };
    });
  const all = ascend(rows);
  console.log(
    `fitted: entities ${all[0]!.toFixed(2)}, support ${all[1]!.toFixed(2)}, contradiction ${(-all[2]!).toFixed(2)}`,
  );
  const [entities = 0] = ascend(rows.map(({ x, y }) => ({ x: x.slice(0, 1), y })));
  return { ...credibilityWeights, entities };
}

function ascend(rows: readonly { readonly x: readonly number[]; readonly y: number }[]): number[] {
  const share = rows.filter((r) => r.y === 1).length / rows.length;
  const w = rows[0]!.x.map(() => 0);
  for (let step = 0; step < 2000; step++) {
    const g = w.map(() => 0);
    for (const { x, y } of rows) {
      const p = 1 / (1 + Math.exp(-x.reduce((s, v, k) => s + v * w[k]!, 0)));
      const importance = y === 1 ? 0.5 / share : 0.5 / (1 - share);
      x.forEach((v, k) => (g[k]! += (importance * (y - p) * v) / rows.length));
    }
    w.forEach((_, k) => (w[k]! += 2 * g[k]!));
  }
  return w;
}

const [action = '', flag = '', limit = '60'] = process.argv.slice(2);
if (action === 'measure') await measure(flag === '--limit' ? Number(limit) : 1_000_000);
else evaluate(action === 'fit');
