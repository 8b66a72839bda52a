import {
  checkSettings,
  defaultSettings,
  knownSettings,
  withSettings,
  type Settings,
  type SettingsPatch,
} from '../core/settings';
import type { EngineApi } from '../link/api';
import type { FactsApi } from '../link/facts';
import type { RequestRecord } from '../link/models';
import type { TrustApi } from '../link/trust';
import { createEmitter, type EngineContext, type LibraryChange } from './context';
import type { FactsService } from './facts/service';
import type { Models, Writer } from './models/types';
import { createAskService } from './pipeline/answers';
import { createEmbedderChoice, createEmbedderSwitch } from './pipeline/embedder-switch';
import { createEvaluationService } from './pipeline/evaluation-service';
import { createFileDerive } from './pipeline/file-derive';
import { fillIndexes } from './pipeline/fill';
import { createGate } from './pipeline/gate';
import { createIndexes } from './pipeline/indexes';
import { createLibraryService, type LibraryExtras } from './pipeline/library';
import { createServices } from './services';
import type { Store } from './storage/types';
import type { TrustService } from './trust/service';

/** What differs between the page's worker, Node and tests. */
export interface EngineDeps {
  readonly store: Store;
  readonly models: Models;
  readonly writer: () => Writer | null;
  readonly storage: Pick<LibraryExtras, 'estimate' | 'persisted' | 'reason'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly pause: () => Promise<void>;
  readonly requests: () => readonly RequestRecord[];
}

const settingsKey = 'settings';

/** Opens the library behind `store` and puts every service on it. */
export async function createEngine(deps: EngineDeps): Promise<EngineApi> {
  const { store } = deps;
  const embedder = await createEmbedderChoice(store, deps.models);
  const { models } = embedder;
  const gate = createGate();
  let patch: SettingsPatch = {};
  let settings: Settings = defaultSettings;
  async function readSettings(): Promise<void> {
    const kept = (await store.get('values', settingsKey))?.value ?? {};
    patch = knownSettings(kept as SettingsPatch);
    settings = withSettings(defaultSettings, patch);
  }
  await readSettings();
  const indexes = createIndexes(() => settings);
  const context: EngineContext = {
    store,
    models,
    writer: deps.writer,
    settings: () => settings,
    indexes,
    now: deps.now,
    changed: createEmitter<LibraryChange>(),
  };
  // "Delete everything" and the import of a library change settings behind our back.
  context.changed.on((change) => {
    if (change.type === 'settings') void readSettings();
  });
  await fillIndexes(store, indexes, models, deps.pause);

  const { facts, trust, extras } = createServices(context, true);
  const answers = createAskService(context, extras);
  const evaluation = createEvaluationService(context, extras);
  const library = createLibraryService(context, {
    derive: createFileDerive(models, () => settings),
    ...deps.storage,
  });
  return {
    ...library,
    // Whatever embeds ends by the embedder that it began with.
    importFiles: (...files) => gate.share(() => library.importFiles(...files)),
    resumeImports: (...how) => gate.share(() => library.resumeImports(...how)),
    importLibrary: (...archive) => gate.share(() => library.importLibrary(...archive)),
    ...createEmbedderSwitch(context, embedder, gate),
    ...answers,
    ask: (...asked) => gate.share(() => answers.ask(...asked)),
    ...evaluation,
    evaluate: (...asked) => gate.share(() => evaluation.evaluate(...asked)),
    ...factsApi(facts),
    ...trustApi(trust),
    settings: () => Promise.resolve(settings),
    async changeSettings(change: SettingsPatch) {
      patch = mergePatches(patch, checkSettings(change));
      settings = withSettings(defaultSettings, patch);
      await store.batch([{ table: 'values', put: { id: settingsKey, value: patch } }]);
      context.changed.emit({ type: 'settings' });
      return settings;
    },
    requests: () => Promise.resolve(deps.requests()),
  };
}

/** What the page may call; the rest of the services is the engine's own. */
const factsApi = ({
  extractFacts,
  factsProgress,
  facts,
  entities,
  whyCredible,
}: FactsService): FactsApi => ({
  extractFacts,
  factsProgress,
  facts,
  entities,
  whyCredible,
});
function trustApi({ state: _state, trustOf: _trustOf, ...api }: TrustService): TrustApi {
  return api;
}

function mergePatches(base: SettingsPatch, change: SettingsPatch): SettingsPatch {
  const merged: Record<string, object> = { ...base };
  for (const [group, values] of Object.entries(change))
    merged[group] = { ...merged[group], ...values };
  return merged;
}
