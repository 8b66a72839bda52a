import { For, Show, type JSX } from 'solid-js';
import { Button } from '../shared/Button';
import { ChevronDownIcon, SearchIcon } from '../shared/icons';
import type { RowQuery, SortKey } from './file-rows';

const sorts: readonly (readonly [key: SortKey, label: string])[] = [
  ['name', 'Name'],
  ['date', 'Date'],
  ['trust', 'Trust'],
  ['size', 'Size'],
];

/** Search, collection and order of the list. */
export function FileToolbar(props: {
  readonly query: RowQuery;
  readonly onQuery: (query: RowQuery) => void;
  readonly collections: readonly { readonly name: string; readonly documents: number }[];
  /** How many files were skipped or failed. */
  readonly problems: number;
}): JSX.Element {
  const change = (patch: Partial<RowQuery>) => props.onQuery({ ...props.query, ...patch });
  return (
    <div class="file-toolbar">
      <label class="search-box">
        <span class="visually-hidden">Search files</span>
        <SearchIcon size={16} />
        <input
          class="input"
          type="search"
          placeholder="Search files"
          data-testid="file-search"
          value={props.query.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
      </label>
      <label class="row">
        <span class="visually-hidden">Collection</span>
        <select
          class="select"
          data-testid="collection-filter"
          onChange={(event) => change({ collection: event.currentTarget.value || null })}
        >
          <option value="">All collections</option>
          <For each={props.collections}>
            {(one) => (
              <option value={one.name} selected={props.query.collection === one.name}>
                {one.name} ({one.documents})
              </option>
            )}
          </For>
        </select>
      </label>
      <Show when={props.problems > 0}>
        <Button
          aria-pressed={props.query.onlyProblems}
          data-testid="only-problems"
          onClick={() => change({ onlyProblems: !props.query.onlyProblems })}
        >
          {props.problems} not indexed
        </Button>
      </Show>
      <div class="row sort-box">
        <label class="row">
          <span class="visually-hidden">Order by</span>
          <select
            class="select"
            data-testid="sort"
            onChange={(event) => {
              const sort = event.currentTarget.value as SortKey;
              change({ sort, descending: sort === 'date' || sort === 'size' });
            }}
          >
            <For each={sorts}>
              {([key, label]) => (
                <option value={key} selected={props.query.sort === key}>
                  {label}
                </option>
              )}
            </For>
          </select>
        </label>
        <Button
          kind="quiet"
          icon
          class={props.query.descending ? '' : 'turned'}
          aria-label={props.query.descending ? 'Descending; turn round' : 'Ascending; turn round'}
          onClick={() => change({ descending: !props.query.descending })}
        >
          <ChevronDownIcon />
        </Button>
      </div>
    </div>
  );
}
