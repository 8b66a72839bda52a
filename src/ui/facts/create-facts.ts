import { proxy } from 'comlink';
import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import type { TripleId } from '../../core/types';
import type { CredibilityReason, Fact, FactQuery, FactsProgress } from '../../link/facts';
import type { Backend } from '../context';
import { describeError, wasStopped } from '../shared/describe-error';
import type { Toasts } from '../shared/toasts';

/** Facts shown at once; "show more" adds as many. */
export const pageSize = 60;

export interface Found {
  readonly facts: readonly Fact[];
  readonly total: number;
}

export interface Facts {
  readonly query: Accessor<FactQuery>;
  change(patch: Partial<FactQuery>): void;
  readonly found: Accessor<Found | null>;
  readonly progress: Accessor<FactsProgress | null>;
  /** Whether this panel started or joined the run that is under way. */
  readonly running: Accessor<boolean>;
  start(): Promise<void>;
  stop(): void;
  entities(prefix: string): Promise<readonly { readonly name: string; readonly facts: number }[]>;
  why(id: TripleId): Promise<readonly CredibilityReason[]>;
}

const everything: FactQuery = { text: '', entity: null, sort: 'document', limit: pageSize };

/** What the Facts panel shows and does. @param documents read to notice that the library changed */
export function createFacts(
  { engine }: Backend,
  toasts: Toasts,
  documents: Accessor<readonly unknown[]>,
): Facts {
  const [query, setQuery] = createSignal<FactQuery>(everything);
  const [found, setFound] = createSignal<Found | null>(null);
  const [progress, setProgress] = createSignal<FactsProgress | null>(null);
  // Finding facts goes on when the person leaves the panel; only "stop" ends it.
  const [running, setRunning] = createSignal(false);
  let controller = new AbortController();
  let asked = 0;
  let alive = true;
  onCleanup(() => (alive = false));

  async function look(): Promise<void> {
    const mine = ++asked;
    try {
      const [next, where] = await Promise.all([engine.facts(query()), engine.factsProgress()]);
      // An older search that came back late is not shown.
      if (!alive || mine !== asked) return;
      setFound(next);
      setProgress(where);
      // Found in the background: joining it tells how far it is, and lets it be stopped.
      if (where.running && !running()) void start();
    } catch (error) {
      if (alive) toasts.show(describeError(error), { tone: 'bad' });
    }
  }

  createEffect(on([query, documents], () => void look()));

  return {
    query,
    change: (patch) => setQuery((before) => ({ ...before, limit: pageSize, ...patch })),
    found,
    progress,
    running,
    start,
    stop: () => controller.abort(),
    entities: (prefix) => engine.entities(prefix, 8),
    why: (id) => engine.whyCredible(id),
  };

  async function start(): Promise<void> {
    controller = new AbortController();
    setRunning(true);
    let shown = 0;
    const follow = (event: FactsProgress): void => {
      setProgress(event);
      // The list follows, but not at every document.
      if (!alive || event.triples <= 1.5 * shown) return;
      shown = event.triples;
      void look();
    };
    try {
      await engine.extractFacts(proxy(follow), controller.signal);
    } catch (error) {
      if (!wasStopped(error)) toasts.show(describeError(error), { tone: 'bad' });
    }
    setRunning(false);
    if (alive) await look();
  }
}
