import { createEffect, ErrorBoundary, on, onCleanup, Suspense, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';
import { BackendContext, type Backend } from './context';
import { createServices, ServicesContext, useServices } from './services';
import type { PanelName } from './route';
import { Button } from './shared/Button';
import { describeError } from './shared/describe-error';
import { Notice } from './shared/Notice';
import { ToastList } from './shared/toasts';
import { Gate } from './shell/Gate';
import { BottomBar, Sidebar } from './shell/Navigation';
import { createScrollMemory } from './shell/scroll-memory';
import { Shortcuts } from './shell/Shortcuts';
import { Strips } from './shell/Strips';
import { panelOf } from './panels';

export function App(props: { readonly backend: Backend }): JSX.Element {
  const services = createServices(props.backend);
  return (
    <BackendContext.Provider value={props.backend}>
      <ServicesContext.Provider value={services}>
        <Page />
      </ServicesContext.Provider>
    </BackendContext.Provider>
  );
}

function Page(): JSX.Element {
  const { router, toasts, announcer } = useServices();
  return (
    <>
      <Gate>
        <a
          class="skip-link"
          href="#main"
          onClick={(event) => {
            event.preventDefault();
            document.getElementById('main')?.focus();
          }}
        >
          Skip to the content
        </a>
        <div class="shell">
          <Sidebar />
          <div class="shell-main">
            <Strips />
            <Main />
          </div>
          <BottomBar />
        </div>
        <Shortcuts />
      </Gate>
      <div class="visually-hidden" aria-live="polite" role="status" data-testid="announcement">
        {announcer.text()}
      </div>
      <ToastList toasts={toasts} />
      <Title panel={router.route().panel} />
    </>
  );
}

function Main(): JSX.Element {
  const { router } = useServices();
  let main!: HTMLElement;
  const memory = createScrollMemory(() => main);
  createEffect(
    on(
      router.route,
      (route, before) => {
        if (before && before.panel !== route.panel) memory.arrive(router.takeFocus());
      },
      { defer: true },
    ),
  );
  onCleanup(memory.dispose);
  return (
    <main id="main" class="shell-scroll" tabindex="-1" ref={main}>
      <ErrorBoundary fallback={(error, reset) => <Broken error={error} reset={reset} />}>
        <Suspense fallback={<p class="panel dim">Opening…</p>}>
          <Dynamic component={panelOf(router.route().panel)} />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

function Broken(props: { readonly error: unknown; readonly reset: () => void }): JSX.Element {
  const { router } = useServices();
  // Going elsewhere is a way out, too.
  createEffect(on(router.route, () => props.reset(), { defer: true }));
  return (
    <div class="panel" data-testid="panel-broken">
      <Notice tone="bad">
        <strong>This panel ran into a mistake of ours.</strong> {describeError(props.error)} Your
        documents are safe.
        <div class="row">
          <Button size="small" onClick={() => props.reset()}>
            Try again
          </Button>
        </div>
      </Notice>
    </div>
  );
}

const titles: Readonly<Record<PanelName, string>> = {
  ask: 'Ask',
  library: 'Library',
  viewer: 'Viewer',
  evidence: 'Evidence',
  trust: 'Trust map',
  facts: 'Facts',
  models: 'Models',
  evaluation: 'Evaluation',
  privacy: 'Privacy',
  settings: 'Settings',
};

function Title(props: { readonly panel: PanelName }): JSX.Element {
  createEffect(() => {
    document.title = `${titles[props.panel]} · Touchstone`;
  });
  return null;
}
