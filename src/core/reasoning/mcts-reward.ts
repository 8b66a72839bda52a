import type { Judgement } from '../types';
import type { SearchSettings } from './mcts-tree';

/** A sentence of a passage that an answer's sentence is judged against. */
export interface EvidenceSentence {
  readonly text: string;
  /** Which passage it stands in. */
  readonly passage: string;
  /** Trust tau of the passage in [0, 1]; 1 where trust is off. */
  readonly trust: number;
}

export interface JudgedEvidence {
  readonly judgement: Judgement;
  readonly trust: number;
}

/**
 * Reward of one sentence over its evidence (Self-Correcting RAG, section 3.3). "max": the best
 * entailment with the neutrality of that same evidence, and the largest trust-weighted
 * contradiction. "mean": the paper's, every part averaged over the evidence, which dilutes.
 * Without evidence it earns less than a neutral sentence.
 */
export function sentenceReward(
  evidence: readonly JudgedEvidence[],
  settings: SearchSettings,
): number {
  if (evidence.length === 0) return nothingReward(settings);
  const { entailment, neutral, contradiction } = settings;
  if (settings.aggregate === 'mean') {
    let sum = 0;
    for (const { judgement, trust } of evidence)
      sum +=
        entailment * judgement.entailment +
        neutral * judgement.neutral +
        contradiction * trust * judgement.contradiction;
    return sum / evidence.length;
  }
  let best = evidence[0]!;
  let against = 0;
  for (const item of evidence) {
    if (item.judgement.entailment > best.judgement.entailment) best = item;
    against = Math.max(against, item.trust * item.judgement.contradiction);
  }
  return (
    entailment * best.judgement.entailment +
    neutral * best.judgement.neutral +
    contradiction * against
  );
}

/** What a sentence without evidence, or an empty answer, earns: below a neutral sentence. */
export function nothingReward({ neutral, noEvidence }: SearchSettings): number {
  return neutral + noEvidence;
}

/** Reward of an answer: the mean over its sentences. */
export function answerReward(sentences: readonly number[], settings: SearchSettings): number {
  if (sentences.length === 0) return nothingReward(settings);
  return sentences.reduce((sum, reward) => sum + reward, 0) / sentences.length;
}

/** The first `evidence` of ranked sentences, at most `perPassage` of one passage. */
export function limitEvidence(
  ranked: readonly EvidenceSentence[],
  { evidence, perPassage }: SearchSettings,
): EvidenceSentence[] {
  const used = new Map<string, number>();
  const taken: EvidenceSentence[] = [];
  for (const sentence of ranked) {
    if (taken.length === evidence) break;
    const count = used.get(sentence.passage) ?? 0;
    if (count === perPassage) continue;
    used.set(sentence.passage, count + 1);
    taken.push(sentence);
  }
  return taken;
}
