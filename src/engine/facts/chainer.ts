import { readQuestion } from '../../core/answer/question';
import { chooseByFeatures, selectorWeights } from '../../core/reasoning/chain-selector';
import type { ChainQuestion, ChainRow } from '../../core/reasoning/chain-features';
import { buildChains, type Chain, type ChainSearch, type Offer } from '../../core/reasoning/chains';
import { passageContext, tripleContext } from '../../core/reasoning/chains-context';
import { mostReliable, reliability } from '../../core/reasoning/reliability';
import { selectionPrompt } from '../../core/reasoning/prompts';
import type { Settings } from '../../core/settings';
import type { NameIndex } from '../../core/triples/names';
import type { EvidenceChain, PassageId, Triple } from '../../core/types';
import type { Chained, Chainer } from '../ask/run';
import type { Found } from '../ask/search';
import { createPause } from '../breathe';
import type { EngineContext } from '../context';
import type { Writer } from '../models/types';
import type { FactStore } from './fact-store';
import {
  createWorkingSet,
  dot,
  type PassageScore,
  type VectorMemory,
  type WorkingSet,
} from './working-set';

const nothing: Chained = { chains: [], passages: [], sentences: [] };

/**
 * Reasoning chains over the library's facts (ReliableRAG, 3.3). A chain's next hop is looked for in
 * the whole library: where the things that its last triple names are written about, and where the
 * chain's query and their names are found; not only among the question's first candidates.
 */
