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
  /** Reader's probability of answerable and right, calibrated where its card says how. */
  readonly probability: number;
  readonly by: 'reader' | 'judge' | 'table' | 'comparison' | 'chain' | 'writer';
}

/** What is known of a passage that was read. */
export interface ReadPassage {
  /** Min-max of the rescored retrieval score over the candidates, in [0, 1]. */
  readonly relevance: number;
  readonly trust: number;
  /** Independent source it belongs to: one document, or several that are near-copies. */
  readonly source: number;
  /** Other documents, read or not, that say the same in other words. */
  readonly reworded: number;
  /** Echo of the question, in [0, 1]. */
  readonly echo: number;
  /** How much of the question its sentences repeat, the best one left out, in [0, 1]. */
  readonly density: number;
  readonly order: boolean;
  readonly aboutAnswer: boolean;
  /** It has a date and says of itself that it replaces something older: what it denies was true before. */
  readonly amends: boolean;
  /** Cosine of passage and question. */
  readonly cosine: number;
  /** Share of the question's names and years that passage or title hold; 1 where it has none. */
  readonly named: number;
}

/** Everything the decision looks at, per group of equal answers; named so that it can be shown. */
export interface AnswerFeatures {
  /** Reader's probability at its best. */
  readonly reader: number;
  /** Reader's score at its best, span against no answer: logits over 4, within [-3, 3]. */
  readonly margin: number;
  /** Share of the best reader score among all proposed answers (softmax), in (0, 1). */
  readonly readerShare: number;
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
  /** Best cosine with the question among its passages. */
  readonly cosine: number;
  /** Best cosine with the question among all passages that were read: is the library about this at all? */
  readonly nearest: number;
  /** Most of the question's names that one of its passages holds. */
  readonly named: number;
  /** Log-odds of the highest trust among its passages: 0 where nothing is known, -2.2 at 0.1. */
  readonly trust: number;
  /** How well the form of the answer fits the question ("when" and a year), in [0, 1]. */
  readonly fits: number;
  /** Least echo of the question among its passages. */
  readonly echo: number;
  /** Least density among its passages: text that repeats the question in every sentence was written for it. */
  readonly density: number;
  /** Independent sources that name it without denying it, over all sources. */
  readonly mentions: number;
  /**
   * Share of the documents that state it, read or not, that only reword another one. Versions of one
   * text do not count: planted copies are made to look independent.
   */
  readonly repeated: number;
  /** Share of its passages that talk about the answer as such, or give orders. */
  readonly planted: number;
  /** Share of the passages that name it only to deny it. */
  readonly denied: number;
  /** Share of its own passages that deny another proposed answer, amending ones left out. */
  readonly denying: number;
  /** Share of the question's words in the best sentences that state it. */
  readonly topic: number;
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
  /** Utility against "none of these", whose utility is 0. */
  readonly score: number;
  /** Probability of being the right one, in (0, 1): with "none of these" they sum to 1. */
  readonly confidence: number;
  /** Judgement of the claim by each read passage; null where it was not asked. */
  readonly judged: readonly (Judgement | null)[];
  /** Per read passage: names the answer only to deny it. */
  readonly deniedBy: readonly boolean[];
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
    readonly fits: number;
    /** Per read passage: share of the question's words in the sentences that are judged. */
    readonly topic: readonly number[];
    /** Per read passage: names the answer only to deny it. */
    readonly deniedBy: readonly boolean[];
    /** Per read passage: names the answer. */
    readonly namedBy: readonly boolean[];
  }[];
}

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Trust that is all but certain stays within +/- 3.9. */
const logOdds = (trust: number): number => {
  const within = Math.min(0.98, Math.max(0.02, trust));
  return Math.log(within / (1 - within));
};

/** The published ways to choose a span, for comparison: the best alone, or equal spans summed. */
export function chooseByReader(groups: readonly AnswerGroup[], how: 'best' | 'sum'): AnswerGroup[] {
  const value = (group: AnswerGroup) =>
    how === 'best'
      ? Math.max(...group.proposals.map((p) => p.reader))
      : group.proposals.reduce((sum, p) => sum + p.probability, 0);
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
  const scored = input.groups.flatMap((group, g) => {
    const at = ownPassages(group);
    // What is only ever named as replaced is no answer.
    if (at.every((p) => group.deniedBy[p] && input.passages[p]!.amends)) return [];
    const features = featuresOf(input, g, at);
    let score = weights.bias;
    for (const name of Object.keys(features) as FeatureName[])
      score += weights[name] * features[name];
    return [{ group, at, features, score }];
  });
  // Answers compete with each other and with "none of these", whose score is 0.
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score), 1);
  return scored
    .map(({ group, at, features, score }) => {
      const best = bestPassage(at, group.judged, input.passages);
      return {
        answer: group.answer,
        proposals: group.proposals,
        at,
        sources: new Set(at.map((p) => input.passages[p]!.source)).size,
        features,
        score,
        confidence: Math.exp(score) / total,
        judged: group.judged,
        deniedBy: group.deniedBy,
        judgement: group.judged[best] ?? { entailment: 0, neutral: 1, contradiction: 0 },
        best,
      };
    })
    .sort((a, b) => b.score - a.score);
}

