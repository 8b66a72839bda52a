import type { DocumentId, Feedback, Passage, PassageId, Relation } from '../../../src/core/types';

/** `p('a', 2)` is the third passage of document a. */
export const p = (document: string, ordinal: number): PassageId =>
  `${document}#${ordinal}` as PassageId;

export function nodes(
  ...documents: readonly (readonly [document: string, passages: number])[]
): Pick<Passage, 'id' | 'document'>[] {
  return documents.flatMap(([document, passages]) =>
    Array.from({ length: passages }, (_, ordinal) => ({
      id: p(document, ordinal),
      document: document as DocumentId,
    })),
  );
}

export function relation(a: PassageId, b: PassageId, sign: 1 | -1, weight = 1): Relation {
  const judgement =
    sign === 1
      ? { entailment: weight, neutral: 1 - weight, contradiction: 0 }
      : { entailment: 0, neutral: 1 - weight, contradiction: weight };
  return {
    a,
    b,
    documentA: a.split('#')[0] as DocumentId,
    documentB: b.split('#')[0] as DocumentId,
    sign,
    weight,
    spanA: [0, 1],
    spanB: [0, 1],
    textA: `sentence of ${a}`,
    textB: `sentence of ${b}`,
    forward: judgement,
    backward: judgement,
  };
}

export const feedback = (target: string, value: 'good' | 'bad', given = 0): Feedback => ({
  target,
  value,
  given,
  from: 'test',
});
