import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parseCard, type ModelCard } from '../../../../src/engine/models/card';
import { hashOf, type Bytes } from '../../../../src/engine/models/files';
import { createModels } from '../../../../src/engine/models/models';
import type { Device, Runtime } from '../../../../src/engine/models/runtime';
import { openWebLlm } from '../../../../src/engine/models/writer/open-webllm';
import { createMapFiles, createTinyRuntime, tinyFolders, tinyTokenizer } from '../../../support/tiny-models'; // prettier-ignore

const never = new AbortController().signal;

/** The library, injected: what it was made with, and what happens while it loads. */
const library = vi.hoisted(() => ({
  imports: 0,
  made: [] as Record<string, unknown>[],
  reloaded: [] as string[],
  unloaded: 0,
  onReload: async () => {},
  words: ['One', ' two'],
}));
vi.mock('@mlc-ai/web-llm', () => {
  library.imports++;
  class MLCEngine {
    readonly options: { initProgressCallback: (report: { progress: number }) => void };
    constructor(options: never) {
      this.options = options;
      library.made.push(options);
    }
    async reload(id: string) {
      library.reloaded.push(id);
      this.options.initProgressCallback({ progress: 0.5 });
      await library.onReload();
    }
    async unload() {
      library.unloaded++;
    }
    async interruptGenerate() {}
    readonly completions = { create: async () => stream() };
    readonly chat = { completions: this.completions };
  }
  async function* stream() {
    for (const text of library.words) yield { choices: [{ text }] };
  }
  return { MLCEngine };
});

const name = 'compiled';
const tokenizer = 'resolve/main/tokenizer.json';
const gpu: Device = { device: 'webgpu', threads: 1, why: 'a graphics card was found' };
const cpu: Device = { device: 'wasm', threads: 1, why: 'the CPU' };

beforeEach(() => {
  Object.assign(library, { made: [], reloaded: [], unloaded: 0, onReload: async () => {} });
});

async function compiled(): Promise<{ folders: Map<string, Bytes>; card: ModelCard }> {
  const folders = await tinyFolders();
  const put = (file: string, value: unknown) =>
    folders.set(`${name}/${file}`, new TextEncoder().encode(JSON.stringify(value)));
  put(tokenizer, tinyTokenizer(['a', 'b']));
  put('resolve/main/mlc-chat-config.json', { model_type: 'tiny' });
  put('library.wasm', 'not really compiled');
  const files: Record<string, unknown> = {};
  for (const [path, bytes] of folders)
    if (path.startsWith(`${name}/`))
      files[path.slice(name.length + 1)] = {
        bytes: bytes.byteLength,
        sha256: await hashOf(bytes),
      };
  put('card.json', {
    name,
    revision: '1',
    role: 'write',
    title: name,
    licence: 'Apache-2.0',
    source: 'made up',
    dtype: 'q4f16',
    maxTokens: 2048,
    webllm: { library: 'library.wasm' },
    files,
  });
  return { folders, card: parseCard(name, folders.get(`${name}/card.json`)!) };
}

async function service(devices: readonly Device[]) {
  const { folders } = await compiled();
  const files = createMapFiles(folders);
  const runtime: Runtime = {
    ...createTinyRuntime(files, () => ({}), devices),
    openWebLlm: (card, onProgress, signal) =>
      openWebLlm('https://page/models/', files, card, onProgress, signal),
  };
  return createModels({ runtime, choice: { write: name } });
}

