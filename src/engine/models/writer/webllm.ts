import { failure, isFailure } from '../../../core/errors';
import type { Device } from '../runtime';
import type { PromptForm, WriteOptions, Writer } from '../types';
import type { OpenWriter } from './load';
import { logSumExp } from './sample';

/** What is used of WebLLM's engine; a test passes its own. */
export interface WebLlmEngine {
  readonly chat: {
    readonly completions: {
      create(request: ChatRequest): Promise<AsyncIterable<WebLlmChunk>>;
    };
  };
  readonly completions: {
    create(request: TextRequest): Promise<AsyncIterable<WebLlmChunk>>;
  };
  interruptGenerate(): Promise<void>;
  unload(): Promise<void>;
}

interface Request {
  readonly stream: true;
  readonly max_tokens: number;
  readonly temperature: number;
  readonly top_p: number;
  readonly seed: number;
  readonly stop: string[] | null;
}
export interface ChatRequest extends Request {
  readonly messages: { readonly role: 'system' | 'user'; readonly content: string }[];
}
export interface TextRequest extends Request {
  readonly prompt: string;
}
export interface WebLlmChunk {
  readonly choices: readonly {
    readonly delta?: { readonly content?: string | null };
    readonly text?: string;
  }[];
}

/** Sees the logits of every step before a token is drawn; given to the engine when it is made. */
export interface LogitTap {
  readonly processLogits: (logits: Float32Array) => Float32Array;
  readonly processSampledToken: (token: number) => void;
  readonly resetState: () => void;
  /** The logits of the next step, once. */
  first(): Promise<Float32Array>;
}

export function createLogitTap(): LogitTap {
  let take: ((logits: Float32Array) => void) | null = null;
  return {
    processLogits(logits) {
      take?.(logits.slice());
      take = null;
      return logits;
    },
    processSampledToken: () => {},
    resetState: () => {},
    first: () => new Promise((resolve) => (take = resolve)),
  };
}

export interface WebLlmParts {
  readonly engine: WebLlmEngine;
  readonly tap: LogitTap;
  /** Ids of a text, by the model's own tokenizer. */
  readonly encode: (text: string) => readonly number[];
  readonly device: Device;
  /** Told when the graphics card is gone, so that the worker is replaced. */
  readonly lose?: (reason: string) => void;
}

/**
 * A writer over WebLLM. The engine serves one request at a time, so calls wait for each other; a
 * prompt that goes on from the one before it is read from there by the engine itself.
 */
export function createWebLlmWriter({ engine, tap, encode, device, lose }: WebLlmParts): OpenWriter {
  let before: Promise<unknown> = Promise.resolve();
  const counts = { read: 0, written: 0 };

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = before.then(work);
    before = result.catch(() => {});
    return result;
  }

  async function write(
    prompt: string,
    options: WriteOptions,
    onToken: (text: string) => void,
    signal: AbortSignal,
  ): Promise<string> {
    signal.throwIfAborted();
    const interrupt = () => void engine.interruptGenerate().catch(() => {});
    signal.addEventListener('abort', interrupt, { once: true });
    let text = '';
    try {
      for await (const chunk of await start(engine, prompt, options)) {
        // A chunk that was under way when the abort came is not shown any more.
        if (signal.aborted) continue;
        const [choice] = chunk.choices;
        const piece = choice?.delta?.content ?? choice?.text ?? '';
        if (piece === '') continue;
        counts.written++;
        text += piece;
        onToken(piece);
      }
    } catch (error) {
      signal.throwIfAborted();
      const told = explainWebLlm(error);
      if (isFailure(told, 'DeviceLost')) lose?.('the graphics card was reset');
      throw told;
    } finally {
      signal.removeEventListener('abort', interrupt);
    }
    signal.throwIfAborted();
    return text;
  }

  const writer: Writer = {
    generate: (prompt, options, onToken, signal) =>
      inTurn(() => write(prompt, options, onToken, signal)),
    async sample(prompt, n, options, signal) {
      const texts: string[] = [];
      for (let k = 0; k < n; k++) {
        const { temperature = 0.8, seed = 1 } = options;
        const own = { ...options, temperature, seed: seed + k };
        texts.push(await inTurn(() => write(prompt, own, () => {}, signal)));
      }
      return texts;
    },
    choose: (prompt, options, signal, form = {}) =>
      inTurn(async () => {
        if (options.length === 0) return new Float32Array();
        const ids = firstTokens(options, encode);
        const logits = tap.first();
        await write(prompt, { ...form, maxTokens: 1 }, () => {}, signal);
        return shares(await logits, ids);
      }),
  };
  return {
    ...writer,
    counts,
    device,
    dispose: () => engine.unload(),
  };
}

function start(engine: WebLlmEngine, prompt: string, options: WriteOptions & PromptForm) {
  const { maxTokens, temperature = 0, topP = 1, seed = 1, stop = [], system, plain } = options;
  const request: Request = {
    stream: true,
    max_tokens: maxTokens,
    temperature,
    top_p: topP,
    seed,
    stop: stop.length > 0 ? [...stop] : null,
  };
  if (plain) return engine.completions.create({ ...request, prompt });
  const told = system === undefined ? [] : [{ role: 'system' as const, content: system }];
  const messages = [...told, { role: 'user' as const, content: prompt }];
  return engine.chat.completions.create({ ...request, messages });
}

/** The engine gives the logits of one step: options have to differ in their first token. */
function firstTokens(options: readonly string[], encode: WebLlmParts['encode']): number[] {
  const ids = options.map((option) => encode(option)[0]);
  const bad = ids.findIndex((id, i) => id === undefined || ids.indexOf(id) !== i);
  if (bad >= 0)
    throw failure(
      'BadSetting',
      `Option ${bad + 1}, "${options[bad]}", is empty or begins as another one; this model weighs options by their first token.`,
    );
  return ids as number[];
}

function shares(logits: Float32Array, ids: readonly number[]): Float32Array {
  const own = Float32Array.from(ids, (id) => logits[id] ?? -Infinity);
  const sum = logSumExp(own);
  return own.map((x) => Math.exp(x - sum));
}

/** WebLLM's own failures, by the names that the rest of the engine knows. */
export function explainWebLlm(error: unknown): unknown {
  const { name = '', message = '' } = error as { name?: string; message?: string };
  const told = `${name} ${message || String(error)}`;
  if (/DeviceLost|device.{0,20}\blost\b/i.test(told))
    return failure(
      'DeviceLost',
      'The graphics card stopped while the language model was at work. It is started again; ask once more if no answer comes.',
      error,
    );
  if (/out of memory|\boom\b|allocat|exceeds? the (?:max|limit)|buffer size/i.test(told))
    return failure(
      'ModelTooLarge',
      'There is not enough memory on the graphics card for this language model. Close other tabs, or choose a smaller one under Models.',
      error,
    );
  if (/WebGPUNot|compatible GPU|ShaderF16|FeatureSupport/i.test(told))
    return failure(
      'ModelTooLarge',
      `This language model needs a graphics card that this browser does not offer (${message}). Choose another one under Models.`,
      error,
    );
  return error;
}
