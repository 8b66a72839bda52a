import { createEffect, createSignal, For, on, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Dialog } from '../shared/Dialog';
import { count } from '../shared/format';
import { MoreIcon, PrivacyIcon, TouchstoneMark } from '../shared/icons';
import { createMedia, narrow } from '../shared/media';
import { ModelsProgress } from './ModelsProgress';
import { barPlaces, placeGroups, type Place } from './places';
import { ThemeChoice } from './ThemeChoice';

function PlaceLink(props: { readonly place: Place; readonly count?: number }): JSX.Element {
  const { router } = useServices();
  return (
    <a
      class="nav-link"
      href={props.place.href}
      aria-current={router.route().panel === props.place.panel ? 'page' : undefined}
    >
      <props.place.icon />
      <span>{props.place.label}</span>
      <Show when={props.count}>
        <span class="nav-count" aria-label={count(props.count ?? 0, 'document')}>
          {props.count}
        </span>
      </Show>
    </a>
  );
}

function Groups(): JSX.Element {
  const { library } = useServices();
  return (
    <For each={placeGroups}>
      {(group) => (
        <div class="nav-group">
          <div class="nav-label">{group.label}</div>
          <For each={group.places}>
            {(place) => (
              <PlaceLink
                place={place}
                {...(place.panel === 'library' ? { count: library.documents().length } : {})}
              />
            )}
          </For>
        </div>
      )}
    </For>
  );
}

/** The slab at the left of a wide window. */
export function Sidebar(): JSX.Element {
  const { requests: log } = useServices();
  const isNarrow = createMedia(narrow);
  return (
    <header class="sidebar">
      <a class="brand" href="#/ask">
        <TouchstoneMark />
        Touchstone
      </a>
      <nav aria-label="Panels" class="stack">
        <Groups />
      </nav>
      <div class="sidebar-foot">
        <Show when={!isNarrow()}>
          <ModelsProgress />
        </Show>
        <a class="local-note" href="#/privacy" data-clean={log.foreign() === 0}>
          <PrivacyIcon />
          <span>
            {log.foreign() === 0
              ? 'Nothing left this machine'
              : count(log.foreign(), 'request to another site', 'requests to other sites')}
          </span>
        </a>
        <ThemeChoice />
      </div>
    </header>
  );
}

/** The bar at the foot of a narrow window, with a menu for what does not fit. */
export function BottomBar(): JSX.Element {
  const { router } = useServices();
  const [open, setOpen] = createSignal(false);
  createEffect(on(router.route, () => setOpen(false)));
  const inMenu = () => !barPlaces.some(({ panel }) => panel === router.route().panel);
  return (
    <>
      <nav class="bottom-bar" aria-label="Panels">
        <For each={barPlaces}>
          {(place) => (
            <a
              href={place.href}
              aria-current={router.route().panel === place.panel ? 'page' : undefined}
            >
              <place.icon size={20} />
              {place.label}
            </a>
          )}
        </For>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={inMenu() ? 'page' : undefined}
          onClick={() => setOpen(true)}
        >
          <MoreIcon size={20} />
          More
        </button>
      </nav>
      <Dialog title="All panels" side="bottom" open={open()} onClose={() => setOpen(false)}>
        <Show when={open()}>
          <div class="menu-sheet">
            <Groups />
            <ThemeChoice />
          </div>
        </Show>
      </Dialog>
    </>
  );
}
