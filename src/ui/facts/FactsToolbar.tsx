import { createSignal, For, Show, type JSX } from 'solid-js';
import { Button } from '../shared/Button';
import { CloseIcon, SearchIcon } from '../shared/icons';
import type { Facts } from './create-facts';

/** Search by words, filter by what a fact is about, order. */
export function FactsToolbar(props: { readonly facts: Facts }): JSX.Element {
  const [names, setNames] = createSignal<
    readonly { readonly name: string; readonly facts: number }[]
  >([]);
  let latest = 0;
  const suggest = async (prefix: string): Promise<void> => {
    const mine = ++latest;
    const found = prefix.trim() === '' ? [] : await props.facts.entities(prefix).catch(() => []);
    if (mine === latest) setNames(found);
  };
  const choose = (name: string | null): void => {
    props.facts.change({ entity: name });
    setNames([]);
    latest++;
  };
  return (
    <div class="facts-toolbar">
      <label class="search-box">
        <span class="visually-hidden">Search facts</span>
        <SearchIcon size={16} />
        <input
          class="input"
          type="search"
          placeholder="Search facts"
          data-testid="facts-search"
          value={props.facts.query().text}
          onInput={(event) => props.facts.change({ text: event.currentTarget.value })}
        />
      </label>
      <Show
        when={props.facts.query().entity}
        fallback={
          <div class="facts-about">
            <label>
              <span class="visually-hidden">About</span>
              <input
                class="input"
                type="search"
                placeholder="About: a person, place, thing"
                data-testid="facts-entity"
                autocomplete="off"
                list="facts-names"
                onInput={(event) => {
                  const { value } = event.currentTarget;
                  if (names().some((n) => n.name === value)) choose(value);
                  else void suggest(value);
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && event.currentTarget.value.trim() !== '')
                    choose(names()[0]?.name ?? event.currentTarget.value);
                }}
              />
            </label>
            <datalist id="facts-names">
              <For each={names()}>
                {(n) => <option value={n.name}>{n.facts.toLocaleString('en')} facts</option>}
              </For>
            </datalist>
          </div>
        }
      >
        {(entity) => (
          <span class="facts-chosen" data-testid="facts-chosen">
            About <strong>{entity()}</strong>
            <Button
              kind="quiet"
              size="small"
              icon
              aria-label="All facts again"
              onClick={() => choose(null)}
            >
              <CloseIcon size={14} />
            </Button>
          </span>
        )}
      </Show>
      <label>
        <span class="visually-hidden">Order by</span>
        <select
          class="select"
          data-testid="facts-sort"
          onChange={(event) =>
            props.facts.change({
              sort: event.currentTarget.value === 'credibility' ? 'credibility' : 'document',
            })
          }
        >
          <option value="document">By document</option>
          <option value="credibility">Least credible first</option>
        </select>
      </label>
    </div>
  );
}
