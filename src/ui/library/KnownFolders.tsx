import { createSignal, For, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { createRun } from '../shared/abortable';
import { Button } from '../shared/Button';
import { describeError, wasStopped } from '../shared/describe-error';
import { Dialog } from '../shared/Dialog';
import { count, formatWhen } from '../shared/format';
import { CloseIcon, FolderIcon, RefreshIcon } from '../shared/icons';
import { applySync } from './apply-sync';
import type { Intake } from './create-intake';
import { mayRead, type KnownFolder } from './folder-handles';
import { describePlan, planSync, type SyncPlan } from './sync-plan';
import { walkHandle } from './walk';

/** Folders whose handle the browser lets us keep: one press looks at them again. */
export function KnownFolders(props: { readonly intake: Intake }): JSX.Element {
  const { library, toasts } = useServices();
  const [plan, setPlan] = createSignal<{ folder: KnownFolder; plan: SyncPlan } | null>(null);
  const [removing, setRemoving] = createSignal(true);
  const [found, setFound] = createSignal(0);
  const [looking, setLooking] = createSignal<string | null>(null);
  const run = createRun();

  async function look(folder: KnownFolder): Promise<void> {
    setFound(0);
    setLooking(folder.name);
    try {
      if (!(await mayRead(folder.handle))) {
        toasts.show(`The browser was not allowed to read ${folder.name}.`, { tone: 'bad' });
        return;
      }
      const { files } = await run.start((signal) => walkHandle(folder.handle, signal, setFound));
      const next = planSync(folder.name, files, library.documents(), library.state.statuses);
      const changes =
        next.added.length + next.changed.length + next.moved.length + next.deleted.length;
      if (changes > 0) setPlan({ folder, plan: next });
      else {
        toasts.show(`${folder.name}: nothing changed`);
        await props.intake.keepFolder({ ...folder, syncedAt: Date.now() });
      }
    } catch (error) {
      if (!wasStopped(error))
        toasts.show(`${folder.name} could not be read. ${describeError(error)}`, { tone: 'bad' });
    } finally {
      setLooking(null);
    }
  }

  async function apply(folder: KnownFolder, chosen: SyncPlan): Promise<void> {
    const withDeletes = removing();
    setPlan(null);
    try {
      if (await applySync(library, chosen, folder.collection, withDeletes))
        await props.intake.keepFolder({ ...folder, syncedAt: Date.now() });
    } catch (error) {
      toasts.show(describeError(error), { tone: 'bad' });
    }
  }

  return (
    <Show when={props.intake.folders().length > 0}>
      <section class="section known-folders" aria-label="Folders">
        <For each={props.intake.folders()}>
          {(folder) => (
            <div class="known-folder small">
              <FolderIcon size={16} />
              <span class="truncate">
                <strong>{folder.name}</strong>{' '}
                <span class="dim">
                  {looking() === folder.name
                    ? `looking, ${count(found(), 'file')} so far`
                    : `last looked at ${formatWhen(folder.syncedAt, Date.now())}`}
                </span>
              </span>
              <Show
                when={looking() === folder.name}
                fallback={
                  <Button
                    size="small"
                    data-testid="folder-sync"
                    disabled={library.importing() || looking() !== null}
                    onClick={() => void look(folder)}
                  >
                    <RefreshIcon size={15} /> Re-sync
                  </Button>
                }
              >
                <Button size="small" onClick={() => run.stop()}>
                  Cancel
                </Button>
              </Show>
              <Button
                kind="quiet"
                size="small"
                icon
                aria-label={`Forget the folder ${folder.name}; its documents stay`}
                onClick={() => void props.intake.forgetFolder(folder.name)}
              >
                <CloseIcon size={14} />
              </Button>
            </div>
          )}
        </For>
        <Show when={plan()} keyed>
          {(shown) => (
            <Dialog
              title={`${shown.folder.name}: ${describePlan(shown.plan)}`}
              open={true}
              onClose={() => setPlan(null)}
            >
              <PlanList plan={shown.plan} />
              <Show when={shown.plan.deleted.length > 0}>
                <label class="row">
                  <input
                    type="checkbox"
                    checked={removing()}
                    onChange={(event) => setRemoving(event.currentTarget.checked)}
                  />
                  <span>
                    Delete from the library what is no longer in the folder (
                    {shown.plan.deleted.length})
                  </span>
                </label>
              </Show>
              <div class="dialog-actions">
                <Button onClick={() => setPlan(null)}>Not now</Button>
                <Button kind="strong" onClick={() => void apply(shown.folder, shown.plan)}>
                  Update the library
                </Button>
              </div>
            </Dialog>
          )}
        </Show>
      </section>
    </Show>
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
