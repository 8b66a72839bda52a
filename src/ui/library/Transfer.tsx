import { proxy } from 'comlink';
import { createSignal, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { createRun } from '../shared/abortable';
import { Button } from '../shared/Button';
import { describeError, wasStopped } from '../shared/describe-error';
import { Dialog } from '../shared/Dialog';
import { percent } from '../shared/format';
import { DownloadIcon, UploadIcon } from '../shared/icons';
import { ProgressBar } from '../shared/Meter';
import { saveBlob } from '../shared/save-blob';

/** The whole library as one file, out and in. */
export function Transfer(props: { readonly empty: boolean }): JSX.Element {
  const { backend, library, toasts } = useServices();
  const [job, setJob] = createSignal<'Exporting' | 'Importing' | null>(null);
  const [share, setShare] = createSignal(0);
  const run = createRun();
  let input!: HTMLInputElement;

  async function work(
    name: 'Exporting' | 'Importing',
    task: (signal: AbortSignal) => Promise<void>,
  ) {
    setShare(0);
    setJob(name);
    try {
      await run.start(task);
    } catch (error) {
      if (!wasStopped(error)) toasts.show(describeError(error), { tone: 'bad' });
    } finally {
      setJob(null);
    }
  }
  const onProgress = proxy((next: number) => void setShare(next));

  return (
    <div class="row">
      <Show when={!props.empty}>
        <Button
          kind="quiet"
          size="small"
          data-testid="export-library"
          disabled={library.importing()}
          onClick={() =>
            void work('Exporting', async (signal) => {
              const blob = await backend.engine.exportLibrary(onProgress, signal);
              const day = new Date().toISOString().slice(0, 10);
              saveBlob(blob, `touchstone-library-${day}.zip`);
            })
          }
        >
          <DownloadIcon size={16} /> Export
        </Button>
      </Show>
      <Button
        kind="quiet"
        size="small"
        data-testid="import-library"
        disabled={library.importing()}
        onClick={() => input.click()}
      >
        <UploadIcon size={16} /> Import a library
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        data-testid="archive-input"
        aria-label="Library file"
        onChange={(event) => {
          const [file] = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
          if (!file) return;
          void work('Importing', async (signal) => {
            await backend.engine.importLibrary(file, onProgress, signal);
            await library.refresh();
            toasts.show('The library was imported');
          });
        }}
      />
      <Dialog title={`${job() ?? ''} the library`} open={job() !== null} onClose={() => run.stop()}>
        <ProgressBar label={job() ?? ''} value={share() > 0 ? share() : null} />
        <div class="row row-apart">
          <span class="dim nums">{percent(share())}</span>
          <Button onClick={() => run.stop()}>Cancel</Button>
        </div>
      </Dialog>
    </div>
  );
}
