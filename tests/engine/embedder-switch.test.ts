import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../src/core/errors';
import { createEngine } from '../../src/engine/engine';
import { createFakeModels } from '../../src/engine/models/fake';
import type { Models } from '../../src/engine/models/types';
import { createMemoryStore } from '../../src/engine/storage/memory';
import type { Store } from '../../src/engine/storage/types';
import type { EngineApi } from '../../src/link/api';
import type { AskOptions } from '../../src/link/ask';
import { fileOf, never } from '../support/library';

const texts: Record<string, string> = {
  'boats.txt': 'The Fulmar is a boat. It was built in Porto in 1904.',
  'birds.txt': 'The puffin is a bird. It breeds on the cliffs of the island.',
  'bridge.txt': 'The bridge was opened in 1932 by Maria Silva.',
};
const question = 'When was the bridge opened?';
const everything: AskOptions = { collection: null, after: [], settings: {} };

let store: Store;
beforeEach(() => {
  store = createMemoryStore();
});

/** The fake embedder of 64 dimensions, and one of 32 under another name; notes who embedded. */
function twoEmbedders(onEmbed: (by: string | undefined) => Promise<void> = async () => {}) {
  const fake = createFakeModels();
  const unloaded: string[] = [];
  const models: Models = {
    ...fake,
    async embed(list, signal, by) {
      await onEmbed(by);
      const vectors = await fake.embed(list, signal);
      if (by !== 'big') return vectors;
      return Float32Array.from(list.flatMap((_, i) => half(vectors.subarray(i * 64, i * 64 + 64))));
    },
    async describe(by) {
      const description = await fake.describe();
      if (by !== 'big') return description;
      const embed = { ...description.roles.embed!, id: 'big@1' };
      return { roles: { ...description.roles, embed }, dimensions: 32 };
    },
    async unload(name) {
      unloaded.push(name);
    },
  };
  return { models, unloaded };
}

function half(vector: Float32Array): number[] {
  const sums = Array.from({ length: 32 }, (_, k) => vector[k]! + vector[k + 32]!);
  const length = Math.hypot(...sums);
  return sums.map((x) => (length === 0 ? Number(sums.indexOf(x) === 0) : x / length));
}

const open = (models: Models): Promise<EngineApi> =>
  createEngine({
    store,
    models,
    writer: () => null,
    storage: { reason: null },
    now: Date.now,
    pause: () => Promise.resolve(),
    requests: () => [],
  });

async function filled(models: Models): Promise<EngineApi> {
  const engine = await open(models);
  const files = Object.entries(texts).map(([path, text]) => fileOf(path, text));
  await engine.importFiles(files, 'all', () => {}, never());
  return engine;
}

const versions = async () => [
  ...new Set((await store.all('documents')).map((document) => document.versions.embedder)),
];
const embedders = async () => [
  ...new Set((await store.all('vectors')).map(({ embedder }) => embedder)),
];

describe('another embedder', () => {
  it('takes over when the last passage is embedded, and the old vectors go', async () => {
    const { models, unloaded } = twoEmbedders();
    const engine = await filled(models);
    expect(await versions()).toEqual(['fake@1 fp32']);
    const steps: [number, number][] = [];
    await engine.switchEmbedder('big', (...step) => steps.push(step), never());
    expect(steps.at(-1)).toEqual([3, 3]);
    expect(await versions()).toEqual(['big@1 fp32']);
    expect(await embedders()).toEqual(['big@1 fp32']);
    expect(await engine.embedder()).toEqual({ answering: 'big', wanted: null });
    expect(unloaded).toEqual(['fake']);
    const answer = await engine.ask(question, everything, () => {}, never());
    expect(answer.short).toContain('1932');
    expect(answer.evidence.models['embed']).toContain('big@1');
  });

  it('answers with the old vectors until then', async () => {
    let answered = '';
    let engine: EngineApi | null = null;
    const { models } = twoEmbedders(async (by) => {
      if (by !== 'big' || answered !== '' || !engine) return;
      answered = 'asking';
      const answer = await engine.ask(question, everything, () => {}, never());
      answered = `${answer.short} by ${answer.evidence.models['embed']}`;
    });
    engine = await filled(models);
    await engine.switchEmbedder('big', () => {}, never());
    expect(answered).toMatch(/1932.*fake@1/);
  });

  it('embeds nothing twice after a reload in the middle, and takes in what came meanwhile', async () => {
    let left = 2;
    const { models } = twoEmbedders(async (by) => {
      if (by === 'big' && left-- === 0) throw failure('DeviceLost', 'The tab was closed.');
    });
    const first = await filled(models);
    await expect(first.switchEmbedder('big', () => {}, never())).rejects.toMatchObject({
      name: 'DeviceLost',
    });
    expect(await first.embedder()).toEqual({ answering: null, wanted: 'big' });

    let embedded = 0;
    const next = twoEmbedders(async (by) => void (embedded += by === 'big' ? 1 : 0));
    const again = await open(next.models);
    expect(await again.embedder()).toEqual({ answering: null, wanted: 'big' });
    await again.importFiles(
      [fileOf('late.txt', 'The ferry sails on Sundays.')],
      'all',
      () => {},
      never(),
    );
    await again.switchEmbedder('big', () => {}, never());
    expect(embedded).toBe(2);
    expect(await versions()).toEqual(['big@1 fp32']);
    expect((await store.all('documents')).length).toBe(4);
  });

  it('is given up by an abort, without a trace', async () => {
    const controller = new AbortController();
    const { models } = twoEmbedders(async (by) => {
      if (by === 'big') controller.abort();
    });
    const engine = await filled(models);
    await expect(engine.switchEmbedder('big', () => {}, controller.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(await embedders()).toEqual(['fake@1 fp32']);
    expect(await engine.embedder()).toEqual({ answering: null, wanted: null });
    const answer = await engine.ask(question, everything, () => {}, never());
    expect(answer.short).toContain('1932');
  });

  it('is the one of the library when it is opened again, and can be changed back', async () => {
    const { models } = twoEmbedders();
    await (await filled(models)).switchEmbedder('big', () => {}, never());
    const again = await open(models);
    expect((await again.ask(question, everything, () => {}, never())).short).toContain('1932');
    await again.switchEmbedder('fake', () => {}, never());
    expect(await versions()).toEqual(['fake@1 fp32']);
    expect(await embedders()).toEqual(['fake@1 fp32']);
    expect((await again.ask(question, everything, () => {}, never())).short).toContain('1932');
  });

  it('of an empty library is changed at once', async () => {
    const engine = await open(twoEmbedders().models);
    await engine.switchEmbedder('big', () => {}, never());
    expect(await engine.embedder()).toEqual({ answering: 'big', wanted: null });
    await engine.importFiles([fileOf('a.txt', texts['bridge.txt']!)], 'all', () => {}, never());
    expect(await versions()).toEqual(['big@1 fp32']);
  });
});
