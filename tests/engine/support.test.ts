import { describe, expect, test } from 'vitest';
import type { AnswerGroup } from '../../src/core/answer/decide';
import { readQuestion } from '../../src/core/answer/question';
import { defaultSettings } from '../../src/core/settings';
import type { Judgement, Passage } from '../../src/core/types';
import { createJudge } from '../../src/engine/ask/judge';
import type { Run } from '../../src/engine/ask/run';
import type { Found } from '../../src/engine/ask/search';
import { supportFor } from '../../src/engine/ask/support';
import { documentRow, passageRow } from '../support/rows';

const yes: Judgement = { entailment: 0.9, neutral: 0.1, contradiction: 0 };
const open: Judgement = { entailment: 0.2, neutral: 0.8, contradiction: 0 };
const sentences = ['Mara built the mill.', 'She did so in 1871.', 'It burned later.'];
const text = sentences.join(' ');
const answer = text.indexOf('1871');

function passageOf(name: string): Passage {
  let at = 0;
  const spans = sentences.map((s) => {
    const start = text.indexOf(s, at);
    at = start + s.length;
    return [start, at] as const;
  });
  return { ...passageRow(name, 0, text), sentences: spans, end: text.length };
}

/** Two files say it; `entailed` decides which premises carry the claim. */
function supports(entailed: (premise: string) => boolean, judged: readonly Judgement[]) {
  const taken = ['a', 'b'].map((name) => ({ passage: passageOf(name), trust: 0.5 }) as Found);
  const run = {
    settings: defaultSettings,
    shape: readQuestion('When was the mill built?'),
    indexes: { document: (id: string) => ({ ...documentRow('mill'), id, title: '' }) },
    judge: createJudge({
      entail: (pairs) =>
        Promise.resolve(
          Float32Array.from(
            pairs.flatMap(({ premise }) => {
              const { entailment, neutral, contradiction } = entailed(premise) ? yes : open;
              return [entailment, neutral, contradiction];
            }),
          ),
        ),
    }),
    signal: new AbortController().signal,
  } as unknown as Run;
  const group = {
    answer: '1871',
    proposals: [0, 1].map((at) => ({
      answer: '1871',
      at,
      start: answer,
      end: answer + 4,
      reader: 1,
      probability: 0.7,
      by: 'reader' as const,
    })),
    judged,
    judgement: judged[0],
    best: 0,
  } as unknown as AnswerGroup;
  return supportFor(run, taken, group);
}

describe('the places that are cited for an answer', () => {
  test('a sentence that carries the claim by itself is quoted alone', async () => {
    const [first] = await supports(() => true, [yes, yes]);
    expect(text.slice(first!.start, first!.end)).toBe('She did so in 1871.');
    expect(first!.judgement.entailment).toBeCloseTo(0.9);
  });

  test('one that does not is quoted with its neighbours, which were judged with it', async () => {
    const [first] = await supports((premise) => premise.includes('Mara'), [yes, yes]);
    expect(text.slice(first!.start, first!.end)).toBe(text);
    expect(first!.judgement).toEqual(yes);
  });

  test('a further source that carries it neither way is not cited', async () => {
    expect(await supports(() => false, [yes, yes])).toHaveLength(2);
    expect(await supports(() => false, [yes, open])).toHaveLength(1);
  });
});
