/**
 *   npx tsx tests/eval/trust.ts [--set cram_nq] [--seeds 3] [--group 30] [--with trust.alpha=0.8]…
 *
 * FP@5 (share of passages that are not planted among the first five) on the pool of 100 questions of
 * each set, by hybrid retrieval and by keywords (BM25) alone: without trust, with trust and no
 * feedback, and with right feedback on 5, 10, 20, 30 % of the passages drawn by seed. Ours and the
 * paper's preset, in two settings:
 *
 *   own file: every passage is a file of its own, so feedback travels over judged relations alone;
 *   groups:   the paper's simulation: true passages divided into sources, planted ones into others.
 *
 * Also: how well trust tells planted from true passages (AUC) before any feedback, and what helps.
 * What the relations cost and miss: tests/eval/blocking.ts.
 */
import { parseArgs } from 'node:util';
import { createRandom, shuffled } from '../../src/core/lib/random';
import { parseSetting, presets, withSettings, type Settings } from '../../src/core/settings';
import { dot, originsOf } from '../../src/core/trust/copies';
import { createPulls } from '../../src/core/trust/feedback';
import { createNetwork } from '../../src/core/trust/network';
import { independentDegree, signedDegree, trustPrior } from '../../src/core/trust/prior';
import { rescore } from '../../src/core/trust/rescore';
import { solveTrust } from '../../src/core/trust/solve';
import type { DocumentId, Feedback, Passage, Relation } from '../../src/core/types';
import { findCandidates, type Found } from '../../src/engine/ask/search';
import type { Indexes } from '../../src/engine/pipeline/indexes';
import { createTrustService } from '../../src/engine/trust/service';
import {
  createEvaluationModels,
  hasData,
  loadPool,
  never,
  openPool,
  sets,
  settingsOf,
  type Pool,
} from './trust-data';

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    seeds: { type: 'string' },
    group: { type: 'string' },
    from: { type: 'string' },
    with: { type: 'string', multiple: true },
  },
});
const seeds = Array.from({ length: Number(values.seeds ?? 3) }, (_, i) => i + 1);
const perGroup = Number(values.group ?? 30);
const from = Number(values.from ?? 0);
const shares = [0, 0.05, 0.1, 0.2, 0.3];
const modes = ['hybrid', 'sparse', 'dense'] as const;

/** `--with` changes ours, to try another value; the paper's preset stays what it is. */
const ours = withSettings(settingsOf(), ...(values.with ?? []).map(parseSetting));
const paper = withSettings(settingsOf(), { trust: presets.trustprop.trust });
/** What gives trust, and what makes a score of it. */
const ways: readonly (readonly [name: string, solved: Settings, rescored: Settings])[] = [
  ['ours', ours, ours],
  ['ours, blended', ours, withSettings(ours, { trust: { combine: 'blend' } })],
  ["the paper's preset", paper, paper],
];

interface Library {
  readonly pool: Pool;
  readonly indexes: Indexes;
  readonly relations: readonly Relation[];
  /** Unit vectors of the questions. */
  readonly vectors: readonly Float32Array[];
}

async function evaluate(pool: Pool): Promise<void> {
  const models = createEvaluationModels();
  const { context } = await openPool(pool, models, ours);
  const { indexes } = context;
  const trust = createTrustService({ ...context, models }, { background: false });
  await trust.buildRelations(() => {}, never);
  const flat = await models.embed(
    pool.questions.map(({ question }) => question),
    never,
  );
  const width = flat.length / pool.questions.length;
  const vectors = pool.questions.map((_, q) => flat.slice(q * width, (q + 1) * width));
  const library = { pool, indexes, relations: trust.state.relations.all(), vectors };

  const planted = pool.passages.filter((passage) => passage.planted).length;
  console.log(
    `\n${pool.name}: ${pool.questions.length} questions, ${pool.passages.length} passages, ${planted} planted, ${library.relations.length} relations, judge asked ${models.pairsJudged} times`,
  );
  await printSeparation(library);
  const taus = new Map<string, Promise<Float64Array>>();
  const tauOf = (
    name: string,
    settings: Settings,
    share: number,
    seed: number,
    grouped: boolean,
  ): Promise<Float64Array> => {
    const key = [name, share, seed, grouped].join();
    const known = taus.get(key) ?? solve(library, settings, share, seed, grouped);
    taus.set(key, known);
    return known;
  };
  for (const mode of modes) {
    const found = search(library, mode);
    console.log(
      `\n| FP@5, ${mode === 'sparse' ? 'BM25 alone' : mode} | no feedback | 5 % | 10 % | 20 % | 30 % | answer there at 0, 10, 30 % |`,
    );
    console.log('| --- | --- | --- | --- | --- | --- | --- |');
    print('without trust', [firstFive(library, found, null, ours)]);
    const alone = await averages(seeds, (share, seed) =>
      Promise.resolve(firstFive(library, found, verdictsAlone(library, share, seed), ours)),
    );
    print('feedback that does not travel', alone);
    for (const grouped of [false, true])
      for (const [name, settings, rescored] of ways) {
        const solved = settings === ours ? 'ours' : name;
        const row = await averages(seeds, async (share, seed) =>
          firstFive(library, found, await tauOf(solved, settings, share, seed, grouped), rescored),
        );
        print(`${grouped ? `groups of ${perGroup}` : 'own file'}: ${name}`, row);
      }
  }
}

