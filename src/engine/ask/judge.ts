import type { Judgement } from '../../core/types';
import type { Models, Pair } from '../models/types';

/** Judges pairs, each different pair once; counts what was really asked. */
export interface Judge {
  judge(pairs: readonly Pair[], signal: AbortSignal): Promise<readonly Judgement[]>;
  readonly calls: number;
}

const key = (pair: Pair) => `${pair.premise}\u0000${pair.hypothesis}`;

/** A judge with a memory of its own, for one question. */
export function createJudge(models: Pick<Models, 'entail'>): Judge {
  const known = new Map<string, Judgement>();
  let calls = 0;
  return {
    get calls() {
      return calls;
    },
    async judge(pairs, signal) {
      const missing = new Map<string, Pair>();
      for (const pair of pairs) if (!known.has(key(pair))) missing.set(key(pair), pair);
      if (missing.size > 0) {
        const scores = await models.entail([...missing.values()], signal);
        calls += missing.size;
        [...missing.keys()].forEach((k, i) =>
          known.set(k, {
            entailment: scores[3 * i]!,
            neutral: scores[3 * i + 1]!,
            contradiction: scores[3 * i + 2]!,
          }),
        );
      }
      return pairs.map((pair) => known.get(key(pair))!);
    },
  };
}
