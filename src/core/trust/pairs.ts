import type { Judgement, Passage, Relation } from '../types';
import { claimOf, evidenceOf, type Claim, type ClaimLimits } from './claims';
import { comparableSentences, sharedWeight, type WordWeights } from './comparable';
import { firstSentence, type StatedSentence } from './statements';

export interface PairLimits extends ClaimLimits {
  /** Least cosine of two passages that are compared. */
  readonly leastCosine: number;
  /** Least common weight of two sentences that are compared, in words that one passage has. */
  readonly sharedWords: number;
  /** Most pairs of sentences judged for two passages. */
  readonly sentencePairs: number;
  /** Cosine from which two passages are copies of each other, which supports without a judge. */
  readonly copyCosine: number;
  /** Least strength of a relation. */
  readonly edgeThreshold: number;
}

/** A passage with what it states. */
export interface StatedPassage {
  readonly passage: Passage;
  readonly sentences: readonly StatedSentence[];
}

/** Two sentences to be judged, each by what the other says. */
export interface SentencePair {
  readonly a: StatedSentence;
  readonly b: StatedSentence;
  /** What b says, put to a. */
  readonly forward: Claim;
  /** What a says, put to b. */
  readonly backward: Claim;
  /** Weight of what they have in common, in words that only one passage has. */
  readonly shared: number;
}

/** Two passages that may be related, with the sentences that decide. */
export interface PassagePair {
  readonly a: StatedPassage;
  readonly b: StatedPassage;
  readonly cosine: number;
  readonly sentences: readonly SentencePair[];
}

/**
 * What is to be judged of two passages; null when no reply of the judge could relate them. Passages
 * of one document can only contradict, and in a number: that they agree is what their hub says, and
 * one author's "not" mostly belongs to another thought. `a.id < b.id`.
 */
export function pairOf(
  one: StatedPassage,
  other: StatedPassage,
  cosine: number,
  weights: WordWeights,
  limits: PairLimits,
): PassagePair | null {
  const [a, b] = one.passage.id < other.passage.id ? [one, other] : [other, one];
  if (cosine < limits.leastCosine) return null;
  const sameSource = a.passage.document === b.passage.document;
  const comparable = comparableSentences(a.sentences, b.sentences, weights, limits.sharedWords);
  const sentences = eachOnce(
    comparable
      .map((pair) => judgeable(pair.a, pair.b, weights, limits))
      .filter((pair) =>
        sameSource
          ? differInNumber(pair)
          : mayContradict(pair) || pair.forward.supportable || pair.backward.supportable,
      )
      // Stable: within both kinds, what has most in common stays first.
      .sort((x, y) => Number(mayContradict(y)) - Number(mayContradict(x))),
  ).slice(0, limits.sentencePairs);
  if (sentences.length > 0) return { a, b, cosine, sentences };
  if (cosine < limits.copyCosine || sameSource) return null;
  const pair = { a: firstSentence(a.passage), b: firstSentence(b.passage) };
  return { a, b, cosine, sentences: [judgeable(pair.a, pair.b, weights, limits)] };
}

/**
 * The relation of two judged passages (TrustPropRAG, section 3.1): the stronger of
 *
 *   - contradiction: the strongest claim of either direction;
 *   - support: the mean of the two strongest claims, for a planted text agrees in one sentence with
 *     what it falsifies in the next; or the cosine of near-copies.
 *
 * null below the threshold. `judgements[k]` are forward and backward of `pair.sentences[k]`.
 */
export function relationOf(
  pair: PassagePair,
  judgements: readonly (readonly [forward: Judgement, backward: Judgement])[],
  limits: PairLimits,
): Relation | null {
  let against = { strength: 0, at: 0 };
  let agreeing = { strength: 0, at: 0 };
  const supports: number[] = [];
  for (const [k, sentences] of pair.sentences.entries()) {
    const [forward, backward] = judgements[k]!;
    const there = evidenceOf(sentences.forward, forward);
    const back = evidenceOf(sentences.backward, backward);
    const contradict = Math.max(there.contradict, back.contradict);
    const support = Math.max(there.support, back.support);
    if (contradict > against.strength) against = { strength: contradict, at: k };
    if (support > agreeing.strength) agreeing = { strength: support, at: k };
    supports.push(there.support, back.support);
  }
  supports.sort((x, y) => y - x);
  const copied = pair.cosine >= limits.copyCosine ? pair.cosine : 0;
  const sameSource = pair.a.passage.document === pair.b.passage.document;
  const support = sameSource ? 0 : Math.max(copied, ((supports[0] ?? 0) + (supports[1] ?? 0)) / 2);
  const sign = against.strength >= support ? -1 : 1;
  const weight = Math.min(1, Math.max(against.strength, support));
  if (weight < limits.edgeThreshold) return null;
  const at = sign === -1 ? against.at : agreeing.at;
  return describe(pair, pair.sentences[at]!, judgements[at]!, sign, weight);
}

/** What to judge first: what may contradict, then copies, then what has most in common. */
export const worthOf = ({ cosine, sentences }: PassagePair): number =>
  cosine + (sentences.some(mayContradict) ? 2 : 0);

const mayContradict = ({ forward, backward }: SentencePair): boolean =>
  forward.contradiction !== null || backward.contradiction !== null;

const differInNumber = ({ forward, backward }: SentencePair): boolean =>
  forward.contradiction === 'number' || backward.contradiction === 'number';

function eachOnce(pairs: readonly SentencePair[]): SentencePair[] {
  const used = new Set<StatedSentence>();
  return pairs.filter(({ a, b }) => {
    if (used.has(a) || used.has(b)) return false;
    used.add(a).add(b);
    return true;
  });
}

function judgeable(
  a: StatedSentence,
  b: StatedSentence,
  weights: WordWeights,
  limits: PairLimits,
): SentencePair {
  return {
    a,
    b,
    forward: claimOf(a, b, weights, limits),
    backward: claimOf(b, a, weights, limits),
    shared: sharedWeight(a.words, b.words, weights) / weights.rarest,
  };
}

function describe(
  { a, b }: PassagePair,
  sentences: SentencePair,
  [forward, backward]: readonly [Judgement, Judgement],
  sign: 1 | -1,
  weight: number,
): Relation {
  return {
    a: a.passage.id,
    b: b.passage.id,
    documentA: a.passage.document,
    documentB: b.passage.document,
    sign,
    weight,
    spanA: sentences.a.span,
    spanB: sentences.b.span,
    textA: sentences.a.text,
    textB: sentences.b.text,
    forward,
    backward,
  };
}
