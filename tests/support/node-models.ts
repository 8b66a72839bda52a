import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { failure } from '../../src/core/errors';
import type { Bytes, ModelFiles } from '../../src/engine/models/files';
import { createModels, type ModelsService } from '../../src/engine/models/models';
import type { Runtime } from '../../src/engine/models/runtime';
import { openSession, type OpenOptions } from '../../src/engine/models/transformers';
import { openCausal } from '../../src/engine/models/writer/open-causal';

/** public/models of this repository. */
export const modelsFolder = fileURLToPath(new URL('../../public/models/', import.meta.url));

/** Model folders on disk. */
export function createDiskFiles(folder: string = modelsFolder): ModelFiles {
  return {
    async read(model, file, onBytes, signal) {
      try {
        const bytes: Bytes = Uint8Array.from(
          await readFile(`${folder}/${model}/${file}`, { signal }),
        );
        onBytes(bytes.byteLength);
        return bytes;
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOENT') throw error;
        throw failure('ModelMissing', `${folder}/${model}/${file} is missing.`, error);
      }
    },
  };
}

/** onnxruntime-node on `threads` CPU threads. */
export function createNodeRuntime(files: ModelFiles, threads = 2): Runtime {
  const options: OpenOptions = {
    device: 'cpu',
    sessionOptions: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  };
  return {
    files,
    devices: () => Promise.resolve([{ device: 'node', threads, why: 'Node has its own runtime' }]),
    open: (folder, device) => openSession(folder, device, options),
    openCausal: (folder, device) => openCausal(folder, device, options),
  };
}

/** The built-in models as the page has them, at native speed: for tests, evaluation and benchmarks. */
export function createNodeModels(
  options: { readonly folder?: string; readonly threads?: number } = {},
): ModelsService {
  return createModels({
    runtime: createNodeRuntime(createDiskFiles(options.folder), options.threads),
  });
}
