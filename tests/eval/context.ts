/**
 * Which way of choosing the context finds the supporting passages?
 *
 *   npx tsx tests/eval/context.ts
 *
 * Recall@5 (the first five taken at 1 500 tokens) and recall at 500 and 1 500 tokens, on hotpotqa
 * over its pool and on 2wiki and musique with their own passages. The need weights of settings.ts
 * were fitted on the 70 % of questions called "fit"; "held out" is the rest.
 */
import { createHash } from 'node:crypto';
import { selectContext, type Selection } from '../../src/core/context/select';
import { defaultSettings, presets, type Settings } from '../../src/core/settings';
import { fitLogistic } from './context-fit';
import { dot, hasData, loadCases, setNames, type Case } from './context-data';

type Context = Settings['context'];
const base = defaultSettings.context;
const paper: Context = { ...base, ...presets.selfcorrecting.context };

const methods: Record<string, Context> = {
  'top-k': { ...base, method: 'topk' },
  MMR: { ...base, method: 'mmr' },
  'greedy, paper value': { ...paper, method: 'greedy' },
  'MMKP, paper preset': paper,
  'MMKP, paper value, redundancy to others 400': {
    ...paper,
    redundancyTo: 'others',
    redundancy: 400,
  },
  'MMKP, relevance alone (1.0)': {
    ...paper,
    relevance: 1,
    redundancyTo: 'others',
    redundancy: 400,
  },
  'MMKP, need by rank alone': {
    ...base,
    ...{
      needBase: 1.06,
      needRank: -1.94,
      needNovel: 0,
      needNamed: 0,
      needLinked: 0,
      needShared: 0,
    },
  },
  'MMKP, need without links and names': { ...base, needLinked: 0, needShared: 0 },
  'MMKP, need, redundancy 120': { ...base, redundancy: 120 },
  'greedy, need': { ...base, method: 'greedy' },
  'MMKP, default': base,
};

function select(item: Case, settings: Context): Selection {
  const { candidates } = item;
  return selectContext(
    {
      scores: candidates.map((c) => c.fused),
      tokens: candidates.map((c) => c.tokens),
      cosine: (a, b) => dot(candidates[a]!.vector, candidates[b]!.vector),
      words: {
        question: item.question,
        titles: candidates.map((c) => c.title),
        texts: candidates.map((c) => c.text),
      },
    },
    settings,
  );
}

/** The need weights that the fit part asks for, to be compared with those of settings.ts. */
function printFit(cases: readonly Case[]): void {
  const rows: number[][] = [];
  const labels: boolean[] = [];
  for (const item of cases) {
    const { need } = select(item, base).options;
    item.candidates.forEach((candidate, i) => {
      const { novel, named, linked, shared } = need!;
      rows.push([Math.log(1 + i), novel[i]!, named[i]!, linked[i]!, shared[i]!]);
      labels.push(candidate.support);
    });
  }
  const names = ['Base', 'Rank', 'Novel', 'Named', 'Linked', 'Shared'];
  const show = (weights: number[]) =>
    weights.map((w, i) => `need${names[i]} ${w.toFixed(2)}`).join(', ');
  console.log(`Fit: ${show(fitLogistic(rows, labels))}`);
  console.log(
    `Fit by rank alone: ${show(
      fitLogistic(
        rows.map(([rank]) => [rank!]),
        labels,
      ),
    )}`,
  );
}

const recall = (item: Case, taken: readonly number[]) =>
  taken.filter((i) => item.candidates[i]!.support).length / item.supports;

/** True for the 70 % of questions that weights were fitted on. */
const fitted = (item: Case) =>
  createHash('sha256').update(item.question).digest().readUInt32BE(0) % 10 < 7;

const percent = (numbers: readonly number[]) =>
  ((100 * numbers.reduce((sum, x) => sum + x, 0)) / numbers.length).toFixed(1).padStart(5);

if (!hasData()) {
  console.log('Skipped: the question sets are not here.');
  process.exit(0);
}

const loaded = new Map<string, Case[]>();
for (const set of setNames) loaded.set(set, await loadCases(set));
printFit([...loaded.values()].flat().filter(fitted));

for (const [set, cases] of loaded) {
  const parts = [cases.filter(fitted), cases.filter((item) => !fitted(item))] as const;
  const mean = cases.reduce((sum, item) => sum + item.candidates.length, 0) / cases.length;
  console.log(
    `\n${set}: ${parts[0].length} fit, ${parts[1].length} held out, ${mean} candidates each; recall in %, fit / held out`,
  );
  console.log(`${''.padEnd(46)}  @5            500 tokens    1500 tokens   taken at 500, 1500`);
  for (const [name, settings] of Object.entries(methods)) {
    const baseline = settings.method === 'topk' || settings.method === 'mmr';
    const at = (tokens: number, k: number) =>
      parts.map((part) => part.map((item) => select(item, { ...settings, tokens, k }).taken));
    const wide = at(1500, baseline ? 50 : 5);
    const narrow = at(500, 50);
    const cells = [wide.map((part) => part.map((taken) => taken.slice(0, 5))), narrow, wide].map(
      (runs) =>
        runs
          .map((run, p) => percent(run.map((taken, q) => recall(parts[p]![q]!, taken))))
          .join(' / '),
    );
    const size = (runs: number[][][] | readonly (readonly number[])[][]) =>
      (runs.flat().reduce((sum, taken) => sum + taken.length, 0) / cases.length).toFixed(1);
    console.log(`${name.padEnd(46)} ${cells.join(' ')}  ${size(narrow)}, ${size(wide)}`);
  }
}
