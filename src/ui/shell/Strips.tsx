import { Match, Show, Switch, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { createMedia, narrow } from '../shared/media';
import { ModelsProgress } from './ModelsProgress';

/** What the whole page should know: models that are missing, a library that will not be kept. */
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
  const isNarrow = createMedia(narrow);
  const failed = () => {
    const now = models();
    return now.state === 'failed' ? now : null;
  };
  return (
    <Switch>
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
      <Match when={isNarrow()}>
        <ModelsProgress strip />
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
