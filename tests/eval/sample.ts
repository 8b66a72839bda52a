import { parseArgs } from 'node:util';
import { containsAnswer } from '../../src/core/lib/normalize';
import type { Answer } from '../../src/core/types';
import { cacheModels } from '../support/cached-models';
import { createNodeModels } from '../support/node-models';
import { openSample, sample } from '../e2e/support/evaluate-in-node';

/**
 * Asks every question of the sample library as the page would, follow-ups after their questions:
 *
 *   npx tsx tests/eval/sample.ts
 *
 * Right is: the answer stands in the short answer or, where documents disagree, leads; without an
 * answer to give (unanswerable, false presupposition), nothing is claimed.
 */
const { values } = parseArgs({
  options: { cache: { type: 'string', default: '.cache/sample-models.txt' } },
});
const engine = await openSample(cacheModels(createNodeModels(), values.cache));
const answers = new Map<string, Answer>();
const byKind = new Map<string, [right: number, all: number]>();
for (const { id, question, answers: golds, wrongAnswer, kind, after } of sample.questions) {
  const earlier = after === null ? undefined : answers.get(after);
  const answer = await engine.ask(
    question,
    { collection: null, after: earlier ? [earlier.id] : [], settings: {} },
    () => {},
    new AbortController().signal,
  );
  answers.set(id, answer);
  const says = (text: string) => containsAnswer(answer.short, text);
  const claimed = answer.kind !== 'abstained';
  const right = golds.length === 0 ? !claimed : claimed && golds.some(says);
  const tally = byKind.get(kind) ?? [0, 0];
  byKind.set(kind, [tally[0] + Number(right), tally[1] + 1]);
  const sides = answer.conflict?.sides.map((side) => side.answer).join(' / ');
  console.log(
    `${right ? 'right' : claimed && wrongAnswer && says(wrongAnswer) ? 'MISLED' : claimed ? 'WRONG' : 'silent'}  ${id}: ${answer.short || '–'} (${golds.join(' | ') || 'none'}) ${answer.confidence.toFixed(2)}${sides ? ` sides: ${sides}` : ''}`,
  );
}
const all = [...byKind.values()];
console.log([...byKind].map(([kind, [right, of]]) => `${kind} ${right}/${of}`).join(', '));
console.log(
  `${all.reduce((sum, [right]) => sum + right, 0)} of ${all.reduce((sum, [, of]) => sum + of, 0)} right`,
);
process.exit();
