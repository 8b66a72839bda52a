import { failure } from '../../core/errors';
import type { LoadEvent } from '../../link/models';
import type { ModelCard } from './card';
import { readCard, readFolder, type FileProgress } from './files';
import { namedIfMemory, ranOutOfMemory, type Opener, type Ready } from './open';
import type { Runtime } from './runtime';
import { createSharedLoad, orAborted, type SharedLoad } from './shared-load';
import type { Role } from './types';
import { openCompiledWriter, openWriter, type OpenWriter } from './writer/load';

/** What a model is once it is open. */
export interface Opened extends Record<Exclude<Role, 'write'>, Ready> {
  readonly write: OpenWriter;
}

/** Models by folder name: each is opened once, and freed when nobody works with it. */
export interface Shelf {
  /** @throws ModelMissing, ModelCorrupt (also when it is no model of `role`), AbortError */
  card(role: Role, name: string, signal: AbortSignal): Promise<ModelCard>;
  /** The open model, loaded where need be. @throws ModelMissing, ModelCorrupt, ModelTooLarge, AbortError */
  load<R extends Role>(
    role: R,
    name: string,
    onEvent: (event: LoadEvent) => void,
    signal: AbortSignal,
  ): Promise<Opened[R]>;
  /**
   * Runs `work` with the open model, which is not freed meanwhile. Where memory runs out, idle models
   * give way and `work` runs once more, unless `mayRepeat` says no.
   * @throws ModelTooLarge when there was nothing to give way, or it was not enough
   */
  use<R extends Role, T>(
    role: R,
    name: string,
    work: (ready: Opened[R]) => Promise<T>,
    signal: AbortSignal,
    mayRepeat?: () => boolean,
  ): Promise<T>;
  peek(name: string): Ready | OpenWriter | null;
  /** Frees a model as soon as nobody works with it; its card is read again the next time. */
  drop(name: string): Promise<void>;
  clear(): Promise<void>;
}

interface Slot {
  readonly card: SharedLoad<ModelCard, never>;
  readonly ready: SharedLoad<Ready | OpenWriter, LoadEvent>;
  users: number;
  /** Told when the last user has gone. */
  readonly whenIdle: (() => void)[];
}

export function createShelf(runtime: Runtime, opener: Opener): Shelf {
  const slots = new Map<string, Slot>();

  function slotOf(role: Role, name: string): Slot {
    const known = slots.get(name);
    if (known) return known;
    const card = createSharedLoad<ModelCard, never>((_, signal) =>
      readCard(runtime.files, name, signal),
    );
    const slot: Slot = {
      card,
      ready: createSharedLoad<Ready | OpenWriter, LoadEvent>(
        async (report, signal) =>
          open(await cardOf(slot, role, signal), role, name, report, signal),
        (ready) => ('session' in ready ? ready.session : ready).dispose(),
      ),
      users: 0,
      whenIdle: [],
    };
    slots.set(name, slot);
    return slot;
  }

  async function cardOf(slot: Slot, role: Role, signal: AbortSignal): Promise<ModelCard> {
    const card = await slot.card.get(() => {}, signal);
    if (card.role !== role) throw failure('ModelCorrupt', `"${card.name}" is no ${role} model.`);
    return card;
  }

  async function open(
    card: ModelCard,
    role: Role,
    name: string,
    report: (event: LoadEvent) => void,
    signal: AbortSignal,
  ): Promise<Ready | OpenWriter> {
    const tell = (progress: FileProgress) => report({ type: 'progress', role, ...progress });
    if (role === 'write' && card.webllm)
      return withRoom(name, () => openCompiledWriter(runtime, card, tell, signal));
    return withRoom(name, async () => {
      const folder = await readFolder(runtime.files, card, tell, signal);
      report({ type: 'checking', role });
      return role === 'write' ? openWriter(runtime, folder, signal) : opener.open(folder, signal);
    });
  }

  /** Two models may be one too many for this machine: the others give way, and load again when asked. */
  async function withRoom<T>(
    name: string,
    work: () => Promise<T>,
    mayRepeat = () => true,
  ): Promise<T> {
    const named = (error: unknown) => {
      throw namedIfMemory(name, error);
    };
    try {
      return await work().catch(named);
    } catch (error) {
      if (!ranOutOfMemory(error)) throw error;
      if (runtime.renew) throw runtime.renew();
      if (!mayRepeat() || !(await makeRoom(name))) throw error;
      return work().catch(named);
    }
  }

  let before: Promise<unknown> = Promise.resolve();
  /** Where memory holds one model, one call at a time has it. */
  function inTurn<T>(name: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (!runtime.oneAtATime) return work();
    const result = before.then(async () => {
      signal.throwIfAborted();
      await makeRoom(name);
      return work();
    });
    before = result.catch(() => {});
    return orAborted(result, signal);
  }

  /** Frees what is open and idle besides `name`. @returns false when there was nothing to free */
  async function makeRoom(name: string): Promise<boolean> {
    const others = [...slots].filter(
      ([other, { ready, users }]) => other !== name && users === 0 && ready.peek() !== null,
    );
    for (const [, { ready }] of others) await ready.clear();
    return others.length > 0;
  }

  async function drop(name: string): Promise<void> {
    const slot = slots.get(name);
    if (!slot) return;
    slots.delete(name);
    if (slot.users > 0) await new Promise<void>((resolve) => slot.whenIdle.push(resolve));
    await slot.ready.clear();
  }

  // A slot holds what its card's role says, and a card of another role was refused.
  function load<R extends Role>(
    role: R,
    name: string,
    onEvent: (event: LoadEvent) => void,
    signal: AbortSignal,
  ): Promise<Opened[R]> {
    return slotOf(role, name).ready.get(onEvent, signal) as Promise<Opened[R]>;
  }

  return {
    card: (role, name, signal) => cardOf(slotOf(role, name), role, signal),
    load: (role, name, onEvent, signal) =>
      inTurn(name, () => load(role, name, onEvent, signal), signal),
    use(role, name, work, signal, mayRepeat) {
      const run = async () => {
        const slot = slotOf(role, name);
        slot.users++;
        try {
          const ready = await load(role, name, () => {}, signal);
          return await withRoom(name, () => work(ready), mayRepeat);
        } finally {
          slot.users--;
          if (slot.users === 0) for (const tell of slot.whenIdle.splice(0)) tell();
        }
      };
      return inTurn(name, run, signal);
    },
    peek: (name) => slots.get(name)?.ready.peek() ?? null,
    drop,
    async clear() {
      for (const name of [...slots.keys()]) await drop(name);
    },
  };
}
