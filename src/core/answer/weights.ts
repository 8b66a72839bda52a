/**
 * Weights of the decision between answers, fitted by `tests/eval/fit-answers.ts` on the tuning part of
 * the question sets, each as one library, and on the sample: a choice among the proposed answers and
 * "none of these", with the probability of a planted answer as an added cost. Marks of planted text
 * may only lower an answer, support may only raise it. What the fit found useless is 0 and kept, so
 * that the next fit can find it useful. `trust` is not fitted, for the sets hold no thumbs: trust is
 * the chance that a source tells the truth, and its log-odds add to the answer's as they are.
 */
export const answerWeights = {
  bias: -1.89,
  reader: 1.35,
  margin: 0,
  readerShare: 1.33,
  readerSources: 0.47,
  entailed: 0,
  entailedSources: 0.12,
  mentions: 0.31,
  fits: 0.5,
  relevance: 0,
  cosine: 0,
  nearest: 0,
  named: 0,
  topic: 0.15,
  repeated: 0,
  contradicted: -1.29,
  planted: -1.15,
  denying: -1.07,
  length: 0,
  denied: 0,
  echo: -1.98,
  density: -0.52,
  trust: 1,
} as const;
