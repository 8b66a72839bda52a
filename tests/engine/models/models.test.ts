import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/errors';
import { batchesOf, type Batch } from '../../../src/engine/models/batch';
import { createModels } from '../../../src/engine/models/models';
import type { Device, Runtime } from '../../../src/engine/models/runtime';
import type { LoadEvent } from '../../../src/link/models';
import {
  createMapFiles,
  createTinyRuntime,
  tinyFolders,
  type Compute,
  type TinyOptions,
} from '../../support/tiny-models';

const never = new AbortController().signal;

/** Hidden state of token t is one-hot at (id mod 4); padding has 100 everywhere, and must not count. */
const oneHot: Compute = ({ rows, width, ids, mask }) => {
  const states = new Float32Array(rows * width * 4);
  for (let i = 0; i < rows * width; i++)
    if (mask[i] === 1n) states[i * 4 + Number(ids[i]! % 4n)] = 1;
    else states.fill(100, i * 4, i * 4 + 4);
  return { last_hidden_state: states };
};

/** Logits of a pair: entailment grows with the length of the hypothesis. */
const byLength: Compute = ({ rows, width, types }) => {
  const logits = new Float32Array(rows * 3);
  for (let r = 0; r < rows; r++)
    for (let t = 0; t < width; t++) logits[r * 3] = logits[r * 3]! + Number(types[r * width + t]);
  return { logits };
};

async function tiny(compute: Compute, options: TinyOptions = {}, devices?: readonly Device[]) {
  const folders = await tinyFolders(options);
  const files = createMapFiles(folders);
  const runtime = createTinyRuntime(files, compute, devices);
  return { folders, files, runtime, models: createModels({ runtime }) };
}

const row = ({ ids, width }: Batch, r: number) =>
  [...ids.subarray(r * width, (r + 1) * width)].map(Number);

describe('embed', () => {
  it('is the mean over real tokens, of length 1, padding left out', async () => {
    const { models } = await tiny(oneHot);
    // [CLS]=2, a=5, [SEP]=3: one-hot at 2, 1, 3. The longer second text pads the first.
    const vectors = await models.embed(['a', 'a b c d'], never);
    const third = 1 / Math.sqrt(3);
    expect([...vectors.subarray(0, 4)].map((x) => x.toFixed(5))).toEqual(
      [0, third, third, third].map((x) => x.toFixed(5)),
    );
    expect(Math.hypot(...vectors.subarray(4, 8))).toBeCloseTo(1, 6);
  });

  it('keeps the order of its inputs over several batches', async () => {
    const { models, runtime } = await tiny(oneHot);
    const texts = Array.from({ length: 40 }, (_, i) => 'a b c d '.repeat(1 + (i % 3)));
    const together = await models.embed(texts, never);
    expect(runtime.seen.reduce((sum, { rows }) => sum + rows, 0)).toBe(40);
    for (const i of [0, 1, 2, 39]) {
      const alone = await models.embed([texts[i]!], never);
      expect(together.subarray(i * 4, i * 4 + 4)).toEqual(alone);
    }
  });

  it('cuts a text at the longest input, with its end mark kept', async () => {
    const { models, runtime } = await tiny(oneHot);
    await models.embed(['a '.repeat(50)], never);
    expect(row(runtime.seen[0]!, 0)).toEqual([2, ...Array<number>(14).fill(5), 3]);
  });

  it('of nothing is nothing, and loads nothing', async () => {
    const { models, files } = await tiny(oneHot);
    expect(await models.embed([], never)).toHaveLength(0);
    expect(await models.entail([], never)).toHaveLength(0);
    expect(await models.read('a', [], 1, never)).toEqual([]);
    expect(await models.countTokens([], never)).toHaveLength(0);
    expect(files.reads).toEqual([]);
  });

  it('sees an abort between two batches', async () => {
    const controller = new AbortController();
    let runs = 0;
    const { models } = await tiny((...args) => {
      if (++runs === 2) controller.abort();
      return oneHot(...args);
    });
    const texts = Array<string>(64).fill('a');
    await expect(models.embed(texts, controller.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(runs).toBe(2);
  });
});

describe('batches', () => {
  it('hold every row once, at most sixteen, none shorter than three quarters of the longest', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 300 }), { maxLength: 80 }), (lengths) => {
        const batches = batchesOf(lengths);
        expect(batches.flat().sort((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(16);
          const own = batch.map((i) => lengths[i]!);
          expect(Math.min(...own)).toBeGreaterThanOrEqual(0.75 * Math.max(...own));
        }
      }),
    );
  });

  it('are few where lengths are alike', () => {
    expect(batchesOf(Array<number>(40).fill(10)).map(({ length }) => length)).toEqual([16, 16, 8]);
    expect(batchesOf([10, 3, 9, 8])).toEqual([[0, 2, 3], [1]]);
    expect(batchesOf([])).toEqual([]);
  });
});

