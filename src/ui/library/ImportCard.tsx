import { createSignal, onCleanup, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { count, formatLeft, percent } from '../shared/format';
import { ProgressBar } from '../shared/Meter';
import type { Intake } from './create-intake';
import { importLeftMs, importShare, stageWords } from './import-progress';

/** The import that is going on: by file, page and stage, with the time left and a way to stop. */
export function ImportCard(props: { readonly intake: Intake }): JSX.Element {
  const { library, models } = useServices();
  const [now, setNow] = createSignal(Date.now());
  const timer = setInterval(() => setNow(Date.now()), 1000);
  onCleanup(() => clearInterval(timer));

  const progress = () => library.state.progress;
  const share = () => importShare(progress(), library.sizes());
  const left = () => importLeftMs(progress(), share(), now());

  return (
    <>
      <Show when={props.intake.looking()}>
        {(words) => (
          <div class="card import-card">
            <div class="row row-apart">
              <strong>{words()}</strong>
              <Button size="small" onClick={() => props.intake.stopLooking()}>
                Cancel
              </Button>
            </div>
            <ProgressBar label={words()} value={null} />
          </div>
        )}
      </Show>
      <Show when={library.importing()}>
        <div class="card import-card" data-testid="import-progress">
          <div class="row row-apart">
            <strong class="nums">
              <Show
                when={models().state === 'ready'}
                fallback="Waiting for the models, then indexing"
              >
                Indexing
                <Show when={progress().files > 0}>
                  {' '}
                  {Math.min(progress().through + 1, progress().files)} of{' '}
                  {count(progress().files, 'file')}
                </Show>
              </Show>
            </strong>
            <Button size="small" data-testid="import-cancel" onClick={() => library.cancelImport()}>
              Cancel
            </Button>
          </div>
          <ProgressBar label="Import" value={progress().through + share() > 0 ? share() : null} />
          <div class="row row-apart small dim nums import-line">
            <span class="truncate">
              <Show when={progress().current} fallback="Preparing">
                {(current) => (
                  <>
                    <span class="import-path">{current().path}</span>
                    {': '}
                    {stageWords(current())}
                  </>
                )}
              </Show>
            </span>
            <span>
              {percent(share())}
              <Show when={left()}>{(ms) => <>, {formatLeft(ms())}</>}</Show>
            </span>
          </div>
          <Show when={progress().skipped + progress().failed > 0}>
            <p class="small dim">
              {[
                progress().skipped > 0 ? `${progress().skipped} skipped` : '',
                progress().failed > 0 ? `${progress().failed} failed` : '',
              ]
                .filter(Boolean)
                .join(', ')}
              . The reasons stand in the list below; the rest goes on.
            </p>
          </Show>
        </div>
      </Show>
    </>
  );
}
