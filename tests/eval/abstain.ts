import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseQuestions, type QuestionRow } from '../../src/core/evaluation/questions';
import { containsAnswer, tokenF1 } from '../../src/core/lib/normalize';
import { createRandom, shuffled } from '../../src/core/lib/random';
import { defaultSettings } from '../../src/core/settings';
import { sharedPool } from '../../src/engine/pipeline/evaluate';
import { createQuestionLibrary } from '../../src/engine/pipeline/question-library';
import { cacheModels } from '../support/cached-models';
import { createNodeModels } from '../support/node-models';
import { readText } from './run-evaluation';

/**
 * Does it know what it does not know?
 *
 *   npx tsx tests/eval/abstain.ts [--limit 100]
 *
 * squad2_abstain: questions written to mislead, over their own passages. The other sets: half of the
 * questions are asked to a library that holds their passages, half to one that holds only other
 * questions'. Questions that `fit-answers.ts` sees are left out. Per set: AUC of the confidence
 * (answerable or not), what the shipped threshold does, how many unanswerable questions are refused
 * when a tenth of the answerable ones is, and the risk-coverage curve.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/qa' },
    limit: { type: 'string', default: '100' },
    skip: { type: 'string', default: '60' },
    cache: { type: 'string', default: '.cache/abstain-models.txt' },
    sets: { type: 'string', default: 'squad2_abstain,popqa,cram_nq,cram_trivia,hotpotqa' },
  },
});
const limit = Number(values.limit);
const models = cacheModels(createNodeModels({ threads: 1 }), values.cache);
const { signal } = new AbortController();

interface Asked {
  readonly answerable: boolean;
  readonly refused: boolean;
  readonly right: boolean;
  readonly confidence: number;
}

const all: Asked[] = [];
for (const set of values.sets.split(',')) {
  const rows = shuffled(
    parseQuestions(readText(join(values.data, `${set}.jsonl.gz`)), `${set}.jsonl`),
    createRandom(7),
  ).slice(Number(values.skip));
  const asked =
    set === 'squad2_abstain'
      ? await askEach(rows.slice(0, 2 * limit))
      : await askHalf(rows.slice(0, limit), rows.slice(limit, 2 * limit));
  console.log(`\n${set}: ${describe(asked)}`);
  if (set !== 'squad2_abstain') all.push(...asked);
}
console.log(`\nlibraries that have or lack the answer, together: ${describe(all)}`);
process.exit();

async function askEach(rows: readonly QuestionRow[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const row of rows) asked.push(...(await askAll([row], row.passages)));
  return asked;
}

async function askHalf(
  own: readonly QuestionRow[],
  foreign: readonly QuestionRow[],
): Promise<Asked[]> {
  const { rows, passages } = sharedPool(own, []);
  return askAll([...rows, ...foreign.map((row) => ({ ...row, answers: [] }))], passages);
}

async function askAll(
  rows: readonly QuestionRow[],
  passages: QuestionRow['passages'],
): Promise<Asked[]> {
  const library = await createQuestionLibrary(
    passages,
    models,
    defaultSettings,
    { share: 0, seed: 0 },
    signal,
  );
  const asked: Asked[] = [];
  for (const row of rows) {
    const answer = await library.ask(row.question, row.id, defaultSettings, signal);
    asked.push({
      answerable: row.answers.length > 0,
      refused: answer.kind === 'abstained',
      right: row.answers.some(
        (g) => containsAnswer(answer.short, g) || tokenF1(answer.short, g) >= 0.5,
      ),
      confidence: answer.confidence,
    });
  }
  return asked;
}

function describe(asked: readonly Asked[]): string {
  const yes = asked.filter((a) => a.answerable);
  const no = asked.filter((a) => !a.answerable);
  const share = (of: readonly Asked[], test: (a: Asked) => boolean) =>
    of.length === 0 ? '–' : `${Math.round((100 * of.filter(test).length) / of.length)} %`;
  const refused = asked.filter((a) => a.refused);
  const sorted = yes.map((a) => a.confidence).sort((a, b) => a - b);
  const tenth = sorted[Math.floor(sorted.length / 10)] ?? 0;
  const curve = [1, 0.8, 0.6, 0.4, 0.2].map((coverage) => {
    const kept = asked
      .slice()
      .sort((a, b) => b.confidence - a.confidence)
      .slice(0, Math.round(coverage * asked.length));
    return `${Math.round(100 * coverage)} % → ${share(kept, (a) => !a.refused && !a.right)}`;
  });
  return [
    `${yes.length} answerable, ${no.length} not`,
    `  AUC ${auc(yes, no).toFixed(3)}; as shipped: refuses ${share(no, (a) => a.refused)} of the unanswerable (recall), ${share(yes, (a) => a.refused)} of the answerable; of what it refuses ${share(refused, (a) => !a.answerable)} is unanswerable (precision)`,
    `  with a tenth of the answerable refused (confidence below ${tenth.toFixed(3)}): ${share(no, (a) => a.confidence < tenth)} of the unanswerable`,
    `  risk at coverage: ${curve.join(', ')}`,
  ].join('\n');
}

/** Chance that an answerable question has the higher confidence; ties count half. */
function auc(yes: readonly Asked[], no: readonly Asked[]): number {
  let wins = 0;
  for (const a of yes)
    for (const b of no)
      wins += a.confidence > b.confidence ? 1 : a.confidence === b.confidence ? 0.5 : 0;
  return wins / Math.max(1, yes.length * no.length);
}
