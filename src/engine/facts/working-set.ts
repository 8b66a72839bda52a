import { stem, words } from '../../core/lib/words';
import type { ChainPassage, ChainRow } from '../../core/reasoning/chain-features';
import { tripleText } from '../../core/triples/facts';
import type { NameIndex } from '../../core/triples/names';
import type { Triple } from '../../core/types';
import type { EngineContext } from '../context';
import type { FactStore } from './fact-store';
import { dot } from './similarity';

/** What is known of a passage before its triples are looked at. */
export interface PassageScore {
  readonly cosine: number | null;
  readonly bm25: number | null;
}

/** The triples that one question has brought up so far; grows as chains reach further. */
export interface WorkingSet {
  readonly rows: readonly ChainRow[];
  /** Embeds the triples of these passages; rows of a passage come once. Returns their numbers. */
  add(passages: readonly number[], signal: AbortSignal): Promise<readonly number[]>;
  /** Row numbers of a passage, when it was added. */
  of(passage: number): readonly number[];
  has(passage: number): boolean;
  /** Texts embedded so far. */
  readonly embedded: number;
}

export interface WorkingSetInput {
  readonly vector: Float32Array;
  /** Stems of the question's content words. */
  readonly stems: ReadonlySet<string>;
  /** Entities that the question names. */
  readonly named: ReadonlySet<number>;
  readonly scores: ReadonlyMap<number, PassageScore>;
  /** Triples of one passage that are looked at. */
  readonly perPassage: number;
  readonly credibility: (triple: Triple) => number;
}

/** Vectors of triples seen lately, by text: the same facts come up again. */
export type VectorMemory = Map<string, Float32Array>;
const remembered = 20_000;

export function createWorkingSet(
  { indexes, models }: Pick<EngineContext, 'indexes' | 'models'>,
  facts: FactStore,
  names: NameIndex,
  memory: VectorMemory,
  input: WorkingSetInput,
): WorkingSet {
  const rows: ChainRow[] = [];
  const byPassage = new Map<number, number[]>();
  const bestKeywords = Math.max(1e-9, ...[...input.scores.values()].map((s) => s.bm25 ?? 0));
  let embedded = 0;

  function describe(index: number): ChainPassage {
    const passage = indexes.passage(index);
    const score = input.scores.get(index);
    const title = names.entity(indexes.document(passage.document)?.title ?? '');
    return {
      index,
      cosine: score?.cosine ?? dot(input.vector, indexes.vector(index)),
      keywords: (score?.bm25 ?? 0) / bestKeywords,
      title,
      named: title >= 0 && input.named.has(title),
    };
  }

  /** The triples worth embedding: those that share words with the question or lead elsewhere. */
  function choose(passage: ChainPassage): Omit<ChainRow, 'vector'>[] {
    const seen = new Set<string>();
    const all = facts.ofPassage(indexes.passage(passage.index).id).flatMap((triple, order) => {
      const text = tripleText(triple);
      if (seen.has(text)) return [];
      seen.add(text);
      const matched = new Set(
        words(text)
          .map(stem)
          .filter((s) => input.stems.has(s)),
      );
      const head = names.entity(triple.head);
      const mentioned = names.mentions(`${triple.head} | ${triple.tail}`);
      const elsewhere = mentioned.some((e) => e !== passage.title && e !== head);
      const row = {
        triple,
        text,
        credibility: input.credibility(triple),
        passage,
        head,
        names: mentioned,
        asked: head >= 0 && input.named.has(head),
        matched,
      };
      return [{ row, order, worth: matched.size + (elsewhere ? 1.5 : 0) }];
    });
    if (all.length > input.perPassage) {
      all.sort((a, b) => b.worth - a.worth || a.order - b.order);
      all.length = input.perPassage;
      all.sort((a, b) => a.order - b.order);
    }
    return all.map(({ row }) => row);
  }

  return {
    rows,
    get embedded() {
      return embedded;
    },
    of: (passage) => byPassage.get(passage) ?? [],
    has: (passage) => byPassage.has(passage),
    async add(passages, signal) {
      const fresh = [...new Set(passages)].filter((p) => !byPassage.has(p));
      const chosen = fresh.flatMap((p) => choose(describe(p)));
      const unknown = [...new Set(chosen.map((r) => r.text))].filter((t) => !memory.has(t));
      const vectors = await models.embed(unknown, signal);
      const d = unknown.length === 0 ? 0 : vectors.length / unknown.length;
      embedded += unknown.length;
      if (memory.size > remembered) memory.clear();
      unknown.forEach((text, i) => memory.set(text, vectors.slice(i * d, (i + 1) * d)));
      for (const p of fresh) byPassage.set(p, []);
      for (const row of chosen) {
        byPassage.get(row.passage.index)!.push(rows.length);
        rows.push({ ...row, vector: memory.get(row.text)! });
      }
      return passages.flatMap((p) => byPassage.get(p) ?? []);
    },
  };
}
