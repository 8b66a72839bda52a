import { createSignal, For, onCleanup, onMount, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { Dialog } from '../shared/Dialog';
import { FileIcon, FolderIcon, UploadIcon } from '../shared/icons';
import type { Intake } from './create-intake';
import { sampleCollection } from './sample';

/** Where files come in. The whole window takes a drop while the Library is open. */
export function DropZone(props: {
  readonly intake: Intake;
  readonly large: boolean;
  readonly collections: readonly { readonly name: string }[];
}): JSX.Element {
  const { library } = useServices();
  const [over, setOver] = createSignal(false);
  let files!: HTMLInputElement;
  let folder: HTMLInputElement | undefined;
  const busy = () => library.importing() || props.intake.looking() !== null;

  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const onDragLeave = (event: DragEvent) => {
    // Leaving the window, not an element inside it.
    if (event.relatedTarget === null) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer) props.intake.drop(event.dataTransfer);
  };
  onMount(() => {
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onDragLeave);
    addEventListener('drop', onDrop);
  });
  onCleanup(() => {
    removeEventListener('dragover', onDragOver);
    removeEventListener('dragleave', onDragLeave);
    removeEventListener('drop', onDrop);
  });

  const takeInput = (input: HTMLInputElement) => {
    props.intake.pick(Array.from(input.files ?? []));
    // The same file must be pickable again.
    input.value = '';
  };
  const hasSample = () => props.collections.some(({ name }) => name === sampleCollection);

  return (
    <section
      class="drop-zone"
      data-testid="library-drop"
      data-over={over()}
      data-large={props.large}
      aria-label="Add documents"
    >
      <span class="drop-icon">
        <UploadIcon size={props.large ? 30 : 20} />
      </span>
      <div class="drop-text">
        <Show when={props.large} fallback={<strong>Drop files or folders here</strong>}>
          <h2>Drop files or a folder here</h2>
        </Show>
        <p class="dim small">
          PDF, Word, ODT, EPUB, Excel, CSV, HTML, Markdown, mail and text. Folders with everything
          inside them.
        </p>
      </div>
      <div class="row">
        <Button
          kind={props.large ? 'strong' : 'plain'}
          disabled={busy()}
          onClick={() => files.click()}
        >
          <FileIcon /> Add files
        </Button>
        <Button
          disabled={busy()}
          onClick={() =>
            props.intake.pickFolder ? void props.intake.pickFolder() : folder?.click()
          }
        >
          <FolderIcon /> Add a folder
        </Button>
        <Show when={!hasSample()}>
          <Button
            kind={props.large ? 'plain' : 'quiet'}
            data-testid="load-sample"
            disabled={busy()}
            onClick={() => void props.intake.sample()}
          >
            Try the sample library
          </Button>
        </Show>
      </div>
      <Show when={!props.large}>
        <Target intake={props.intake} collections={props.collections} />
      </Show>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-testid="file-input"
        aria-label="Files to add"
        onChange={(event) => takeInput(event.currentTarget)}
      />
      <input
        ref={(input) => {
          folder = input;
          input.webkitdirectory = true;
        }}
        type="file"
        multiple
        hidden
        data-testid="folder-input"
        aria-label="Folder to add"
        onChange={(event) => takeInput(event.currentTarget)}
      />
    </section>
  );
}

/** Which collection new files join. */
function Target(props: {
  readonly intake: Intake;
  readonly collections: readonly { readonly name: string }[];
}): JSX.Element {
  const [naming, setNaming] = createSignal(false);
  const [name, setName] = createSignal('');
  const names = () => [
    ...new Set([props.intake.target(), ...props.collections.map((one) => one.name)]),
  ];
  return (
    <div class="row small drop-target">
      <label class="row">
        <span class="dim">into</span>
        <select
          class="select"
          data-testid="target-collection"
          onChange={(event) => {
            if (event.currentTarget.value === '') {
              event.currentTarget.value = props.intake.target();
              setNaming(true);
            } else props.intake.setTarget(event.currentTarget.value);
          }}
        >
          <For each={names()}>
            {(one) => (
              <option value={one} selected={one === props.intake.target()}>
                {one}
              </option>
            )}
          </For>
          <option value="">New collection…</option>
        </select>
      </label>
      <Dialog title="New collection" open={naming()} onClose={() => setNaming(false)}>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            const chosen = name().trim();
            if (!chosen) return;
            props.intake.setTarget(chosen);
            setName('');
            setNaming(false);
          }}
        >
          <label class="field">
            <span>Name</span>
            <input
              class="input"
              value={name()}
              maxLength={80}
              autofocus
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
          <p class="dim small">It appears in the list once a document is in it.</p>
          <div class="dialog-actions">
            <Button type="submit" kind="strong" disabled={!name().trim()}>
              Use it
            </Button>
          </div>
        </form>
      </Dialog>
    </div>
  );
}
