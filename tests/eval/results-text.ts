import type { Metric } from '../../src/core/evaluation/metrics';
import type { SetReport } from '../../src/core/evaluation/report';

interface NamedSet {
  readonly name: string;
  readonly set: SetReport;
}

/** Numbers of the papers, for the tables beside ours; other models, other samples. */
const papers = [
  '| paper | what | number |',
  '|---|---|---|',
  '| TrustPropRAG | FP@5, baselines / with trust and 10–30 % feedback | 38–57 % / 77–96 % |',
  '| TrustPropRAG | FP@5, MS MARCO, 30 % feedback | 54 → 87 % |',
  '| ReliableRAG | EM on HotpotQA / 2Wiki / MuSiQue, one poisoned document, ideal credibility | 55.1 / 49.5 / 31.6 |',
  '| ReliableRAG | the same, credibility by a model | 40.3 / 33.8 / 19.5 |',
  '| Self-Correcting RAG | Recall@5, top-k → knapsack | 49.6 → 71.8 % |',
  '| Self-Correcting RAG | attribution precision; contradiction rate | 0.58 → 0.85; 0.04 |',
];

const parts: readonly (readonly [mode: string, against: string, what: string])[] = [
  ['judged', 'plain', 'The judge, steps and abstention'],
  ['trust', 'judged', 'Trust rescoring'],
  ['chains', 'judged', 'Reasoning chains'],
  ['context', 'judged', 'The knapsack context'],
  ['search', 'judged', 'The tree search'],
  ['full', 'judged', 'Everything together'],
  ['full', 'plain', 'Everything together'],
];

/** Plain reading beside what the page does, a line a set. */
export function inShort(reports: readonly NamedSet[]): string[] {
  const cell = (metric: Metric | null | undefined) =>
    metric ? `${(100 * metric.value).toFixed(0)}` : '–';
  return [
    '## In short',
    '',
    '| questions | accuracy, plain → full | misled, plain → full | wrongly silent | citation precision |',
    '|---|---|---|---|---|',
    ...reports.map(({ name, set }) => {
      const [plain, full] = [set.modes.plain?.metrics, set.modes.full?.metrics];
      return `| ${name} | ${cell(plain?.accuracy)} → ${cell(full?.accuracy)} | ${cell(plain?.misled)} → ${cell(full?.misled)} | ${cell(full?.abstainedWrong)} | ${cell(full?.citationPrecision)} |`;
    }),
    '',
  ];
}

/** What each part is worth, over all sets, said whichever way it went. */
export function discussion(reports: readonly NamedSet[]): string {
  const lines = parts.map(([mode, against, what]) => {
    const change = (key: 'accuracy' | 'misled' | 'abstainedWrong' | 'citationPrecision') =>
      meanChange(reports, mode, against, (m) => m[key]);
    const accuracy = change('accuracy');
    const misled = change('misled');
    return `- **${what}** (${mode} against ${against}): accuracy ${points(accuracy)}, misled ${points(misled)}, wrongly silent ${points(change('abstainedWrong'))}, citation precision ${points(change('citationPrecision'))}. ${verdict(accuracy, misled)}`;
  });
  return [
    '## What each part is worth',
    '',
    'Mean change over the sets, in percentage points. A part "helps" when accuracy rises or misled answers fall by two points or more without the other getting worse by as much.',
    '',
    ...lines,
    '',
    '## The papers, beside',
    '',
    ...papers,
    '',
    'The papers answer with large language models and judge with large NLI models; the models here have 23 million parameters each and read spans. The numbers are beside each other to show what is measured, not to compare systems.',
    '',
  ].join('\n');
}

type Metrics = SetReport['modes'][string]['metrics'];

function meanChange(
  reports: readonly NamedSet[],
  mode: string,
  against: string,
  pick: (metrics: Metrics) => Metric | null,
): number | null {
  const changes = reports.flatMap(({ set }) => {
    const [a, b] = [set.modes[against], set.modes[mode]].map((m) => m && pick(m.metrics));
    return a && b ? [b.value - a.value] : [];
  });
  return changes.length === 0 ? null : changes.reduce((sum, c) => sum + c, 0) / changes.length;
}

const points = (change: number | null): string =>
  change === null ? '–' : `${change >= 0 ? '+' : '−'}${Math.abs(100 * change).toFixed(1)}`;

function verdict(accuracy: number | null, misled: number | null): string {
  const gain = Math.max(accuracy ?? 0, -(misled ?? 0));
  const loss = Math.max(-(accuracy ?? 0), misled ?? 0);
  if (gain >= 0.02 && loss < 0.02) return 'It helps.';
  if (loss >= 0.02 && gain < 0.02) return 'It costs more than it brings here.';
  if (gain >= 0.02) return 'It trades one for the other.';
  return 'No clear effect on these sets.';
}
