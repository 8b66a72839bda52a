import { errorNames, failure, isFailure, type ErrorName } from '../../core/errors';
import type { LoadEvent } from '../../link/models';
import { modelId, type ModelCard } from './card';
import { builtIn, builtInRoles, type BuiltInRole } from './catalog';
import { countTokens, embed, type Loaded } from './embedder';
import { readCard, readFolder, type Bytes, type ModelFolder } from './files';
import { entail, labelColumns } from './judge';
import { read } from './reader';
import type { Device, Runtime } from './runtime';
import { selfTest } from './self-test';
import { createSharedLoad, type SharedLoad } from './shared-load';
import { createTokens } from './tokens';
import type { Models, ModelInUse, Role } from './types';

/** The built-in models behind the engine's interface. Each loads at its first use, or by `load`. */
export interface ModelsService extends Models {
  /**
   * Resolves when the role can be used; tells bytes as they come.
   * @throws ModelMissing, ModelCorrupt, ModelTooLarge, AbortError.
   */
  load(role: Role, onEvent: (event: LoadEvent) => void, signal: AbortSignal): Promise<void>;
  /** Frees every session. */
  dispose(): Promise<void>;
}

interface Ready extends Loaded {
  /** Judge only: where its three labels stand. */
  readonly columns: readonly number[];
}

/** `runtime` is what differs between the models worker and Node. */
export function createModels({ runtime }: { readonly runtime: Runtime }): ModelsService {
  let devices: Promise<readonly Device[]> | null = null;
  const deviceList = () => (devices ??= runtime.devices());
  const cards = Object.fromEntries(
    builtInRoles.map((role) => [
      role,
      createSharedLoad<ModelCard, never>((_, signal) =>
        readCard(runtime.files, builtIn[role], signal),
      ),
    ]),
  ) as Record<BuiltInRole, SharedLoad<ModelCard, never>>;
  const loads = Object.fromEntries(
    builtInRoles.map((role) => [
      role,
      createSharedLoad<Ready, LoadEvent>(
        (report, signal) => load(role, report, signal),
        (ready) => ready.session.dispose(),
      ),
    ]),
  ) as Record<BuiltInRole, SharedLoad<Ready, LoadEvent>>;

  async function load(
    role: BuiltInRole,
    report: (event: LoadEvent) => void,
    signal: AbortSignal,
  ): Promise<Ready> {
    const card = await cards[role].get(() => {}, signal);
    if (card.role !== role) throw failure('ModelCorrupt', `"${card.name}" is no ${role} model.`);
    const folder = await readFolder(
      runtime.files,
      card,
      (progress) => report({ type: 'progress', role, ...progress }),
      signal,
    );
    report({ type: 'checking', role });
    return open(runtime, folder, await deviceList(), signal);
  }

  const use = (role: BuiltInRole, signal: AbortSignal) => loads[role].get(() => {}, signal);

  return {
    async embed(texts, signal) {
      if (texts.length === 0) return new Float32Array();
      return embed(await use('embed', signal), texts, signal);
    },
    async entail(pairs, signal) {
      if (pairs.length === 0) return new Float32Array();
      const ready = await use('judge', signal);
      return entail(ready, ready.columns, pairs, signal);
    },
    async read(question, contexts, spans, signal) {
      if (contexts.length === 0) return [];
      return read(await use('read', signal), question, contexts, spans, signal);
    },
    async countTokens(texts, signal) {
      if (texts.length === 0) return new Uint32Array();
      return countTokens((await use('embed', signal)).tokens, texts);
    },
    async describe() {
      const signal = new AbortController().signal;
      const [device] = await deviceList();
      const roles: Record<Role, ModelInUse | null> = {
        embed: null,
        judge: null,
        read: null,
        write: null,
      };
      let dimensions = 0;
      for (const role of builtInRoles) {
        const card = await cards[role].get(() => {}, signal).catch(() => null);
        if (!card) continue;
        const at = loads[role].peek()?.session.device ?? (device as Device);
        roles[role] = { id: modelId(card), dtype: card.dtype, ...at };
        if (role === 'embed') dimensions = card.dimensions ?? 0;
      }
      return { roles, dimensions };
    },
    async load(role, onEvent, signal) {
      if (role === 'write')
        throw failure('ModelMissing', 'No writing model is installed. Choose one under Models.');
      const ready = await loads[role].get(onEvent, signal);
      onEvent({ type: 'ready', role, device: ready.session.device.device });
    },
    async dispose() {
      for (const role of builtInRoles) await loads[role].clear();
    },
  };
}

/** Opens a folder on the first device that runs it and passes the self-test. */
async function open(
  runtime: Runtime,
  folder: ModelFolder,
  devices: readonly Device[],
  signal: AbortSignal,
): Promise<Ready> {
  const { card } = folder;
  const config = json(folder, 'config.json');
  const tokens = createTokens(
    json(folder, 'tokenizer.json'),
    json(folder, 'tokenizer_config.json'),
  );
  const columns = card.role === 'judge' ? labelColumns(config) : [];
  let last: unknown;
  for (const device of devices) {
    signal.throwIfAborted();
    const why = last === undefined ? device.why : `${device.why}; ${(last as Error).message}`;
    try {
      const session = await runtime.open(folder, { ...device, why });
      try {
        const ready: Ready = { card, tokens, session, columns };
        await selfTest(ready, columns, signal);
        return ready;
      } catch (error) {
        await session.dispose().catch(() => {});
        throw error;
      }
    } catch (error) {
      if (isFailure(error, 'AbortError')) throw error;
      last = error;
    }
  }
  throw named(card, last);
}

function json(folder: ModelFolder, file: string): unknown {
  const bytes = folder.files.get(file) as Bytes | undefined;
  if (!bytes)
    throw failure('ModelCorrupt', `The card of "${folder.card.name}" does not list ${file}.`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

function named(card: ModelCard, error: unknown): unknown {
  if (errorNames.includes((error as Error).name as ErrorName)) return error;
  const message = String((error as Error).message ?? error);
  return /memory|allocat/i.test(message)
    ? failure(
        'ModelTooLarge',
        `There is not enough memory to open "${card.name}". Close other tabs and try again.`,
        error,
      )
    : failure(
        'ModelCorrupt',
        `"${card.name}" could not be opened: ${message.slice(0, 300)}. Reload the page, or install the model again.`,
        error,
      );
}
