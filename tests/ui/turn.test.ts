import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/core/types';
import { newTurn, reduceTurn, turnOf, type TurnEvent } from '../../src/ui/ask/turn';

const answer = { id: 'a1', question: 'q', asked: 5, short: 'yes' } as Answer;
const fold = (events: readonly TurnEvent[]) =>
  events.reduce(
    (turn, event, index) => reduceTurn(turn, event, 100 + index),
    newTurn('k', 'q', 99),
  );

describe('a turn', () => {
  it('collects the stages in order', () => {
    const turn = fold([
      { type: 'stage', stage: 'searching', detail: '' },
      { type: 'stage', stage: 'reading', detail: '' },
    ]);
    expect(turn.stages.map(({ stage, at }) => [stage, at])).toEqual([
      ['searching', 100],
      ['reading', 101],
    ]);
  });

  it('only changes the detail when the same stage comes again', () => {
    const turn = fold([
      { type: 'stage', stage: 'reading', detail: '1 of 8' },
      { type: 'stage', stage: 'reading', detail: '2 of 8' },
    ]);
    expect(turn.stages).toEqual([{ stage: 'reading', detail: '2 of 8', at: 100 }]);
  });

  it('replaces a draft by the answer', () => {
    const turn = fold([
      { type: 'draft', short: 'perhaps', checked: false },
      { type: 'answer', answer },
    ]);
    expect(turn).toMatchObject({ state: 'answered', draft: null, answer });
  });

  it('is over after the answer, a stop or a failure', () => {
    const ends: readonly TurnEvent[] = [
      { type: 'answer', answer },
      { type: 'stopped' },
      { type: 'failed', message: 'no' },
    ];
    for (const end of ends) {
      const turn = fold([end]);
      expect(turn.state).not.toBe('running');
      for (const late of [...ends, { type: 'stage', stage: 'done', detail: '' } as const])
        expect(reduceTurn(turn, late, 500)).toBe(turn);
    }
  });

  it('comes whole from the history', () => {
    expect(turnOf(answer)).toMatchObject({ key: 'a1', question: 'q', state: 'answered', asked: 5 });
  });
});
