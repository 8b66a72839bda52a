import type { LoadEvent } from '../../link/models';
import { modelId } from './card';
import { builtIn } from './catalog';
import { countTokens, embed } from './embedder';
import { entail } from './judge';
import { createOpener } from './open';
import { read } from './reader';
import type { Runtime } from './runtime';
import { createShelf } from './shelf';
import type { Models, ModelInUse, Role, Writer } from './types';

/** Folder name of the model that serves each role; what is left out is built in. */
export type Choice = Readonly<Partial<Record<Role, string>>>;

/** The chosen models behind the engine's interface. Each loads at its first use, or by `load`. */
export interface ModelsService extends Models {
  /** The chosen language model; it loads at its first use too. */
  readonly writer: Writer;
  /**
   * Resolves when the role can be used; tells bytes as they come.
   * @throws ModelMissing, ModelCorrupt, ModelTooLarge, AbortError.
   */
  load(
    role: Role,
    onEvent: (event: LoadEvent) => void,
    signal: AbortSignal,
    name?: string,
  ): Promise<void>;
  /** Another model for a role, from the next call on; null: the built-in one. */
  choose(role: Role, name: string | null): Promise<void>;
  /** Frees every session. */
  dispose(): Promise<void>;
}

export interface ModelsDeps {
  /** What differs between the models worker and Node. */
  readonly runtime: Runtime;
  readonly choice?: Choice;
}

export function createModels({ runtime, choice = {} }: ModelsDeps): ModelsService {
  const opener = createOpener(runtime);
  const shelf = createShelf(runtime, opener);
  const chosen: Record<Role, string> = { ...builtIn, ...choice };

  const written = <T>(
    work: (writer: Writer) => Promise<T>,
    signal: AbortSignal,
    mayRepeat?: () => boolean,
  ) => shelf.use('write', chosen.write, work, signal, mayRepeat);

  return {
    writer: {
      generate(prompt, options, onToken, signal) {
        // What was shown once cannot be taken back: a text that has begun is not begun again.
        let begun = false;
        const tell = (text: string) => {
          begun = true;
          onToken(text);
        };
        return written(
          (writer) => writer.generate(prompt, options, tell, signal),
          signal,
          () => !begun,
        );
      },
      sample: (prompt, n, options, signal) =>
        written((writer) => writer.sample(prompt, n, options, signal), signal),
      choose: (prompt, options, signal, form) =>
        written((writer) => writer.choose(prompt, options, signal, form), signal),
    },
    async embed(texts, signal, by = chosen.embed) {
      if (texts.length === 0) return new Float32Array();
      return shelf.use('embed', by, (ready) => embed(ready, texts, signal), signal);
    },
    async entail(pairs, signal) {
      if (pairs.length === 0) return new Float32Array();
      return shelf.use(
        'judge',
        chosen.judge,
        (ready) => entail(ready, ready.columns, pairs, signal),
        signal,
      );
    },
    async read(question, contexts, spans, signal) {
      if (contexts.length === 0) return [];
      return shelf.use(
        'read',
        chosen.read,
        (ready) => read(ready, question, contexts, spans, signal),
        signal,
      );
    },
    async countTokens(texts, signal, by = chosen.embed) {
      if (texts.length === 0) return new Uint32Array();
      return shelf.use('embed', by, async ({ tokens }) => countTokens(tokens, texts), signal);
    },
    async describe(by = chosen.embed) {
      const signal = new AbortController().signal;
      const device = await opener.device();
      const roles: Record<Role, ModelInUse | null> = {
        embed: null,
        judge: null,
        read: null,
        write: null,
      };
      let dimensions = 0;
      for (const role of Object.keys(roles) as Role[]) {
        const name = role === 'embed' ? by : chosen[role];
        const card = await shelf.card(role, name, signal).catch(() => null);
        if (!card) continue;
        const open = shelf.peek(name);
        const at = (open && ('session' in open ? open.session : open).device) ?? device;
        roles[role] = { id: modelId(card), dtype: card.dtype, ...at };
        if (role === 'embed') dimensions = card.dimensions ?? 0;
      }
      return { roles, dimensions };
    },
    async load(role, onEvent, signal, name = chosen[role]) {
      const ready = await shelf.load(role, name, onEvent, signal);
      const { device } = 'session' in ready ? ready.session : ready;
      onEvent({ type: 'ready', role, device: device.device });
    },
    async choose(role, name) {
      const before = chosen[role];
      chosen[role] = name ?? builtIn[role];
      // The engine may still answer with the embedder before; it says itself when it has done.
      if (before !== chosen[role] && role !== 'embed') await shelf.drop(before);
    },
    unload: (name) => shelf.drop(name),
    dispose: () => shelf.clear(),
  };
}
