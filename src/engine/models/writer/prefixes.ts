import type { Past } from './causal';

/** Prompts that were read lately, so that what a new one shares with them is not read again. */
export interface Prefixes {
  /** The longest known beginning of `ids`, at most `most` tokens; null when nothing is shared. */
  longest(ids: readonly number[], most: number): Promise<Past | null>;
  /** Remembers what was made of `ids`. The past is this one's from now on. */
  keep(ids: readonly number[], past: Past): void;
  clear(): void;
}

/**
 * Holds the last prompts up to a number of tokens in all (a token takes 46 kB with 30 layers of 3
 * heads). Two roles that take turns, each with its own examples in front, find theirs again.
 */
export function createPrefixes(mostTokens: number, leastShared = 16): Prefixes {
  let known: { readonly ids: readonly number[]; readonly past: Past }[] = [];
  return {
    async longest(ids, most) {
      let best: (typeof known)[number] | null = null;
      let length = 0;
      for (const entry of known) {
        const shared = Math.min(most, sharedLength(entry.ids, ids));
        if (shared > length) [best, length] = [entry, shared];
      }
      if (!best || length < leastShared) return null;
      known = [best, ...known.filter((entry) => entry !== best)];
      return best.past.take([0], length);
    },
    keep(ids, past) {
      const longer = known.filter((entry) => sharedLength(entry.ids, ids) < entry.ids.length);
      for (const entry of known) if (!longer.includes(entry)) entry.past.free();
      known = [{ ids: ids.slice(), past }, ...longer];
      let sum = 0;
      known = known.filter((entry, i) => {
        sum += entry.ids.length;
        if (i === 0 || sum <= mostTokens) return true;
        entry.past.free();
        return false;
      });
    },
    clear() {
      for (const { past } of known) past.free();
      known = [];
    },
  };
}

function sharedLength(a: readonly number[], b: readonly number[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}
