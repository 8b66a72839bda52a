import { proxy } from 'comlink';
import { createSignal, type Accessor, type Setter } from 'solid-js';
import { createStore, reconcile } from 'solid-js/store';
import type { Answer } from '../../core/types';
import type { Backend } from '../context';
import { createRun } from '../shared/abortable';
import type { Announcer } from '../shared/announce';
import { describeError, wasStopped } from '../shared/describe-error';
import { createPendingDeletes } from '../shared/pending-deletes';
import { whenReady } from '../when-ready';
import { isStrings, readStored, writeStored } from '../shared/stored';
import type { Toasts } from '../shared/toasts';
import { describeAnswer } from './describe-answer';
import { newTurn, reduceTurn, turnOf, type Turn, type TurnEvent } from './turn';

export interface Ask {
  readonly turns: readonly Turn[];
  /** Newest first. */
  readonly history: readonly Answer[];
  readonly running: Accessor<boolean>;
  readonly question: Accessor<string>;
  readonly setQuestion: Setter<string>;
  /** null: every collection. */
  readonly collection: Accessor<string | null>;
  readonly setCollection: Setter<string | null>;
  /** Asks; a question while another runs is refused by the form, not here. */
  submit(question: string): Promise<void>;
  /** Asks the question of a turn once more, in its place in the conversation. */
  again(turn: Turn): Promise<void>;
  stop(): void;
  newConversation(): void;
  /** Shows an old answer; a follow-up goes on from it. */
  open(answer: Answer): void;
  /** The answer with that id, of the conversation or the history. */
  find(id: string): Answer | null;
  /** Deletes after the toast with the undo is gone. */
  remove(answer: Answer): void;
  clear(): Promise<void>;
}

interface Deps {
  readonly backend: Backend;
  readonly toasts: Toasts;
  readonly announcer: Announcer;
  readonly modelsReady: (signal: AbortSignal) => Promise<void>;
  readonly flushDeletes: () => Promise<void>;
}

/** The conversation and the history. It outlives the panel, so a question goes on in the Viewer. */
export function createAsk({ backend, toasts, announcer, modelsReady, flushDeletes }: Deps): Ask {
  const { engine } = backend;
  const [store, setStore] = createStore<{ turns: Turn[]; history: Answer[] }>({
    turns: [],
    history: [],
  });
  const [question, setQuestion] = createSignal('');
  const [collection, setCollection] = createSignal<string | null>(null);
  const run = createRun();
  const pending = createPendingDeletes<string>(async (ids) => {
    for (const id of ids) await engine.deleteAnswer(id);
    await loadHistory();
  });
  let keys = 0;

  whenReady(backend, () => void loadHistory(true));

  async function loadHistory(restore = false): Promise<void> {
    try {
      const history = await engine.history();
      setStore('history', reconcile([...history], { key: 'id' }));
      if (restore && store.turns.length === 0) {
        const ids = readStored('conversation', [], isStrings);
        const answers = ids.map((id) => history.find((answer) => answer.id === id));
        setStore('turns', answers.filter((answer) => answer !== undefined).map(turnOf));
      }
    } catch (error) {
      toasts.show(describeError(error), { tone: 'bad' });
    }
  }
  const answersOf = (turns: readonly Turn[]): string[] =>
    turns.flatMap((turn) => (turn.answer ? [turn.answer.id] : []));
  const keepConversation = () => {
    const ids = answersOf(store.turns);
    writeStored('conversation', ids.length > 0 ? ids : null);
  };

  async function follow(turn: Turn, after: readonly string[]): Promise<void> {
    const fold = (event: TurnEvent) =>
      setStore(
        'turns',
        (one) => one.key === turn.key,
        (one) => reduceTurn(one, event, Date.now()),
      );
    await run.start(async (signal) => {
      try {
        const ready = modelsReady(signal);
        if (!(await settled(ready))) fold({ type: 'waiting-for-models' });
        await ready;
        await flushDeletes();
        const options = { collection: collection(), after, settings: {} };
        // The port may deliver the last event after the result: the result settles it.
        const answer = await engine.ask(turn.question, options, proxy(fold), signal);
        fold({ type: 'answer', answer });
        announcer.say(describeAnswer(answer));
      } catch (error) {
        if (wasStopped(error, signal)) fold({ type: 'stopped' });
        else {
          fold({ type: 'failed', message: describeError(error) });
          announcer.say(`The question failed: ${describeError(error)}`);
        }
      }
    });
    keepConversation();
    await loadHistory();
  }

  return {
    get turns() {
      return store.turns;
    },
    get history() {
      return store.history.filter((answer) => !pending.has(answer.id));
    },
    running: run.running,
    question,
    setQuestion,
    collection,
    setCollection,
    async submit(text) {
      const asked = text.trim();
      if (!asked || run.running()) return;
      const after = answersOf(store.turns);
      const turn = newTurn(`turn-${++keys}`, asked, Date.now());
      setStore('turns', store.turns.length, turn);
      setQuestion('');
      await follow(turn, after);
    },
    async again(old) {
      if (run.running()) return;
      const index = store.turns.findIndex((turn) => turn.key === old.key);
      const turn = newTurn(`turn-${++keys}`, old.question, Date.now());
      setStore('turns', store.turns.length, turn);
      await follow(turn, answersOf(store.turns.slice(0, Math.max(0, index))));
    },
    stop: run.stop,
    newConversation() {
      run.stop();
      setStore('turns', []);
      keepConversation();
    },
    open(answer) {
      run.stop();
      setStore('turns', [turnOf(answer)]);
      keepConversation();
    },
    find: (id) =>
      store.turns.find((turn) => turn.answer?.id === id)?.answer ??
      store.history.find((answer) => answer.id === id) ??
      null,
    remove(answer) {
      const undo = pending.add([answer.id]);
      toasts.show('Removed from the history', { undo });
    },
    async clear() {
      await engine.clearHistory();
      setStore('history', []);
    },
  };
}

/** Whether a promise is settled already, after one turn of the event loop. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  const first = await Promise.race([
    promise.catch(() => null),
    new Promise((resolve) => setTimeout(() => resolve(open), 0)),
  ]);
  return first !== open;
}
