import type { Judgement } from '../types';
import { answerWeights } from './weights';

/** A span or verdict that someone proposed, from one of the passages that were read. */
export interface RawProposal {
  readonly answer: string;
  /** Index of the passage among those that were read. */
  readonly at: number;
  /** Offsets into the passage's text. */
  readonly start: number;
  readonly end: number;
  /** Span logit minus no-answer logit; 0 for proposals that no reader scored. */
  readonly reader: number;
  readonly by: 'reader' | 'judge' | 'table' | 'comparison' | 'chain' | 'writer';
}

/** What is known of a passage that was read. */
export interface ReadPassage {
  /** Min-max of the rescored retrieval score over the candidates, in [0, 1]. */
  readonly relevance: number;
  readonly trust: number;
  /** Independent source it belongs to. */
  readonly source: number;
  /** Echo of the question, in [0, 1]. */
  readonly echo: number;
  readonly order: boolean;
  readonly aboutAnswer: boolean;
}

/** Everything the decision looks at, per group of equal answers; named so that it can be shown. */
export interface AnswerFeatures {
  /** Best reader score, squashed to (0, 1). */
  readonly reader: number;
  /** Reader scores summed over independent sources, each at its best, weighted by trust. */
  readonly readerSources: number;
  /** Best entailment among the passages that propose it. */
  readonly entailed: number;
  /** Entailment summed over independent sources, each at its best, weighted by trust. */
  readonly entailedSources: number;
  /** Strongest contradiction by a source that does not propose it, weighted by trust. */
  readonly contradicted: number;
  /** Best relevance among its passages. */
  readonly relevance: number;
  /** Highest trust among its passages. */
  readonly trust: number;
  /** 1 when the form of the answer fits the question ("when" and a year). */
  readonly fits: number;
  /** Least echo of the question among its passages. */
  readonly echo: number;
  /** Share of its passages that talk about the answer as such, or give orders. */
  readonly planted: number;
  /** Share of the other passages that name it only to deny it. */
  readonly denied: number;
  /** Share of its own passages that deny another proposed answer. */
  readonly denying: number;
  /** Words of the answer over 10, at most 1: long spans are rarely the answer. */
  readonly length: number;
}

export type FeatureName = keyof AnswerFeatures;

export interface AnswerGroup {
  readonly answer: string;
  readonly proposals: readonly RawProposal[];
  /** Read passages that propose it, ascending. */
  readonly at: readonly number[];
  readonly sources: number;
  readonly features: AnswerFeatures;
  /** Log-odds of being right. */
  readonly score: number;
  /** Probability of being right, in (0, 1), calibrated on the tuning sets. */
  readonly confidence: number;
  /** Judgement of the claim by each read passage; null where it was not asked. */
  readonly judged: readonly (Judgement | null)[];
  /** Judgement of the claim by its best own passage. */
  readonly judgement: Judgement;
  /** That passage. */
  readonly best: number;
}

export interface DecisionInput {
  readonly passages: readonly ReadPassage[];
  readonly groups: readonly {
    readonly answer: string;
    readonly proposals: readonly RawProposal[];
    /** Judgement of the claim against each read passage; null where it was not asked. */
    readonly judged: readonly (Judgement | null)[];
    readonly fits: boolean;
    /** Per read passage: names the answer only to deny it. */
    readonly deniedBy: readonly boolean[];
  }[];
}

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** The published ways to choose a span, for comparison: the best alone, or equal spans summed. */
export function chooseByReader(groups: readonly AnswerGroup[], how: 'best' | 'sum'): AnswerGroup[] {
  const value = (group: AnswerGroup) =>
    how === 'best'
      ? Math.max(...group.proposals.map((p) => p.reader))
      : group.proposals.reduce((sum, p) => sum + sigmoid(p.reader / 2), 0);
  return groups
    .map((group) => ({ group, score: value(group) }))
    .sort((a, b) => b.score - a.score)
    .map(({ group, score }) => ({ ...group, score, confidence: sigmoid(score) }));
}

