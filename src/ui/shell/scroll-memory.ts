import { useServices } from '../services';

export interface ScrollMemory {
  /** Call after another panel was drawn: restores its scroll, and gives the focus a place. */
  arrive(focusId: string | null): void;
  dispose(): void;
}

/**
 * Remembers how far each panel was scrolled, so that a look into the Viewer costs nobody the place.
 * On arrival the focus goes to the element it left from, else to the panel as a whole.
 */
export function createScrollMemory(scroller: () => HTMLElement): ScrollMemory {
  const { router } = useServices();
  const tops = new Map<string, number>();
  let frame = 0;
  let listened: HTMLElement | null = null;
  const onScroll = () => tops.set(router.route().panel, scroller().scrollTop);
  const listen = () => {
    if (listened) return;
    listened = scroller();
    listened.addEventListener('scroll', onScroll, { passive: true });
  };
  queueMicrotask(listen);
  return {
    arrive(focusId) {
      const panel = router.route().panel;
      const top = focusId !== null || panel === 'ask' ? (tops.get(panel) ?? 0) : 0;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const from = focusId === null ? null : document.getElementById(focusId);
        // A panel may have given it a place already: the question, after the "/" key.
        if (from || !scroller().contains(document.activeElement))
          (from ?? scroller()).focus({ preventScroll: true });
        // A Viewer scrolls itself to what it shows.
        if (panel !== 'viewer') scroller().scrollTop = top;
      });
    },
    dispose() {
      cancelAnimationFrame(frame);
      listened?.removeEventListener('scroll', onScroll);
    },
  };
}
