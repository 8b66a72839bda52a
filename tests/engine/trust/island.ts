import { createFakeModels } from '../../../src/engine/models/fake';
import type { Models, Pair } from '../../../src/engine/models/types';
import type { Store } from '../../../src/engine/storage/types';
import { createTrustService, type TrustService } from '../../../src/engine/trust/service';
import { defaultSettings, withSettings, type SettingsPatch } from '../../../src/core/settings';
import { never, openLibrary, type TestLibrary } from '../../support/library';

/** Four files about one lighthouse; one is wrong, one copies the wrong one. */
export const island = {
  'history/lighthouse.txt':
    'The lighthouse of Orrin\nThe lighthouse on Orrin Skerry was first lit in 1873.\nThe tower is made of granite.',
  'handbook/welcome.txt': 'Welcome\nThe lighthouse on Orrin Skerry was first lit in 1873.',
  'web/facts.txt': 'Island facts\nThe lighthouse on Orrin Skerry was first lit in 1863.',
  'web/more-facts.txt': 'More facts\nThe lighthouse on Orrin Skerry was first lit in 1863.',
  'kitchen/bread.txt': 'Bread\nKnead the dough for ten minutes and let it rest.',
};

export interface Island {
  readonly library: TestLibrary;
  readonly trust: TrustService;
  readonly judged: Pair[];
  idOf(path: string): Promise<string>;
  /** Trust of each file by the last part of its path. */
  trustOfFiles(): Promise<Record<string, number>>;
}

/** A library with trust over it, whose judge remembers what it was asked. */
export async function openIsland(
  store: Store,
  options: {
    settings?: SettingsPatch;
    onJudge?: (pairs: readonly Pair[]) => void | Promise<void>;
    models?: Partial<Models>;
  } = {},
): Promise<Island> {
  const judged: Pair[] = [];
  const settings = withSettings(
    defaultSettings,
    { library: { embedBatch: 2 } },
    options.settings ?? {},
  );
  const library = await openLibrary(store, { settings });
  const fake = createFakeModels();
  const models: Models = {
    ...library.context.models,
    async entail(pairs, signal) {
      await options.onJudge?.(pairs);
      judged.push(...pairs);
      return fake.entail(pairs, signal);
    },
    ...options.models,
  };
  const trust = createTrustService({ ...library.context, models }, { background: false });
  const idOf = async (path: string): Promise<string> =>
    (await library.documents()).find(({ paths }) => paths.includes(path))!.id;
  return {
    library,
    trust,
    judged,
    idOf,
    async trustOfFiles() {
      const trusts = await trust.documentTrust();
      const names = await library.documents();
      return Object.fromEntries(
        names.map(({ id, paths }) => [paths[0]!.split('/').at(-1)!, trusts[id]!]),
      );
    },
  };
}

export const build = (trust: TrustService, signal = never()): Promise<void> =>
  trust.buildRelations(() => {}, signal);
