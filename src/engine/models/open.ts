import { errorNames, failure, isFailure, type ErrorName } from '../../core/errors';
import { padded } from './batch';
import type { ModelCard } from './card';
import type { Loaded } from './embedder';
import type { ModelFolder } from './files';
import { labelColumns } from './judge';
import type { Device, Runtime } from './runtime';
import { prove } from './prove';
import { selfTest } from './self-test';
import { createTokens } from './tokens';
import { whyNotOn } from './variant';

export interface Ready extends Loaded {
  /** Judge only: where its three labels stand. */
  readonly columns: readonly number[];
}

/** Opens models on the device that is right, and fastest. */
export interface Opener {
  /** @throws ModelCorrupt, ModelTooLarge, DeviceLost, AbortError. */
  open(folder: ModelFolder, signal: AbortSignal): Promise<Ready>;
  /** Where the next model would run. */
  device(): Promise<Device>;
}

/**
 * The first model of a number format decides for all of it: it is opened on every device, each device has to pass the
 * self-test, and where two do, a batch is timed on both. A GPU is not the faster one by birth: for
 * 8-bit models of this size much depends on its driver.
 */
export function createOpener(runtime: Runtime): Opener {
  let devices: Promise<readonly Device[]> | null = null;
  const decided = new Map<ModelCard['dtype'], Device>();
  const list = () => (devices ??= runtime.devices());

  async function open(folder: ModelFolder, signal: AbortSignal): Promise<Ready> {
    let { card } = folder;
    const config = jsonOf(folder, 'config.json');
    const tokens = createTokens(
      jsonOf(folder, 'tokenizer.json'),
      jsonOf(folder, 'tokenizer_config.json'),
    );
    const columns = card.role === 'judge' ? labelColumns(config) : [];

    async function openOn(device: Device): Promise<Ready> {
      const session = await runtime.open(folder, device);
      const ready: Ready = { card, tokens, session, columns };
      try {
        await selfTest(ready, columns, signal);
        return ready;
      } catch (error) {
        await session.dispose().catch(() => {});
        throw error;
      }
    }

    let reasons = '';
    let last: unknown;
    const first = decided.get(card.dtype);
    const all = await list();
    if (!card.selfTest && runtime.keepCard) {
      const ready = await openOn(all.at(-1) as Device).catch((error: unknown) => {
        throw namedFailure(card, error);
      });
      try {
        const test = await prove(ready, columns, signal);
        if (test) await runtime.keepCard((card = { ...card, selfTest: test }));
      } catch (error) {
        await ready.session.dispose().catch(() => {});
        throw error;
      }
      if (all.length === 1) return { ...ready, card };
      await ready.session.dispose();
    }
    // The others stay as a way out: a GPU may have room for two models and not for the third.
    const order = first ? [first, ...all.filter(({ device }) => device !== first.device)] : all;
    const opened: Ready[] = [];
    for (const device of order) {
      if (first && opened.length > 0) break;
      signal.throwIfAborted();
      const unfit = whyNotOn(device, card.dtype, card.largestTensor ?? 0);
      if (unfit) {
        reasons = unfit;
        last = new Error(unfit);
        continue;
      }
      try {
        const why = reasons === '' ? device.why : `${device.why} (${reasons})`;
        opened.push(await openOn({ ...device, why }));
      } catch (error) {
        if (isFailure(error, 'AbortError')) throw error;
        last = error;
        reasons = `${device.device} failed: ${message(error).slice(0, 120)}`;
      }
    }
    if (opened.length === 0) throw namedFailure(card, last);
    const best = opened.length === 1 ? (opened[0] as Ready) : await fastest(opened);
    if (!first) decided.set(card.dtype, best.session.device);
    return best;
  }

  // One after the other: what is decided for the first holds for those that come with it.
  let before: Promise<unknown> = Promise.resolve();
  return {
    open(folder, signal) {
      const result = before.then(() => open(folder, signal));
      before = result.catch(() => {});
      return result;
    },
    device: async () => decided.get('q8') ?? ((await list())[0] as Device),
  };
}

/** The fastest of several; the others are disposed. */
async function fastest(opened: readonly Ready[]): Promise<Ready> {
  const times: number[] = [];
  for (const ready of opened) times.push(await pace(ready));
  const best = times.indexOf(Math.min(...times));
  const measured = opened
    .map(({ session }, i) => `${session.device.device} ${Math.round(times[i] as number)} ms`)
    .join(', ');
  const chosen = opened[best] as Ready;
  for (const ready of opened) if (ready !== chosen) await ready.session.dispose().catch(() => {});
  const why = `${chosen.session.device.why}; the faster one when measured: ${measured}`;
  return { ...chosen, session: { ...chosen.session, device: { ...chosen.session.device, why } } };
}

/** Milliseconds of a batch of 8 x 64 tokens: the best of three, after one that warms up. */
async function pace({ tokens, session }: Loaded): Promise<number> {
  const ids = Array.from({ length: 64 }, (_, t) => 1000 + t);
  const batch = padded(Array(8).fill({ ids, second: ids.length }), tokens.pad);
  await session.run(batch);
  let best = Infinity;
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    await session.run(batch);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** A JSON file of a folder. @throws ModelCorrupt when the card does not list it. */
export function jsonOf(folder: ModelFolder, file: string): unknown {
  const bytes = folder.files.get(file);
  if (!bytes)
    throw failure('ModelCorrupt', `The card of "${folder.card.name}" does not list ${file}.`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

const message = (error: unknown) => String((error as Error | null)?.message ?? error);

/** What is told of a model that no device would open. */
export function namedFailure(card: ModelCard, error: unknown): unknown {
  const told = namedIfMemory(card.name, error);
  if (errorNames.includes((told as Error).name as ErrorName)) return told;
  return failure(
    'ModelCorrupt',
    `"${card.name}" could not be opened: ${message(error).slice(0, 300)}. Reload the page, or install the model again.`,
    error,
  );
}

/** A lack of memory by its name, whoever ran out of it: the browser, or the runtime's own heap. */
export function namedIfMemory(model: string, error: unknown): unknown {
  const isNamed = errorNames.includes((error as Error).name as ErrorName);
  if (isNamed || !saysMemory.test(message(error))) return error;
  return failure(
    'ModelTooLarge',
    `There is not enough memory for "${model}". Close other tabs and try again, or choose a smaller model.`,
    error,
  );
}

/** Whether a model is too large for the memory there is, and not for the device as such. */
export const ranOutOfMemory = (error: unknown): boolean =>
  isFailure(error, 'ModelTooLarge') && saysMemory.test(message((error as Error).cause));

const saysMemory = /\bmemory\b|alloc/i;
