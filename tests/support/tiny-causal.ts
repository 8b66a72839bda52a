import type { CausalSession, Past } from '../../src/engine/models/writer/causal';
import type { WriterTokens } from '../../src/engine/models/writer/tokens';

/** The alphabet of the tiny language model; its first character ends a reply. */
export const alphabet = '\u0000 abcdefghijklmnopqrstuvwxyz.\n';

/** One token a character; what is not in the alphabet becomes a space. */
export const tinyTokens: WriterTokens = {
  prompt: (text, { plain, system }, most) => {
    const ids = idsOf(`${system ?? ''}${text}${plain ? '' : '\n'}`);
    return ids.slice(Math.max(0, ids.length - most));
  },
  encode: idsOf,
  decode: (ids) => ids.map((id) => alphabet[id]).join(''),
  ends: new Set([0]),
};

function idsOf(text: string): number[] {
  return Array.from(text, (c) => Math.max(1, alphabet.indexOf(c)));
}

interface TinyPast extends Past {
  readonly ids: readonly (readonly number[])[];
}

export interface TinyCausal extends CausalSession {
  /** Rows x tokens of every pass. */
  readonly passes: [rows: number, tokens: number][];
  /** Pasts that were made and not freed. */
  readonly open: () => number;
}

/** A language model that is a function of all it has read: `next(ids)` gives the logits. */
export function createTinyCausal(
  next: (ids: readonly number[]) => ArrayLike<number>,
  before: () => void = () => {},
): TinyCausal {
  const passes: [number, number][] = [];
  let open = 0;
  const pastOf = (ids: readonly (readonly number[])[]): TinyPast => {
    open++;
    let free = false;
    return {
      ids,
      rows: ids.length,
      tokens: ids[0]!.length,
      async take(rows, tokens) {
        if (free) throw new Error('The past was freed before.');
        return pastOf(rows.map((row) => ids[row]!.slice(0, tokens)));
      },
      free() {
        if (free) throw new Error('The past was freed twice.');
        free = true;
        open--;
      },
    };
  };
  return {
    passes,
    open: () => open,
    device: { device: 'wasm', threads: 1, why: 'a test' },
    async forward(ids, past, keep) {
      before();
      passes.push([ids.length, ids[0]!.length]);
      const all = ids.map((row, k) => [...((past as TinyPast | null)?.ids[k] ?? []), ...row]);
      const logits = all.flatMap((row) =>
        Array.from({ length: keep }, (_, t) => [
          ...next2(row.slice(0, row.length - keep + t + 1)),
        ]).flat(),
      );
      return { logits: Float32Array.from(logits), past: pastOf(all) };
    },
    dispose: async () => {},
  };

  function next2(ids: readonly number[]): number[] {
    return Array.from(next(ids));
  }
}

/** Logits that put all on one continuation: after `prompt`, `reply` and then the end. */
export function recite(prompt: string, reply: string) {
  return (ids: readonly number[]) => {
    const text = tinyTokens.decode(ids);
    const at = text.startsWith(prompt) ? text.length - prompt.length : -1;
    const wanted = at >= 0 && at < reply.length ? alphabet.indexOf(reply[at]!) : 0;
    return Array.from(alphabet, (_, id) => (id === wanted ? 10 : 0));
  };
}

/** Logits that depend on every character read, without any sense. */
export function babble(seed = 1) {
  return (ids: readonly number[]) => {
    const h = ids.reduce((sum, id) => (Math.imul(sum, 31) + id + 7) | 0, seed);
    return Array.from(
      alphabet,
      (_, id) => ((Math.imul(h ^ (id * 2654435761), 40503) >>> 8) % 1000) / 200,
    );
  };
}
