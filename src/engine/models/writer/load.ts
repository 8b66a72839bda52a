import { failure, isFailure } from '../../../core/errors';
import { jsonOf, namedFailure } from '../open';
import type { ModelCard, SelfTest } from '../card';
import type { FileProgress, ModelFolder } from '../files';
import type { Device, Runtime } from '../runtime';
import { whyNotOn } from '../variant';
import { likeliest, logSumExp } from './sample';
import { createWriterTokens } from './tokens';
import { createWebLlmWriter } from './webllm';
import { createLocalWriter, type LocalWriter, type WriterParts } from './writer';

/** A writer that is ready, and where it runs. */
export interface OpenWriter extends LocalWriter {
  readonly device: Device;
}

/** What is kept of a token takes 46 kB in the built-in model and more in larger ones. */
const mostWindow = 2048;

/**
 * Opens a language model on the first device that computes it rightly. 8-bit weights are for the CPU:
 * their operators have no fast form on a GPU, 4-bit ones none in WebAssembly. A model that comes
 * without reference outputs gets them from the CPU, when it is opened for the first time.
 * @throws ModelCorrupt, ModelTooLarge, DeviceLost, AbortError.
 */
export async function openWriter(
  runtime: Runtime,
  folder: ModelFolder,
  signal: AbortSignal,
): Promise<OpenWriter> {
  const tokens = createWriterTokens(
    jsonOf(folder, 'tokenizer.json'),
    jsonOf(folder, 'tokenizer_config.json'),
  );
  const all = await runtime.devices();
  let { card } = folder;

  async function openOn(device: Device): Promise<OpenWriter> {
    const unfit = whyNotOn(device, card.dtype, card.largestTensor ?? 0);
    if (unfit) throw new Error(unfit);
    const session = await runtime.openCausal(folder, device);
    const parts: WriterParts = { session, tokens, window: Math.min(card.maxTokens, mostWindow) };
    try {
      await accept(parts);
      return { ...createLocalWriter(parts), device };
    } catch (error) {
      await session.dispose().catch(() => {});
      throw error;
    }
  }

  /** @throws where a session is not to be used */
  async function accept(parts: WriterParts): Promise<void> {
    if (card.selfTest || !runtime.keepCard) return selfTest(card, parts);
    card = { ...card, selfTest: await prove(card, parts) };
    await runtime.keepCard(card);
  }

  const cpu = all.filter(({ device }) => device !== 'webgpu');
  const order = card.dtype === 'q8' && cpu.length > 0 ? cpu : all;
  if (!card.selfTest && runtime.keepCard && order.length > 1)
    try {
      await (await openOn(order.at(-1) as Device)).dispose();
    } catch (error) {
      // A format that the CPU cannot compute is proved where it can be.
      if (isFailure(error, 'AbortError') || isFailure(error, 'ModelCorrupt')) throw error;
    }
  let last: unknown;
  for (const device of order) {
    signal.throwIfAborted();
    try {
      return await openOn(device);
    } catch (error) {
      if (isFailure(error, 'AbortError')) throw error;
      last = error;
    }
  }
  throw namedFailure(card, last);
}

/** Opens a model in MLC's form. @throws ModelTooLarge where there is no WebGPU, and as the runtime does. */
export async function openCompiledWriter(
  runtime: Runtime,
  card: ModelCard,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
): Promise<OpenWriter> {
  if (!runtime.openWebLlm || !(await runtime.devices()).some((d) => d.device === 'webgpu'))
    throw failure(
      'ModelTooLarge',
      `"${card.name}" needs a graphics card that this browser does not offer. Choose another one under Models.`,
    );
  return createWebLlmWriter(await runtime.openWebLlm(card, onProgress, signal));
}

/**
 * Holds the likeliest next token of the card's prompts, and its log-probability, against those of the
 * float weights, or of the CPU.
 */
async function selfTest(card: ModelCard, { session, tokens }: WriterParts): Promise<void> {
  const { inputs = [], outputs = [], tolerance = 0 } = card.selfTest ?? {};
  for (const [i, prompt] of inputs.entries()) {
    const [text, score] = outputs[i] as readonly [string, number];
    const got = await nextToken({ session, tokens }, prompt as string);
    if (got.text !== text || !(Math.abs(got.score - score) <= tolerance))
      throw failure(
        'DeviceLost',
        `The self-test of "${card.name}" failed on ${session.device.device}: "${got.text}" (${got.score.toFixed(2)}) instead of "${text}" (${score.toFixed(2)}).`,
      );
  }
}

/** Any language model goes on with these. */
const plain: readonly (readonly [prompt: string, next: string])[] = [
  ['Monday, Tuesday, Wednesday, Thursday,', 'friday'],
  ['A, B, C, D, E, F,', 'g'],
  ['One, two, three, four,', 'five'],
];

/**
 * What a model writes that nobody has accepted yet, to hold other devices against.
 * @throws ModelCorrupt when it gets plain examples wrong: its tokenizer is not what it was taken for
 */
async function prove({ name }: ModelCard, parts: WriterParts): Promise<SelfTest> {
  const outputs: (readonly [string, number])[] = [];
  for (const [prompt, next] of plain) {
    const { text, score } = await nextToken(parts, prompt);
    if (text.trim().toLowerCase() !== next)
      throw failure(
        'ModelCorrupt',
        `"${name}" goes on with "${text}" after "${prompt}". It is not used; delete it and choose another model.`,
      );
    outputs.push([text, score]);
  }
  return { inputs: plain.map(([prompt]) => prompt), outputs, tolerance: 0.5 };
}

/** The likeliest token after a text, and its log-probability. */
export async function nextToken(
  { session, tokens }: Pick<WriterParts, 'session' | 'tokens'>,
  text: string,
): Promise<{ readonly text: string; readonly score: number }> {
  const { logits, past } = await session.forward([tokens.encode(text)], null, 1);
  past.free();
  const id = likeliest(logits);
  return { text: tokens.decode([id]), score: logits[id]! - logSumExp(logits) };
}