async function averages(
  over: readonly number[],
  value: (share: number, seed: number) => Promise<FirstFive>,
): Promise<FirstFive[]> {
  const row: FirstFive[] = [];
  for (const share of shares) {
    const all: FirstFive[] = [];
    for (const seed of over) all.push(await value(share, seed));
    const mean = (of: keyof FirstFive): number =>
      all.reduce((sum, one) => sum + one[of], 0) / all.length;
    row.push({ factual: mean('factual'), answered: mean('answered') });
  }
  return row;
}

function print(what: string, row: readonly FirstFive[]): void {
  const cells = shares.map((_, k) => row[k]?.factual.toFixed(1) ?? '');
  const answered = [0, 2, 4].flatMap((k) => row[k]?.answered.toFixed(0) ?? []);
  console.log(`| ${[what, ...cells, answered.join(', ')].join(' | ')} |`);
}

/** The baseline: a verdict counts for its passage and for no other. */
function verdictsAlone({ pool, indexes }: Library, share: number, seed: number): Float64Array {
  const passages = passagesOf(indexes);
  const tau = new Float64Array(passages.length).fill(0.5);
  const position = new Map(passages.map(({ id }, i) => [`passage:${id}`, i]));
  for (const { target, value } of drawn(pool, passages, share, seed))
    tau[position.get(target)!] = ours.trust[value];
  return tau;
}

/** Trust of each passage, by position. */
async function solve(
  { pool, indexes, relations }: Library,
  settings: Settings,
  share: number,
  seed: number,
  grouped: boolean,
): Promise<Float64Array> {
  const passages = grouped ? regrouped(pool, indexes, seed) : passagesOf(indexes);
  const network = createNetwork({ passages, relations, folders: new Map() }, settings.trust);
  const prior = priorOf(passages, indexes, network.relations, settings);
  const pulls = createPulls(network, drawn(pool, passages, share, seed), prior, settings.trust);
  const { tau } = await solveTrust(network.graph, pulls, pulls.prior, settings.trust);
  return tau.slice(0, passages.length);
}

type Node = Pick<Passage, 'id' | 'document'>;

const passagesOf = (indexes: Indexes): Node[] =>
  indexes.documents().flatMap(({ id }) => indexes.passagesOf(id).map((i) => indexes.passage(i)));

/** True passages in sources of their own, planted ones in others, drawn by seed (TP, section 4.1). */
function regrouped(pool: Pool, indexes: Indexes, seed: number): Node[] {
  const random = createRandom(1000 + seed);
  const documents = new Map<number, DocumentId>();
  for (const planted of [false, true]) {
    const own = pool.passages.flatMap((passage, i) => (passage.planted === planted ? [i] : []));
    shuffled(own, random).forEach((i, k) => {
      const group = `${planted ? 'planted' : 'true'}-${Math.floor(k / perGroup)}`;
      documents.set(i, group as DocumentId);
    });
  }
  return passagesOf(indexes).map(({ id }, i) => ({ id, document: documents.get(i)! }));
}

/** The prior as the product computes it, with the sources as they are grouped here. */
function priorOf(
  passages: readonly Node[],
  indexes: Indexes,
  relations: readonly Relation[],
  { trust }: Settings,
): Float64Array {
  const node = new Map(passages.map(({ id }, i) => [id, i]));
  const between = relations.filter(
    ({ a, b }) => passages[node.get(a)!]!.document !== passages[node.get(b)!]!.document,
  );
  const edges = {
    a: between.map(({ a }) => node.get(a)!),
    b: between.map(({ b }) => node.get(b)!),
    signed: between.map(({ sign, weight }) => sign * weight),
  };
  const copies = between
    .filter(({ a, b }) => cosineOf(indexes, a, b) >= trust.copyCosine)
    .map(({ a, b }) => [node.get(a)!, node.get(b)!] as const);
  const degree = trust.independent
    ? independentDegree(
        passages.length,
        edges,
        originsOf(
          passages.map(({ document }) => document),
          copies,
        ),
      )
    : signedDegree(passages.length, edges);
  return trustPrior(degree, null, trust);
}

function cosineOf(indexes: Indexes, a: Relation['a'], b: Relation['b']): number {
  const one = Float32Array.from(indexes.vector(indexes.indexOf(a)));
  return dot(one, indexes.vector(indexes.indexOf(b)));
}

