import type { Settings } from '../../core/settings';
import type { Evidence } from '../../core/types';
import type { Found } from './search';

/** Which candidates become evidence, and why the others did not. */
export interface Chosen {
  /** In the order they are read. */
  readonly taken: readonly Found[];
  /** All candidates: those taken first. */
  readonly order: readonly Found[];
  /** By passage index. */
  readonly parts: ReadonlyMap<
    number,
    { readonly redundancy: number; readonly group: number; readonly reason: string }
  >;
  readonly budget: Evidence['budget'];
}

/** The first k candidates. */
export function chooseTop(
  candidates: readonly Found[],
  k: number,
  settings: Settings['context'],
): Chosen {
  const taken = candidates.slice(0, k);
  return {
    taken,
    order: candidates,
    parts: new Map(
      candidates.map((c, i) => [
        c.index,
        { redundancy: 0, group: i, reason: i < k ? 'taken' : `left out: not among the first ${k}` },
      ]),
    ),
    budget: {
      tokens: taken.reduce((sum, c) => sum + c.passage.tokens, 0),
      maxTokens: settings.tokens,
      redundancy: 0,
      maxRedundancy: settings.redundancy,
    },
  };
}
