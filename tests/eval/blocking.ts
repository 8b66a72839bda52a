/**
 *   npx tsx tests/eval/blocking.ts [--set cram_nq] [--random 1500] [--seed 1] [--from 0] [--with trust.neighbours=30]…
 *
 * What blocking saves, and what it loses. On the pool of 100 questions of each set:
 *
 *   1. all pairs: every pair of passages is looked at, its best pairs of sentences chosen without any
 *      blocking limit (no least cosine, no least common words, no cap), and judged both ways;
 *   2. blocked: what the product does (its own learner, calls counted);
 *   3. the curve between: calls and contradictions kept per limit;
 *   4. where the edges are: between true and planted passages of one question, or elsewhere;
 *   5. the same by the least strength of an edge;
 *   6. for comparison, the pairs of one question and a random sample of all, judged as plain sentences
 *      without any rule: what a judge of all pairs would call a contradiction, and how much of that
 *      is an edge here.
 *
 * Calls are compared with one call per pair of passages, which is what the paper makes.
 */
import { parseArgs } from 'node:util';
import { createRandom } from '../../src/core/lib/random';
import { parseSetting, withSettings, type Settings } from '../../src/core/settings';
import { dot } from '../../src/core/trust/copies';
import {
  pairOf,
  relationOf,
  type PassagePair,
  type StatedPassage,
} from '../../src/core/trust/pairs';
import { statedSentences } from '../../src/core/trust/statements';
import { createWordIndex } from '../../src/core/trust/word-index';
import { extractByRules } from '../../src/core/triples/extract';
import type { Judgement, Relation } from '../../src/core/types';
import { loadEnglish } from '../../src/engine/facts/extraction';
import type { Indexes } from '../../src/engine/pipeline/indexes';
import { createTrustService } from '../../src/engine/trust/service';
import {
  createEvaluationModels,
  hasData,
  loadPool,
  never,
  openPool,
  pairKind,
  pairKinds,
  sets,
  settingsOf,
  type CountedModels,
  type Pool,
} from './trust-data';

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string' },
    with: { type: 'string', multiple: true },
  },
});
const sampled = Number(values.random ?? 1500);
const seed = Number(values.seed ?? 1);
const from = Number(values.from ?? 0);

interface Judged {
  readonly pair: PassagePair;
  readonly judgements: readonly (readonly [Judgement, Judgement])[];
}

async function evaluate(pool: Pool): Promise<void> {
  const models = createEvaluationModels();
  const settings = withSettings(settingsOf(), ...(values.with ?? []).map(parseSetting));
  const { context } = await openPool(pool, models, settings);
  const { indexes } = context;
  const size = indexes.size;
  const possible = (size * (size - 1)) / 2;
  console.log(`\n${pool.name}: ${size} passages, ${possible} pairs`);

  const all = await judgeAllPairs(indexes, models, settings.trust);
  const reference = edgesOf(all, settings.trust);
  console.log(`all pairs: ${callsOf(all)} calls, ${describe(pool, indexes, reference)}`);

  const before = models.pairsJudged;
  const trust = createTrustService({ ...context, models }, { background: false });
  await trust.buildRelations(() => {}, never);
  const calls = models.pairsJudged - before;
  const blocked = trust.state.relations.all();
  console.log(
    `blocked:   ${calls} calls = ${share(calls, possible)} of one call a pair; ` +
      `contradictions kept ${kept(reference, blocked, -1)}, supports kept ${kept(reference, blocked, 1)}`,
  );
  console.log(`           ${describe(pool, indexes, blocked)}`);
  printCurve(pool, indexes, all, reference, settings.trust, possible);
  for (const edgeThreshold of [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98])
    console.log(
      `least strength ${edgeThreshold}: ${describe(pool, indexes, edgesOf(all, { ...settings.trust, edgeThreshold }))}`,
    );
  await printSample(pool, indexes, models, settings.trust, blocked);
}

/** Every pair of passages, with the best sentences of each, however little they have in common. */
async function judgeAllPairs(
  indexes: Indexes,
  models: CountedModels,
  trust: Settings['trust'],
): Promise<Judged[]> {
  const english = await loadEnglish();
  const words = createWordIndex();
  const every = indexes.documents().flatMap(({ id }) => indexes.passagesOf(id));
  const stated = every.map((index): StatedPassage => {
    const passage = indexes.passage(index);
    words.add(passage);
    const title = indexes.document(passage.document)!.title;
    return {
      passage,
      sentences: statedSentences(passage, extractByRules(passage, title, english)),
    };
  });
  const weights = words.weights();
  // Sentences without a common word cannot be related, whatever a judge says (claims.ts).
  const limits = { ...trust, leastCosine: -1, sharedWords: Number.EPSILON };
  const pairs: PassagePair[] = [];
  for (let i = 0; i < every.length; i++) {
    const vector = Float32Array.from(indexes.vector(every[i]!));
    for (let j = 0; j < i; j++) {
      const cosine = dot(vector, indexes.vector(every[j]!));
      const pair = pairOf(stated[i]!, stated[j]!, cosine, weights, limits);
      if (pair) pairs.push(pair);
    }
  }
  return judgePairs(pairs, models);
}

