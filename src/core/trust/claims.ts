import { stems } from '../lib/words';
import type { Judgement } from '../types';
import { sharedWeight, type WordWeights } from './comparable';
import { allFillersIn, differingSlot, type Slot } from './fillers';
import type { StatedSentence, Statement } from './statements';

/** A statement of one sentence, to be judged by a sentence of another passage. */
export interface Claim {
  readonly premise: StatedSentence;
  readonly statement: Statement;
  /** Share of the statement's words (by weight) that the premise has, in [0, 1]. */
  readonly coverage: number;
  /** How the claim may contradict the premise, if the judge agrees; null: it cannot. */
  readonly contradiction: 'number' | 'name' | 'denial' | null;
  readonly slot: Slot | null;
  /** Whether it may be supported by the premise, if the judge agrees. */
  readonly supportable: boolean;
}

/**
 * What decides whether a claim is worth judging. The judge alone is not asked: it calls many a pair
 * contradictory that only speaks of different things, and misses a changed number. Measured on
 * questions kept for it, see tests/eval/blocking.ts.
 */
export interface ClaimLimits {
  /** Least coverage of a contradiction in a date or number. */
  readonly numberCoverage: number;
  /** Least coverage of what a contradiction says of its subject, the slot left out. */
  readonly predicateCoverage: number;
  /** Of one in a name: names differ more easily without a contradiction. */
  readonly nameCoverage: number;
  /** Of one by denial. */
  readonly denialCoverage: number;
  /** Of a support. */
  readonly supportCoverage: number;
  /** Least weight of the subject, in words that one passage has: "the series" is no subject. */
  readonly subjectWeight: number;
}

/** Of what `from` says, the statement that the premise has most to do with. */
export function claimOf(
  premise: StatedSentence,
  from: StatedSentence,
  weights: WordWeights,
  limits: ClaimLimits,
): Claim {
  let best: Claim | null = null;
  let most = -1;
  for (const statement of from.statements) {
    const claim = putTo(premise, statement, weights, limits);
    const shared = sharedWeight(statement.words, premise.words, weights);
    const worth = claim.coverage * Math.sqrt(shared) * (claim.contradiction ? 2 : 1);
    if (worth > most) [best, most] = [claim, worth];
  }
  return best!;
}

function putTo(
  premise: StatedSentence,
  statement: Statement,
  weights: WordWeights,
  limits: ClaimLimits,
): Claim {
  const { words, subject, predicate } = statement;
  const all = sharedWeight(words, words, weights);
  const coverage = all > 0 ? sharedWeight(words, premise.words, weights) / all : 0;
  const slot = differingSlot(predicate, subject, premise.text);
  return {
    premise,
    statement,
    coverage,
    slot,
    contradiction: contradictionOf(premise, statement, coverage, slot, weights, limits),
    supportable:
      statement.claims &&
      coverage >= limits.supportCoverage &&
      allFillersIn(statement.text, premise.text),
  };
}

function contradictionOf(
  premise: StatedSentence,
  { predicate, subjectWords, negated }: Statement,
  coverage: number,
  slot: Slot | null,
  weights: WordWeights,
  limits: ClaimLimits,
): Claim['contradiction'] {
  for (const word of subjectWords) if (!premise.words.has(word)) return null;
  const weight = sharedWeight(subjectWords, subjectWords, weights);
  if (weight < limits.subjectWeight * weights.rarest) return null;
  if (slot && !saysTheSame(predicate, slot, premise, weights, limits.predicateCoverage))
    return null;
  if (slot && slot.said.kind !== 'name') return coverage >= limits.numberCoverage ? 'number' : null;
  if (slot) return coverage >= limits.nameCoverage ? 'name' : null;
  return negated !== premise.negated && coverage >= limits.denialCoverage ? 'denial' : null;
}

/**
 * Beside the slot, enough of what is said of the subject: "was born in 1931" and "was started in 1974"
 * are two things.
 */
function saysTheSame(
  predicate: string,
  { said }: Slot,
  premise: StatedSentence,
  weights: WordWeights,
  least: number,
): boolean {
  const rest = stems(predicate);
  for (const word of stems(said.text)) rest.delete(word);
  const all = sharedWeight(rest, rest, weights);
  return all === 0 || sharedWeight(rest, premise.words, weights) >= least * all;
}

/**
 * How strongly a judged claim stands for contradiction and for support, each in [0, 1]. Where a
 * number or a date differs, what the judge calls entailed counts as contradiction too: all but the
 * number agrees.
 */
export function evidenceOf(
  { contradiction, supportable }: Claim,
  judgement: Judgement,
): { readonly contradict: number; readonly support: number } {
  const against =
    contradiction === 'number'
      ? judgement.entailment + judgement.contradiction
      : judgement.contradiction;
  return {
    contradict: contradiction ? Math.min(1, against) : 0,
    support: supportable ? judgement.entailment : 0,
  };
}
