import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withoutTimes } from '../../src/core/evaluation/report';
import { readArguments } from '../eval/arguments';
import { runEvaluation } from '../eval/run-evaluation';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-evaluation-'));
  writeFileSync(join(folder, 'set.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const towns = ['Aldermoor', 'Kellwick', 'Port Ellary', 'Brenholm', 'Sandvik', 'Torquay'];
const rows = towns.map((town, i) => ({
  id: `q${i}`,
  question: `In which year was the harbour of ${town} built?`,
  answers: [String(1900 + i)],
  wrongAnswer: String(1800 + i),
  passages: [
    {
      id: `q${i}-a`,
      title: town,
      text: `The harbour of ${town} was built in ${1900 + i}. It has a pier.`,
      label: 'support',
    },
    {
      id: `q${i}-b`,
      title: 'Rumours',
      text: `Some say the harbour of ${town} was built in ${1800 + i}.`,
      label: 'false',
    },
  ],
}));

const run = (
  out: string,
  more: readonly string[] = [],
  signal = new AbortController().signal,
  say: () => void = () => {},
) =>
  runEvaluation(
    readArguments([
      '--questions',
      join(folder, 'set.jsonl'),
      '--pool',
      'own',
      '--models',
      'fake',
      '--mode',
      'plain,full',
      '--out',
      join(folder, out),
      ...more,
    ]),
    say,
    signal,
  );
const text = async (result: ReturnType<typeof run>) =>
  JSON.stringify(withoutTimes((await result).report));

test('the same seed gives the same report, byte for byte', async () => {
  expect(await text(run('a'))).toBe(await text(run('b')));
});

test('a run that was stopped goes on to the report of an uninterrupted one', async () => {
  const stop = new AbortController();
  let told = 0;
  await expect(
    run('stopped', [], stop.signal, () => ++told === 8 && stop.abort()),
  ).rejects.toMatchObject({ name: 'AbortError' });
  expect(told).toBe(8);
  let again = 0;
  const resumed = await text(run('stopped', [], undefined, () => void again++));
  expect(resumed).toBe(await text(run('whole')));
});

test('other settings do not take the lines of an earlier run', async () => {
  const before = await run('same');
  const after = await run('same', ['--set', 'answer.abstainBelow=1']);
  expect(before.report.sets.set!.modes.full!.metrics.abstainedWrong!.value).toBeLessThan(1);
  expect(after.report.sets.set!.modes.full!.metrics.abstainedWrong!.value).toBe(1);
});

test('labels never reach the engine: the same questions with other labels give the same answers', async () => {
  const answers = async (out: string) =>
    (await run(out)).report.sets.set!.modes.full!.questions.map((q) => q.answer);
  const before = await answers('labelled');
  const swapped = rows.map((row) => ({
    ...row,
    answers: ['x'],
    wrongAnswer: null,
    passages: row.passages.map((p) => ({ ...p, label: 'other' })),
  }));
  writeFileSync(join(folder, 'set.jsonl'), swapped.map((row) => JSON.stringify(row)).join('\n'));
  expect(await answers('unlabelled')).toEqual(before);
});

test.each([
  [['--questions', 'nowhere.jsonl', '--out', 'x'], 'There is no file nowhere.jsonl.'],
  [['--out', 'x'], '--questions and --out are needed.'],
  [['--questions', 'set', '--out', 'x', '--mode', 'best'], 'Unknown mode "best"'],
  [['--questions', 'set', '--out', 'x', '--seed', 'one'], '--seed must be a number'],
  [
    ['--questions', 'set', '--out', 'x', '--set', 'answer.read=0'],
    'answer.read must be a number from 1 to 30',
  ],
  [['--questions', 'set', '--out', 'x', '--fast'], "Unknown option '--fast'"],
])('%j is refused: %s', (argv, message) => {
  const real = argv.map((a) => (a === 'set' ? join(folder, 'set.jsonl') : a));
  expect(() => readArguments(real)).toThrow(message);
});
