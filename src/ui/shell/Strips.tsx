import { Match, Show, Switch, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { formatBytes } from '../shared/format';
import { ProgressBar } from '../shared/Meter';

/** What the whole page should know: models on their way, and a library that will not be kept. */
export function Strips(): JSX.Element {
  return (
    <>
      <ModelsStrip />
      <MemoryStrip />
    </>
  );
}

function ModelsStrip(): JSX.Element {
  const { backend, models } = useServices();
  const loading = () => {
    const now = models();
    return now.state === 'loading' ? now : null;
  };
  const failed = () => {
    const now = models();
    return now.state === 'failed' ? now : null;
  };
  return (
    <Switch>
      <Match when={loading()}>
        {(now) => (
          <div class="strip" role="region" aria-label="Models" data-testid="models-loading">
            <span class="strip-text nums">
              Loading the built-in models
              <Show when={now().total > 0}>
                : {formatBytes(now().loaded)} of {formatBytes(now().total)}
              </Show>
            </span>
            <ProgressBar
              label="Loading the built-in models"
              value={now().total > 0 ? now().loaded / now().total : null}
            />
            <Button size="small" onClick={() => backend.cancelLoading()}>
              Cancel
            </Button>
          </div>
        )}
      </Match>
      <Match when={models().state === 'checking'}>
        <div class="strip" role="region" aria-label="Models" data-testid="models-loading">
          <span class="strip-text">Checking that the models compute what they should</span>
          <ProgressBar label="Checking the models" value={null} />
          <Button size="small" onClick={() => backend.cancelLoading()}>
            Cancel
          </Button>
        </div>
      </Match>
      <Match when={models().state === 'cancelled'}>
        <div
          class="strip"
          role="region"
          aria-label="Models"
          data-tone="warn"
          data-testid="models-cancelled"
        >
          <span class="strip-text">
            The models are not loaded. Without them nothing can be indexed or asked.
          </span>
          <Button size="small" onClick={() => backend.loadModels()}>
            Load them
          </Button>
        </div>
      </Match>
      <Match when={failed()}>
        {(now) => (
          <div
            class="strip"
            role="region"
            aria-label="Models"
            data-tone="bad"
            data-testid="models-failed"
          >
            <span class="strip-text" role="alert">
              The models could not be loaded. {now().message}
            </span>
            <Button size="small" onClick={() => backend.loadModels()}>
              Try again
            </Button>
          </div>
        )}
      </Match>
    </Switch>
  );
}

function MemoryStrip(): JSX.Element {
  const { library } = useServices();
  return (
    <Show when={library.state.storage?.kind === 'memory'}>
      <div
        class="strip"
        role="region"
        aria-label="Storage"
        data-tone="warn"
        data-testid="memory-only"
      >
        <span class="strip-text">
          <strong>This library lives in memory only.</strong> It is gone when the tab closes.{' '}
          {library.state.storage?.reason}
        </span>
        <a href="#/library">Export it to keep it</a>
      </div>
    </Show>
  );
}
