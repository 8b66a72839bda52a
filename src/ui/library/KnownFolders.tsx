import { createSignal, For, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { createRun } from '../shared/abortable';
import { Button } from '../shared/Button';
import { describeError, wasStopped } from '../shared/describe-error';
import { count, formatWhen } from '../shared/format';
import { CloseIcon, FolderIcon, RefreshIcon } from '../shared/icons';
import type { Intake } from './create-intake';
import { mayRead, type KnownFolder } from './folder-handles';
import { walkHandle } from './walk';

/** Folders whose handle the browser lets us keep: one press looks at them again. */
export function KnownFolders(props: { readonly intake: Intake }): JSX.Element {
  const { library, toasts } = useServices();
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
      await props.intake.propose(folder, files, true);
    } catch (error) {
      if (!wasStopped(error))
        toasts.show(`${folder.name} could not be read. ${describeError(error)}`, { tone: 'bad' });
    } finally {
      setLooking(null);
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
      </section>
    </Show>
  );
}
