import { proxy, wrap } from 'comlink';
import { installSignalHandler } from '../../link/signal';
import type { LayoutApi } from '../../link/layout';

export interface RunningLayout {
  readonly arrange: LayoutApi['arrange'];
  end(): void;
}

/** The layout in a worker of its own, so that the page only draws; null where there are no workers. */
export function startLayout(): RunningLayout | null {
  if (typeof Worker === 'undefined') return null;
  installSignalHandler();
  const worker = new Worker(new URL('../../../workers/layout.worker.ts', import.meta.url), {
    type: 'module',
  });
  const remote = wrap<LayoutApi>(worker);
  return {
    arrange: (graph, onPlaces, signal) => remote.arrange(graph, proxy(onPlaces), signal),
    end: () => worker.terminate(),
  };
}
