/**
 * Weights of the decision between answers, fitted by `tests/eval/fit-answers.ts` on the tuning part of
 * the question sets, each as one library, and on the sample: a choice among the proposed answers and
 * "none of these", with the probability of a planted answer as an added cost. Marks of planted text
 * may only lower an answer, support may only raise it. What the fit found useless is 0 and kept, so
 * that the next fit can find it useful. `trust` is not fitted, for the sets hold no thumbs: trust is
 * the chance that a source tells the truth, and its log-odds add to the answer's as they are.
 */
export const answerWeights = {
  bias: -4.3,
  reader: 0,
  margin: 0.55,
  readerShare: 1.08,
  readerSources: 0.19,
  entailed: 1.25,
  entailedSources: 0.28,
  mentions: 1.28,
  fits: 0.77,
  relevance: 0,
  topic: 0,
  cosine: 1.03,
  nearest: 1.68,
  named: 0,
  contradicted: -0.86,
  repeated: -3.92,
  planted: -1.5,
  denying: -2.37,
  length: -0.36,
  denied: 0,
  echo: -1.65,
  density: -0.34,
  trust: 1,
} as const;
