import { containsAnswer, normalizeAnswer, tokenF1 } from '../lib/normalize';
import { createRandom } from '../lib/random';

/** What a question set says of a question; labels are read here and nowhere else. */
export interface Gold {
  readonly id: string;
  readonly question: string;
  /** Empty: not answerable. */
  readonly answers: readonly string[];
  readonly wrongAnswer: string | null;
  /** Passage ids by label; empty where the set has no such labels. */
  readonly support: readonly string[];
  readonly planted: readonly string[];
}

/** What a mode did with a question. */
export interface Outcome {
  readonly answer: string;
  readonly abstained: boolean;
  /** Ids of passages in the order of relevance, as the mode ranked them. */
  readonly ranking: readonly string[];
  /** Tokens of each ranked passage. */
  readonly rankingTokens: readonly number[];
  /** Ids of the cited passages. */
  readonly cited: readonly string[];
  /** Of each cited claim: P(entailment) > P(contradiction) and >= 0.5 by the judge, against its citation. */
  readonly citedEntailed: readonly boolean[];
  /** Of each sentence of the answer: the judge finds it contradicted by the evidence. */
  readonly sentencesContradicted: readonly boolean[];
  readonly contextTokens: number;
  readonly nliCalls: number;
  readonly ms: number;
}

export interface Metric {
  /** Mean over the questions on which the metric is defined. */
  readonly value: number;
  /** Bootstrapped 95 % interval of the mean. */
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

/** Per-question values; null where a question (or the set) does not allow the metric. */
export interface Scores {
  readonly em: number | null;
  readonly f1: number | null;
  readonly accuracy: number | null;
  readonly misled: number | null;
  readonly abstainedRight: number | null;
  readonly abstainedWrong: number | null;
  readonly citationPrecision: number | null;
  readonly citationRecall: number | null;
  readonly contradictionRate: number | null;
  readonly recallAt: Readonly<Record<'2' | '5' | '10' | '20', number | null>>;
  readonly recallAt500: number | null;
  readonly fpAt5: number | null;
  readonly contextTokens: number | null;
  readonly nliCalls: number | null;
  readonly ms: number | null;
}

const best = (golds: readonly string[], score: (gold: string) => number): number =>
  golds.reduce((most, gold) => Math.max(most, score(gold)), 0);

/**
 * Scores one question (algorithms.md section 8).
 * - `em`, `f1`: SQuAD, maximum over golds; on unanswerable questions 1 for an abstention, else 0.
 * - `accuracy`: gold inside the answer. `misled`: the planted answer and no gold inside the answer.
 * - `abstainedRight`: of unanswerable questions; `abstainedWrong`: of answerable ones.
 * - `fpAt5`: factual / (factual + planted) in the top 5, where the set has planted passages.
 */
export function scoreQuestion(gold: Gold, outcome: Outcome): Scores {
  const answerable = gold.answers.length > 0;
  const answer = outcome.abstained ? '' : outcome.answer;
  const holdsGold = gold.answers.some((g) => containsAnswer(answer, g));
  const holdsWrong = gold.wrongAnswer !== null && containsAnswer(answer, gold.wrongAnswer);
  const support = new Set(gold.support);
  const planted = new Set(gold.planted);
  const recall = (k: number) =>
    support.size === 0 ? null : countIn(outcome.ranking.slice(0, k), support) / support.size;
  const top5 = outcome.ranking.slice(0, 5);
  const plantedTop = countIn(top5, planted);
  const abstained = outcome.abstained ? 1 : 0;
  return {
    em: answerable
      ? best(gold.answers, (g) => (normalizeAnswer(answer) === normalizeAnswer(g) ? 1 : 0))
      : abstained,
    f1: answerable ? best(gold.answers, (g) => tokenF1(answer, g)) : abstained,
    accuracy: answerable ? (holdsGold ? 1 : 0) : null,
    misled: gold.wrongAnswer === null ? null : holdsWrong && !holdsGold ? 1 : 0,
    abstainedRight: answerable ? null : abstained,
    abstainedWrong: answerable ? abstained : null,
    citationPrecision: outcome.citedEntailed.length === 0 ? null : share(outcome.citedEntailed),
    citationRecall:
      support.size === 0 || outcome.abstained
        ? null
        : countIn(outcome.cited, support) / support.size,
    contradictionRate:
      outcome.sentencesContradicted.length === 0 ? null : share(outcome.sentencesContradicted),
    recallAt: { '2': recall(2), '5': recall(5), '10': recall(10), '20': recall(20) },
    recallAt500:
      support.size === 0 ? null : countIn(withinTokens(outcome, 500), support) / support.size,
    fpAt5:
      planted.size === 0 || top5.length === 0 ? null : (top5.length - plantedTop) / top5.length,
    contextTokens: outcome.contextTokens,
    nliCalls: outcome.nliCalls,
    ms: outcome.ms,
  };
}

const share = (values: readonly boolean[]): number => values.filter(Boolean).length / values.length;

function countIn(ids: readonly string[], set: ReadonlySet<string>): number {
  return new Set(ids.filter((id) => set.has(id))).size;
}

/** The longest prefix of the ranking whose tokens fit; a passage that does not fit ends it. */
function withinTokens(outcome: Outcome, budget: number): readonly string[] {
  let used = 0;
  let count = 0;
  for (const tokens of outcome.rankingTokens) {
    used += tokens;
    if (used > budget) break;
    count++;
  }
  return outcome.ranking.slice(0, count);
}

const resamples = 1000;

/** Mean with a percentile-bootstrap 95 % interval (1 000 resamples, seeded); null for no values. */
export function summarize(values: readonly (number | null)[], seed: number): Metric | null {
  const known = values.filter((value): value is number => value !== null);
  if (known.length === 0) return null;
  const random = createRandom(seed);
  const mean = average(known);
  const means = new Float64Array(resamples);
  for (let r = 0; r < resamples; r++) {
    let sum = 0;
    for (let i = 0; i < known.length; i++) sum += known[Math.floor(random() * known.length)]!;
    means[r] = sum / known.length;
  }
  means.sort();
  return {
    value: mean,
    low: means[Math.floor(0.025 * resamples)]!,
    high: means[Math.ceil(0.975 * resamples) - 1]!,
    n: known.length,
  };
}

/** Mean of b - a over the questions on which both are defined, with its bootstrapped interval. */
export function pairedDifference(
  a: readonly (number | null)[],
  b: readonly (number | null)[],
  seed: number,
): Metric | null {
  return summarize(
    a.map((value, i) => {
      const other = b[i];
      return value === null || other === null || other === undefined ? null : other - value;
    }),
    seed,
  );
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Linear-interpolation quantile, q in [0, 1]; NaN for no values. */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.slice().sort((x, y) => x - y);
  const at = q * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (at - low);
}

/** Area under the ROC curve of `scores` for `positive`; ties count half; NaN when one class is empty. */
export function rocAuc(scores: readonly number[], positive: readonly boolean[]): number {
  const order = scores.map((_, i) => i).sort((a, b) => scores[a]! - scores[b]!);
  let rankSum = 0;
  let positives = 0;
  for (let i = 0; i < order.length;) {
    let j = i;
    while (j < order.length && scores[order[j]!] === scores[order[i]!]) j++;
    const rank = (i + j + 1) / 2;
    for (let k = i; k < j; k++)
      if (positive[order[k]!]) {
        rankSum += rank;
        positives++;
      }
    i = j;
  }
  const negatives = scores.length - positives;
  return positives === 0 || negatives === 0
    ? Number.NaN
    : (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
