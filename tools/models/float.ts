import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ModelCard } from '../../src/engine/models/card';
import { hashOf, type ModelFiles } from '../../src/engine/models/files';
import { createModels, type ModelsService } from '../../src/engine/models/models';
import { createDiskFiles, createNodeRuntime } from '../../tests/support/node-models';

/** What is written by hand of a model: `cards/<name>.json`. */
export async function readFacts(name: string): Promise<Omit<ModelCard, 'files'>> {
  const path = fileURLToPath(new URL(`cards/${name}.json`, import.meta.url));
  return JSON.parse(await readFile(path, 'utf8')) as Omit<ModelCard, 'files'>;
}

/** Size and SHA-256 of what belongs to a model in a folder. */
export async function describeFiles(folder: string): Promise<ModelCard['files']> {
  const files: Record<string, { bytes: number; sha256: string }> = {};
  const wanted =
    /^(?:(?:config|generation_config|tokenizer|tokenizer_config)\.json|LICENSE|onnx\/.*\.onnx(?:_data(?:_\d+)?)?)$/;
  for (const entry of (await readdir(folder, { recursive: true })).sort()) {
    const path = `${folder}/${entry}`;
    if (!wanted.test(entry) || !(await stat(path)).isFile()) continue;
    const bytes = Uint8Array.from(await readFile(path));
    files[entry] = { bytes: bytes.byteLength, sha256: await hashOf(bytes) };
  }
  return files;
}

/** The models of the app, with one of them out of `folder` under the given card. */
export function createModelsFrom(folder: string, card: ModelCard): ModelsService {
  const disk = createDiskFiles(folder);
  const files: ModelFiles = {
    read: (_, file, ...rest) =>
      file === 'card.json'
        ? Promise.resolve(new TextEncoder().encode(JSON.stringify(card)))
        : disk.read('.', file, ...rest),
  };
  return createModels({ runtime: createNodeRuntime(files) });
}

/** The same model in float, from a folder with `onnx/model.onnx`. */
export async function createFloatModels(name: string, folder: string): Promise<ModelsService> {
  const facts = await readFacts(name);
  return createModelsFrom(folder, { ...facts, dtype: 'fp32', files: await describeFiles(folder) });
}
