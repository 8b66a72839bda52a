import { createEffect, createSignal, type Accessor } from 'solid-js';
import { readStored, writeStored } from './shared/stored';

export type Theme = 'system' | 'light' | 'dark';
const isTheme = (value: unknown): value is Theme =>
  value === 'system' || value === 'light' || value === 'dark';

export interface ThemeSwitch {
  readonly theme: Accessor<Theme>;
  readonly choose: (theme: Theme) => void;
}

/** Follows the system unless the person chose; the choice survives a reload. */
export function createTheme(): ThemeSwitch {
  const [theme, setTheme] = createSignal<Theme>(readStored('theme', 'system', isTheme));
  createEffect(() => {
    const chosen = theme();
    if (chosen === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
  });
  return {
    theme,
    choose(next) {
      setTheme(next);
      writeStored('theme', next === 'system' ? null : next);
    },
  };
}