function drawn(pool: Pool, passages: readonly Node[], share: number, seed: number): Feedback[] {
  const chosen = shuffled(
    passages.map((_, i) => i),
    createRandom(77 * seed),
  ).slice(0, Math.round(share * passages.length));
  return chosen.map((i) => ({
    target: `passage:${passages[i]!.id}`,
    value: pool.passages[i]!.planted ? 'bad' : 'good',
    given: 0,
    from: 'evaluation',
  }));
}

/** Candidates of each question before trust. */
function search({ pool, indexes, vectors }: Library, mode: (typeof modes)[number]): Found[][] {
  const settings = withSettings(ours, { retrieval: { mode, pool: 50 }, trust: { enabled: false } });
  const unknown = { trustOf: () => 0.5 };
  return pool.questions.map(({ question }, q) =>
    findCandidates(indexes, question, vectors[q]!, unknown, settings),
  );
}

/** In percent, over the first five passages of each question. */
interface FirstFive {
  /** FP@5: passages that are not planted. */
  readonly factual: number;
  /** Questions that have a passage there which is not planted and names a right answer. */
  readonly answered: number;
}

function firstFive(
  { pool, indexes }: Library,
  found: readonly Found[][],
  tau: Float64Array | null,
  { trust: { alpha, combine } }: Settings,
): FirstFive {
  const position = new Map(passagesOf(indexes).map(({ id }, i) => [id, i]));
  let [factual, answered] = [0, 0];
  found.forEach((candidates, q) => {
    const at = candidates.map(({ passage }) => position.get(passage.id)!);
    const relevance = candidates.map((candidate) => candidate.relevance);
    const trust = at.map((i) => tau?.[i] ?? 0.5);
    const first = rescore(relevance, trust, tau ? alpha : 0, combine).slice(0, 5);
    const passages = first.map(({ index }) => pool.passages[at[index]!]!);
    const right = passages.filter(({ planted }) => !planted);
    factual += passages.length > 0 ? right.length / passages.length : 0;
    if (right.some(({ answers, questions }) => answers && questions.has(q))) answered++;
  });
  return { factual: (100 * factual) / found.length, answered: (100 * answered) / found.length };
}

/** AUC of true over planted passages without feedback: over the pool, and within each question. */
async function printSeparation(library: Library): Promise<void> {
  const { pool, indexes, relations } = library;
  const node = new Map(passagesOf(indexes).map(({ id }, i) => [id, i]));
  const degree = (rows: readonly Relation[], once: boolean): Float64Array => {
    const edges = {
      a: rows.map(({ a }) => node.get(a)!),
      b: rows.map(({ b }) => node.get(b)!),
      signed: rows.map(({ sign, weight }) => sign * weight),
    };
    const copies = rows
      .filter(({ a, b }) => cosineOf(indexes, a, b) >= ours.trust.copyCosine)
      .map(({ a, b }) => [node.get(a)!, node.get(b)!] as const);
    const documents = passagesOf(indexes).map(({ document }) => document);
    return once
      ? independentDegree(node.size, edges, originsOf(documents, copies))
      : signedDegree(node.size, edges);
  };
  const contradictions = relations.filter(({ sign }) => sign < 0);
  const supports = relations.filter(({ sign }) => sign > 0);
  for (const [what, values] of [
    ['signed degree, every relation (paper)', degree(relations, false)],
    ['independent voices (ours)', degree(relations, true)],
    ['contradictions alone, independent', degree(contradictions, true)],
    ['supports alone, independent', degree(supports, true)],
    ['tau without feedback, own files', await solve(library, ours, 0, 1, false)],
    ['tau without feedback, groups', await solve(library, ours, 0, 1, true)],
    ["tau without feedback, paper's preset, groups", await solve(library, paper, 0, 1, true)],
  ] as const) {
    const overall = auc(pool.passages.map((passage, i) => [values[i]!, !passage.planted]));
    const own = pool.questions
      .map(({ passages }) => auc(passages.map((i) => [values[i]!, !pool.passages[i]!.planted])))
      .filter((value) => !Number.isNaN(value));
    const within = own.reduce((sum, value) => sum + value, 0) / own.length;
    console.log(
      `  AUC ${what.padEnd(46)} ${overall.toFixed(3)}; within a question ${within.toFixed(3)}`,
    );
  }
}

/** Chance that a positive has the higher value, ties half; NaN without both kinds. */
function auc(rows: readonly (readonly [value: number, positive: boolean])[]): number {
  const high = rows.filter(([, positive]) => positive).map(([value]) => value);
  const low = rows.filter(([, positive]) => !positive).map(([value]) => value);
  let wins = 0;
  for (const a of high) for (const b of low) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (high.length * low.length);
}

for (const name of sets) {
  if (values.set !== undefined && values.set !== name) continue;
  if (hasData(name)) await evaluate(loadPool(name, from, from + 100));
  else console.log(`${name}: skipped, the data is not here`);
}
