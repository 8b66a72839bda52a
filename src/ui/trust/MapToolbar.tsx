import { For, Show, type JSX } from 'solid-js';
import { Button } from '../shared/Button';
import { Thumbs } from '../shared/Thumbs';
import type { TrustMapState } from './create-trust-map';
import { noFilter } from './map-filter';

export type MapView = 'map' | 'list';

/** What is shown of the map, and whether as a picture or as a list. */
export function MapToolbar(props: {
  readonly state: TrustMapState;
  readonly view: MapView;
  readonly onView: (view: MapView) => void;
}): JSX.Element {
  const filter = () => props.state.filter();
  return (
    <div class="map-toolbar">
      <div class="segmented" role="radiogroup" aria-label="Show as">
        <For each={['map', 'list'] as const}>
          {(view) => (
            <label>
              <input
                type="radio"
                name="map-view"
                data-testid={`view-${view}`}
                checked={props.view === view}
                onChange={() => props.onView(view)}
              />
              {view === 'map' ? 'Map' : 'List'}
            </label>
          )}
        </For>
      </div>
      <input
        class="input map-search"
        type="search"
        placeholder="Title, path or words"
        aria-label="Show only what has these words"
        data-testid="map-search"
        value={filter().text}
        onInput={({ currentTarget }) => props.state.change({ text: currentTarget.value })}
      />
      <Show when={props.state.folders().length > 0}>
        <select
          class="select map-folder"
          aria-label="Show only one folder"
          data-testid="map-folder"
          value={filter().folder}
          onChange={({ currentTarget }) => props.state.change({ folder: currentTarget.value })}
        >
          <option value="">All folders</option>
          <For each={props.state.folders()}>
            {(folder) => <option value={folder}>{folder}</option>}
          </For>
        </select>
      </Show>
      <label class="map-check">
        <input
          type="checkbox"
          data-testid="only-contradictions"
          checked={filter().onlyContradictions}
          onChange={({ currentTarget }) =>
            props.state.change({ onlyContradictions: currentTarget.checked })
          }
        />
        Only contradictions
      </label>
      <label class="map-range">
        <span class="nums">
          Trust up to <output>{filter().most.toFixed(2)}</output>
        </span>
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          data-testid="map-most"
          value={filter().most}
          onInput={({ currentTarget }) => props.state.change({ most: Number(currentTarget.value) })}
        />
      </label>
      <Show when={props.state.filtering()}>
        <Button
          kind="quiet"
          size="small"
          data-testid="map-show-all"
          onClick={() => props.state.change(noFilter)}
        >
          Show all
        </Button>
      </Show>
      <Show when={filter().folder}>
        {(folder) => (
          <span class="map-folder-thumbs small" data-testid="folder-thumbs">
            All of {folder()}
            <Thumbs targets={[`folder:${folder()}`]} from="map" what={`the folder ${folder()}`} />
          </span>
        )}
      </Show>
    </div>
  );
}
