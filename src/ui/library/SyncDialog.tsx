import { createSignal, For, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { describeError } from '../shared/describe-error';
import { Dialog } from '../shared/Dialog';
import { applySync } from './apply-sync';
import type { Planned } from './create-intake';
import { describePlan, type SyncPlan } from './sync-plan';

/** What a second look at a folder found; nothing changes before it is agreed to. */
export function SyncDialog(): JSX.Element {
  const { intake } = useServices();
  return (
    <Show when={intake.planned()} keyed>
      {(planned) => <Plan planned={planned} />}
    </Show>
  );
}

function Plan(props: { readonly planned: Planned }): JSX.Element {
  const { intake, library, toasts } = useServices();
  const [removing, setRemoving] = createSignal(props.planned.sure);

  async function apply(): Promise<void> {
    const { folder, plan } = props.planned;
    const withDeletes = removing();
    intake.closePlan();
    try {
      const done = await applySync(library, plan, folder.collection, withDeletes);
      const { handle } = folder;
      if (done && handle) await intake.keepFolder({ ...folder, handle, syncedAt: Date.now() });
    } catch (error) {
      toasts.show(describeError(error), { tone: 'bad' });
    }
  }

  return (
    <Dialog
      title={`${props.planned.folder.name}: ${describePlan(props.planned.plan)}`}
      open={true}
      onClose={() => intake.closePlan()}
    >
      <Show when={!props.planned.sure && props.planned.plan.deleted.length > 0}>
        <p class="small dim">
          If this is another folder of the same name, leave the box below unticked: its missing
          files were never in it.
        </p>
      </Show>
      <PlanList plan={props.planned.plan} />
      <Show when={props.planned.plan.deleted.length > 0}>
        <label class="row">
          <input
            type="checkbox"
            checked={removing()}
            onChange={(event) => setRemoving(event.currentTarget.checked)}
          />
          <span>
            Delete from the library what is no longer in the folder (
            {props.planned.plan.deleted.length})
          </span>
        </label>
      </Show>
      <div class="dialog-actions">
        <Button onClick={() => intake.closePlan()}>Not now</Button>
        <Button kind="strong" data-testid="sync-apply" onClick={() => void apply()}>
          Update the library
        </Button>
      </div>
    </Dialog>
  );
}

const shownPerKind = 6;

function PlanList(props: { readonly plan: SyncPlan }): JSX.Element {
  const groups = () => [
    { label: 'Added', paths: props.plan.added.map((file) => file.path) },
    { label: 'Changed', paths: props.plan.changed.map(({ file }) => file.path) },
    {
      label: 'Moved',
      paths: props.plan.moved.map(({ file, old }) => `${old.paths[0] ?? ''} → ${file.path}`),
    },
    { label: 'Deleted', paths: props.plan.deleted.map((old) => old.paths[0] ?? old.title) },
  ];
  return (
    <div class="stack small">
      <For each={groups().filter(({ paths }) => paths.length > 0)}>
        {(group) => (
          <div>
            <strong>{group.label}</strong>
            <ul>
              <For each={group.paths.slice(0, shownPerKind)}>
                {(path) => <li class="truncate dim">{path}</li>}
              </For>
              <Show when={group.paths.length > shownPerKind}>
                <li class="dim">and {group.paths.length - shownPerKind} more</li>
              </Show>
            </ul>
          </div>
        )}
      </For>
    </div>
  );
}
