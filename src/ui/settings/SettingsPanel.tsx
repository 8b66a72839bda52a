import { createMemo, createResource, createSignal, For, Show, type JSX } from 'solid-js';
import { defaultSettings, type SettingsPatch } from '../../core/settings';
import { useServices } from '../services';
import { Badge } from '../shared/Badge';
import { Button } from '../shared/Button';
import { describeError } from '../shared/describe-error';
import { SearchIcon } from '../shared/icons';
import { Presets } from './Presets';
import { SettingField } from './SettingField';
import {
  humanise,
  patchOf,
  presetOf,
  searchRows,
  settingRows,
  settingsOf,
  valueOf,
  type SettingRow,
} from './setting-rows';

/** Every number of the project, from the one file that holds them. */
export default function SettingsPanel(): JSX.Element {
  const { backend, toasts } = useServices();
  const [settings, { mutate }] = createResource(() => backend.engine.settings());
  const [text, setText] = createSignal('');
  const [onlyChanged, setOnlyChanged] = createSignal(false);
  const now = () => settings.latest ?? defaultSettings;
  const isChanged = (row: SettingRow) => valueOf(now(), row) !== row.setting.default;
  const changed = createMemo(() => settingRows.filter(isChanged).length);
  const rows = createMemo(() =>
    searchRows(settingRows, text()).filter((row) => !onlyChanged() || isChanged(row)),
  );
  const groups = createMemo(() => [...new Set(rows().map((row) => row.group))]);

  async function change(patch: SettingsPatch, done?: string): Promise<boolean> {
    try {
      mutate(await backend.engine.changeSettings(patch));
      if (done) toasts.show(done);
      return true;
    } catch (error) {
      toasts.show(describeError(error), { tone: 'bad' });
      return false;
    }
  }

  return (
    <div class="panel">
      <header class="panel-head">
        <div>
          <h1 tabindex="-1">Settings</h1>
          <p>
            Every number that shapes an answer, with what it means and where it comes from. They
            apply to the next question. RR, TP and SC are the papers ReliableRAG, TrustPropRAG and
            Self-Correcting RAG; ours was chosen by measuring.
          </p>
        </div>
        <Show when={changed() > 0}>
          <Button
            data-testid="settings-reset"
            onClick={() => void change(defaultSettings, 'All settings are back at their defaults')}
          >
            Reset all ({changed()} changed)
          </Button>
        </Show>
      </header>
      <Presets
        active={presetOf(now())}
        onChoose={(preset) =>
          void change(settingsOf(preset.name), `Settings of ${preset.label} applied`)
        }
      />
      <div class="file-toolbar section">
        <label class="search-box">
          <span class="visually-hidden">Search settings</span>
          <SearchIcon size={16} />
          <input
            class="input"
            type="search"
            placeholder="Search settings"
            value={text()}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <label class="row small">
          <input
            type="checkbox"
            checked={onlyChanged()}
            onChange={(event) => setOnlyChanged(event.currentTarget.checked)}
          />
          Only what I changed
        </label>
      </div>
      <For
        each={groups()}
        fallback={<p class="dim">No setting matches. Try another word, or show all of them.</p>}
      >
        {(group) => (
          <section class="setting-group" aria-label={humanise(group)}>
            <h2>
              {humanise(group)}
              <Show when={group === 'passages'}>
                {' '}
                <Badge>applies to files indexed from now on</Badge>
              </Show>
            </h2>
            <For each={rows().filter((row) => row.group === group)}>
              {(row) => (
                <SettingField
                  row={row}
                  value={valueOf(now(), row)}
                  onChange={(value) => change(patchOf(row, value))}
                />
              )}
            </For>
          </section>
        )}
      </For>
    </div>
  );
}