async function judgePairs(pairs: readonly PassagePair[], models: CountedModels): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const pair of pairs) {
    const scores = await models.entail(
      pair.sentences.flatMap(({ a, b, forward, backward }) => [
        { premise: a.text, hypothesis: forward.statement.text },
        { premise: b.text, hypothesis: backward.statement.text },
      ]),
      never,
    );
    const row = (k: number): Judgement => ({
      entailment: scores[3 * k]!,
      neutral: scores[3 * k + 1]!,
      contradiction: scores[3 * k + 2]!,
    });
    judged.push({ pair, judgements: pair.sentences.map((_, k) => [row(2 * k), row(2 * k + 1)]) });
  }
  return judged;
}

function edgesOf(judged: readonly Judged[], trust: Settings['trust']): Relation[] {
  return judged.flatMap(({ pair, judgements }) => relationOf(pair, judgements, trust) ?? []);
}

const callsOf = (judged: readonly Judged[]): number =>
  judged.reduce((sum, { pair }) => sum + 2 * pair.sentences.length, 0);

const keyOf = ({ a, b, sign }: Relation): string => `${a} ${b} ${sign}`;

function kept(reference: readonly Relation[], found: readonly Relation[], sign: 1 | -1): string {
  const there = new Set(found.map(keyOf));
  const wanted = reference.filter((relation) => relation.sign === sign);
  return share(wanted.filter((relation) => there.has(keyOf(relation))).length, wanted.length);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} % (${part} of ${whole})`;
}

type KindOf = (relation: Relation) => ReturnType<typeof pairKind>;

function kindsIn(pool: Pool, indexes: Indexes): KindOf {
  const place = new Map(indexes.documents().map(({ id }, i) => [id, i]));
  return ({ documentA, documentB }) =>
    pairKind(pool.passages[place.get(documentA)!]!, pool.passages[place.get(documentB)!]!);
}

/** How many edges, and in which kind of pair they are. */
function describe(pool: Pool, indexes: Indexes, relations: readonly Relation[]): string {
  const kindOf = kindsIn(pool, indexes);
  const count = (sign: 1 | -1): string => {
    const own = relations.filter((relation) => relation.sign === sign);
    const kinds = own.map(kindOf);
    const parts = pairKinds.map((kind) => `${kind} ${kinds.filter((one) => one === kind).length}`);
    return `${own.length} (${parts.join(', ')})`;
  };
  return `contradictions ${count(-1)}, supports ${count(1)}`;
}

function printCurve(
  pool: Pool,
  indexes: Indexes,
  all: readonly Judged[],
  reference: readonly Relation[],
  trust: Settings['trust'],
  possible: number,
): void {
  const kindOf = kindsIn(pool, indexes);
  const isOfOne = (relation: Relation): boolean => kindOf(relation) !== 'apart';
  console.log(
    'limits:    least cosine, common words -> calls of one a pair; contradictions kept, of these between passages of one question; supports kept',
  );
  for (const leastCosine of [-1, 0.1, 0.2, 0.3, 0.35, 0.5])
    for (const sharedWords of [0, 0.7, 1, 1.3, 1.6, 2, 3]) {
      const held = all.flatMap(({ pair, judgements }) => {
        if (pair.cosine < leastCosine) return [];
        const keep = pair.sentences.map(({ shared }) => shared >= sharedWords);
        const sentences = pair.sentences.filter((_, k) => keep[k]);
        if (sentences.length === 0) return [];
        return [{ pair: { ...pair, sentences }, judgements: judgements.filter((_, k) => keep[k]) }];
      });
      const found = edgesOf(held, trust);
      console.log(
        `  ${String(leastCosine).padStart(5)} ${String(sharedWords).padStart(4)} -> ${share(callsOf(held), possible).padEnd(30)} ${kept(reference, found, -1).padEnd(26)} ${kept(reference.filter(isOfOne), found, -1).padEnd(26)} ${kept(reference, found, 1)}`,
      );
    }
}

/**
 * Random pairs, their two most alike sentences (by cosine) judged as they stand: the share that the
 * judge calls a contradiction or a support at the same threshold, with the 95 % interval, and how many
 * of those contradictions are edges.
 */
async function printSample(
  pool: Pool,
  indexes: Indexes,
  models: CountedModels,
  trust: Settings['trust'],
  edges: readonly Relation[],
): Promise<void> {
  if (sampled === 0) return;
  const against = new Set(edges.filter(({ sign }) => sign < 0).map(({ a, b }) => `${a} ${b}`));
  const isEdge = (i: number, j: number): boolean => {
    const [a, b] = [indexes.passage(i).id, indexes.passage(j).id];
    return against.has(`${a} ${b}`) || against.has(`${b} ${a}`);
  };
  const random = createRandom(seed);
  const every = indexes.documents().flatMap(({ id }) => indexes.passagesOf(id));
  const within: [number, number][] = [];
  for (const { passages } of pool.questions)
    for (let x = 0; x < passages.length; x++)
      for (let y = 0; y < x; y++) within.push([passages[x]!, passages[y]!]);
  const anywhere = Array.from({ length: sampled }, (): [number, number] => {
    const i = Math.floor(random() * every.length);
    return [i, (i + 1 + Math.floor(random() * (every.length - 1))) % every.length];
  });
  for (const [what, pairs] of [
    ['of one question', within.filter(() => random() < sampled / within.length)],
    ['drawn from all', anywhere],
  ] as const) {
    const counts = new Map<string, number[]>();
    for (const [i, j] of pairs) {
      const kind = pairKind(pool.passages[i]!, pool.passages[j]!);
      const row = counts.get(kind) ?? [0, 0, 0, 0];
      counts.set(kind, row);
      row[0]!++;
      const verdict = await plainVerdict(indexes, every[i]!, every[j]!, models, trust);
      if (verdict === -1) row[1]!++;
      if (verdict === -1 && isEdge(every[i]!, every[j]!)) row[3]!++;
      if (verdict === 1) row[2]!++;
    }
    for (const [kind, [n, contradict, agree, kept]] of counts)
      console.log(
        `plain sentences, pairs ${what}, ${kind.padEnd(5)}: ${n} pairs, contradiction ${interval(contradict!, n!)} (edges here: ${kept} of ${contradict}), support ${interval(agree!, n!)}`,
      );
  }
}

async function plainVerdict(
  indexes: Indexes,
  i: number,
  j: number,
  models: CountedModels,
  trust: Settings['trust'],
): Promise<-1 | 0 | 1> {
  const sentences = (index: number): string[] => {
    const { text, sentences: spans } = indexes.passage(index);
    return spans.map(([start, end]) => text.slice(start, end));
  };
  const [first, second] = [sentences(i), sentences(j)];
  const vectors = await models.embed([...first, ...second], never);
  const width = vectors.length / (first.length + second.length);
  const row = (k: number): Float32Array => vectors.subarray(k * width, (k + 1) * width);
  const pairs = first
    .flatMap((a, x) => second.map((b, y) => ({ a, b, cosine: dot(row(x), row(first.length + y)) })))
    .sort((x, y) => y.cosine - x.cosine)
    .slice(0, trust.sentencePairs);
  const scores = await models.entail(
    pairs.flatMap(({ a, b }) => [
      { premise: a, hypothesis: b },
      { premise: b, hypothesis: a },
    ]),
    never,
  );
  let [agree, against] = [0, 0];
  for (let k = 0; k < scores.length; k += 3) {
    agree = Math.max(agree, scores[k]!);
    against = Math.max(against, scores[k + 2]!);
  }
  if (Math.max(agree, against) < trust.edgeThreshold) return 0;
  return against > agree ? -1 : 1;
}

/** Wilson's interval. */
function interval(part: number, whole: number): string {
  const p = part / whole;
  const z = 1.96;
  const middle = (p + (z * z) / (2 * whole)) / (1 + (z * z) / whole);
  const half =
    (z / (1 + (z * z) / whole)) * Math.sqrt((p * (1 - p)) / whole + (z * z) / (4 * whole * whole));
  const percent = (x: number): string => (100 * x).toFixed(1);
  return `${percent(p)} % [${percent(middle - half)}, ${percent(middle + half)}]`;
}

for (const name of sets) {
  if (values.set !== undefined && values.set !== name) continue;
  if (hasData(name)) await evaluate(loadPool(name, from, from + 100));
  else console.log(`${name}: skipped, the data is not here`);
}
