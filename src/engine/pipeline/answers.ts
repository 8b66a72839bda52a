import { resolveFollowUp, type Turn } from '../../core/answer/follow-up';
import { failure } from '../../core/errors';
import { withSettings, type Settings, type SettingsPatch } from '../../core/settings';
import type { Answer } from '../../core/types';
import type { AskApi } from '../../link/ask';
import { answerQuestion } from '../ask/ask';
import type { AskExtras } from '../ask/run';
import type { EngineContext } from '../context';

/** Questions with their history: follow-ups are made whole, every finished answer is kept. */
export function createAskService(context: EngineContext, extras: AskExtras): AskApi {
  const { store, indexes } = context;

  async function turns(ids: readonly string[]): Promise<Turn[]> {
    const entries = await Promise.all(ids.map((id) => store.get('history', id)));
    return entries.flatMap((entry) => (entry ? [turnOf(entry.answer)] : []));
  }

  return {
    async ask(question, options, onEvent, signal) {
      if (question.trim() === '') throw failure('BadSetting', 'The question is empty.');
      onEvent({ type: 'stage', stage: 'understanding', detail: '' });
      const resolved = resolveFollowUp(question, await turns(options.after));
      signal.throwIfAborted();
      const { collection } = options;
      const answer = await answerQuestion(
        { models: context.models, indexes, now: context.now, ...extras },
        {
          id: crypto.randomUUID(),
          question,
          standalone: resolved.question,
          note: resolved.note,
          ...(collection === null ? {} : { allowed: inCollection(context, collection) }),
        },
        withSettings(
          context.settings(),
          options.settings,
          resolved.further ? further(context.settings()) : {},
        ),
        onEvent,
        signal,
      );
      await store.batch([{ table: 'history', put: { id: answer.id, answer } }]);
      return answer;
    },
    async history() {
      const entries = await store.all('history');
      return entries.map((entry) => entry.answer).sort((a, b) => b.asked - a.asked);
    },
    deleteAnswer: (id) => store.batch([{ table: 'history', delete: id }]),
    clearHistory: () => store.batch([{ table: 'history', clear: true }]),
  };
}

function turnOf(answer: Answer): Turn {
  return {
    question: answer.standalone,
    answer: answer.short,
    // Answers that an older version kept have none.
    offered: Boolean(answer.offer),
  };
}

/** More passages to the reader, and the search for an answer among them. */
const further = ({ answer, search }: Settings): SettingsPatch => ({
  answer: { read: Math.max(answer.read, answer.readFurther) },
  search: { ...search, enabled: true },
});

function inCollection({ indexes }: EngineContext, collection: string): (index: number) => boolean {
  return (index) => indexes.document(indexes.passage(index).document)?.collection === collection;
}
