import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import { wasStopped } from '../shared/describe-error';
import { layoutOf, sameShape, type MapModel } from './map-model';
import { startLayout } from './start-layout';

export interface Places {
  /** x and y of each node of the model in turn. */
  now(): Float32Array;
  readonly settled: Accessor<boolean>;
}

/** Kept as long as the page: who comes back finds the map as it was. */
const kept = new Map<string, readonly [number, number]>();

/**
 * Where the nodes are. A map of another shape is arranged anew, from where its nodes were; while
 * they move `onMoved` is called for each step, or only at the end where motion is not wanted.
 */
export function createPlaces(
  model: Accessor<MapModel>,
  still: Accessor<boolean>,
  aspect: () => number,
  onMoved: () => void,
): Places {
  const layout = startLayout();
  const [settled, setSettled] = createSignal(false);
  let before: MapModel | null = null;
  let places = new Float32Array(0);
  let run = new AbortController();
  onCleanup(() => {
    run.abort();
    layout?.end();
  });

  function take(next: Float32Array, of: MapModel): void {
    places = next as Float32Array<ArrayBuffer>;
    of.nodes.forEach(({ id }, i) => kept.set(id, [next[2 * i]!, next[2 * i + 1]!]));
  }

  async function arrange(of: MapModel): Promise<void> {
    run.abort();
    run = new AbortController();
    const { signal } = run;
    const graph = layoutOf(of, kept, aspect());
    setSettled(false);
    take(begin(of, graph.start), of);
    if (!still()) onMoved();
    if (!layout) return void setSettled(true);
    const onPlaces = (next: Float32Array): void => {
      if (signal.aborted || still()) return;
      take(next, of);
      onMoved();
    };
    try {
      const last = await layout.arrange(graph, onPlaces, signal);
      if (signal.aborted) return;
      take(last, of);
      setSettled(true);
      onMoved();
    } catch (error) {
      if (!wasStopped(error, signal)) throw error;
    }
  }

  createEffect(
    on(model, (next) => {
      const isSame = before !== null && sameShape(before, next);
      before = next;
      if (!isSame) void arrange(next);
    }),
  );
  return { now: () => places, settled };
}

/** Known places, and a spiral for what has none: before the layout has said anything. */
function begin({ nodes }: MapModel, start: Float32Array | null): Float32Array {
  const places = new Float32Array(2 * nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    const angle = i * 2.399963;
    const radius = 11 * Math.sqrt(i + 0.5);
    const [x, y] = [start?.[2 * i] ?? NaN, start?.[2 * i + 1] ?? NaN];
    places[2 * i] = Number.isNaN(x) ? radius * Math.cos(angle) : x;
    places[2 * i + 1] = Number.isNaN(y) ? radius * Math.sin(angle) : y;
  }
  return places;
}
