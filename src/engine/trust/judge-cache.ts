import type { DocumentId, Judgement } from '../../core/types';
import type { EngineContext } from '../context';
import type { Pair } from '../models/types';
import { hashOf } from '../pipeline/import-jobs';

/** A judge whose replies are kept by content, so that nothing is judged twice: not after a reload, not in a copy of a file. */
export interface KeptJudge {
  /** Rows that the judge must be asked for are saved with `document`, and go with it. */
  judge(
    pairs: readonly Pair[],
    document: DocumentId,
    signal: AbortSignal,
  ): Promise<readonly Judgement[]>;
  /** Pairs that the models were asked for. */
  readonly calls: number;
}

/** @param judge id and number format of the model: another judge is asked anew */
export function createKeptJudge(
  { store, models }: Pick<EngineContext, 'store' | 'models'>,
  judge: string,
): KeptJudge {
  let calls = 0;
  return {
    get calls() {
      return calls;
    },
    async judge(pairs, document, signal) {
      const ids = await Promise.all(pairs.map((pair) => idOf(pair, judge)));
      const known = new Map<string, Float32Array>();
      const missing = new Map<string, Pair>();
      const rows = await Promise.all(ids.map((id) => store.get('judgements', id)));
      rows.forEach((row, i) => {
        if (row) known.set(ids[i]!, row.scores);
        else missing.set(ids[i]!, pairs[i]!);
      });
      if (missing.size > 0) {
        const scores = await models.entail([...missing.values()], signal);
        calls += missing.size;
        const fresh = [...missing.keys()].map((id, i) => ({
          id,
          document,
          scores: scores.slice(3 * i, 3 * i + 3),
        }));
        await store.batch(fresh.map((put) => ({ table: 'judgements', put })));
        for (const { id, scores: own } of fresh) known.set(id, own);
      }
      return ids.map((id) => judgementOf(known.get(id)!));
    },
  };
}

const judgementOf = (scores: Float32Array): Judgement => ({
  entailment: scores[0]!,
  neutral: scores[1]!,
  contradiction: scores[2]!,
});

/** Half of SHA-256: short keys, and no two of them are ever alike. */
async function idOf({ premise, hypothesis }: Pair, judge: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${judge}\u0000${premise}\u0000${hypothesis}`);
  return (await hashOf(bytes.buffer)).slice(0, 32);
}
