import { describe, expect, test } from 'vitest';
import { resolveFollowUp, type Turn } from '../../../src/core/answer/follow-up';

const turn = (question: string, answer: string, offered = false): Turn => ({
  question,
  answer,
  offered,
});

describe('a pronoun takes the last subject that fits', () => {
  test.each([
    [
      'When did he take over?',
      turn('Who is the skipper of the Fulmar?', 'Tomas Breck'),
      'When did Tomas Breck take over?',
    ],
    [
      'What is her salary?',
      turn('Who is the director?', 'Ingrid Vasalund'),
      "What is Ingrid Vasalund's salary?",
    ],
    [
      'Did they ask her?',
      turn('Who is the director?', 'Ingrid Vasalund'),
      'Did they ask Ingrid Vasalund?',
    ],
    [
      'How tall is it?',
      turn('When was the North Lighthouse first lit?', '1873'),
      'How tall is North Lighthouse?',
    ],
    [
      'What does it cost?',
      turn('What is the name of the boat?', 'Fulmar'),
      'What does Fulmar cost?',
    ],
    ['Who built it?', turn('How long is the pier?', '80 metres'), 'Who built the pier?'],
  ])('%s', (question, last, resolved) => {
    const result = resolveFollowUp(question, [last]);
    expect(result.question).toBe(resolved);
    expect(result.note).toContain('→');
  });
});

test('"what about" repeats the last question with another subject or year', () => {
  expect(resolveFollowUp('And Bob?', [turn('When was Alice born?', '1901')]).question).toBe(
    'When was Bob born?',
  );
  expect(
    resolveFollowUp('What about 2023?', [turn('How many pups were born in 2024?', '233')]).question,
  ).toBe('How many pups were born in 2023?');
});

test('a bare yes does what the last answer offered, and nothing when nothing was offered', () => {
  expect(resolveFollowUp('yes', [turn('Who sold the mill?', '', true)])).toEqual({
    question: 'Who sold the mill?',
    note: '"yes" → more passages were read',
    further: true,
  });
  expect(resolveFollowUp('Yes please!', [turn('Q?', 'A')])).toEqual({
    question: 'Yes please!',
    note: null,
    further: false,
  });
});

test.each([
  ['Who is the director?', []],
  ['How tall is it?', []],
  ['Does Ada say that she won?', [turn('Who is Grace?', 'Grace Hopper')]],
  ['Is it true that the lighthouse burnt down?', [turn('Who is Grace?', 'Grace Hopper')]],
] as const)('%s stands alone', (question, turns) =>
  expect(resolveFollowUp(question, turns)).toEqual({ question, note: null, further: false }),
);
