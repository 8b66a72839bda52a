import { createVirtualizer } from '@tanstack/solid-virtual';
import { createEffect, createMemo, createSignal, For, on, onMount, Show, type JSX } from 'solid-js';
import type { DocumentId } from '../../core/types';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { count } from '../shared/format';
import { CloseIcon, TrashIcon } from '../shared/icons';
import { createMedia } from '../shared/media';
import type { FileRow } from './file-rows';
import { FileLine } from './FileLine';

/** The list; only the lines in sight exist, so ten thousand files scroll like ten. */
export function FileList(props: {
  readonly rows: readonly FileRow[];
  readonly collections: readonly string[];
}): JSX.Element {
  const { library } = useServices();
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set());
  const [margin, setMargin] = createSignal(0);
  const isTight = createMedia('(max-width: 900px)');
  let list!: HTMLUListElement;
  const scroller = () => document.getElementById('main');
  const measure = () => {
    const main = scroller();
    if (main)
      setMargin(
        list.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop,
      );
  };
  onMount(measure);
  createEffect(on(() => [props.rows.length, library.importing()], measure, { defer: true }));

  const virtual = createVirtualizer<HTMLElement, HTMLLIElement>({
    get count() {
      return props.rows.length;
    },
    getScrollElement: scroller,
    // The heights of library.css: what is right at once needs no second layout.
    estimateSize: () => (isTight() ? 88 : 62),
    overscan: 6,
    get scrollMargin() {
      return margin();
    },
    getItemKey: (index) => props.rows[index]?.key ?? index,
  });

  const chosenIds = createMemo(() =>
    props.rows.flatMap((row) => (row.document && chosen().has(row.key) ? [row.document.id] : [])),
  );
  const toggle = (key: string) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });

  return (
    <>
      <ul
        ref={list}
        class="file-list"
        style={{ height: `${virtual.getTotalSize()}px` }}
        aria-label={count(props.rows.length, 'file')}
      >
        <For each={virtual.getVirtualItems()}>
          {(item) => (
            <Show when={props.rows[item.index]}>
              {(row) => (
                <li
                  class="file-row"
                  data-testid="file-row"
                  data-index={item.index}
                  data-path={row().path}
                  aria-setsize={props.rows.length}
                  aria-posinset={item.index + 1}
                  ref={(element) => queueMicrotask(() => virtual.measureElement(element))}
                  style={{ transform: `translateY(${item.start - margin()}px)` }}
                >
                  <FileLine
                    row={row()}
                    chosen={chosen().has(row().key)}
                    onToggle={() => toggle(row().key)}
                  />
                </li>
              )}
            </Show>
          )}
        </For>
      </ul>
      <Show when={chosenIds().length > 0}>
        <ChosenBar
          ids={chosenIds()}
          collections={props.collections}
          onDone={() => setChosen(new Set<string>())}
        />
      </Show>
    </>
  );
}

/** What can be done with several documents at once. */
function ChosenBar(props: {
  readonly ids: readonly DocumentId[];
  readonly collections: readonly string[];
  readonly onDone: () => void;
}): JSX.Element {
  const { library } = useServices();
  return (
    <div class="chosen-bar" role="group" aria-label="Chosen documents">
      <span class="nums">{count(props.ids.length, 'document')} chosen</span>
      <label class="row">
        <span class="visually-hidden">Move to collection</span>
        <select
          class="select"
          onChange={(event) => {
            const to = event.currentTarget.value;
            if (to) void library.move(props.ids, to).then(props.onDone);
          }}
        >
          <option value="">Move to…</option>
          <For each={props.collections}>{(name) => <option value={name}>{name}</option>}</For>
        </select>
      </label>
      <Button
        size="small"
        kind="danger"
        onClick={() => {
          library.remove(props.ids);
          props.onDone();
        }}
      >
        <TrashIcon size={16} /> Delete
      </Button>
      <Button size="small" kind="quiet" icon aria-label="Choose none" onClick={props.onDone}>
        <CloseIcon size={16} />
      </Button>
    </div>
  );
}
