/** Where the page is, and its address after `#`. Pure. */
export type Route =
  | { readonly panel: SimplePanel }
  | { readonly panel: 'evidence'; readonly answer: string | null }
  | TrustRoute
  | ViewerRoute;

/** The trust map at one of its nodes: `passage:<id>`, `document:<id>`. */
export interface TrustRoute {
  readonly panel: 'trust';
  readonly node: string;
}

/** A document, and what to show of it. */
export interface ViewerRoute {
  readonly panel: 'viewer';
  readonly document: string;
  /** Offsets into the document's text, both or none. */
  readonly span: readonly [start: number, end: number] | null;
  /** The citation that was followed, so that the next and the previous one are a key away. */
  readonly citation: { readonly answer: string; readonly number: number } | null;
}

export const simplePanels = [
  'ask',
  'library',
  'trust',
  'facts',
  'models',
  'evaluation',
  'privacy',
  'settings',
] as const;
export type SimplePanel = (typeof simplePanels)[number];
export type PanelName = Route['panel'];

/** `parseRoute('#/viewer/ab12?start=3&end=9')`; what cannot be read is the Ask panel. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const [panel = '', id = ''] = path.split('/').map(decode);
  const params = new URLSearchParams(query);
  if (panel === 'viewer' && id)
    return {
      panel,
      document: id,
      span: span(params.get('start'), params.get('end')),
      citation: citation(params.get('answer'), params.get('n')),
    };
  if (panel === 'trust' && id) return { panel, node: id };
  if (panel === 'evidence') return { panel, answer: id || null };
  return { panel: simplePanels.find((name) => name === panel) ?? 'ask' };
}

/** The address of a route: `parseRoute(formatRoute(r))` is `r`. */
export function formatRoute(route: Route): string {
  if (route.panel === 'evidence')
    return route.answer ? `#/evidence/${encodeURIComponent(route.answer)}` : '#/evidence';
  if (route.panel === 'trust' && 'node' in route)
    return `#/trust/${encodeURIComponent(route.node)}`;
  if (route.panel !== 'viewer') return `#/${route.panel}`;
  const params = new URLSearchParams();
  if (route.span) {
    params.set('start', String(route.span[0]));
    params.set('end', String(route.span[1]));
  }
  if (route.citation) {
    params.set('answer', route.citation.answer);
    params.set('n', String(route.citation.number));
  }
  const query = params.toString();
  return `#/viewer/${encodeURIComponent(route.document)}${query ? `?${query}` : ''}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function span(start: string | null, end: string | null): ViewerRoute['span'] {
  const from = wholeNumber(start);
  const to = wholeNumber(end);
  return from !== null && to !== null && to > from ? [from, to] : null;
}

function citation(answer: string | null, number: string | null): ViewerRoute['citation'] {
  const n = wholeNumber(number);
  return answer && n !== null ? { answer, number: n } : null;
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