/** Scores groups of equal answers; best first. Equal scores keep the order of the input. */
export function decide(
  input: DecisionInput,
  weights: Readonly<Record<FeatureName | 'bias', number>> = answerWeights,
): AnswerGroup[] {
  return input.groups
    .map((_, g) => {
      const features = featuresOf(input, g);
      let score = weights.bias;
      for (const name of Object.keys(features) as FeatureName[])
        score += weights[name] * features[name];
      const { answer, proposals, judged } = input.groups[g]!;
      const at = passagesOf(proposals);
      const best = bestPassage(at, judged);
      return {
        answer,
        proposals,
        at,
        sources: new Set(at.map((p) => input.passages[p]!.source)).size,
        features,
        score,
        confidence: sigmoid(score),
        judged,
        judgement: judged[best] ?? { entailment: 0, neutral: 1, contradiction: 0 },
        best,
      };
    })
    .sort((a, b) => b.score - a.score);
}

const passagesOf = (proposals: readonly RawProposal[]): number[] =>
  [...new Set(proposals.map((p) => p.at))].sort((a, b) => a - b);

function bestPassage(at: readonly number[], judged: readonly (Judgement | null)[]): number {
  let best = at[0] ?? 0;
  for (const p of at) if ((judged[p]?.entailment ?? 0) > (judged[best]?.entailment ?? 0)) best = p;
  return best;
}

function featuresOf(input: DecisionInput, g: number): AnswerFeatures {
  const { passages, groups } = input;
  const group = groups[g]!;
  const at = passagesOf(group.proposals);
  const own = new Set(at);
  const ownSources = new Set(at.map((p) => passages[p]!.source));
  const reader = (p: number) =>
    group.proposals.reduce(
      (most, x) => (x.at === p ? Math.max(most, sigmoid(x.reader / 2)) : most),
      0,
    );
  const entailment = (p: number) => group.judged[p]?.entailment ?? 0;
  let contradicted = 0;
  let denied = 0;
  let others = 0;
  passages.forEach((passage, p) => {
    if (own.has(p) || ownSources.has(passage.source)) return;
    others++;
    contradicted = Math.max(contradicted, (group.judged[p]?.contradiction ?? 0) * passage.trust);
    if (group.deniedBy[p]) denied++;
  });
  const denying = at.filter((p) => groups.some((other, h) => h !== g && other.deniedBy[p])).length;
  const planted = at.filter((p) => passages[p]!.aboutAnswer || passages[p]!.order).length;
  return {
    reader: Math.max(0, ...at.map(reader)),
    readerSources: sumOverSources(at, passages, (p) => reader(p) * passages[p]!.trust),
    entailed: Math.max(0, ...at.map(entailment)),
    entailedSources: sumOverSources(
      passages.map((_, p) => p),
      passages,
      (p) => (group.deniedBy[p] ? 0 : entailment(p) * passages[p]!.trust),
    ),
    contradicted,
    relevance: Math.max(0, ...at.map((p) => passages[p]!.relevance)),
    trust: Math.max(0, ...at.map((p) => passages[p]!.trust)),
    fits: group.fits ? 1 : 0,
    echo: Math.min(1, ...at.map((p) => passages[p]!.echo)),
    planted: at.length === 0 ? 0 : planted / at.length,
    denied: others === 0 ? 0 : denied / others,
    denying: at.length === 0 ? 0 : denying / at.length,
    length: Math.min(1, group.answer.split(/\s+/).length / 10),
  };
}

/** Each independent source counts once, at its best. */
function sumOverSources(
  at: readonly number[],
  passages: readonly ReadPassage[],
  value: (p: number) => number,
): number {
  const best = new Map<number, number>();
  for (const p of at) {
    const source = passages[p]!.source;
    best.set(source, Math.max(best.get(source) ?? 0, value(p)));
  }
  return [...best.values()].reduce((sum, v) => sum + v, 0);
}
