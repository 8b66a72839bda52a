import type { Settings, SettingsPatch } from '../core/settings';
import type { AskApi } from './ask';
import type { EmbedderApi } from './embedder';
import type { EvaluationApi } from './evaluation';
import type { FactsApi } from './facts';
import type { LibraryApi } from './library';
import type { RequestRecord } from './models';
import type { TrustApi } from './trust';

/**
 * What the page may ask of the engine worker. Arguments are plain data, typed arrays, an
 * AbortSignal as an argument of its own, or a `proxy`ed callback.
 */
export interface EngineApi
  extends LibraryApi, AskApi, TrustApi, FactsApi, EvaluationApi, EmbedderApi {
  settings(): Promise<Settings>;
  /** @throws BadSetting */
  changeSettings(patch: SettingsPatch): Promise<Settings>;
  requests(): Promise<readonly RequestRecord[]>;
}

/** What the engine worker exposes first: the page hands it the port of the models worker, then starts it. */
export interface EngineEntry {
  /** @throws EngineElsewhere when another tab holds the library, DatabaseTooNew, DatabaseBlocked. */
  start(models: MessagePort): Promise<void>;
  /** Hands over another models worker, after the first one was lost. May come at any time. */
  joinModels(models: MessagePort): Promise<void>;
}
