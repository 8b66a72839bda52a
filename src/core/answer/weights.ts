/** Weights of the decision between answers; fitted by tests/eval/fit-answers.ts on the tuning halves of the question sets. */
export const answerWeights = {
  bias: -2,
  reader: 2,
  readerSources: 1,
  entailed: 1.5,
  entailedSources: 0.8,
  contradicted: -0.5,
  relevance: 0.5,
  trust: 1,
  fits: 0.8,
  echo: -0.5,
  planted: -1,
  denied: 0,
  denying: -0.5,
  length: -1,
} as const;
