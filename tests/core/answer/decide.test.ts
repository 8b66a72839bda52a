import { describe, expect, it } from 'vitest';
import { decide, type DecisionInput, type ReadPassage } from '../../../src/core/answer/decide';
import { answerWeights } from '../../../src/core/answer/weights';

const passage = (trust: number, source: number): ReadPassage => ({
  relevance: 1,
  trust,
  source,
  reworded: 0,
  echo: 0,
  density: 0,
  order: false,
  aboutAnswer: false,
  amends: false,
  cosine: 0.5,
  named: 1,
});

/** Two passages with an answer each; the first one's reader is the surer. */
function twoAnswers(trustOfFirst: number, trustOfSecond: number): DecisionInput {
  const entailed = { entailment: 0.9, neutral: 0.1, contradiction: 0 };
  const denied = { entailment: 0, neutral: 0.1, contradiction: 0.9 };
  const group = (answer: string, at: number, reader: number) => ({
    answer,
    proposals: [
      { answer, at, start: 0, end: 4, reader, probability: reader / 10, by: 'reader' as const },
    ],
    judged: at === 0 ? [entailed, denied] : [denied, entailed],
    fits: 1,
    topic: [1, 1],
    deniedBy: [false, false],
    namedBy: [at === 0, at === 1],
  });
  return {
    passages: [passage(trustOfFirst, 0), passage(trustOfSecond, 1)],
    groups: [group('1873', 0, 9), group('1863', 1, 7)],
  };
}
const leader = (input: DecisionInput) => decide(input)[0]!.answer;

describe('the decision between answers', () => {
  it('follows the thumb: what stands only in a distrusted file gives way', () => {
    expect(leader(twoAnswers(0.5, 0.5))).toBe('1873');
    expect(leader(twoAnswers(0.1, 0.5))).toBe('1863');
    expect(leader(twoAnswers(0.5, 0.9))).toBe('1863');
  });

  it('weighs trust by its log-odds, and unknown trust not at all', () => {
    const trustTerm = (trust: number) =>
      decide(twoAnswers(trust, 0.5)).find(({ answer }) => answer === '1873')!.features.trust;
    expect(trustTerm(0.5)).toBe(0);
    expect(trustTerm(0.1)).toBeCloseTo(Math.log(1 / 9), 12);
    expect(trustTerm(0.9)).toBeCloseTo(Math.log(9), 12);
    expect(trustTerm(0)).toBeCloseTo(-trustTerm(1), 12);
    expect(Number.isFinite(trustTerm(0))).toBe(true);
  });

  it('takes what an amending passage denies as replaced, and does not hold it against it', () => {
    const { passages, groups } = twoAnswers(0.5, 0.5);
    const moved = (amends: boolean) =>
      decide({
        passages: [passages[0]!, { ...passages[1]!, amends }],
        groups: [
          // "1873" is only named by the second passage, as what was before.
          {
            ...groups[0]!,
            proposals: groups[0]!.proposals.map((p) => ({ ...p, at: 1 })),
            deniedBy: [false, true],
          },
          groups[1]!,
        ],
      });
    const [only, ...rest] = moved(true);
    expect(rest).toEqual([]);
    expect([only!.answer, only!.features.denying]).toEqual(['1863', 0]);
    expect(moved(false).map((g) => [g.answer, g.features.denying])).toContainEqual(['1863', 1]);
  });

  it('sees documents that only reword one another, each source at its most reworded', () => {
    const { passages, groups } = twoAnswers(0.5, 0.5);
    const repeated = (...stating: readonly (readonly [source: number, reworded: number])[]) => {
      const input = {
        passages: stating.map(([source, reworded]) => ({ ...passages[0]!, source, reworded })),
        groups: [
          {
            ...groups[0]!,
            proposals: stating.map((_, at) => ({ ...groups[0]!.proposals[0]!, at })),
            judged: stating.map(() => groups[0]!.judged[0]!),
          },
        ],
      };
      return decide(input)[0]!.features.repeated;
    };
    expect(repeated([0, 0])).toBe(0);
    expect(repeated([0, 0], [1, 0], [1, 0])).toBe(0);
    expect(repeated([0, 4])).toBe(0.8);
    expect(repeated([0, 4], [0, 3])).toBe(0.8);
    expect(repeated([0, 4], [1, 0])).toBeCloseTo(2 / 3, 12);
  });

  it('is the fitted one where nothing is known of any file', () => {
    const without = { ...answerWeights, trust: 0 };
    expect(decide(twoAnswers(0.5, 0.5))).toEqual(decide(twoAnswers(0.5, 0.5), without));
  });

  it('keeps an answer that a file besides the distrusted one gives as well', () => {
    const { passages, groups } = twoAnswers(0.1, 0.5);
    const third = passage(0.5, 2);
    const [first, second] = groups;
    const also = { ...first!.proposals[0]!, at: 2 };
    const wider = (group: (typeof groups)[number], names: boolean) => ({
      ...group,
      // It says what the first says.
      judged: [...group.judged, group.judged[0]!],
      topic: [1, 1, 1],
      deniedBy: [false, false, false],
      namedBy: [...group.namedBy, names],
    });
    const input = {
      passages: [...passages, third],
      groups: [
        { ...wider(first!, true), proposals: [...first!.proposals, also] },
        wider(second!, false),
      ],
    };
    const [best] = decide(input);
    expect(best!.answer).toBe('1873');
    // It is the other file that stands for it.
    expect(best!.best).toBe(2);
  });
});
