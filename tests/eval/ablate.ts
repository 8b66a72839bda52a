import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { modes } from '../../src/core/evaluation/modes';
import {
  metricsTable,
  mapValues,
  type Report,
  type SetReport,
} from '../../src/core/evaluation/report';
import { cacheModels } from '../support/cached-models';
import { barChart } from './plot';
import { describeMachine, runEvaluation } from './run-evaluation';
import { discussion, inShort } from './results-text';

/**
 * `npm run ablate`: a fixed, seeded set of questions over every mode, written to docs/results.md with
 * its charts. Small enough for twenty minutes on two free cores; goes on where it was stopped.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/qa' },
    limit: { type: 'string', default: '15' },
    threads: { type: 'string', default: '2' },
    out: { type: 'string', default: 'reports/ablation' },
  },
});

interface AblationSet {
  readonly file: string;
  readonly pool: string;
  readonly feedback: number;
}
const sets: readonly AblationSet[] = [
  { file: 'cram_nq', pool: 'own', feedback: 0 },
  { file: 'cram_nq', pool: 'own', feedback: 0.1 },
  { file: 'cram_trivia', pool: 'own', feedback: 0 },
  { file: 'cram_trivia', pool: 'own', feedback: 0.1 },
  { file: 'poisonedrag_hotpotqa', pool: 'own', feedback: 0 },
  { file: 'poisonedrag_hotpotqa', pool: 'own', feedback: 0.1 },
  { file: 'ramdocs', pool: '', feedback: 0 },
  { file: 'newspolluted', pool: '', feedback: 0 },
  { file: 'hotpotqa', pool: 'own', feedback: 0 },
  { file: '2wiki', pool: '', feedback: 0 },
  { file: 'musique', pool: '', feedback: 0 },
  { file: 'popqa', pool: 'own', feedback: 0 },
  { file: 'squad2_abstain', pool: '', feedback: 0 },
];

if (!existsSync(values.data)) {
  console.error(
    `The ablation needs the question sets; there is no folder ${values.data}. Name it with --data.`,
  );
  process.exit(1);
}
const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
const reports: { readonly name: string; readonly set: SetReport; readonly report: Report }[] = [];
for (const { file, pool, feedback } of sets) {
  const name = `${file}${feedback > 0 ? ` with feedback on ${100 * feedback} %` : ''}`;
  const { report } = await runEvaluation(
    {
      questions: [join(values.data, `${file}.jsonl.gz`)],
      pool,
      limit: Number(values.limit),
      seed: 1,
      modes: Object.keys(modes),
      settings: [],
      feedback,
      models: 'builtin',
      writer: 'none',
      threads: Number(values.threads),
      out: join(values.out, `${file}-${feedback}`),
    },
    (line) => process.stderr.write(`\r${line.padEnd(90)}`),
    controller.signal,
    // The same pairs come up in every mode; what a batch holds moves an int8 score only in its third digit.
    (models) => cacheModels(models, join(values.out, 'models.txt')),
  );
  reports.push({ name, set: report.sets[file]!, report });
}
process.stderr.write('\n');
mkdirSync('docs', { recursive: true });
writeFileSync(join(values.out, 'report.json'), JSON.stringify(reports, null, 1));
const sections = reports.map(({ name, set }) => {
  const chart = `results-${name.replace(/\W+/g, '-')}.svg`;
  const metrics = mapValues(set.modes, (mode) => mode.metrics);
  writeFileSync(
    join('docs', chart),
    barChart(
      name,
      ['accuracy', 'misled', 'wrongly silent'],
      Object.entries(metrics).map(([label, m]) => ({
        label,
        values: [m.accuracy, m.misled, m.abstainedWrong],
      })),
    ),
  );
  return [
    `## ${name}`,
    '',
    `${set.questions} questions; library: ${set.pool}.`,
    '',
    ...metricsTable(metrics, false),
    '',
    `![${name}](${chart})`,
    '',
  ].join('\n');
});
const head = [
  '# Results',
  '',
  `Made by \`npm run ablate\` (seed 1, ${values.limit} questions a set) on ${describeMachine()}. Models: ${Object.values(
    reports[0]!.report.models,
  )
    .map((m) => (m as { id: string } | null)?.id)
    .filter(Boolean)
    .join(', ')}.`,
  '',
  'Shares in percent with bootstrapped 95 % intervals; "–" where a set has no such labels. `plain` reads the first five passages and shows the best span unchecked; `judged` adds the judge, steps and abstention; then one part each; `full` is what the page does; the last three are the papers\' presets. Modes share a memory of judgements here, so times are left to `npm run bench`.',
  '',
];
writeFileSync(
  'docs/results.md',
  [...head, ...inShort(reports), discussion(reports), ...sections].join('\n'),
);
console.log('docs/results.md written');
process.exit();