describe('a compiled model', () => {
  // First of all tests: nothing has imported the library yet.
  it('brings its library only when it is used, on a graphics card', async () => {
    const onCpu = await service([cpu]);
    await expect(
      onCpu.writer.generate('a', { maxTokens: 2 }, () => {}, never),
    ).rejects.toMatchObject({ name: 'ModelTooLarge' });
    const models = await service([gpu, cpu]);
    expect((await models.describe()).roles.write).toMatchObject({ id: 'compiled@1' });
    expect(library.imports).toBe(0);

    const pieces: string[] = [];
    const text = await models.writer.generate('a', { maxTokens: 2 }, (p) => pieces.push(p), never);
    expect(text).toBe('One two');
    expect(pieces).toEqual(['One', ' two']);
    expect(library.imports).toBe(1);
    expect((await models.describe()).roles.write).toMatchObject({ device: 'webgpu' });

    // Another choice frees it.
    await models.choose('write', null);
    expect(library.unloaded).toBe(1);
  });

  it('is asked for at this page alone, held against the hashes of its card', async () => {
    const { folders, card } = await compiled();
    const told: number[] = [];
    await openWebLlm('https://page/models/', createMapFiles(folders), card, ({ loaded, total }) => told.push(loaded / total), never); // prettier-ignore
    expect(told[0]).toBeCloseTo(0.5, 2);
    const { appConfig } = library.made[0] as {
      appConfig: { model_list: Record<string, unknown>[] };
    };
    const sri = async (file: string) => {
      const digest = await crypto.subtle.digest('SHA-256', folders.get(`${name}/${file}`)!);
      return `sha256-${Buffer.from(digest).toString('base64')}`;
    };
    expect(appConfig.model_list).toEqual([
      {
        model: 'https://page/models/compiled',
        model_id: name,
        model_lib: 'https://page/models/compiled/library.wasm',
        overrides: { context_window_size: 2048 },
        integrity: {
          config: await sri('resolve/main/mlc-chat-config.json'),
          model_lib: await sri('library.wasm'),
          tokenizer: { 'tokenizer.json': await sri(tokenizer) },
        },
      },
    ]);
  });

  it('with another tokenizer than its card says is refused before anything is made', async () => {
    const { folders, card } = await compiled();
    folders.set(
      `${name}/${tokenizer}`,
      folders.get(`${name}/${tokenizer}`)!.map((b) => b ^ 1),
    );
    await expect(
      openWebLlm('https://page/models/', createMapFiles(folders), card, () => {}, never),
    ).rejects.toMatchObject({ name: 'ModelCorrupt' });
    expect(library.made).toEqual([]);
  });

  it.each([
    ['out of memory', new Error('Out of memory: createBuffer'), 'ModelTooLarge'],
    ['without the card', new Error('Unable to find a compatible GPU'), 'ModelTooLarge'],
    ['on a card that is lost', new Error('Device was lost'), 'DeviceLost'],
  ])('%s is told by its name, and freed', async (_, error, wanted) => {
    const { folders, card } = await compiled();
    library.onReload = () => Promise.reject(error);
    await expect(
      openWebLlm('https://page/models/', createMapFiles(folders), card, () => {}, never),
    ).rejects.toMatchObject({ name: wanted });
    expect(library.unloaded).toBe(1);
  });

  it('stops loading when it is told to', async () => {
    const { folders, card } = await compiled();
    const controller = new AbortController();
    library.onReload = async () => controller.abort();
    await expect(
      openWebLlm('https://page/models/', createMapFiles(folders), card, () => {}, controller.signal), // prettier-ignore
    ).rejects.toMatchObject({ name: 'AbortError' });
    expect(library.unloaded).toBeGreaterThan(0);
  });
});

it('only the worker’s way to a compiled model names the library, and only as something to come', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const sources = ['src', 'workers'].flatMap((zone) =>
    readdirSync(`${root}${zone}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${zone}/${file}`),
  );
  const naming = (pattern: RegExp) =>
    sources.filter((file) => pattern.test(readFileSync(`${root}${file}`, 'utf8')));
  expect(naming(/import\('@mlc-ai\/web-llm'\)/)).toEqual(['src/engine/models/writer/open-webllm.ts']); // prettier-ignore
  expect(naming(/from '@mlc-ai\/web-llm'/)).toEqual([]);
  expect(naming(/import\('[^']*open-webllm'\)/)).toEqual(['src/engine/models/browser-runtime.ts']);
  expect(naming(/from '[^']*open-webllm'/)).toEqual([]);
});
