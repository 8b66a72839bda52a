import { createSignal, onCleanup, type Accessor } from 'solid-js';
import { formatRoute, parseRoute, type Route } from './route';

export interface Router {
  readonly route: Accessor<Route>;
  readonly go: (route: Route) => void;
  /** Changes the place without a step in the history: the next citation. */
  readonly replace: (route: Route) => void;
  /** Out of the Viewer, to where the person came from; to Ask when the page was opened there. */
  readonly leave: () => void;
  /** Call before following a link: the element with this id gets the focus back on return. */
  readonly rememberFocus: (elementId: string) => void;
  /** The element to focus after a return, once. */
  readonly takeFocus: () => string | null;
}

/** The place as a signal, kept in `location.hash` so that links, reload and Back work. */
export function createRouter(): Router {
  const [route, setRoute] = createSignal<Route>(parseRoute(location.hash));
  let outside = route().panel === 'viewer' ? '#/ask' : formatRoute(route());
  let focus: { readonly at: string; readonly id: string } | null = null;
  const onHash = () => {
    const next = parseRoute(location.hash);
    if (next.panel !== 'viewer') outside = formatRoute(next);
    setRoute(next);
  };
  addEventListener('hashchange', onHash);
  onCleanup(() => removeEventListener('hashchange', onHash));
  return {
    route,
    go(next) {
      location.hash = formatRoute(next);
    },
    replace(next) {
      history.replaceState(history.state, '', formatRoute(next));
      setRoute(next);
    },
    leave() {
      if (cameFrom(outside)) history.back();
      else location.hash = outside;
    },
    rememberFocus(id) {
      focus = { at: location.hash || '#/ask', id };
    },
    takeFocus() {
      if (!focus || focus.at !== (location.hash || '#/ask')) return null;
      const { id } = focus;
      focus = null;
      return id;
    },
  };
}

/** Whether Back would lead to that address; false where the browser does not tell. */
function cameFrom(hash: string): boolean {
  const navigation = (globalThis as { navigation?: Navigation }).navigation;
  const index = navigation?.currentEntry?.index ?? 0;
  const before = navigation?.entries()[index - 1];
  if (!before?.sameDocument || !before.url) return false;
  return formatRoute(parseRoute(new URL(before.url).hash)) === hash;
}
