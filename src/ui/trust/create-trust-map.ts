import { proxy } from 'comlink';
import {
  createEffect,
  createMemo,
  createResource,
  createSignal,
  on,
  onCleanup,
  type Accessor,
} from 'solid-js';
import type { Feedback } from '../../core/types';
import type {
  RelationProgress,
  TrustEdge,
  TrustMap,
  TrustNode,
  TrustReason,
} from '../../link/trust';
import { useServices } from '../services';
import { describeError, wasStopped } from '../shared/describe-error';
import {
  filterMap,
  foldersOf,
  isFiltering,
  noFilter,
  type MapFilter,
  type Shown,
} from './map-filter';
import { edgeName, modelOf, type MapModel } from './map-model';

export type Choice =
  | { readonly kind: 'node'; readonly node: TrustNode }
  | { readonly kind: 'edge'; readonly edge: TrustEdge };

export interface TrustMapState {
  /** null until the first look came back. */
  readonly model: Accessor<MapModel | null>;
  readonly failed: Accessor<string | null>;
  readonly shown: Accessor<Shown>;
  readonly filter: Accessor<MapFilter>;
  readonly filtering: Accessor<boolean>;
  change(patch: Partial<MapFilter>): void;
  readonly folders: Accessor<readonly string[]>;
  readonly progress: Accessor<RelationProgress | null>;
  readonly comparing: Accessor<boolean>;
  compare(): Promise<void>;
  stopComparing(): void;
  /** What is looked at, as it is now; null when nothing is, or it is gone. */
  readonly chosen: Accessor<Choice | null>;
  choose(choice: Choice | null): void;
  readonly reasons: Accessor<readonly TrustReason[]>;
  readonly roots: Accessor<readonly TrustReason[]>;
  readonly feedback: Accessor<readonly Feedback[]>;
  undo(): Promise<void>;
}

/** While documents are compared, how far they are is asked this often, and the map this often. */
const progressMs = 1000;
const followMs = 2500;
const nothing: Shown = { nodes: new Uint8Array(0), edges: new Uint8Array(0) };

/** What the Trust map shows and does; call inside the panel. */
export function createTrustMap(): TrustMapState {
  const { backend, library, feedback, router, toasts } = useServices();
  const { engine } = backend;
  const [map, setMap] = createSignal<TrustMap | null>(null);
  const [failed, setFailed] = createSignal<string | null>(null);
  const [progress, setProgress] = createSignal<RelationProgress | null>(null);
  const [comparing, setComparing] = createSignal(false);
  const [filter, setFilter] = createSignal<MapFilter>(noFilter);
  const [given, setGiven] = createSignal<readonly Feedback[]>([]);
  const [name, setName] = createSignal<string | null>(nodeOfRoute());
  let controller = new AbortController();
  let asked = 0;
  let lookedAt = 0;
  let alive = true;
  onCleanup(() => (alive = false));

  function nodeOfRoute(): string | null {
    const route = router.route();
    return route.panel === 'trust' && 'node' in route ? route.node : null;
  }

  async function look(): Promise<void> {
    const mine = ++asked;
    lookedAt = Date.now();
    try {
      const [next, opinions] = await Promise.all([engine.trustMap(), engine.feedback()]);
      // An older look that came back late is not shown.
      if (!alive || mine !== asked) return;
      setFailed(null);
      setGiven(opinions);
      setMap(next);
    } catch (error) {
      if (alive) setFailed(describeError(error));
    }
  }
  async function askProgress(): Promise<void> {
    const now = await engine.relationProgress().catch(() => null);
    if (!alive || !now) return;
    const before = progress();
    setProgress(now);
    const moved = before && (before.found !== now.found || (before.running && !now.running));
    if (moved && (!now.running || Date.now() - lookedAt > followMs)) void look();
  }
  // Trust moves with documents and thumbs, wherever they were given.
  createEffect(on([() => library.state.trust, library.documents], () => void look()));
  void askProgress();
  const timer = setInterval(() => void askProgress(), progressMs);
  onCleanup(() => clearInterval(timer));
  createEffect(on(router.route, () => setName(nodeOfRoute()), { defer: true }));

  async function compare(): Promise<void> {
    controller = new AbortController();
    setComparing(true);
    try {
      await engine.buildRelations(
        proxy((now: RelationProgress) => void setProgress(now)),
        controller.signal,
      );
    } catch (error) {
      if (!wasStopped(error)) toasts.show(describeError(error), { tone: 'bad' });
    }
    setComparing(false);
    await askProgress();
    if (alive) await look();
  }

  const model = createMemo(() => {
    const now = map();
    return now && modelOf(now);
  });
  const shown = createMemo(() => {
    const now = model();
    return now ? filterMap(now, filter(), library.documents()) : nothing;
  });
  const chosen = createMemo((): Choice | null => {
    const [now, wanted] = [model(), name()];
    if (!now || wanted === null) return null;
    const node = now.nodes[now.indexOf.get(wanted) ?? -1];
    if (node) return { kind: 'node', node };
    const edge = now.edges.find((one) => edgeName(one) === wanted);
    return edge ? { kind: 'edge', edge } : null;
  });
  const nodeAsked = createMemo(() => {
    const choice = chosen();
    return choice?.kind === 'node' ? { id: choice.node.id, at: map() } : null;
  });
  const none: readonly TrustReason[] = [];
  const [reasons] = createResource(nodeAsked, ({ id }) => engine.whyTrust(id).catch(() => none), {
    initialValue: none,
  });
  const [roots] = createResource(
    nodeAsked,
    ({ id }) => engine.feedbackBehind(id).catch(() => none),
    { initialValue: none },
  );

  return {
    model,
    failed,
    shown,
    filter,
    filtering: () => isFiltering(filter()),
    change: (patch) => setFilter((before) => ({ ...before, ...patch })),
    folders: createMemo(() => foldersOf(library.documents())),
    progress,
    comparing: () => comparing() || progress()?.running === true,
    compare,
    stopComparing() {
      // What runs in the background is joined first: ending the join ends the run.
      if (!comparing()) void compare();
      controller.abort();
    },
    chosen,
    choose(choice) {
      const node = choice?.kind === 'node' ? choice.node.id : null;
      // In the address, so that the way back from the Viewer leads to it; edges have no address.
      router.replace(node === null ? { panel: 'trust' } : { panel: 'trust', node });
      if (choice?.kind === 'edge') setName(edgeName(choice.edge));
    },
    reasons: () => reasons.latest ?? none,
    roots: () => roots.latest ?? none,
    feedback: given,
    async undo() {
      try {
        await feedback.undo();
      } catch (error) {
        toasts.show(describeError(error), { tone: 'bad' });
      }
    },
  };
}
