import type { Metric } from '../../core/evaluation/metrics';
import {
  formatMetric,
  metricKeys,
  type MetricKey,
  type Metrics,
  type SetReport,
} from '../../core/evaluation/report';
import { formatTook } from '../shared/format';

type RowKey = MetricKey | 'recallAt.5' | 'msMedian' | 'msP95';

interface Words {
  readonly label: string;
  readonly meaning: string;
  readonly unit: 'share' | 'count' | 'time';
}

const words: Readonly<Record<RowKey, Words>> = {
  em: {
    label: 'Exact match',
    meaning: 'The answer is an expected one, word for word',
    unit: 'share',
  },
  f1: {
    label: 'Word overlap (F1)',
    meaning: 'Words shared with the expected answer',
    unit: 'share',
  },
  accuracy: {
    label: 'Accuracy',
    meaning: 'The expected answer stands in the answer',
    unit: 'share',
  },
  misled: { label: 'Misled', meaning: 'Gave the answer that is known to be wrong', unit: 'share' },
  abstainedRight: {
    label: 'Rightly silent',
    meaning: 'Said so where there is no answer',
    unit: 'share',
  },
  abstainedWrong: {
    label: 'Wrongly silent',
    meaning: 'Gave no answer where there is one',
    unit: 'share',
  },
  citationPrecision: {
    label: 'Citations that hold',
    meaning: 'Cited quotes that entail what they are cited for',
    unit: 'share',
  },
  citationRecall: {
    label: 'Sources cited',
    meaning: 'Supporting documents that the answer cites',
    unit: 'share',
  },
  contradictionRate: {
    label: 'Contradicted sentences',
    meaning: 'Sentences that their own citation contradicts',
    unit: 'share',
  },
  recallAt500: {
    label: 'Found in 500 tokens',
    meaning: 'Supporting documents within the first 500 tokens',
    unit: 'share',
  },
  'recallAt.5': {
    label: 'Found in the first 5',
    meaning: 'Supporting documents among the first five',
    unit: 'share',
  },
  fpAt5: {
    label: 'Factual in the first 5',
    meaning: 'Share of the first five that was not planted',
    unit: 'share',
  },
  contextTokens: { label: 'Tokens read', meaning: 'Mean length of what was read', unit: 'count' },
  nliCalls: { label: 'Judgements', meaning: 'Mean calls of the judge a question', unit: 'count' },
  msMedian: { label: 'Time, median', meaning: 'Half of the questions were faster', unit: 'time' },
  msP95: {
    label: 'Time, 95th percentile',
    meaning: 'One question in twenty took longer',
    unit: 'time',
  },
};

/** A metric of one mode, ready to be shown: "43.0 %", "37.5–48.5", 20 questions. */
export interface Cell {
  readonly mode: string;
  readonly value: string;
  /** The 95 % interval; null where there is none. */
  readonly interval: string | null;
  /** Questions on which the metric is defined. */
  readonly n: number;
}

export interface MetricRow extends Words {
  readonly key: RowKey;
  readonly cells: readonly Cell[];
}

const order: readonly RowKey[] = [
  ...metricKeys.slice(0, 9),
  'recallAt.5',
  ...metricKeys.slice(9),
  'msMedian',
  'msP95',
];

const metricOf = (metrics: Metrics, key: RowKey): Metric | null =>
  key === 'recallAt.5' ? metrics.recallAt['5'] : metrics[key];

/** The table: metrics as rows, modes as columns; only metrics that some mode has. */
export function metricRows(modes: SetReport['modes']): MetricRow[] {
  return order.flatMap((key) => {
    const { unit } = words[key];
    const cells = Object.entries(modes).map(([mode, { metrics }]): Cell => {
      const metric = metricOf(metrics, key);
      return { mode, n: metric?.n ?? 0, ...show(key, unit, metric) };
    });
    return cells.some(({ n }) => n > 0) ? [{ key, ...words[key], cells }] : [];
  });
}

function show(
  key: RowKey,
  unit: Words['unit'],
  metric: Metric | null,
): Pick<Cell, 'value' | 'interval'> {
  if (!metric) return { value: formatMetric(key, metric), interval: null };
  if (unit === 'time') return { value: formatTook(metric.value), interval: null };
  const [value = '', interval] = formatMetric(key, metric).split(' (');
  return unit === 'share'
    ? { value: `${value} %`, interval: interval?.replace(')', '') ?? null }
    : { value, interval: null };
}

/** A bar of the chart; all in [0, 1]. */
export interface Bar {
  readonly mode: string;
  readonly metric: Metric;
}

/** The three questions of the chart: how often right, misled, wrongly silent. */
export function chartGroups(modes: SetReport['modes']): readonly {
  readonly key: MetricKey;
  readonly label: string;
  readonly meaning: string;
  readonly bars: readonly Bar[];
}[] {
  return (['accuracy', 'misled', 'abstainedWrong'] as const).flatMap((key) => {
    const bars = Object.entries(modes).flatMap(([mode, { metrics }]) => {
      const metric = metrics[key];
      return metric ? [{ mode, metric }] : [];
    });
    const { label, meaning } = words[key];
    return bars.length > 0 ? [{ key, label, meaning, bars }] : [];
  });
}

/** One paired difference in words: "plain -> full", accuracy, "+15.0 points (5.0 to 25.0)". */
export interface Difference {
  readonly pair: string;
  readonly label: string;
  readonly text: string;
  /** The interval leaves out zero. */
  readonly clear: boolean;
}

export function differenceRows(differences: SetReport['differences']): Difference[] {
  return Object.entries(differences).flatMap(([pair, values]) =>
    (['accuracy', 'misled', 'abstainedWrong'] as const).flatMap((key) => {
      const metric = values[key];
      if (!metric) return [];
      const text = `${signed(metric.value)} points (${signed(metric.low)} to ${signed(metric.high)})`;
      const clear = metric.low > 0 || metric.high < 0;
      return [{ pair: pair.replace(' -> ', ' → '), label: words[key].label, text, clear }];
    }),
  );
}

const signed = (share: number): string => {
  const points = Math.abs(100 * share).toFixed(1);
  return points === '0.0' ? points : `${share > 0 ? '+' : '−'}${points}`;
};
