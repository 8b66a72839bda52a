import { createSignal, Match, Show, Switch, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button, LinkButton } from '../shared/Button';
import { EmptyState } from '../shared/EmptyState';
import { count } from '../shared/format';
import { TrustIcon } from '../shared/icons';
import { Notice } from '../shared/Notice';
import { readStored, writeStored } from '../shared/stored';
import { Comparing } from './Comparing';
import { createTrustMap } from './create-trust-map';
import { Details } from './Details';
import { Given } from './Given';
import { Legend } from './Legend';
import { MapCanvas } from './MapCanvas';
import { noFilter } from './map-filter';
import { MapList } from './MapList';
import { MapToolbar, type MapView } from './MapToolbar';

const isView = (value: unknown): value is MapView => value === 'map' || value === 'list';

/** How far each file is trusted, what agrees and disagrees, and why. */
export default function TrustPanel(): JSX.Element {
  const { library } = useServices();
  const state = createTrustMap();
  const [view, setView] = createSignal<MapView>(readStored('map-view', 'map', isView));
  let details: HTMLDivElement | undefined;
  let from: HTMLElement | null = null;

  const relations = () => {
    const model = state.model();
    const found = model?.edges.slice(0, model.relations) ?? [];
    return {
      against: found.filter(({ kind }) => kind === 'contradict').length,
      agree: found.filter(({ kind }) => kind === 'support').length,
    };
  };
  const shownNodes = () => state.shown().nodes.some((shown) => shown === 1);
  const changeView = (next: MapView) => {
    setView(next);
    writeStored('map-view', next);
  };
  // What was chosen in the list is read next; what was chosen on the map at least stands in sight.
  const onChosen = () => {
    from = document.activeElement as HTMLElement | null;
    queueMicrotask(() => {
      if (view() === 'list') details?.querySelector<HTMLElement>('#map-chosen')?.focus();
      details?.scrollIntoView?.({ block: 'nearest' });
    });
  };
  const close = () => {
    state.choose(null);
    if (from?.isConnected) from.focus();
  };

  return (
    <div class="panel panel-wide trust-panel">
      <header class="panel-head">
        <div>
          <h1 tabindex="-1">Trust map</h1>
          <p class="nums">
            <Show
              when={relations().against + relations().agree > 0}
              fallback="Which files agree, which contradict each other, and how far each is trusted."
            >
              {count(library.documents().length, 'file')},{' '}
              {count(relations().against, 'contradiction')}, {count(relations().agree, 'agreement')}
              . Press one to see why.
            </Show>
          </p>
        </div>
      </header>
      <Show when={state.failed()}>{(words) => <Notice tone="bad">{words()}</Notice>}</Show>
      <Show
        when={library.documents().length > 0 || !library.state.loaded}
        fallback={
          <EmptyState
            title="No documents yet"
            icon={<TrustIcon size={40} />}
            actions={<LinkButton href="#/library">Go to the library</LinkButton>}
          >
            Documents are compared with each other once there are some: what agrees, what
            contradicts, and whom to believe.
          </EmptyState>
        }
      >
        <Comparing state={state} />
        <Show when={state.model()} fallback={<p class="dim">Looking…</p>}>
          {(model) => (
            <>
              <Show when={!state.comparing() && relations().against + relations().agree === 0}>
                <Notice>
                  No two documents were found to agree or to contradict each other. Every file keeps
                  a trust of 0.50 until you say otherwise.
                </Notice>
              </Show>
              <MapToolbar state={state} view={view()} onView={changeView} />
              <div class="map-body" data-details={state.chosen() !== null}>
                <div class="map-main">
                  <Show
                    when={shownNodes()}
                    fallback={
                      <EmptyState
                        title="Nothing fits"
                        icon={<TrustIcon size={32} />}
                        actions={<Button onClick={() => state.change(noFilter)}>Show all</Button>}
                      >
                        {state.filter().onlyContradictions
                          ? 'There is no contradiction among these files.'
                          : 'Try other words, another folder, or more trust.'}
                      </EmptyState>
                    }
                  >
                    <Switch>
                      <Match when={view() === 'map'}>
                        <MapCanvas model={model()} state={state} onChosen={onChosen} />
                        <Legend />
                      </Match>
                      <Match when={view() === 'list'}>
                        <MapList model={model()} state={state} onChosen={onChosen} />
                      </Match>
                    </Switch>
                  </Show>
                </div>
                <div class="map-side" ref={details}>
                  <Show when={state.chosen()}>
                    <Details state={state} onClose={close} />
                  </Show>
                  <Given state={state} />
                </div>
              </div>
            </>
          )}
        </Show>
      </Show>
    </div>
  );
}
