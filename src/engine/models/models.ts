import { failure } from '../../core/errors';
import type { LoadEvent } from '../../link/models';
import { modelId, type ModelCard } from './card';
import { builtIn, encoderRoles, type EncoderRole } from './catalog';
import { countTokens, embed } from './embedder';
import { readCard, readFolder } from './files';
import { entail } from './judge';
import { createOpener, type Ready } from './open';
import { read } from './reader';
import type { Runtime } from './runtime';
import { createSharedLoad, type SharedLoad } from './shared-load';
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

/** `runtime` is what differs between the models worker and Node. */
export function createModels({ runtime }: { readonly runtime: Runtime }): ModelsService {
  const opener = createOpener(runtime);
  const cards = Object.fromEntries(
    encoderRoles.map((role) => [
      role,
      createSharedLoad<ModelCard, never>((_, signal) =>
        readCard(runtime.files, builtIn[role], signal),
      ),
    ]),
  ) as Record<EncoderRole, SharedLoad<ModelCard, never>>;
  const loads = Object.fromEntries(
    encoderRoles.map((role) => [
      role,
      createSharedLoad<Ready, LoadEvent>(
        (report, signal) => load(role, report, signal),
        (ready) => ready.session.dispose(),
      ),
    ]),
  ) as Record<EncoderRole, SharedLoad<Ready, LoadEvent>>;

  async function load(
    role: EncoderRole,
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
    return opener.open(folder, signal);
  }

  const use = (role: EncoderRole, signal: AbortSignal) => loads[role].get(() => {}, signal);

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
      const device = await opener.device();
      const roles: Record<Role, ModelInUse | null> = {
        embed: null,
        judge: null,
        read: null,
        write: null,
      };
      let dimensions = 0;
      for (const role of encoderRoles) {
        const card = await cards[role].get(() => {}, signal).catch(() => null);
        if (!card) continue;
        const at = loads[role].peek()?.session.device ?? device;
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
      for (const role of encoderRoles) await loads[role].clear();
    },
  };
}
