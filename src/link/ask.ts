import type { Answer } from '../core/types';
import type { SettingsPatch } from '../core/settings';

export interface AskOptions {
  /** Only documents of this collection; null: all. */
  readonly collection: string | null;
  /** Earlier turns of the conversation, oldest first, by answer id. */
  readonly after: readonly string[];
  readonly settings: SettingsPatch;
}

export type AskStage =
  | 'understanding'
  | 'searching'
  | 'choosing'
  | 'reading'
  | 'chaining'
  | 'checking'
  | 'searching-answers'
  | 'writing'
  | 'done';

export type AskEvent =
  | { readonly type: 'stage'; readonly stage: AskStage; readonly detail: string }
  /** A draft that was not yet checked to the end; shown as such. */
  | { readonly type: 'draft'; readonly short: string; readonly checked: boolean }
  | { readonly type: 'answer'; readonly answer: Answer };

export interface AskApi {
  ask(
    question: string,
    options: AskOptions,
    onEvent: (event: AskEvent) => void,
    signal: AbortSignal,
  ): Promise<Answer>;
  /** Newest first. */
  history(): Promise<readonly Answer[]>;
  deleteAnswer(id: string): Promise<void>;
  clearHistory(): Promise<void>;
}
