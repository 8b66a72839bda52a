import { failure } from '../../core/errors';
import { parseTarget } from '../../core/trust/feedback';
import type { Answer, Feedback } from '../../core/types';
import type { EngineContext } from '../context';
import type { Operation } from '../storage/types';

/** What the person said, with the way back. */
export interface FeedbackBook {
  /**
   * Says it of `passage:<id>`, `document:<id>`, `folder:<path>`, or of all passages that
   * `answer:<id>` rests on; null takes it back. A later word replaces an earlier one.
   * @throws NotFound for an answer that is not in the history, or any other target
   */
  give(target: string, value: Feedback['value'] | null, from: string): Promise<void>;
  /** Takes back the newest step; null when there is none left. Kept across reloads. */
  undo(): Promise<Feedback | null>;
  all(): Promise<readonly Feedback[]>;
}

/** One step: what each target was before and after. */
type Step = readonly {
  readonly target: string;
  readonly before: Feedback | null;
  readonly after: Feedback | null;
}[];

const undoKey = 'trust-undo';
const longest = 100;

export function createFeedbackBook({
  store,
  now,
}: Pick<EngineContext, 'store' | 'now'>): FeedbackBook {
  const stepsOf = async (): Promise<readonly Step[]> =>
    ((await store.get('values', undoKey))?.value ?? []) as readonly Step[];

  async function save(values: readonly [string, Feedback | null][], steps: readonly Step[]) {
    await store.batch([
      ...values.map(([target, value]): Operation =>
        value ? { table: 'feedback', put: value } : { table: 'feedback', delete: target },
      ),
      { table: 'values', put: { id: undoKey, value: steps.slice(-longest) } },
    ]);
  }

  async function targetsOf(target: string): Promise<readonly string[]> {
    if (parseTarget(target)) return [target];
    const id = target.startsWith('answer:') ? target.slice('answer:'.length) : null;
    const entry = id === null ? undefined : await store.get('history', id);
    if (!entry)
      throw failure('NotFound', `There is nothing called "${target}" to give feedback on.`);
    return passagesBehind(entry.answer);
  }

  return {
    async give(target, value, from) {
      const given = now();
      const step = await Promise.all(
        (await targetsOf(target)).map(async (one) => ({
          target: one,
          before: (await store.get('feedback', one)) ?? null,
          after: value && { target: one, value, given, from },
        })),
      );
      const real = step.filter(({ before, after }) => before?.value !== after?.value);
      if (real.length === 0) return;
      await save(
        real.map(({ target: one, after }) => [one, after]),
        [...(await stepsOf()), real],
      );
    },

    async undo() {
      const steps = await stepsOf();
      const last = steps.at(-1);
      if (!last) return null;
      await save(
        last.map(({ target, before }) => [target, before]),
        steps.slice(0, -1),
      );
      const [first] = last;
      return first ? (first.after ?? first.before) : null;
    },

    all: async () => (await store.all('feedback')).sort((a, b) => b.given - a.given),
  };
}

/** The passages that the supported sentences of an answer cite; all it cites where none is. */
function passagesBehind({ sentences, citations }: Answer): string[] {
  const numbers = new Set(
    sentences.filter(({ verdict }) => verdict === 'supported').flatMap((one) => one.citations),
  );
  const cited = citations.filter(({ number }) => numbers.size === 0 || numbers.has(number));
  return [...new Set(cited.map(({ passage }) => `passage:${passage}`))];
}
