import type { EngineApi } from '../link/api';
import { countRequests } from '../link/requests';
import { createPause } from './breathe';
import { createEngine } from './engine';
import type { Models, Writer } from './models/types';
import { openStore } from './storage/open';

/** The engine of the page: over IndexedDB, one per origin, memory where the browser refuses it. */
export async function openEngine(models: Models, writer: Writer): Promise<EngineApi> {
  const requests = countRequests('engine');
  const { store, reason } = await openStore('touchstone', navigator.locks);
  return createEngine({
    store,
    models,
    writer: () => writer,
    storage: {
      reason,
      estimate: () => navigator.storage.estimate(),
      persisted: () => navigator.storage.persisted(),
    },
    now: () => performance.timeOrigin + performance.now(),
    pause: createPause(new AbortController().signal),
    requests,
  });
}