/** Passages that propose an answer and do not deny it; all of them when every one denies it. */
function ownPassages(group: DecisionInput['groups'][number]): number[] {
  const all = passagesOf(group.proposals);
  const stating = all.filter((p) => !group.deniedBy[p]);
  return stating.length > 0 ? stating : all;
}

const passagesOf = (proposals: readonly RawProposal[]): number[] =>
  [...new Set(proposals.map((p) => p.at))].sort((a, b) => a - b);

/** The one that states it most clearly; clarity counts by trust, so that a trusted one stands for it. */
function bestPassage(
  at: readonly number[],
  judged: readonly (Judgement | null)[],
  passages: readonly ReadPassage[],
): number {
  const worth = (p: number) => (judged[p]?.entailment ?? 0) * passages[p]!.trust;
  let best = at[0] ?? 0;
  for (const p of at) if (worth(p) > worth(best)) best = p;
  return best;
}

function featuresOf(input: DecisionInput, g: number, at: readonly number[]): AnswerFeatures {
  const { passages, groups } = input;
  const group = groups[g]!;
  const own = new Set(at);
  const ownSources = new Set(at.map((p) => passages[p]!.source));
  const reader = (p: number) =>
    group.proposals.reduce((most, x) => (x.at === p ? Math.max(most, x.probability) : most), 0);
  const entailment = (p: number) => group.judged[p]?.entailment ?? 0;
  const contradicted = passages.reduce(
    (most, passage, p) =>
      own.has(p) || ownSources.has(passage.source)
        ? most
        : Math.max(most, (group.judged[p]?.contradiction ?? 0) * passage.trust),
    0,
  );
  const sources = new Set(passages.map((passage) => passage.source));
  const naming = new Set(
    passages.flatMap((passage, p) =>
      group.namedBy[p] && !group.deniedBy[p] ? [passage.source] : [],
    ),
  );
  const denying = at.filter(
    (p) => !passages[p]!.amends && groups.some((other, h) => h !== g && other.deniedBy[p]),
  ).length;
  const planted = at.filter((p) => passages[p]!.aboutAnswer || passages[p]!.order).length;
  return {
    reader: Math.max(0, ...at.map(reader)),
    margin: Math.min(3, Math.max(-3, Math.max(...group.proposals.map((p) => p.reader)) / 4)),
    readerShare: readerShare(groups, g),
    readerSources: sumOverSources(at, passages, (p) => reader(p) * passages[p]!.trust),
    entailed: Math.max(0, ...at.map(entailment)),
    entailedSources: sumOverSources(
      passages.map((_, p) => p),
      passages,
      (p) => (group.deniedBy[p] ? 0 : entailment(p) * passages[p]!.trust),
    ),
    contradicted,
    relevance: Math.max(0, ...at.map((p) => passages[p]!.relevance)),
    cosine: Math.max(0, ...at.map((p) => passages[p]!.cosine)),
    nearest: Math.max(0, ...passages.map((passage) => passage.cosine)),
    named: Math.max(0, ...at.map((p) => passages[p]!.named)),
    trust: logOdds(Math.max(0, ...at.map((p) => passages[p]!.trust))),
    fits: group.fits,
    echo: Math.min(1, ...at.map((p) => passages[p]!.echo)),
    repeated: repeatedShare(at, passages),
    planted: at.length === 0 ? 0 : planted / at.length,
    density: Math.min(1, ...at.map((p) => passages[p]!.density)),
    mentions: sources.size === 0 ? 0 : naming.size / sources.size,
    denied: group.deniedBy.filter(Boolean).length / Math.max(1, passages.length),
    denying: at.length === 0 ? 0 : denying / at.length,
    topic: Math.max(0, ...at.map((p) => group.topic[p] ?? 0)),
    length: Math.min(1, group.answer.split(/\s+/).length / 10),
  };
}

/** Of each independent source the passage that most documents reword. */
function repeatedShare(at: readonly number[], passages: readonly ReadPassage[]): number {
  const reworded = new Map<number, number>();
  for (const p of at) {
    const { source, reworded: others } = passages[p]!;
    reworded.set(source, Math.max(reworded.get(source) ?? 0, others));
  }
  const repeating = [...reworded.values()].reduce((sum, others) => sum + others, 0);
  return repeating === 0 ? 0 : repeating / (repeating + reworded.size);
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

/** Softmax over the groups' best reader scores; temperature 3 logits, so that near scores stay near. */
function readerShare(groups: DecisionInput['groups'], g: number): number {
  const best = groups.map((group) => Math.max(...group.proposals.map((p) => p.reader)) / 3);
  const top = Math.max(...best);
  const total = best.reduce((sum, x) => sum + Math.exp(x - top), 0);
  return Math.exp(best[g]! - top) / total;
}
