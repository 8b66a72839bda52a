import { expose, transfer } from 'comlink';
import { failure } from '../../core/errors';
import type { ModelsEntry, ModelsLoss } from '../../link/models';
import { countRequests } from '../../link/requests';
import type { ModelsShelfApi } from '../../link/hub';
import { createBrowserRuntime } from './browser-runtime';
import { createOpfsFolders } from './folders';
import { createManage } from './manage';
import { createModels, type ModelsService } from './models';

/** What the models worker exposes. Results are moved to the caller, not copied. */
export function createModelsEntry(): ModelsEntry {
  const requests = countRequests('models');
  let models: ModelsService | null = null;
  let manage: ModelsShelfApi | null = null;
  let lose: (loss: ModelsLoss) => void = () => {};
  const lost = new Promise<ModelsLoss>((resolve) => (lose = resolve));

  const notStarted = () => failure('ModelMissing', 'The models were not started. Reload the page.');
  const started = (): ModelsService => {
    if (!models) throw notStarted();
    return models;
  };
  const managed = (): ModelsShelfApi => {
    if (!manage) throw notStarted();
    return manage;
  };

  const entry: ModelsEntry = {
    async start(options) {
      if (models) return;
      const folders = createOpfsFolders();
      const runtime = createBrowserRuntime(options, folders, lose);
      const { own, devices } = runtime;
      models = createModels({ runtime, ...(options.choice ? { choice: options.choice } : {}) });
      manage = createManage({ folders, own, devices, models: started });
    },
    async connect(port) {
      expose(entry, port);
    },
    lost: () => lost,
    embed: async (texts, signal, by) => moved(await started().embed(texts, signal, by)),
    entail: async (pairs, signal) => moved(await started().entail(pairs, signal)),
    read: (question, contexts, spans, signal) => started().read(question, contexts, spans, signal),
    countTokens: async (texts, signal, by) => moved(await started().countTokens(texts, signal, by)),
    write: (prompt, options, onToken, signal) =>
      started().writer.generate(prompt, options, onToken, signal),
    writeSamples: (prompt, n, options, signal) =>
      started().writer.sample(prompt, n, options, signal),
    weighOptions: async (prompt, options, signal, form) =>
      moved(await started().writer.choose(prompt, options, signal, form)),
    describe: (by) => started().describe(by),
    choose: (role, name) => started().choose(role, name),
    unload: async (name) => started().unload?.(name),
    offers: () => managed().offers(),
    order: (name) => managed().order(name),
    importFolder: (role, name, files, onEvent, signal) =>
      managed().importFolder(role, name, files, onEvent, signal),
    remove: (name) => managed().remove(name),
    load: (role, onEvent, signal, name) => started().load(role, onEvent, signal, name),
    requests: async () => requests(),
  };
  return entry;
}

function moved<T extends Float32Array | Uint32Array>(numbers: T): T {
  return transfer(numbers, [numbers.buffer]);
}
