import type { Answer } from '../../core/types';
import type { AskEvent, AskStage } from '../../link/ask';

/** A question and what became of it. Times in milliseconds since 1970. */
export interface Turn {
  readonly key: string;
  readonly question: string;
  readonly state: 'running' | 'answered' | 'stopped' | 'failed';
  readonly asked: number;
  /** Stages so far, oldest first; the last one is going on while running. */
  readonly stages: readonly StageNote[];
  readonly draft: { readonly short: string; readonly checked: boolean } | null;
  readonly answer: Answer | null;
  readonly error: string | null;
}

export interface StageNote {
  readonly stage: AskStage | 'waiting-for-models';
  readonly detail: string;
  readonly at: number;
}

export type TurnEvent =
  | AskEvent
  | { readonly type: 'waiting-for-models' }
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly message: string };

export const newTurn = (key: string, question: string, asked: number): Turn => ({
  key,
  question,
  state: 'running',
  asked,
  stages: [],
  draft: null,
  answer: null,
  error: null,
});

/** A turn that is already over: from the history. */
export const turnOf = (answer: Answer): Turn => ({
  ...newTurn(answer.id, answer.question, answer.asked),
  state: 'answered',
  answer,
});

/** Folds the stream of an answer into its turn. What comes after the end changes nothing. */
export function reduceTurn(turn: Turn, event: TurnEvent, at: number): Turn {
  if (turn.state !== 'running') return turn;
  switch (event.type) {
    case 'waiting-for-models':
      return { ...turn, stages: [{ stage: 'waiting-for-models', detail: '', at }] };
    case 'stage': {
      const { stage, detail } = event;
      const last = turn.stages.at(-1);
      // The same stage again only tells its detail anew.
      const before = last?.stage === stage ? turn.stages.slice(0, -1) : turn.stages;
      return {
        ...turn,
        stages: [...before, { stage, detail, at: last?.stage === stage ? last.at : at }],
      };
    }
    case 'draft':
      return { ...turn, draft: { short: event.short, checked: event.checked } };
    case 'answer':
      return { ...turn, state: 'answered', answer: event.answer, draft: null };
    case 'stopped':
      return { ...turn, state: 'stopped', draft: null };
    case 'failed':
      return { ...turn, state: 'failed', error: event.message, draft: null };
  }
}

/** What is happening, in words. */
export const stageWords: Readonly<Record<StageNote['stage'], string>> = {
  'waiting-for-models': 'Waiting for the models to load',
  understanding: 'Understanding the question',
  searching: 'Searching your documents',
  choosing: 'Choosing the passages that matter',
  reading: 'Reading the passages',
  chaining: 'Joining facts across documents',
  checking: 'Checking every sentence against its source',
  'searching-answers': 'Comparing ways to answer',
  writing: 'Wording the answer',
  done: 'Done',
};
