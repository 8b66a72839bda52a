import type { Settings } from '../settings';
import { pairedDifference, quantile, summarize, type Metric, type Scores } from './metrics';

export const reportVersion = 1;

/** What one mode did with one question; a line of the report. */
export interface QuestionLine {
  readonly id: string;
  readonly question: string;
  readonly golds: readonly string[];
  readonly wrongAnswer: string | null;
  readonly answer: string;
  readonly kind: 'answered' | 'abstained';
  readonly confidence: number;
  readonly sentences: readonly {
    readonly text: string;
    readonly verdict: string;
    readonly citations: readonly number[];
    readonly flags: readonly string[];
  }[];
  readonly citations: readonly {
    readonly document: string;
    readonly quote: string;
    readonly entailment: number;
    readonly trust: number;
  }[];
  readonly conflict: readonly string[];
  readonly flags: readonly string[];
  readonly scores: Scores;
  /** Milliseconds per stage; the only part that differs between two runs. */
  readonly stages: Readonly<Record<string, number>>;
}

export const metricKeys = [
  'em',
  'f1',
  'accuracy',
  'misled',
  'abstainedRight',
  'abstainedWrong',
  'citationPrecision',
  'citationRecall',
  'contradictionRate',
  'recallAt500',
  'fpAt5',
  'contextTokens',
  'nliCalls',
] as const;
export type MetricKey = (typeof metricKeys)[number];

export type Metrics = Readonly<Record<MetricKey | 'msMedian' | 'msP95', Metric | null>> & {
  readonly recallAt: Readonly<Record<'2' | '5' | '10' | '20', Metric | null>>;
};

export interface ModeReport {
  readonly settings: Settings;
  readonly metrics: Metrics;
  /** Median and 95th percentile of each stage, milliseconds. */
  readonly stages: Readonly<Record<string, { readonly median: number; readonly p95: number }>>;
  readonly questions: readonly QuestionLine[];
}

export interface SetReport {
  readonly questions: number;
  readonly pool: string;
  /** Share of the passages with feedback. */
  readonly feedback: number;
  readonly modes: Readonly<Record<string, ModeReport>>;
  /** "a -> b": mean of b - a with its interval, on the questions where both are defined. */
  readonly differences: Readonly<Record<string, Readonly<Partial<Record<MetricKey, Metric>>>>>;
}

/** The shape of report.json. `machine` and times aside, the same seed gives the same report. */
export interface Report {
  readonly schema: 'touchstone-report';
  readonly version: typeof reportVersion;
  readonly seed: number;
  readonly models: Readonly<Record<string, unknown>>;
  readonly machine: string;
  readonly sets: Readonly<Record<string, SetReport>>;
}

/** Metrics of one mode from its lines. Every mean has its own resampling seed, derived from the run's. */
export function summarizeLines(lines: readonly QuestionLine[], seed: number): Metrics {
  const column = (key: MetricKey) => lines.map((line) => line.scores[key]);
  const entries = metricKeys.map((key, i) => [key, summarize(column(key), seed + i)] as const);
  const recall = (['2', '5', '10', '20'] as const).map(
    (k, i) =>
      [
        k,
        summarize(
          lines.map((line) => line.scores.recallAt[k]),
          seed + 100 + i,
        ),
      ] as const,
  );
  const times = lines.map((line) => line.scores.ms).filter((ms): ms is number => ms !== null);
  return {
    ...(Object.fromEntries(entries) as Record<MetricKey, Metric | null>),
    recallAt: Object.fromEntries(recall) as Metrics['recallAt'],
    msMedian: spread(times, 0.5),
    msP95: spread(times, 0.95),
  };
}

/** A quantile of times with the order-statistics interval of 95 % (normal approximation). */
function spread(times: readonly number[], q: number): Metric | null {
  if (times.length === 0) return null;
  const half = (1.96 * Math.sqrt(q * (1 - q) * times.length)) / times.length;
  return {
    value: quantile(times, q),
    low: quantile(times, Math.max(0, q - half)),
    high: quantile(times, Math.min(1, q + half)),
    n: times.length,
  };
}

export function summarizeStages(lines: readonly QuestionLine[]): ModeReport['stages'] {
  const names = [...new Set(lines.flatMap((line) => Object.keys(line.stages)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = lines.map((line) => line.stages[name] ?? 0);
      return [name, { median: quantile(values, 0.5), p95: quantile(values, 0.95) }];
    }),
  );
}

