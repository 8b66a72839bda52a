import { proxy } from 'comlink';
import { createSignal, type Accessor } from 'solid-js';
import type { Report } from '../../core/evaluation/report';
import type { Backend } from '../context';
import { whenModelsReady } from '../models-ready';
import { describeError, wasStopped } from '../shared/describe-error';
import { firstModes, preparationOf } from './mode-names';
import type { QuestionSet } from './question-set';

/** Questions asked when the person did not say how many. */
export const firstLimit = 20;
/** Draws the bootstrap's resamples; the same seed gives the same intervals. */
const seed = 1;

/** Where a run stands. `done` of `total` in the unit of the phase; `mode` while questions are asked. */
export interface EvaluationStep {
  readonly phase: 'models' | 'comparing' | 'facts' | 'asking';
  readonly mode: string | null;
  readonly done: number;
  readonly total: number;
  /** Questions answered in all modes, of all; for the bar and the time that is left. */
  readonly asked: number;
  readonly toAsk: number;
  /** Milliseconds left by the pace so far; null at the start. */
  readonly leftMs: number | null;
}

/** The newest run as it ended. */
export type EvaluationEnd =
  | { readonly state: 'done'; readonly report: Report; readonly tookMs: number }
  | { readonly state: 'stopped' }
  | { readonly state: 'failed'; readonly message: string };

export interface Evaluation {
  readonly set: Accessor<QuestionSet | null>;
  /** Takes questions, and as many of them as are asked at first. */
  choose(set: QuestionSet | null): void;
  readonly modes: Accessor<readonly string[]>;
  /** In the order of the offer, whatever the order of the presses. */
  setModes(names: readonly string[]): void;
  readonly limit: Accessor<number>;
  setLimit(limit: number): void;
  readonly step: Accessor<EvaluationStep | null>;
  readonly end: Accessor<EvaluationEnd | null>;
  run(): Promise<void>;
  stop(): void;
}

const known = new WeakMap<Backend, Evaluation>();

/** The evaluation of this page: a run and its result outlive the panel. */
export function evaluationOf(backend: Backend): Evaluation {
  const existing = known.get(backend);
  if (existing) return existing;
  const created = createEvaluation(backend);
  known.set(backend, created);
  return created;
}

export function createEvaluation(
  backend: Backend,
  now: () => number = () => performance.now(),
): Evaluation {
  const { engine } = backend;
  const [set, setSet] = createSignal<QuestionSet | null>(null);
  const [modes, setModes] = createSignal<readonly string[]>(firstModes);
  const [limit, setLimit] = createSignal(firstLimit);
  const [step, setStep] = createSignal<EvaluationStep | null>(null);
  const [end, setEnd] = createSignal<EvaluationEnd | null>(null);
  let controller: AbortController | null = null;

  return {
    set,
    choose(next) {
      setSet(next);
      if (next) setLimit(Math.min(firstLimit, next.questions.length));
    },
    modes,
    setModes,
    limit,
    setLimit,
    step,
    end,
    async run() {
      const chosen = set();
      if (!chosen || controller) return;
      const own = new AbortController();
      controller = own;
      const started = now();
      setEnd(null);
      try {
        const report = await work(chosen, modes(), limit(), own.signal);
        setEnd({ state: 'done', report: renamed(report, chosen.name), tookMs: now() - started });
      } catch (error) {
        setEnd(
          wasStopped(error, own.signal)
            ? { state: 'stopped' }
            : { state: 'failed', message: describeError(error) },
        );
      } finally {
        controller = null;
        setStep(null);
      }
    },
    stop: () => controller?.abort(),
  };

  async function work(
    chosen: QuestionSet,
    names: readonly string[],
    most: number,
    signal: AbortSignal,
  ): Promise<Report> {
    const questions = chosen.questions.slice(0, most);
    const toAsk = questions.length * names.length;
    const tell = (patch: Partial<EvaluationStep> & Pick<EvaluationStep, 'phase'>): void => {
      // What arrives after the end or a stop is late.
      if (signal.aborted || controller?.signal !== signal) return;
      setStep({ mode: null, done: 0, total: 0, asked: 0, toAsk, leftMs: null, ...patch });
    };
    tell({ phase: 'models' });
    await whenModelsReady(backend, signal);
    // Before that is done, figures would depend on when the button was pressed.
    const { relations, facts } = preparationOf(names);
    if (relations) {
      tell({ phase: 'comparing' });
      await leave(
        engine.buildRelations(
          proxy(({ done, total }) => tell({ phase: 'comparing', done, total })),
          new AbortController().signal,
        ),
        signal,
      );
    }
    if (facts) {
      tell({ phase: 'facts' });
      await leave(
        engine.extractFacts(
          proxy(({ done, total }) => tell({ phase: 'facts', done, total })),
          new AbortController().signal,
        ),
        signal,
      );
    }
    const began = now();
    return engine.evaluate(
      questions,
      names,
      seed,
      proxy(({ mode, done, total }) => {
        const asked = names.indexOf(mode) * questions.length + done;
        const leftMs = asked > 1 ? ((now() - began) / asked) * (toAsk - asked) : null;
        tell({ phase: 'asking', mode, done, total, asked, leftMs });
      }),
      signal,
    );
  }
}

/**
 * Waits for work that goes on by itself in the background: a stop leaves it, it does not end it.
 * @throws the signal's reason
 */
async function leave(work: Promise<void>, signal: AbortSignal): Promise<void> {
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    signal.throwIfAborted();
    await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => {});
  }
}

/** The engine calls its one set "library"; a report for people names the questions. */
function renamed(report: Report, name: string): Report {
  return {
    ...report,
    sets: Object.fromEntries(Object.values(report.sets).map((result) => [name, result])),
  };
}
