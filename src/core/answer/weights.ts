/**
 * Weights of the decision between answers, fitted by `tests/eval/fit-answers.ts` on the tuning part of
 * the question sets, each as one library, and on the sample: a choice among the proposed answers and
 * "none of these", with the probability of a planted answer as an added cost. Marks of planted text
 * may only lower an answer, support may only raise it. What the fit found useless is 0 and kept, so
 * that the next fit can find it useful.
 */
export const answerWeights = {
  bias: -2.87,
  reader: 1.38,
  readerShare: 0.74,
  readerSources: 1.11,
  entailed: 0,
  entailedSources: 0.25,
  contradicted: -2.19,
  relevance: 0.73,
  trust: 0,
  fits: 0.93,
  echo: -2.06,
  density: -1.01,
  mentions: 0,
  planted: -0.02,
  denied: 0,
  denying: -0.96,
  topic: 0.6,
  length: 0,
} as const;
