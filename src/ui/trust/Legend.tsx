import type { JSX } from 'solid-js';

/** What the shapes, sizes, colours and lines of the map mean. */
export function Legend(): JSX.Element {
  return (
    <ul class="map-legend small" aria-label="Legend" data-testid="map-legend">
      <li>
        <Picture>
          <circle cx="22" cy="9" r="6" class="legend-node" />
        </Picture>
        File
      </li>
      <li>
        <Picture>
          <path d="m22 3.5 5.5 5.5-5.5 5.5L16.5 9Z" class="legend-node" />
        </Picture>
        Passage
      </li>
      <li class="legend-trust">
        <span aria-hidden="true">
          <i data-level="low" />
          <i data-level="middle" />
          <i data-level="high" />
        </span>
        Little trust is small and blue, much is large and gold
      </li>
      <li>
        <Picture>
          <path d="M2 9h5m4 0h5m12 0h5m4 0h5M18.5 5.5l7 7m0-7-7 7" class="legend-contradict" />
        </Picture>
        Contradict each other
      </li>
      <li>
        <Picture>
          <path d="M2 9h40" class="legend-support" />
          <circle cx="22" cy="9" r="3.4" class="legend-ring" />
        </Picture>
        Agree
      </li>
      <li>
        <Picture>
          <path d="M2 9h40" class="legend-source" />
        </Picture>
        Of one file
      </li>
      <li>
        <Picture>
          <path d="M9 9h10M25 9h10M30 4v10" class="legend-said" />
        </Picture>
        You said: wrong, right
      </li>
    </ul>
  );
}

function Picture(props: { readonly children: JSX.Element }): JSX.Element {
  return (
    <svg width="44" height="18" viewBox="0 0 44 18" fill="none" aria-hidden="true">
      {props.children}
    </svg>
  );
}
