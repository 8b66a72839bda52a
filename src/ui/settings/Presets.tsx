import { For, Show, type JSX } from 'solid-js';
import type { PresetName } from '../../core/settings';
import { Badge } from '../shared/Badge';
import { presetRows, type PresetRow } from './setting-rows';

/** What each paper does, as far as settings can say it. */
export function Presets(props: {
  readonly active: PresetName | null;
  readonly onChoose: (preset: PresetRow) => void;
}): JSX.Element {
  return (
    <section aria-label="Presets">
      <ul class="presets">
        <For each={presetRows}>
          {(preset) => (
            <li>
              <button
                type="button"
                class="preset"
                data-testid="preset"
                data-preset={preset.name}
                aria-pressed={props.active === preset.name}
                onClick={() => props.onChoose(preset)}
              >
                <span class="row row-apart">
                  <strong>{preset.label}</strong>
                  <Show when={props.active === preset.name}>
                    <Badge tone="gold">in use</Badge>
                  </Show>
                </span>
                <span class="small dim">{preset.about}</span>
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={props.active === null}>
        <p class="small dim">Your own mixture is in use. A preset replaces all of it.</p>
      </Show>
    </section>
  );
}
