import type { ModelsShelfApi } from '../../link/hub';
import { failure } from '../../core/errors';
import { hubModel } from './catalog-hub';
import type { ModelFiles } from './files';
import type { Folders } from './folders';
import { importFolder } from './import-folder';
import type { ModelsService } from './models';
import { listOffers, orderOf } from './offers';
import type { Device } from './runtime';
import { dtypesFor } from './variant';

export interface ManageDeps {
  readonly folders: Folders;
  /** The built-in models. */
  readonly own: ModelFiles;
  readonly devices: () => Promise<readonly Device[]>;
  readonly models: () => Pick<ModelsService, 'unload'>;
}

/** What the Models panel asks of the models worker: what there is, import, delete. */
export function createManage(deps: ManageDeps): ModelsShelfApi {
  const { folders, devices } = deps;
  return {
    offers: () => listOffers(deps),
    async order(name) {
      const model = hubModel(name);
      if (!model) throw failure('ModelMissing', `"${name}" is not in the catalog.`);
      return orderOf(model, await devices());
    },
    async importFolder(role, name, files, onEvent, signal) {
      const [best] = await devices();
      const dtypes = dtypesFor(role, best ?? { device: 'wasm' });
      const own = await importFolder(folders, role, name, files, dtypes, onEvent, signal);
      await deps.models().unload?.(own);
      return own;
    },
    async remove(name) {
      await deps.models().unload?.(name);
      await folders.remove(name);
    },
  };
}