export function createChainer(
  context: EngineContext,
  facts: FactStore,
  credibility: (triple: Triple) => number,
): Chainer {
  const memory: VectorMemory = new Map();
  return {
    async chains(question, vector, candidates, settings, signal) {
      const search = await openSearch(
        { context, facts, credibility, memory },
        { question, vector, candidates, settings, signal },
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
  readonly credibility: (triple: Triple) => number;
  readonly memory: VectorMemory;
}

export interface SearchQuestion {
  readonly question: string;
  readonly vector: Float32Array;
  readonly candidates: readonly Found[];
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/** The beam search's view of one question, over the rows that it brings up. */
export interface OpenSearch extends ChainSearch {
  readonly rows: readonly ChainRow[];
  readonly shape: ChainQuestion;
}

/** Looks at the triples of the best passages, and of what the question names; null without facts. */
export async function openSearch(
  { context, facts, credibility, memory }: SearchDeps,
  asked: SearchQuestion,
): Promise<OpenSearch | null> {
  const { question, vector, candidates, settings, signal } = asked;
  await facts.load();
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
    credibility,
  });
  const first = await set.add(
    [
      ...candidates.slice(0, settings.chains.passages).map((c) => c.index),
      ...passagesAbout([...named], context, names, vector, settings.chains.links),
    ],
    signal,
  );
  const shape = {
    stems: stems.size,
    names: [...named].filter((e) => names.titled(e).length > 0).length,
  };
  const search = createSearch({ ...asked, context, names, set, first, shape });
  return { ...search, rows: set.rows, shape };
}

interface SearchInput {
  readonly context: EngineContext;
  readonly names: NameIndex;
  readonly set: WorkingSet;
  readonly question: string;
  readonly vector: Float32Array;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** Rows of the first passages. */
  readonly first: readonly number[];
  readonly shape: ChainQuestion;
}

function createSearch(input: SearchInput): ChainSearch {
  const { context, names, set, vector, settings, signal, first, shape } = input;
  const { chains, facts } = settings;
  const writer = chains.selector === 'writer' ? context.writer() : null;
  /** Passages linked to an entity, found once a question. */
  const linked = new Map<number, readonly number[]>();
  const linksOf = (entity: number): readonly number[] => {
    let found = linked.get(entity);
    if (!found)
      linked.set(entity, (found = passagesAbout([entity], context, names, vector, chains.links)));
    return found;
  };
  const rowsOf = (chain: Chain): ChainRow[] => chain.triples.map((t) => set.rows[t]!);
  const near = (a: number, b: number): boolean =>
    set.rows[a]!.text === set.rows[b]!.text ||
    dot(set.rows[a]!.vector, set.rows[b]!.vector) > chains.near;

  return {
    async offers(chain: Chain): Promise<readonly Offer[]> {
      signal.throwIfAborted();
      const rows = rowsOf(chain);
      const query = chainVector(vector, rows);
      const rank = (t: number): Offer => {
        const row = set.rows[t]!;
        return {
          triple: t,
          reliability: reliability(dot(query, row.vector), row.credibility, facts.alpha),
        };
      };
      const last = rows.at(-1);
      if (!last) return mostReliable(first.map(rank), [], near, chains.candidates);
      const from = new Set(rows.map((r) => r.passage.index));
      const next = last.names.flatMap(linksOf).filter((p) => !from.has(p));
      const links = await set.add(next, signal);
      // Half the places are for triples that the chain leads to, the rest for the best of all.
      const half = mostReliable(
        links.map(rank),
        chain.triples,
        near,
        Math.ceil(chains.candidates / 2),
      );
      const taken = [...chain.triples, ...half.map((o) => o.triple)];
      const rest = mostReliable(first.map(rank), taken, near, chains.candidates - half.length);
      return [...half, ...rest].sort(
        (a, b) => b.reliability - a.reliability || a.triple - b.triple,
      );
    },
    async choose(chain: Chain, offers: readonly Offer[]): Promise<ArrayLike<number>> {
      const rows = rowsOf(chain);
      if (writer)
        return chooseByWriter(
          writer,
          input.question,
          rows,
          offers.map((o) => set.rows[o.triple]!),
          signal,
        );
      const options = offers.map((o) => ({ row: set.rows[o.triple]!, reliability: o.reliability }));
      return chooseByFeatures(rows, options, shape, selectorWeights, chains.temperature);
    },
  };
}

/** Option letters of a language model (ReliableRAG, 3.3); an empty chain is not offered "stop". */
async function chooseByWriter(
  writer: Writer,
  question: string,
  chain: readonly ChainRow[],
  options: readonly ChainRow[],
  signal: AbortSignal,
): Promise<Float32Array> {
  if (options.length === 0) return Float32Array.of(chain.length > 0 ? 1 : 0);
  const { prompt, letters, canStop } = selectionPrompt(
    question,
    chain.map((r) => r.text),
    options.map((r) => r.text),
  );
  const probabilities = await writer.choose(prompt, letters, signal);
  return canStop ? probabilities : Float32Array.of(0, ...probabilities);
}

/** The chain's query without another run of the embedder: the mean of question and triples. */
export function chainVector(question: Float32Array, chain: readonly ChainRow[]): Float32Array {
  if (chain.length === 0) return question;
  const sum = Float32Array.from(question);
  for (const { vector } of chain) for (let k = 0; k < sum.length; k++) sum[k]! += vector[k]!;
  const norm = Math.sqrt(dot(sum, sum)) || 1;
  return sum.map((x) => x / norm);
}

/** Passages about entities: those of documents named after them first, nearest to the question. */
function passagesAbout(
  entities: readonly number[],
  { indexes }: EngineContext,
  names: NameIndex,
  vector: Float32Array,
  limit: number,
): number[] {
  const result: number[] = [];
  for (const entity of entities) {
    const order = (ids: readonly PassageId[]): number[] =>
      ids
        .map((id) => indexes.indexOf(id))
        .filter((i) => i >= 0)
        .map((i) => ({ i, cosine: dot(vector, indexes.vector(i)) }))
        .sort((a, b) => b.cosine - a.cosine || a.i - b.i)
        .map(({ i }) => i);
    const titled = order(names.titled(entity)).slice(0, limit);
    const about = titled.length < limit ? order(names.about(entity)) : [];
    result.push(...[...titled, ...about].slice(0, limit));
  }
  return [...new Set(result)];
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