describe('entail', () => {
  it('is a softmax in the order entailment, neutral, contradiction, whatever the order in the graph', async () => {
    const logits: Compute = ({ rows }) => ({
      logits: Float32Array.from(Array<number[]>(rows).fill([0, 1, 2]).flat()),
    });
    const config = () => ({ id2label: { 0: 'CONTRADICTION', 1: 'neutral', 2: 'Entailment' } });
    const { models } = await tiny(logits, { config });
    const [e, n, c] = await models.entail([{ premise: 'a', hypothesis: 'b' }], never);
    const sum = 1 + Math.E + Math.E ** 2;
    expect([e, n, c].map((x) => x?.toFixed(6))).toEqual(
      [Math.E ** 2 / sum, Math.E / sum, 1 / sum].map((x) => x.toFixed(6)),
    );
  });

  it('divides logits by the temperature of the card', async () => {
    const { models } = await tiny(byLength, { card: () => ({ temperature: 2 }) });
    // Hypothesis "b" and its end mark: a logit of 2, halved.
    const [e] = await models.entail([{ premise: 'a', hypothesis: 'b' }], never);
    expect(e).toBeCloseTo(Math.E / (Math.E + 2), 5);
  });

  it('cuts the premise, never the hypothesis', async () => {
    const { models, runtime } = await tiny(byLength);
    await models.entail([{ premise: 'a '.repeat(800), hypothesis: 'b c d' }], never);
    expect(row(runtime.seen[0]!, 0)).toEqual([2, ...Array<number>(10).fill(5), 3, 6, 7, 8, 3]);
    const { types } = runtime.seen[0]!;
    expect([...types].map(Number)).toEqual([...Array<number>(12).fill(0), 1, 1, 1, 1]);
  });

  it('refuses a judge whose labels it does not know', async () => {
    const { models } = await tiny(byLength, { config: () => ({ id2label: { 0: 'LABEL_0' } }) });
    await expect(models.entail([{ premise: 'a', hypothesis: 'b' }], never)).rejects.toMatchObject({
      message: expect.stringContaining('entailment') as string,
    });
  });
});

