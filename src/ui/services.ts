import { createContext, createEffect, createMemo, useContext, type Accessor } from 'solid-js';
import { createAsk, type Ask } from './ask/create-ask';
import type { Backend } from './context';
import { createFeedback, type FeedbackGiver } from './create-feedback';
import { createIntake, type Intake } from './library/create-intake';
import { createLibrary, type Library } from './library/create-library';
import { createModels, type ModelsControl } from './models/create-models';
import { summariseModels, whenModelsReady, type ModelsSummary } from './models-ready';
import { createRequestLog, type RequestLog } from './privacy/request-log';
import { createRouter, type Router } from './router';
import { createAnnouncer, type Announcer } from './shared/announce';
import { createToasts, type Toasts } from './shared/toasts';
import { createTheme, type ThemeSwitch } from './theme';
import { whenReady } from './when-ready';

/** What lives as long as the page and is shared by its panels. */
export interface Services {
  readonly backend: Backend;
  readonly router: Router;
  readonly toasts: Toasts;
  readonly announcer: Announcer;
  readonly theme: ThemeSwitch;
  readonly library: Library;
  readonly intake: Intake;
  readonly ask: Ask;
  readonly feedback: FeedbackGiver;
  /** The built-in models taken together. */
  readonly models: Accessor<ModelsSummary>;
  readonly requests: RequestLog;
  /** Choosing, downloading and importing models. */
  readonly shelf: ModelsControl;
}

/** Call inside a root: the services stop their runs when it is disposed. */
export function createServices(backend: Backend): Services {
  const toasts = createToasts();
  const announcer = createAnnouncer();
  const modelsReady = (signal: AbortSignal) => whenModelsReady(backend, signal);
  const library = createLibrary({ backend, toasts, modelsReady });
  whenReady(backend, () => void library.goOn());
  const ask = createAsk({
    backend,
    toasts,
    announcer,
    modelsReady,
    flushDeletes: library.flushDeletes,
  });
  const feedback = createFeedback({ backend, toasts, onChanged: library.refresh });
  createEffect<string | null>((shown) => {
    const { notice } = backend.status();
    if (notice !== null && notice !== shown) toasts.show(notice);
    return notice;
  }, null);
  return {
    backend,
    router: createRouter(),
    toasts,
    announcer,
    theme: createTheme(),
    library,
    intake: createIntake({ library, toasts }),
    ask,
    feedback,
    models: createMemo(() => summariseModels(backend.status().models)),
    requests: createRequestLog(backend),
    shelf: createModels(backend, toasts),
  };
}

export const ServicesContext = createContext<Services>();

/** The services of this page. @throws outside of the provider, which is a mistake of the caller. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices() was called outside of its provider.');
  return services;
}
