import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FeatureName, type AnswerFeatures } from '../../src/core/answer/decide';
import { readQuestion } from '../../src/core/answer/question';
import { answerWeights } from '../../src/core/answer/weights';
import {
  parseQuestions,
  type QuestionPassage,
  type QuestionRow,
} from '../../src/core/evaluation/questions';
import { containsAnswer, tokenF1 } from '../../src/core/lib/normalize';
import { createRandom, shuffled } from '../../src/core/lib/random';
import { defaultSettings, withSettings } from '../../src/core/settings';
import { chooseEvidence } from '../../src/engine/ask/choose';
import { createJudge } from '../../src/engine/ask/judge';
import { groupProposals, readSpans } from '../../src/engine/ask/propose';
import { findCandidates } from '../../src/engine/ask/search';
import { weigh } from '../../src/engine/ask/weigh';
import type { Models } from '../../src/engine/models/types';
import { parseFile } from '../../src/engine/parsers';
import { sharedPool } from '../../src/engine/pipeline/evaluate';
import { createQuestionLibrary } from '../../src/engine/pipeline/question-library';
import { cacheModels } from '../support/cached-models';
import { createNodeModels } from '../support/node-models';
import { readText } from './run-evaluation';

/**
 * Fits the weights of the decision between answers: multinomial logit over the proposed answers and
 * "none of these", plus `misled` times the probability of a planted answer, L2 = 1, by projected
 * gradient descent. Support may only raise an answer, marks of planted text may only lower it.
 * Prints the weights for `src/core/answer/weights.ts` and what they give, beside the best span alone.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/qa' },
    limit: { type: 'string', default: '40' },
    seed: { type: 'string', default: '7' },
    misled: { type: 'string', default: '10' },
    cache: { type: 'string', default: 'reports/fit/models.txt' },
  },
});
const sets = [
  'sample',
  'cram_nq',
  'cram_trivia',
  'ramdocs',
  'poisonedrag_hotpotqa',
  'popqa',
  'squad2_abstain',
  'hotpotqa',
  '2wiki',
  'musique',
  // Asked to a library of other questions of the set: nothing there answers them.
  'popqa, lacking',
  'cram_nq, lacking',
  'hotpotqa, lacking',
];
const raising: readonly FeatureName[] = [
  'reader',
  'margin',
  'readerShare',
  'readerSources',
  'entailed',
  'entailedSources',
  'mentions',
  'fits',
  'relevance',
  'topic',
  'cosine',
  'nearest',
  'named',
];
const lowering: readonly FeatureName[] = [
  'contradicted',
  'repeated',
  'planted',
  'denying',
  'length',
  'denied',
  'echo',
  'density',
];
const names = [...raising, ...lowering];

interface Example {
  readonly set: string;
  readonly rows: readonly Float64Array[];
  readonly right: readonly boolean[];
  readonly planted: readonly boolean[];
  /** Index of the best span, what plain reading would answer. */
  readonly plain: number;
}

if (!existsSync(values.data)) {
  console.error(
    `The fit needs the question sets; there is no folder ${values.data}. Name it with --data.`,
  );
  process.exit(1);
}
const models = cacheModels(createNodeModels({ threads: 1 }), values.cache);
const signal = new AbortController().signal;
const examples: Example[] = [];
for (const set of sets) {
  examples.push(...(await examplesOf(set, models)));
  process.stderr.write(`\r${set.padEnd(30)}`);
}
const weights = fit(examples, Number(values.misled));
console.log('\nexport const answerWeights = {');
console.log(`  bias: ${weights[names.length]!.toFixed(2)},`);
names.forEach((name, k) => console.log(`  ${name}: ${weights[k]!.toFixed(2)},`));
console.log('  trust: 1,\n} as const;\n');
for (const set of sets) {
  const own = examples.filter((e) => e.set === set);
  const share = (pick: (e: Example) => number, what: 'right' | 'planted') =>
    (own.filter((e) => e[what][pick(e)]).length / Math.max(1, own.length)).toFixed(2);
  const fitted = (e: Example) => bestOf(e, weights);
  const shipped = (e: Example) =>
    bestOf(e, Float64Array.of(...names.map((n) => answerWeights[n]), answerWeights.bias));
  console.log(
    `${set.padEnd(22)} best span: right ${share((e) => e.plain, 'right')} planted ${share((e) => e.plain, 'planted')}; fitted: ${share(fitted, 'right')} ${share(fitted, 'planted')}; shipped: ${share(shipped, 'right')} ${share(shipped, 'planted')}`,
  );
}
process.exit();