describe('load', () => {
  it('tells bytes from 0 to all, then checking, then ready', async () => {
    const { models, folders } = await tiny(oneHot);
    const events: LoadEvent[] = [];
    await models.load('embed', (event) => events.push(event), never);
    expect(events.map(({ type }) => type).filter((t, i, all) => t !== all[i - 1])).toEqual([
      'progress',
      'checking',
      'ready',
    ]);
    const bars = events.filter((event) => event.type === 'progress');
    const total = [...folders]
      .filter(([path]) => path.startsWith('all-MiniLM-L6-v2/') && !path.endsWith('card.json'))
      .reduce((sum, [, bytes]) => sum + bytes.byteLength, 0);
    expect(bars.at(-1)).toMatchObject({ loaded: total, total });
    bars.forEach((bar, i) => expect(bar.loaded).toBeGreaterThanOrEqual(bars[i - 1]?.loaded ?? 0));
  });

  it('reads a model once, however many ask at the same time', async () => {
    const { models, files } = await tiny(oneHot);
    await Promise.all([models.embed(['a'], never), models.countTokens(['a'], never)]);
    await models.embed(['b'], never);
    expect(files.reads).toHaveLength(new Set(files.reads).size);
  });

  it.each([
    ['a web page', '<!DOCTYPE html><html><body>Not found</body></html>', 'web page'],
    ['a cut file', 'weights of', 'bytes instead of'],
    ['other contents of the same length', null, 'other contents'],
  ])('refuses %s, and loads once it is whole again', async (_, spoilt, why) => {
    const { models, folders, runtime } = await tiny(oneHot);
    const path = 'all-MiniLM-L6-v2/onnx/model_quantized.onnx';
    const good = folders.get(path)!;
    folders.set(path, spoilt === null ? good.map((b) => b ^ 1) : new TextEncoder().encode(spoilt));
    await expect(models.embed(['a'], never)).rejects.toMatchObject({
      name: 'ModelCorrupt',
      message: expect.stringContaining(why) as string,
    });
    expect(runtime.seen).toHaveLength(0);
    folders.set(path, good);
    expect(await models.embed(['a'], never)).toHaveLength(4);
  });

  it('refuses a card that is a web page or belongs to another model', async () => {
    const { models, folders } = await tiny(oneHot);
    const path = 'all-MiniLM-L6-v2/card.json';
    folders.set(path, new TextEncoder().encode('<!doctype html>'));
    await expect(models.embed(['a'], never)).rejects.toMatchObject({ name: 'ModelCorrupt' });
    folders.set(path, folders.get('touchstone-judge/card.json')!);
    await expect(models.embed(['a'], never)).rejects.toMatchObject({ name: 'ModelCorrupt' });
  });

  it('says which file is missing', async () => {
    const { models, folders } = await tiny(oneHot);
    folders.delete('all-MiniLM-L6-v2/tokenizer.json');
    await expect(models.load('embed', () => {}, never)).rejects.toMatchObject({
      name: 'ModelMissing',
    });
  });

  it('stops when cancelled, and starts anew when asked again', async () => {
    const { models, files } = await tiny(oneHot);
    const controller = new AbortController();
    const first = models.load(
      'embed',
      (event) => {
        if (event.type === 'progress') controller.abort();
      },
      controller.signal,
    );
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(files.reads).toHaveLength(2);
    await models.load('embed', () => {}, never);
    expect(await models.embed(['a'], never)).toHaveLength(4);
  });

  it('goes on for the one who waits when another one cancels', async () => {
    const { models } = await tiny(oneHot);
    const controller = new AbortController();
    const cancelled = models.load('embed', () => controller.abort(), controller.signal);
    const waiting = models.embed(['a'], never);
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    expect(await waiting).toHaveLength(4);
  });
});

