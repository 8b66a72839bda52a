import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type D3ZoomEvent } from 'd3-zoom';
import { onCleanup } from 'solid-js';
import { leastScale, mostScale, type Camera } from './camera';

export interface Gestures {
  /** Goes to a camera at once. */
  show(camera: Camera): void;
  zoomBy(factor: number): void;
  /** By CSS pixels. */
  panBy(x: number, y: number): void;
}

/**
 * Wheel, drag, pinch and double click on an element (d3-zoom). `byHand` tells what a person did from
 * what `show` did.
 */
export function createGestures(
  element: HTMLElement,
  onCamera: (camera: Camera, byHand: boolean) => void,
): Gestures {
  const target = select<HTMLElement, unknown>(element);
  let byHand = true;
  const behaviour: ZoomBehavior<HTMLElement, unknown> = zoom<HTMLElement, unknown>()
    .scaleExtent([leastScale, mostScale])
    .clickDistance(4)
    .on('zoom', ({ transform }: D3ZoomEvent<HTMLElement, unknown>) =>
      onCamera({ k: transform.k, x: transform.x, y: transform.y }, byHand),
    );
  target.call(behaviour);
  onCleanup(() => target.on('.zoom', null));
  return {
    show({ k, x, y }) {
      byHand = false;
      target.call(behaviour.transform, zoomIdentity.translate(x, y).scale(k));
      byHand = true;
    },
    zoomBy: (factor) => void target.call(behaviour.scaleBy, factor),
    panBy(x, y) {
      const { __zoom: now } = element as unknown as { __zoom?: { k: number } };
      const scale = now?.k ?? 1;
      target.call(behaviour.translateBy, x / scale, y / scale);
    },
  };
}
