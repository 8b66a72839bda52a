import type { EngineApi, EngineEntry } from '../link/api';
import { createJoinedModels } from './models/remote';
import type { Models, Writer } from './models/types';

/**
 * What the engine worker exposes: first the entry alone; after `start` everything of the engine as
 * well, on the same object, so that the page keeps one proxy.
 *
 * @param open opens the library and the services over it
 */
export function createEngineEntry(
  open: (models: Models, writer: Writer) => Promise<EngineApi>,
): EngineEntry {
  const joined = createJoinedModels();
  const entry: EngineEntry = {
    async start(models) {
      joined.join(models);
      Object.assign(entry, await open(joined.models, joined.writer));
    },
    async joinModels(models) {
      joined.join(models);
    },
  };
  return entry;
}
