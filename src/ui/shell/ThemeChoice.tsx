import { createUniqueId, For, type JSX } from 'solid-js';
import { useServices } from '../services';
import { MoonIcon, SunIcon, SystemIcon } from '../shared/icons';

const choices = [
  { theme: 'light', label: 'Light', icon: SunIcon },
  { theme: 'system', label: 'As the system', icon: SystemIcon },
  { theme: 'dark', label: 'Dark', icon: MoonIcon },
] as const;

/** Light, dark, or as the system has it. */
export function ThemeChoice(): JSX.Element {
  const { theme } = useServices();
  const name = createUniqueId();
  return (
    <div class="theme-switch" role="radiogroup" aria-label="Colours">
      <For each={choices}>
        {(choice) => (
          <label title={choice.label}>
            <input
              type="radio"
              name={name}
              aria-label={choice.label}
              checked={theme.theme() === choice.theme}
              onChange={() => theme.choose(choice.theme)}
            />
            <choice.icon size={16} />
          </label>
        )}
      </For>
    </div>
  );
}
