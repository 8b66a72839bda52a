import { readQuestion } from '../../core/answer/question';
import type { ChainQuestion, ChainRow } from '../../core/reasoning/chain-features';
import type { SelectorWeights } from '../../core/reasoning/chain-selector';
import { buildChains, type Chain, type ChainSearch } from '../../core/reasoning/chains';
import { passageContext, tripleContext } from '../../core/reasoning/chains-context';
import type { Settings } from '../../core/settings';
import type { EvidenceChain } from '../../core/types';
import type { Chained, Chainer } from '../ask/run';
import type { Found } from '../ask/search';
import { createPause } from '../breathe';
import type { EngineContext } from '../context';
import { createChainSearch, passagesAbout } from './chain-search';
import type { CredibilityService } from './credibility';
import type { FactStore } from './fact-store';
import { createWorkingSet, type PassageScore, type VectorMemory } from './working-set';

const nothing: Chained = { chains: [], passages: [], sentences: [] };

/**
 * Reasoning chains over the library's facts (ReliableRAG, 3.3). A chain's next hop is looked for in
 * the whole library: where the things that its last triple names are written about, and where the
 * chain's query and their names are found; not only among the question's first candidates.
 */
export function createChainer(
  context: EngineContext,
  facts: FactStore,
  credibility: Pick<CredibilityService, 'load' | 'score'>,
): Chainer {
  const memory: VectorMemory = new Map();
  context.changed.on(({ type }) => type === 'embedder' && memory.clear());
  return {
    async chains(question, vector, candidates, settings, signal, allowed) {
      const search = await openSearch(
        { context, facts, credibility, memory },
        { question, vector, candidates, settings, signal, allowed },
      );
      if (!search) return nothing;
      const found = await buildChains(search, settings.chains, createPause(signal));
      return toChained(found, search.rows, context);
    },
  };
}

export interface SearchDeps {
  readonly context: EngineContext;
  readonly facts: FactStore;
  readonly credibility: Pick<CredibilityService, 'load' | 'score'>;
  readonly memory: VectorMemory;
}

export interface SearchQuestion {
  readonly question: string;
  readonly vector: Float32Array;
  readonly candidates: readonly Found[];
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** Which passages may be used; all when left out. */
  readonly allowed?: ((index: number) => boolean) | undefined;
  /** Of the selector without a language model; for fitting them. */
  readonly weights?: () => SelectorWeights;
}

/** The beam search's view of one question, over the rows that it brings up. */
export interface OpenSearch extends ChainSearch {
  readonly rows: readonly ChainRow[];
  readonly shape: ChainQuestion;
  /** Of the question. */
  readonly vector: Float32Array;
}

/** Looks at the triples of the best passages, and of what the question names; null without facts. */
export async function openSearch(
  { context, facts, credibility, memory }: SearchDeps,
  asked: SearchQuestion,
): Promise<OpenSearch | null> {
  const { question, vector, candidates, settings, signal } = asked;
  await facts.load();
  await credibility.load();
  if (facts.size === 0) return null;
  const names = await facts.names(createPause(signal));
  const { stems } = readQuestion(question);
  const named = new Set(names.mentions(question));
  const set = createWorkingSet(context, facts, names, memory, {
    vector,
    stems,
    named,
    scores: new Map<number, PassageScore>(candidates.map((c) => [c.index, c])),
    perPassage: settings.chains.perPassage,
    credibility: credibility.score,
  });
  const first = await set.add(
    [
      ...candidates.slice(0, settings.chains.passages).map((c) => c.index),
      ...passagesAbout([...named], context, names, vector, settings.chains.links, asked.allowed),
    ],
    signal,
  );
  const shape = {
    stems: stems.size,
    names: [...named].filter((e) => names.titled(e).length > 0).length,
  };
  const search = createChainSearch({ ...asked, context, names, set, first, shape });
  return { ...search, rows: set.rows, shape, vector };
}

function toChained(
  found: readonly Chain[],
  rows: readonly ChainRow[],
  { indexes }: EngineContext,
): Chained {
  const triples = found.map((chain) => chain.triples.map((t) => rows[t]!.triple));
  const chains: EvidenceChain[] = found.map((chain, i) => ({
    triples: triples[i]!,
    score: chain.score,
    steps: chain.steps,
    ended: chain.ended,
  }));
  return {
    chains,
    passages: passageContext(triples).map((id) => indexes.indexOf(id)),
    sentences: tripleContext(triples),
  };
}