describe('devices', () => {
  const gpu: Device = { device: 'webgpu', threads: 1, why: 'a graphics card was found' };
  const cpu: Device = { device: 'wasm', threads: 2, why: 'the CPU' };
  const selfTest = {
    inputs: ['a'],
    outputs: [[0, 1, 1, 1]],
    tolerance: 0.98,
  };
  const card = (role: string) => (role === 'embed' ? { selfTest } : {});

  it('a device that fails the self-test is not used', async () => {
    const files = createMapFiles(await tinyFolders({ card }));
    const runtime = createTinyRuntime(files, oneHot, [gpu, cpu]);
    const open = runtime.open.bind(runtime);
    const models = createModels({
      runtime: {
        ...runtime,
        open: async (folder, device) => {
          const session = await open(folder, device);
          if (device.device === 'wasm') return session;
          return { ...session, run: async (b) => ({ last_hidden_state: wrong(b) }) };
        },
      },
    });
    await models.load('embed', () => {}, never);
    const { embed } = (await models.describe()).roles;
    expect(embed).toMatchObject({ device: 'wasm', threads: 2 });
    expect(embed?.why).toContain('cosine');
    expect(runtime.disposed).toEqual(['all-MiniLM-L6-v2 on webgpu']);
  });

  it('a device that cannot open the model is not used, and the reason is told', async () => {
    const files = createMapFiles(await tinyFolders({ card }));
    const runtime = createTinyRuntime(files, oneHot, [gpu, cpu]);
    const models = createModels({
      runtime: {
        ...runtime,
        open: (folder, device) =>
          device.device === 'webgpu'
            ? Promise.reject(failure('DeviceLost', 'out of GPU memory'))
            : runtime.open(folder, device),
      },
    });
    await models.load('embed', () => {}, never);
    expect((await models.describe()).roles.embed?.why).toContain('out of GPU memory');
  });

  it.each(['webgpu', 'wasm'] as const)('when both are right, the faster one, %s', async (fast) => {
    const files = createMapFiles(await tinyFolders({ card }));
    const runtime = createTinyRuntime(files, oneHot, [gpu, cpu]);
    const models = createModels({
      runtime: {
        ...runtime,
        open: async (folder, device) => {
          const session = await runtime.open(folder, device);
          if (device.device === fast) return session;
          return {
            ...session,
            run: async (batch) => {
              await new Promise((resolve) => setTimeout(resolve, 15));
              return session.run(batch);
            },
          };
        },
      },
    });
    await models.load('embed', () => {}, never);
    await models.load('judge', () => {}, never);
    const { embed, judge } = (await models.describe()).roles;
    expect([embed?.device, judge?.device]).toEqual([fast, fast]);
    expect(embed?.why).toContain('measured');
    expect(runtime.disposed).toHaveLength(1);
  });

  it('a model that no device opens is named as damaged, with the reason', async () => {
    const files = createMapFiles(await tinyFolders());
    const runtime = createTinyRuntime(files, oneHot);
    const models = createModels({
      runtime: { ...runtime, open: () => Promise.reject(new Error('protobuf parsing failed')) },
    });
    await expect(models.embed(['a'], never)).rejects.toMatchObject({
      name: 'ModelCorrupt',
      message: expect.stringContaining('protobuf') as string,
    });
  });

  it('describes what will be used before anything is loaded', async () => {
    const { models, runtime } = await tiny(oneHot);
    expect(await models.describe()).toMatchObject({
      dimensions: 4,
      roles: { embed: { id: 'all-MiniLM-L6-v2@1', device: 'wasm', dtype: 'q8' }, write: null },
    });
    expect(runtime.seen).toHaveLength(0);
  });

  function wrong({ rows, width }: Batch): Float32Array {
    return new Float32Array(rows * width * 4).map((_, i) => (i % 4 === 0 ? 1 : 0));
  }
});

