import { createSignal, type Accessor } from 'solid-js';
import { createStore, reconcile } from 'solid-js/store';
import type { Feedback } from '../core/types';
import type { Backend } from './context';
import { describeError } from './shared/describe-error';
import type { Toasts } from './shared/toasts';
import { whenReady } from './when-ready';

export type Opinion = Feedback['value'];

export interface FeedbackGiver {
  /** What the person said about `passage:<id>`, `document:<id>` or `folder:<path>`. */
  readonly of: (target: string) => Opinion | null;
  /** Says it of all targets at once; the same again takes it back. Shows an undo. */
  readonly give: (targets: readonly string[], value: Opinion, from: string) => Promise<void>;
  /** Says at once which are right and which are wrong; the same again takes it back. Shows an undo. */
  readonly settle: (
    right: readonly string[],
    wrong: readonly string[],
    from: string,
  ) => Promise<void>;
  /** Takes back the newest step, whenever it was given; says when there is none. */
  readonly undo: () => Promise<void>;
  /** When feedback was last changed, milliseconds since 1970; 0 in this visit never. */
  readonly changedAt: Accessor<number>;
}

interface Deps {
  readonly backend: Backend;
  readonly toasts: Toasts;
  /** Called after trust moved, so that the other panels follow. */
  readonly onChanged: () => Promise<void>;
}

/** Thumbs, as all panels share them. */
export function createFeedback({ backend, toasts, onChanged }: Deps): FeedbackGiver {
  const [opinions, setOpinions] = createStore<Record<string, Opinion>>({});
  const [changedAt, setChangedAt] = createSignal(0);

  whenReady(backend, () => void load());
  async function load(): Promise<void> {
    const all = await backend.engine.feedback().catch((): readonly Feedback[] => []);
    setOpinions(reconcile(Object.fromEntries(all.map(({ target, value }) => [target, value]))));
  }
  async function put(values: readonly (readonly [string, Opinion | null])[], from: string) {
    for (const [target, value] of values) await backend.engine.giveFeedback(target, value, from);
    setChangedAt(Date.now());
    await load();
    await onChanged();
  }

  return {
    of: (target) => opinions[target] ?? null,
    changedAt,
    give: (targets, value, from) =>
      say(
        targets.map((target) => [target, value]),
        from,
        describeOpinion(value),
      ),
    settle: (right, wrong, from) =>
      say(
        [
          ...right.map((target) => [target, 'good'] as const),
          ...wrong.map((target) => [target, 'bad'] as const),
        ],
        from,
        'Noted which is right. Trust moved through the map.',
      ),
    async undo() {
      const undone = await backend.engine.undoFeedback();
      if (undone) {
        setChangedAt(Date.now());
        await load();
        await onChanged();
      }
      toasts.show(undone ? describeOpinion(null) : 'There is nothing to take back.');
    },
  };

  async function say(
    values: readonly (readonly [string, Opinion])[],
    from: string,
    words: string,
  ): Promise<void> {
    const before = values.map(([target]) => [target, opinions[target] ?? null] as const);
    const again = values.every(([target, value]) => (opinions[target] ?? null) === value);
    try {
      await put(again ? values.map(([target]) => [target, null] as const) : values, from);
      toasts.show(again ? describeOpinion(null) : words, {
        undo: () =>
          void put(before, from).catch((error: unknown) =>
            toasts.show(describeError(error), { tone: 'bad' }),
          ),
      });
    } catch (error) {
      toasts.show(describeError(error), { tone: 'bad' });
    }
  }
}

const describeOpinion = (value: Opinion | null): string =>
  value === 'good'
    ? 'Marked as trusted. Trust moved through the map.'
    : value === 'bad'
      ? 'Marked as not to be trusted. Trust moved through the map.'
      : 'Taken back.';
