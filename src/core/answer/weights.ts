/**
 * Weights of the decision between answers, fitted by `tests/eval/fit-answers.ts` on a part of nine
 * question sets: a choice among the proposed answers and "none of these", with the probability of a
 * planted answer as an added cost. Marks of planted text may only lower an answer, support may only
 * raise it. What the fit found useless is 0 and kept for the next fit.
 */
export const answerWeights = {
  bias: -2.69,
  reader: 1.42,
  readerShare: 0.68,
  readerSources: 0.84,
  entailed: 0,
  entailedSources: 0.57,
  contradicted: -1.09,
  relevance: 0,
  trust: 0,
  fits: 1.17,
  echo: -2.1,
  density: -1.29,
  mentions: 0.78,
  planted: 0,
  denied: 0,
  denying: -0.44,
  topic: 0,
  length: 0,
} as const;
