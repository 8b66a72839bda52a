import { Match, Show, Switch, type JSX } from 'solid-js';
import { useBackend } from '../context';
import { Button } from '../shared/Button';
import { TouchstoneMark } from '../shared/icons';

const titles: Readonly<Record<string, string>> = {
  EngineElsewhere: 'Touchstone is open in another tab',
  DatabaseTooNew: 'This library was written by a newer version',
  DatabaseBlocked: 'Another tab holds the library',
};

/** Shown instead of the panels until the engine has opened the library, or when it cannot. */
export function Gate(props: { readonly children: JSX.Element }): JSX.Element {
  const backend = useBackend();
  const failed = () => {
    const { engine } = backend.status();
    return engine.state === 'failed' ? engine : null;
  };
  return (
    <Switch>
      <Match when={failed()}>
        {(engine) => (
          <main class="gate" data-testid="engine-failed" data-error={engine().name}>
            <TouchstoneMark size={44} />
            <h1>{titles[engine().name] ?? 'The library could not be opened'}</h1>
            <p role="alert">{engine().message}</p>
            <div class="row">
              <Button kind="strong" onClick={() => backend.restart()}>
                Try again
              </Button>
              <Button onClick={() => location.reload()}>Reload the page</Button>
            </div>
          </main>
        )}
      </Match>
      <Match when={true}>
        <Show
          when={backend.status().engine.state === 'ready'}
          fallback={
            <main class="gate">
              <p role="status">Opening your library…</p>
            </main>
          }
        >
          {props.children}
        </Show>
      </Match>
    </Switch>
  );
}
