import type { Remote } from 'comlink';
import { createContext, useContext, type Accessor } from 'solid-js';
import type { EngineApi } from '../link/api';
import type { ModelChoice, ModelRole, ModelsApi, RequestRecord } from '../link/models';
import type { HubGate } from './hub-worker';

/** Where the engine worker stands. `failed` carries an error name of core/errors and its message. */
export type EngineStatus =
  | { readonly state: 'starting' }
  | { readonly state: 'ready' }
  | { readonly state: 'failed'; readonly name: string; readonly message: string };

/** Where one model stands; `loaded` and `total` are bytes, `total` 0 while unknown. */
export type ModelStatus =
  | { readonly state: 'waiting' }
  | {
      readonly state: 'loading';
      readonly loaded: number;
      readonly total: number;
      readonly file: string;
    }
  | { readonly state: 'checking' }
  | { readonly state: 'ready'; readonly device: string }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly name: string; readonly message: string };

export interface BackendStatus {
  readonly engine: EngineStatus;
  /** Only the roles that were asked for: the three built-in ones, and `write` once chosen. */
  readonly models: Readonly<Partial<Record<ModelRole, ModelStatus>>>;
  /** Something that happened behind the page and that the person should know, or null. */
  readonly notice: string | null;
}

/**
 * What stands behind the page. `backend.ts` makes it from workers (`createBackend(): Backend`);
 * tests make it from fixtures. `status` is a Solid accessor: reading it in a component subscribes.
 */
export interface Backend {
  readonly engine: Remote<EngineApi>;
  readonly models: Remote<ModelsApi>;
  readonly status: Accessor<BackendStatus>;
  /** Loads the built-in models; also the way to try again after a failure or a cancel. */
  loadModels(): void;
  cancelLoading(): void;
  /** Starts the engine again after it failed, for example when the other tab was closed. */
  restart(): void;
  /** Folder names of the models that the person chose; what is left out is built in. */
  readonly choice: Accessor<ModelChoice>;
  /** Takes a choice as made that the library tells of: its vectors are by another embedder. */
  adopt(role: ModelRole, name: string): Promise<void>;
  /**
   * Takes another model for a role, by its folder name: it is loaded and tested first, then is
   * at work from the next question on; an embedder when the library is embedded anew, which
   * `onEmbedding` tells in passages. On failure what was at work stays.
   */
  use(
    role: ModelRole,
    name: string,
    onEmbedding: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
  readonly hub: HubGate;
  /** Requests that the service worker made; empty where there is none. */
  serviceWorkerRequests(): Promise<readonly RequestRecord[]>;
}

export const BackendContext = createContext<Backend>();

/** The backend of this page. @throws outside of the provider, which is a mistake of the caller. */
export function useBackend(): Backend {
  const backend = useContext(BackendContext);
  if (!backend) throw new Error('useBackend() was called outside of <BackendContext.Provider>.');
  return backend;
}
