import {
  createEffect,
  createSignal,
  createUniqueId,
  For,
  Match,
  on,
  Show,
  Switch,
  type JSX,
} from 'solid-js';
import { Button } from '../shared/Button';
import { UndoIcon } from '../shared/icons';
import { problemOf, stepOf, type SettingRow, type SettingValue } from './setting-rows';

/** One setting: its name and meaning, a field of its kind, and where its default comes from. */
export function SettingField(props: {
  readonly row: SettingRow;
  readonly value: SettingValue;
  /** Resolves false when the engine refused. */
  readonly onChange: (value: SettingValue) => Promise<boolean>;
}): JSX.Element {
  const id = createUniqueId();
  const [typed, setTyped] = createSignal(String(props.value));
  const [problem, setProblem] = createSignal<string | null>(null);
  const back = () => {
    setTyped(String(props.value));
    setProblem(null);
  };
  createEffect(on(() => props.value, back));
  const setting = () => props.row.setting;
  const number = () => {
    const now = setting();
    return now.type === 'number' ? now : null;
  };
  const choice = () => {
    const now = setting();
    return now.type === 'choice' ? now : null;
  };
  const commit = async (text: string) => {
    setTyped(text);
    const wrong = problemOf(setting(), text);
    setProblem(wrong);
    if (wrong === null && Number(text) !== props.value && !(await props.onChange(Number(text))))
      back();
  };

  return (
    <div
      class="setting"
      data-testid="setting"
      data-name={`${props.row.group}.${props.row.key}`}
      data-changed={props.value !== setting().default}
    >
      <div class="setting-words">
        <label for={id}>{props.row.label}</label>
        <p class="small dim" id={`${id}-about`}>
          {setting().meaning}
        </p>
      </div>
      <div class="setting-field">
        <Switch>
          <Match when={number()}>
            {(now) => (
              <input
                id={id}
                class="input nums"
                type="number"
                min={now().min}
                max={now().max}
                step={stepOf(now())}
                value={typed()}
                aria-invalid={problem() !== null}
                aria-describedby={`${id}-about ${id}-range`}
                onChange={(event) => void commit(event.currentTarget.value)}
              />
            )}
          </Match>
          <Match when={choice()}>
            {(now) => (
              <select
                id={id}
                class="select"
                aria-describedby={`${id}-about`}
                onChange={(event) => void props.onChange(event.currentTarget.value)}
              >
                <For each={now().options}>
                  {(option) => (
                    <option value={option} selected={option === props.value}>
                      {option}
                    </option>
                  )}
                </For>
              </select>
            )}
          </Match>
          <Match when={setting().type === 'boolean'}>
            <input
              id={id}
              type="checkbox"
              class="file-check"
              aria-describedby={`${id}-about`}
              checked={props.value === true}
              onChange={(event) => void props.onChange(event.currentTarget.checked)}
            />
          </Match>
        </Switch>
        <Show when={props.value !== setting().default}>
          <Button
            kind="quiet"
            size="small"
            icon
            aria-label={`Back to the default, ${String(setting().default)}`}
            onClick={() => void props.onChange(setting().default)}
          >
            <UndoIcon size={16} />
          </Button>
        </Show>
      </div>
      <p class="setting-source small nums" id={`${id}-range`} data-problem={problem() !== null}>
        <Show when={problem()} fallback={<>Default {String(setting().default)}</>}>
          {problem()}
        </Show>
        <Show when={number() !== null && problem() === null}>
          , from {number()?.min} to {number()?.max}
        </Show>
        <span class="setting-from dim">Source: {setting().source}</span>
      </p>
    </div>
  );
}