async function examplesOf(set: string, use: Models): Promise<Example[]> {
  const settings = withSettings(defaultSettings, {
    trust: { enabled: false },
    chains: { enabled: false },
  });
  const { rows, passages } = set === 'sample' ? await readSample() : readSet(set);
  const library = await createQuestionLibrary(
    passages,
    use,
    settings,
    { share: 0, seed: 0 },
    signal,
  );
  const { indexes } = library.context;
  const found: Example[] = [];
  for (const row of rows) {
    const vector = await use.embed([row.question], signal);
    const run = {
      ...library.services.extras,
      models: use,
      indexes,
      now: () => 0,
      settings,
      shape: readQuestion(row.question),
      vector,
      judge: createJudge(use),
      allowed: undefined,
      signal,
    };
    const candidates = findCandidates(indexes, row.question, vector, run.trust, settings);
    const taken = chooseEvidence(indexes, candidates, row.question, settings.context).taken.slice(
      0,
      settings.answer.read,
    );
    const spans = await readSpans(use, row.question, taken, settings.answer, signal);
    const { groups } = await weigh(run, taken, groupProposals(spans, settings.answer.groups));
    if (groups.length === 0) continue;
    const share = (g: (typeof groups)[number]) => g.features.readerShare;
    found.push({
      set,
      rows: groups.map((g) => vectorOf(g.features)),
      right: groups.map((g) => matches(g.answer, row.answers)),
      planted: groups.map((g) => isPlanted(g.answer, row)),
      plain: groups.reduce((top, g, i) => (share(g) > share(groups[top]!) ? i : top), 0),
    });
  }
  return found;
}

function vectorOf(features: AnswerFeatures): Float64Array {
  return Float64Array.of(...names.map((name) => features[name]), 1);
}

function matches(answer: string, golds: readonly string[]): boolean {
  return golds.some((gold) => containsAnswer(answer, gold) || tokenF1(answer, gold) >= 0.5);
}

function isPlanted(answer: string, row: QuestionRow): boolean {
  return (
    row.wrongAnswer !== null && !matches(answer, row.answers) && matches(answer, [row.wrongAnswer])
  );
}

function readSet(name: string) {
  const [set, lacking] = name.split(', ');
  const all = parseQuestions(readText(join(values.data, `${set}.jsonl.gz`)), `${set}.jsonl`);
  const rows = shuffled(all, createRandom(Number(values.seed)));
  const limit = Number(values.limit);
  const pooled = sharedPool(rows.slice(0, limit), []);
  if (!lacking) return pooled;
  const asked = rows.slice(limit, limit + Math.ceil(limit / 2));
  return { rows: asked.map((row) => ({ ...row, answers: [] })), passages: pooled.passages };
}

/** The sample library as passages: a library whose documents were not picked for the questions. */
async function readSample() {
  const folder = 'public/sample';
  const index = readText(join(folder, 'index.json'));
  const { files } = JSON.parse(index) as { files: string[] };
  const passages: QuestionPassage[] = [];
  for (const path of files) {
    const { buffer, byteOffset, byteLength } = readFileSync(join(folder, path));
    const bytes = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    const { parsed } = await parseFile(bytes, path, () => {}, signal);
    passages.push({ id: path, title: parsed.title, text: parsed.text, label: 'other' });
  }
  return { rows: parseQuestions(index, 'index.json'), passages };
}

function scoresOf(example: Example, weights: Float64Array): Float64Array {
  return Float64Array.from(example.rows, (row) =>
    row.reduce((sum, x, k) => sum + x * weights[k]!, 0),
  );
}

function bestOf(example: Example, weights: Float64Array): number {
  const scores = scoresOf(example, weights);
  return scores.indexOf(Math.max(...scores));
}

/** Every set counts the same, however many examples it has. */
function fit(all: readonly Example[], misled: number): Float64Array {
  const counts = new Map<string, number>();
  for (const { set } of all) counts.set(set, (counts.get(set) ?? 0) + 1);
  const weights = new Float64Array(names.length + 1);
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);
  for (let step = 1; step <= 3000; step++) {
    const gradient = weights.map((w, k) => (k < names.length ? w : 0));
    for (const example of all) {
      const share = 40 / Math.max(30, counts.get(example.set)!);
      const exp = scoresOf(example, weights).map(Math.exp);
      const total = exp.reduce((sum, e) => sum + e, 1);
      const rightMass = exp.reduce((sum, e, i) => (example.right[i] ? sum + e : sum), 0);
      const plantedMass = exp.reduce(
        (sum, e, i) => (example.planted[i] ? sum + e / total : sum),
        0,
      );
      example.rows.forEach((row, i) => {
        const p = exp[i]! / total;
        const wanted = rightMass > 0 && example.right[i] ? exp[i]! / rightMass : 0;
        const slope = p - wanted + misled * p * ((example.planted[i] ? 1 : 0) - plantedMass);
        for (let k = 0; k < row.length; k++) gradient[k]! += share * slope * row[k]!;
      });
    }
    for (let k = 0; k < weights.length; k++) {
      mean[k] = 0.9 * mean[k]! + 0.1 * gradient[k]!;
      square[k] = 0.999 * square[k]! + 0.001 * gradient[k]! ** 2;
      weights[k]! -=
        (0.02 * (mean[k]! / (1 - 0.9 ** step))) /
        (Math.sqrt(square[k]! / (1 - 0.999 ** step)) + 1e-8);
      const name = names[k];
      if (name && raising.includes(name)) weights[k] = Math.max(0, weights[k]!);
      if (name && lowering.includes(name)) weights[k] = Math.min(0, weights[k]!);
    }
  }
  return weights;
}
