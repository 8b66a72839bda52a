import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/errors';
import type { Bytes } from '../../../src/engine/models/files';
import type { Folders } from '../../../src/engine/models/folders';
import type { Hub, HubFile } from '../../../src/engine/models/hub';
import { hashOf } from '../../../src/engine/models/files';
import { install, type InstallDeps } from '../../../src/engine/models/install';

const name = 'Xenova--gte-small';
const order = { name, dtypes: ['q8'] } as const;
const graph = 'onnx/model_quantized.onnx';
const never = new AbortController().signal;
const text = (value: object): Bytes => new TextEncoder().encode(JSON.stringify(value));
const contents: Readonly<Record<string, Bytes>> = {
  'config.json': text({ model_type: 'bert', hidden_size: 384, max_position_embeddings: 512 }),
  'tokenizer.json': text({}),
  'tokenizer_config.json': text({ model_max_length: 512 }),
  [graph]: Uint8Array.from({ length: 5000 }, (_, i) => i % 251),
};

/** Folders in memory that take `room` bytes in all. */
function createFolders(room: { bytes: number }): Folders & { files: Map<string, Bytes> } {
  const files = new Map<string, Bytes>();
  const used = () => [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const append: Folders['append'] = async (folder, file, at) => {
    const path = `${folder}/${file}`;
    files.set(path, (files.get(path) ?? new Uint8Array()).slice(0, at));
    return {
      async write(bytes) {
        if (used() + bytes.byteLength > room.bytes) throw failure('QuotaExceeded', 'full');
        files.set(path, Uint8Array.from([...files.get(path)!, ...bytes]));
      },
      flush: async () => {},
      close: async () => {},
    };
  };
  return {
    files,
    names: async () => [...new Set([...files.keys()].map((path) => path.split('/')[0]!))],
    size: async (folder, file) => files.get(`${folder}/${file}`)?.byteLength ?? null,
    read: async (folder, file) => files.get(`${folder}/${file}`) ?? null,
    async write(folder, file, bytes) {
      await (await append(folder, file, 0)).write(bytes);
    },
    append,
    async remove(folder) {
      for (const path of files.keys()) if (path.startsWith(`${folder}/`)) files.delete(path);
    },
  };
}

/** Sends each file in pieces of 1000 bytes; `asked` has what was asked for, with the first byte. */
async function createFakeHub(): Promise<Hub & { readonly asked: string[] }> {
  const asked: string[] = [];
  const files = await Promise.all(
    Object.entries(contents).map(async ([path, bytes]): Promise<HubFile> => {
      return { path, bytes: bytes.byteLength, hash: { kind: 'sha256', hex: await hashOf(bytes) } };
    }),
  );
  return {
    asked,
    list: async () => ({ commit: 'c0ffee', files }),
    async open(_, __, path, from) {
      asked.push(`${path} ${from}`);
      const bytes = contents[path]!.slice(from);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.byteLength; at += 1000)
            controller.enqueue(bytes.slice(at, at + 1000));
          controller.close();
        },
      });
      return { from, body };
    },
  };
}

async function make(bytes: number, estimate: InstallDeps['estimate'] = async () => ({})) {
  const room = { bytes };
  const folders = createFolders(room);
  const hub = await createFakeHub();
  const deps: InstallDeps = { folders, hub, estimate, wait: async () => {} };
  const run = () => install(deps, order, () => {}, never);
  return { run, room, folders, hub };
}

describe('a download', () => {
  it('is whole when its card is there, which names what it got', async () => {
    const { run, folders } = await make(1e6);
    await run();
    const card = JSON.parse(
      new TextDecoder().decode(folders.files.get(`${name}/card.json`)),
    ) as Record<string, unknown>;
    expect(card).toMatchObject({ name, role: 'embed', dtype: 'q8', dimensions: 384 });
    expect(card['files']).toMatchObject({
      [graph]: { bytes: 5000, sha256: await hashOf(contents[graph]!) },
    });
  });

  it('that finds no room is refused before its first byte, with how much is missing', async () => {
    const estimate = async () => ({ usage: 1_000_000, quota: 1_004_000 });
    const { run, hub, folders } = await make(1e6, estimate);
    await expect(run()).rejects.toMatchObject({
      name: 'QuotaExceeded',
      message: expect.stringMatching(/still to come/) as string,
    });
    expect(hub.asked).toEqual([]);
    expect(folders.files.has(`${name}/card.json`)).toBe(false);
  });

  it('that fills the disk keeps what has arrived, is not used, and goes on from there', async () => {
    const { run, room, folders, hub } = await make(3500);
    await expect(run()).rejects.toMatchObject({ name: 'QuotaExceeded' });
    const kept = folders.files.get(`${name}/${graph}`)!.byteLength;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(5000);
    expect(folders.files.has(`${name}/card.json`)).toBe(false);
    room.bytes = 1e6;
    await run();
    expect(hub.asked.at(-1)).toBe(`${graph} ${kept}`);
    expect(folders.files.get(`${name}/${graph}`)).toEqual(contents[graph]);
    expect(folders.files.has(`${name}/card.json`)).toBe(true);
  });
});
