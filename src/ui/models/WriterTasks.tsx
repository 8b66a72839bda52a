import { createResource, createUniqueId, For, type JSX } from 'solid-js';
import { defaultSettings, type Settings } from '../../core/settings';
import { useServices } from '../services';
import { describeError } from '../shared/describe-error';
import { writerTasks, type WriterTask } from './writer-tasks';

/** What a language model may do, and who does it now. The same switches are under Settings. */
export function WriterTasks(): JSX.Element {
  const { backend, toasts } = useServices();
  const [settings, { mutate }] = createResource(() => backend.engine.settings(), {
    initialValue: defaultSettings,
  });
  const now = () => settings.latest;

  async function give(task: WriterTask, value: string): Promise<void> {
    try {
      mutate(await backend.engine.changeSettings(task.patch(value)));
    } catch (error) {
      toasts.show(describeError(error), { tone: 'bad' });
    }
  }

  return (
    <ul class="writer-tasks" aria-label="What the language model does">
      <For each={writerTasks}>
        {(task) => <Task task={task} settings={now()} onGive={(value) => void give(task, value)} />}
      </For>
    </ul>
  );
}

function Task(props: {
  readonly task: WriterTask;
  readonly settings: Settings;
  readonly onGive: (value: string) => void;
}): JSX.Element {
  const id = createUniqueId();
  const value = () => props.task.read(props.settings);
  const isWriter = () => value() === 'writer';
  return (
    <li data-testid="writer-task" data-name={props.task.name} data-at-work={value()}>
      <label for={id}>{props.task.label}</label>
      <select
        id={id}
        class="select"
        aria-describedby={`${id}-about`}
        onChange={(event) => props.onGive(event.currentTarget.value)}
      >
        <option value={props.task.other} selected={!isWriter()}>
          {props.task.otherName}
        </option>
        <option value="writer" selected={isWriter()}>
          Language model
        </option>
      </select>
      <p class="small dim" id={`${id}-about`}>
        {isWriter() ? props.task.byWriter : props.task.byOther}
      </p>
    </li>
  );
}
