import { createSignal, Show, type JSX } from 'solid-js';
import { createFolderHandles } from '../library/folder-handles';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { describeError } from '../shared/describe-error';
import { Dialog } from '../shared/Dialog';
import { TrashIcon } from '../shared/icons';
import { clearStored } from '../shared/stored';

const phrase = 'delete everything';

/** Deletes all that was kept, after the person typed that this is wanted. */
export function DeleteEverything(): JSX.Element {
  const { backend, library, ask, toasts } = useServices();
  const [open, setOpen] = createSignal(false);
  const [typed, setTyped] = createSignal('');
  const [busy, setBusy] = createSignal(false);
  const agreed = () => typed().trim().toLowerCase() === phrase;

  async function carryOut(): Promise<void> {
    setBusy(true);
    try {
      library.cancelImport();
      ask.newConversation();
      await backend.engine.deleteEverything();
      for (const { name, origin, state } of await backend.models.offers())
        if (origin !== 'built-in' && state !== 'absent') await backend.models.remove(name);
      await createFolderHandles().clear();
      clearStored();
      // A fresh page holds nothing of the old library in its memory either.
      location.hash = '#/ask';
      location.reload();
    } catch (error) {
      toasts.show(describeError(error), { tone: 'bad' });
      setBusy(false);
    }
  }

  return (
    <section class="section" aria-label="Delete everything">
      <h2>Delete everything</h2>
      <div class="card card-body row row-apart">
        <p class="small dim storage-promise">
          Documents, answers, feedback, settings and downloaded models are removed from this
          browser. Your original files are not touched.
        </p>
        <Button
          kind="danger"
          data-testid="delete-everything"
          onClick={() => {
            setTyped('');
            setOpen(true);
          }}
        >
          <TrashIcon size={16} /> Delete everything
        </Button>
      </div>
      <Dialog title="Delete everything?" open={open()} onClose={() => setOpen(false)}>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (agreed()) void carryOut();
          }}
        >
          <p>This cannot be undone. Export the library first if you may want it back.</p>
          <label class="field">
            <span>
              Type <strong>{phrase}</strong> to go on
            </span>
            <input
              class="input"
              autocomplete="off"
              data-testid="delete-phrase"
              value={typed()}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          <div class="dialog-actions">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              type="submit"
              kind="danger"
              data-testid="delete-confirm"
              disabled={!agreed() || busy()}
            >
              <Show when={!busy()} fallback="Deleting…">
                Delete everything
              </Show>
            </Button>
          </div>
        </form>
      </Dialog>
    </section>
  );
}
