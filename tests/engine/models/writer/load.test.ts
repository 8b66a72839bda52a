import { describe, expect, it } from 'vitest';
import type { ModelCard } from '../../../../src/engine/models/card';
import type { Bytes, ModelFolder } from '../../../../src/engine/models/files';
import type { Device, Runtime } from '../../../../src/engine/models/runtime';
import type { CausalSession } from '../../../../src/engine/models/writer/causal';
import { openWriter } from '../../../../src/engine/models/writer/load';
import { createTinyCausal } from '../../../support/tiny-causal';
import { createMapFiles, createTinyRuntime, tinyTokenizer } from '../../../support/tiny-models';

const never = new AbortController().signal;
const gpu: Device = { device: 'webgpu', threads: 1, why: 'a graphics card was found' };
const cpu: Device = { device: 'wasm', threads: 2, why: 'the CPU' };
const bytes = (value: unknown): Bytes => new TextEncoder().encode(JSON.stringify(value));

/** Ten words; the float weights put a logit of 3 on "b" after "a", 0 on the nine other tokens. */
const words = ['a', 'b', 'c', 'd', 'e'];
const [a, b, c] = [5, 6, 7];
const right = (id: number) => () => Array.from({ length: 10 }, (_, i) => (i === id ? 3 : 0));
const score = 3 - Math.log(9 + Math.E ** 3);

function folder(change: Partial<ModelCard> = {}): ModelFolder {
  const card = {
    name: 'tiny',
    revision: '1',
    role: 'write',
    title: 'tiny',
    licence: 'MIT',
    source: 'made up',
    dtype: 'q4',
    maxTokens: 64,
    files: {},
    selfTest: { inputs: ['a'], outputs: [['b', score]], tolerance: 0.5 },
    ...change,
  } as ModelCard;
  const files = new Map([
    ['tokenizer.json', bytes(tinyTokenizer(words))],
    ['tokenizer_config.json', bytes({ tokenizer_class: 'BertTokenizer', pad_token: '[PAD]' })],
  ]);
  return { card, files };
}

/** What each device computes, or why it cannot. */
function runtime(by: Readonly<Record<string, ((ids: readonly number[]) => number[]) | Error>>) {
  const disposed: string[] = [];
  const opened: string[] = [];
  const made: Runtime = {
    ...createTinyRuntime(createMapFiles(new Map()), () => ({}), [gpu, cpu]),
    async openCausal(_, device): Promise<CausalSession> {
      opened.push(device.device);
      const compute = by[device.device]!;
      if (compute instanceof Error) throw compute;
      const dispose = async () => void disposed.push(device.device);
      return { ...createTinyCausal(compute), device, dispose };
    },
  };
  return { made, disposed, opened };
}

describe('a writer', () => {
  it('runs on the graphics card when that computes what the float weights do', async () => {
    const { made, opened, disposed } = runtime({ webgpu: right(b), wasm: right(b) });
    const writer = await openWriter(made, folder(), never);
    expect(writer.device).toEqual(gpu);
    expect([opened, disposed]).toEqual([['webgpu'], []]);
    const text = await writer.generate('a', { maxTokens: 1, plain: true }, () => {}, never);
    expect(text.trim()).toBe('b');
  });

  it.each([
    ['writes another token', right(c)],
    ['is less sure of it', () => Array.from({ length: 10 }, (_, i) => (i === b ? 1 : 0))],
    ['writes NaN', () => Array<number>(10).fill(NaN)],
    ['cannot open it', new Error('GatherBlockQuantized has no kernel')],
  ])('does not run on a graphics card that %s', async (_, wrong) => {
    const { made, opened, disposed } = runtime({ webgpu: wrong, wasm: right(b) });
    const writer = await openWriter(made, folder(), never);
    expect(writer.device).toEqual(cpu);
    expect(opened).toEqual(['webgpu', 'wasm']);
    expect(disposed).toEqual(wrong instanceof Error ? [] : ['webgpu']);
  });

  it('of 8 bits runs on the CPU, whatever card there is', async () => {
    const { made, opened } = runtime({ webgpu: right(b), wasm: right(b) });
    const writer = await openWriter(made, folder({ dtype: 'q8' }), never);
    expect([writer.device, opened]).toEqual([cpu, ['wasm']]);
  });

  it('that is wrong everywhere is refused, with what it said', async () => {
    const { made, disposed } = runtime({ webgpu: right(c), wasm: right(a) });
    await expect(openWriter(made, folder(), never)).rejects.toMatchObject({
      name: 'DeviceLost',
      message: expect.stringMatching(/self-test of "tiny" failed on wasm: "a"/) as string,
    });
    expect(disposed).toEqual(['webgpu', 'wasm']);
  });

  describe('that was downloaded, and has no reference outputs yet,', () => {
    /** The next day, letter and number, as sure as it is told to be. */
    const next: Readonly<Record<string, string>> = { thursday: 'friday', f: 'g', four: 'five' };
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'one', 'two', 'three', 'four', 'five']; // prettier-ignore
    const vocabulary = [...'abcdefg', ...days, ','];
    const counts =
      (sure = 8) =>
      (ids: readonly number[]) => {
        const last = vocabulary[ids.at(-2)! - 5]!;
        const id = 5 + vocabulary.indexOf(next[last] ?? 'a');
        return Array.from({ length: 5 + vocabulary.length }, (_, i) => (i === id ? sure : 0));
      };
    const files = new Map(folder().files).set('tokenizer.json', bytes(tinyTokenizer(vocabulary)));
    const { selfTest: _, ...bare } = folder().card;
    const fresh: ModelFolder = { card: bare, files };

    async function open(by: Parameters<typeof runtime>[0]) {
      const kept: ModelCard[] = [];
      const { made, opened, disposed } = runtime(by);
      const keepCard = async (card: ModelCard) => void kept.push(card);
      const opening = openWriter({ ...made, keepCard }, fresh, never);
      return { opening, kept, opened, disposed };
    }

    it('gets them from the CPU, and the graphics card is held against them', async () => {
      const same = await open({ webgpu: counts(), wasm: counts() });
      expect((await same.opening).device).toEqual(gpu);
      expect(same.opened).toEqual(['wasm', 'webgpu']);
      expect(same.disposed).toEqual(['wasm']);
      expect(same.kept).toHaveLength(1);
      expect(same.kept[0]!.selfTest!.outputs.map(([text]) => text)).toEqual(['friday', 'g', 'five']); // prettier-ignore
      const other = await open({ webgpu: counts(2), wasm: counts() });
      expect((await other.opening).device).toEqual(cpu);
    });

    it('is proved on the graphics card where the CPU cannot open it', async () => {
      const { opening, kept } = await open({ webgpu: counts(), wasm: new Error('no kernel') });
      expect((await opening).device).toEqual(gpu);
      expect(kept).toHaveLength(1);
    });

    it('is refused when it cannot go on with plain examples', async () => {
      const { opening, kept, disposed } = await open({ webgpu: counts(), wasm: right(a) });
      await expect(opening).rejects.toMatchObject({ name: 'ModelCorrupt' });
      expect([kept, disposed]).toEqual([[], ['wasm']]);
    });
  });

  it('that no memory is left for is told as that', async () => {
    const { made } = runtime({
      webgpu: new Error('Out of memory'),
      wasm: new Error("Can't create a session. ERROR_CODE: 6, std::bad_alloc"),
    });
    await expect(openWriter(made, folder(), never)).rejects.toMatchObject({
      name: 'ModelTooLarge',
    });
  });
});
