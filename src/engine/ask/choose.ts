import { selectContext } from '../../core/context/select';
import type { Settings } from '../../core/settings';
import type { Evidence } from '../../core/types';
import type { Indexes } from '../pipeline/indexes';
import { dot, type Found } from './search';

/** Which candidates become evidence, and why the others did not. */
export interface Chosen {
  /** In the order they are read. */
  readonly taken: readonly Found[];
  /** All candidates: those taken first. */
  readonly order: readonly Found[];
  /** By passage index. */
  readonly parts: ReadonlyMap<number, CandidatePart>;
  readonly budget: Evidence['budget'];
}

export interface CandidatePart {
  /** 100 x mean cosine, the second cost of the knapsack. */
  readonly redundancy: number;
  /** Group of near-copies. */
  readonly group: number;
  readonly reason: string;
}

/** Chooses among the candidates under the budgets (Self-Correcting RAG, section 3.2). */
export function chooseEvidence(
  indexes: Indexes,
  candidates: readonly Found[],
  question: string,
  settings: Settings['context'],
): Chosen {
  const vectors = candidates.map((c) => indexes.vector(c.index).slice());
  const selection = selectContext(
    {
      scores: candidates.map((c) => c.score),
      tokens: candidates.map((c) => c.passage.tokens),
      cosine: (i, j) => dot(vectors[i]!, vectors[j]!),
      words: {
        question,
        titles: candidates.map((c) => indexes.document(c.passage.document)?.title ?? ''),
        texts: candidates.map((c) => c.passage.text),
      },
    },
    settings,
  );
  const taken = selection.taken.map((i) => candidates[i]!);
  const isTaken = new Set(taken);
  return {
    taken,
    order: [...taken, ...candidates.filter((c) => !isTaken.has(c))],
    parts: new Map(
      candidates.map((c, i) => [
        c.index,
        {
          redundancy: selection.costs.redundancy[i]!,
          group: selection.groups[i]!,
          reason: selection.reasons[i]!,
        },
      ]),
    ),
    budget: {
      tokens: selection.totals.tokens,
      maxTokens: settings.tokens,
      redundancy: selection.totals.redundancy,
      maxRedundancy: settings.redundancy,
    },
  };
}