describe('on a small memory', () => {
  const pair = [{ premise: 'a', hypothesis: 'b' }];
  const noRoom = () => new Error("Can't create a session. ERROR_CODE: 6, std::bad_alloc");
  /** Reader, judge and embedder in one: what each is asked for is there. */
  const anything: Compute = (batch) => ({
    ...oneHot(batch, 'embed'),
    ...byLength(batch, 'judge'),
    start_logits: new Float32Array(batch.rows * batch.width),
    end_logits: new Float32Array(batch.rows * batch.width),
  });

  /** Memory for `places` open models; `scratch` of them are needed while one computes. */
  async function small(places: number, scratch = 0, change: Partial<Runtime> = {}) {
    const files = createMapFiles(await tinyFolders());
    const runtime = createTinyRuntime(files, anything);
    const open: string[] = [];
    const ran: string[] = [];
    /** Called inside each run, after it has its room. */
    const hooks = { inRun: async () => {} };
    const models = createModels({
      runtime: {
        ...runtime,
        ...change,
        async open(folder, device) {
          if (open.length >= places) throw noRoom();
          const session = await runtime.open(folder, device);
          const { name } = folder.card;
          open.push(name);
          return {
            ...session,
            async run(batch) {
              if (open.length + scratch > places) throw noRoom();
              ran.push(name);
              await hooks.inRun();
              return session.run(batch);
            },
            async dispose() {
              open.splice(open.indexOf(name), 1);
            },
          };
        },
      },
    });
    return { models, open, ran, hooks, files };
  }

  it('a model that finds no room makes the idle ones give way; they load again when asked', async () => {
    const { models, open, files } = await small(2);
    await models.embed(['a'], never);
    await models.entail(pair, never);
    expect(open).toEqual(['all-MiniLM-L6-v2', 'touchstone-judge']);
    await models.read('a', ['b'], 1, never);
    expect(open).toEqual(['touchstone-reader']);
    expect(await models.embed(['a'], never)).toHaveLength(4);
    expect(open).toEqual(['touchstone-reader', 'all-MiniLM-L6-v2']);
    const graph = 'all-MiniLM-L6-v2/onnx/model_quantized.onnx';
    expect(files.reads.filter((path) => path === graph)).toHaveLength(2);
  });

  it('memory that runs out in the middle of the work is found the same way', async () => {
    const { models, open, ran } = await small(2, 1);
    await models.load('embed', () => {}, never);
    await models.load('judge', () => {}, never);
    expect(await models.entail(pair, never)).toHaveLength(3);
    expect(ran).toEqual(['touchstone-judge']);
    expect(open).toEqual(['touchstone-judge']);
  });

  it('a model at work is not taken away', async () => {
    const { models, open, hooks } = await small(1);
    let other: Promise<unknown> = Promise.resolve();
    hooks.inRun = async () => {
      hooks.inRun = async () => {};
      other = models.entail(pair, never);
      await expect(other).rejects.toMatchObject({ name: 'ModelTooLarge' });
    };
    expect(await models.embed(['a'], never)).toHaveLength(4);
    expect(open).toEqual(['all-MiniLM-L6-v2']);
    // Idle now, it gives way.
    expect(await models.entail(pair, never)).toHaveLength(3);
    expect(open).toEqual(['touchstone-judge']);
  });

  it('where memory never comes back, the worker is given up for a fresh one', async () => {
    let renewed = 0;
    const renew = () => {
      renewed++;
      return failure('DeviceLost', 'Started again.');
    };
    const { models, open } = await small(1, 0, { renew });
    await models.embed(['a'], never);
    await expect(models.entail(pair, never)).rejects.toMatchObject({ name: 'DeviceLost' });
    expect(renewed).toBe(1);
    expect(open).toEqual(['all-MiniLM-L6-v2']);
  });

  it('one at a time: never two models in memory, whatever is asked at once', async () => {
    const { models, open, hooks, ran } = await small(3, 0, { oneAtATime: true });
    let most = 0;
    hooks.inRun = async () => {
      await new Promise((next) => setTimeout(next, 2));
      most = Math.max(most, open.length);
    };
    const stopped = new AbortController();
    const all = [
      models.embed(['a'], never),
      models.entail(pair, never),
      models.load('read', () => {}, never),
      models.embed(['b'], stopped.signal),
      models.read('a', ['b'], 1, never),
      models.embed(['a'], never),
    ];
    stopped.abort();
    const ended = await Promise.allSettled(all);
    expect(ended.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, true, true]); // prettier-ignore
    expect(most).toBe(1);
    expect(ran).toEqual(['all-MiniLM-L6-v2', 'touchstone-judge', 'touchstone-reader', 'all-MiniLM-L6-v2']); // prettier-ignore
  });

  it('what cannot fit at all is told by its name, and what to do', async () => {
    const { models } = await small(1, 1);
    await expect(models.embed(['a'], never)).rejects.toMatchObject({
      name: 'ModelTooLarge',
      message: expect.stringContaining('Close other tabs') as string,
    });
  });
});
