import { describe, expect, it } from 'vitest';
import {
  createLogitTap,
  createWebLlmWriter,
  type ChatRequest,
  type LogitTap,
  type TextRequest,
  type WebLlmEngine,
} from '../../../../src/engine/models/writer/webllm';

const never = () => new AbortController().signal;

interface FakeOptions {
  readonly words?: readonly string[];
  readonly logits?: Float32Array;
  /** Thrown at this word. */
  readonly fault?: { readonly at: number; readonly error: Error };
}

/** Writes its words one by one, as the engine does; `open` counts requests at work at one time. */
function fakeEngine(options: FakeOptions, tap: LogitTap) {
  const requests: (ChatRequest | TextRequest)[] = [];
  let interrupted = false;
  let open = 0;
  const state = { most: 0, written: 0, unloaded: 0 };
  async function* stream(request: ChatRequest | TextRequest) {
    requests.push(request);
    interrupted = false;
    state.most = Math.max(state.most, ++open);
    try {
      const words = (options.words ?? ['One', ' two', ' three']).slice(0, request.max_tokens);
      for (const [i, word] of words.entries()) {
        await new Promise((next) => setTimeout(next, 1));
        if (interrupted) return;
        if (options.fault?.at === i) throw options.fault.error;
        if (options.logits) tap.processLogits(options.logits);
        state.written++;
        yield { choices: ['prompt' in request ? { text: word } : { delta: { content: word } }] };
      }
    } finally {
      open--;
    }
  }
  const create = async (request: ChatRequest | TextRequest) => stream(request);
  const engine: WebLlmEngine = {
    chat: { completions: { create } },
    completions: { create },
    interruptGenerate: async () => void (interrupted = true),
    unload: async () => void state.unloaded++,
  };
  return { engine, requests, state };
}

function make(options: FakeOptions = {}) {
  const tap = createLogitTap();
  const fake = fakeEngine(options, tap);
  const losses: string[] = [];
  const writer = createWebLlmWriter({
    engine: fake.engine,
    tap,
    encode: (text) => Array.from(text, (c) => c.charCodeAt(0) - 65),
    device: { device: 'webgpu', threads: 1, why: 'a test' },
    lose: (reason) => losses.push(reason),
  });
  return { ...fake, writer, losses };
}

describe('a writer over WebLLM', () => {
  it('streams what it returns, as a message or as a text to go on with', async () => {
    const { writer, requests } = make();
    const pieces: string[] = [];
    const options = { maxTokens: 9, temperature: 0.5, topP: 0.8, seed: 4, stop: ['x'] };
    const told = { ...options, system: 'Be short.' };
    expect(await writer.generate('Hi', told, (p) => pieces.push(p), never())).toBe('One two three');
    expect(pieces).toEqual(['One', ' two', ' three']);
    expect(requests[0]).toEqual({
      stream: true,
      max_tokens: 9,
      temperature: 0.5,
      top_p: 0.8,
      seed: 4,
      stop: ['x'],
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'Hi' },
      ],
    });
    await writer.generate('Hi', { maxTokens: 1, plain: true }, () => {}, never());
    expect(requests[1]).toMatchObject({ prompt: 'Hi', max_tokens: 1, temperature: 0, stop: null });
  });

  it('is interrupted by an abort, and shows nothing after it', async () => {
    const { writer, state } = make({ words: Array(50).fill(' a') });
    const controller = new AbortController();
    const pieces: string[] = [];
    const run = writer.generate(
      'Hi',
      { maxTokens: 50 },
      (piece) => {
        pieces.push(piece);
        if (pieces.length === 3) controller.abort();
      },
      controller.signal,
    );
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(pieces).toHaveLength(3);
    expect(state.written).toBeLessThanOrEqual(4);
    expect(await writer.generate('Hi', { maxTokens: 2 }, () => {}, never())).toBe(' a a');
  });

  it('serves one call at a time; samples have seeds of their own', async () => {
    const { writer, state, requests } = make();
    await Promise.all([
      writer.generate('a', { maxTokens: 3 }, () => {}, never()),
      writer.sample('b', 2, { maxTokens: 3, seed: 7 }, never()),
      writer.generate('c', { maxTokens: 3 }, () => {}, never()),
    ]);
    expect(state.most).toBe(1);
    expect(requests.map(({ seed, temperature }) => [seed, temperature])).toEqual(
      expect.arrayContaining([
        [7, 0.8],
        [8, 0.8],
      ]),
    );
  });

  it('weighs options by the logits of one step, and sums to 1', async () => {
    const logits = Float32Array.of(1, 2, 5, 0);
    const { writer, requests } = make({ logits });
    const weights = await writer.choose('Which?', ['A', 'B', 'D'], never());
    const e = [Math.E, Math.E ** 2, 1];
    const sum = e.reduce((a, b) => a + b);
    e.forEach((x, i) => expect(weights[i]).toBeCloseTo(x / sum, 5));
    expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1, 6);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.max_tokens).toBe(1);
    expect(await writer.choose('Which?', [], never())).toHaveLength(0);
    await expect(writer.choose('Which?', ['AB', 'AC'], never())).rejects.toMatchObject({
      name: 'BadSetting',
    });
  });

  for (const [what, error, name] of [
    ['a lost device', new Error('Device was lost: reset'), 'DeviceLost'],
    ['WebLLM’s own error for it', named('DeviceLostError', 'gone'), 'DeviceLost'],
    ['too little memory', new Error('Out of memory: createBuffer'), 'ModelTooLarge'],
    ['a card without half floats', named('ShaderF16SupportError', 'f16'), 'ModelTooLarge'],
  ] as const)
    it(`tells ${what} by its name, and serves the next call`, async () => {
      const { writer, losses } = make({ fault: { at: 1, error } });
      const run = () => writer.generate('a', { maxTokens: 3 }, () => {}, never());
      await expect(run()).rejects.toMatchObject({ name });
      expect(losses).toHaveLength(name === 'DeviceLost' ? 1 : 0);
      expect(await writer.generate('a', { maxTokens: 1 }, () => {}, never())).toBe('One');
    });

  it('unloads the engine when it is freed', async () => {
    const { writer, state } = make();
    await writer.dispose();
    expect(state.unloaded).toBe(1);
  });
});

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