/** Paired differences of every mode against the first. */
export function differencesOf(
  modes: Readonly<Record<string, readonly QuestionLine[]>>,
  seed: number,
): SetReport['differences'] {
  const [first, ...others] = Object.keys(modes);
  if (first === undefined) return {};
  return Object.fromEntries(
    others.map((mode) => [
      `${first} -> ${mode}`,
      Object.fromEntries(
        metricKeys.flatMap((key, i) => {
          const difference = pairedDifference(
            modes[first]!.map((l) => l.scores[key]),
            modes[mode]!.map((l) => l.scores[key]),
            seed + 200 + i,
          );
          return difference ? [[key, difference] as const] : [];
        }),
      ),
    ]),
  );
}

/** The report without what differs from run to run: times, and the machine they were taken on. */
export function withoutTimes(report: Report): unknown {
  const timeless = (mode: ModeReport) => {
    const { msMedian: _m, msP95: _p, ...metrics } = mode.metrics;
    return {
      settings: mode.settings,
      metrics,
      questions: mode.questions.map(({ stages: _s, scores: { ms: _ms, ...scores }, ...line }) => ({
        ...line,
        scores,
      })),
    };
  };
  const { machine: _machine, ...rest } = report;
  return {
    ...rest,
    sets: mapValues(report.sets, (set) => ({ ...set, modes: mapValues(set.modes, timeless) })),
  };
}

export function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  f: (value: A, key: string) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value, key)]));
}

const percentages = new Set<string>([
  'em',
  'f1',
  'accuracy',
  'misled',
  'abstainedRight',
  'abstainedWrong',
  'citationPrecision',
  'citationRecall',
  'contradictionRate',
  'recallAt500',
  'fpAt5',
]);

/** "43.0 (37.5–48.5)" for shares, "312" for counts, "–" where not defined. */
export function formatMetric(key: string, metric: Metric | null | undefined): string {
  if (!metric) return '–';
  if (!percentages.has(key) && !key.startsWith('recallAt'))
    return metric.value.toFixed(metric.value < 10 ? 1 : 0);
  const p = (x: number) => (100 * x).toFixed(1);
  return `${p(metric.value)} (${p(metric.low)}–${p(metric.high)})`;
}

/** The report for people: one table a set, modes as rows. */
export function toMarkdown(report: Report): string {
  const out = [`# Evaluation`, '', `Seed ${report.seed}. Machine: ${report.machine}.`, ''];
  out.push(
    'Models: ' +
      Object.entries(report.models)
        .map(([role, m]) => `${role} ${JSON.stringify(m)}`)
        .join('; '),
    '',
  );
  out.push(
    'Shares in percent with bootstrapped 95 % intervals in brackets; "–" where the set has no such labels.',
    '',
  );
  for (const [name, set] of Object.entries(report.sets)) {
    out.push(
      `## ${name} (${set.questions} questions, library: ${set.pool}, feedback ${100 * set.feedback} %)`,
      '',
    );
    out.push(...metricsTable(mapValues(set.modes, (mode) => mode.metrics)), '');
    const differences = Object.entries(set.differences);
    if (differences.length > 0) {
      out.push('Paired differences (percentage points):', '');
      for (const [pair, values] of differences) {
        const parts = (['em', 'f1', 'accuracy', 'misled', 'abstainedWrong'] as const).flatMap(
          (key) => (values[key] ? [`${key} ${signed(values[key])}`] : []),
        );
        out.push(`- ${pair}: ${parts.join(', ')}`);
      }
      out.push('');
    }
  }
  return out.join('\n');
}

const signed = (m: Metric) => {
  const p = (x: number) => `${x >= 0 ? '+' : '−'}${Math.abs(100 * x).toFixed(1)}`;
  return `${p(m.value)} (${p(m.low)} to ${p(m.high)})`;
};

/** Markdown table lines: modes as rows, only the metrics that some mode has. */
export function metricsTable(modes: Readonly<Record<string, Metrics>>, withTimes = true): string[] {
  const value = (metrics: Metrics, key: string): Metric | null =>
    key.startsWith('recallAt.')
      ? metrics.recallAt[key.slice(9) as '5']
      : metrics[key as MetricKey | 'msMedian'];
  const keys = [
    ...metricKeys.slice(0, 9),
    'recallAt.2',
    'recallAt.5',
    'recallAt.10',
    'recallAt500',
    'fpAt5',
    'contextTokens',
    'nliCalls',
    ...(withTimes ? ['msMedian', 'msP95'] : []),
  ].filter((key) => Object.values(modes).some((metrics) => value(metrics, key) !== null));
  return [
    `| mode | ${keys.join(' | ')} |`,
    `|---|${keys.map(() => '---').join('|')}|`,
    ...Object.entries(modes).map(
      ([mode, metrics]) =>
        `| ${mode} | ${keys.map((key) => formatMetric(key, value(metrics, key))).join(' | ')} |`,
    ),
  ];
}
