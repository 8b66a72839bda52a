import {
  chooseByFeatures,
  selectorWeights,
  type SelectorWeights,
} from '../../core/reasoning/chain-selector';
import type { ChainQuestion, ChainRow } from '../../core/reasoning/chain-features';
import type { Chain, ChainSearch, Offer } from '../../core/reasoning/chains';
import { selectionPrompt } from '../../core/reasoning/prompts';
import { mostReliable, reliability } from '../../core/reasoning/reliability';
import type { Settings } from '../../core/settings';
import type { NameIndex } from '../../core/triples/names';
import type { PassageId } from '../../core/types';
import type { EngineContext } from '../context';
import type { Writer } from '../models/types';
import { createSimilarity, dot } from './similarity';
import type { WorkingSet } from './working-set';

export interface ChainSearchInput {
  readonly context: EngineContext;
  readonly names: NameIndex;
  readonly set: WorkingSet;
  readonly question: string;
  readonly vector: Float32Array;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly allowed?: ((index: number) => boolean) | undefined;
  readonly weights?: (() => SelectorWeights) | undefined;
  /** Rows of the first passages. */
  readonly first: readonly number[];
  readonly shape: ChainQuestion;
}

/** Offers and choices of a beam search over one question's triples. */
export function createChainSearch(input: ChainSearchInput): ChainSearch {
  const { context, set, vector, settings, signal, first, shape } = input;
  const { chains, facts } = settings;
  const writer = chains.selector === 'writer' ? context.writer() : null;
  const similarity = createSimilarity(vector, set.rows);
  const reach = createReach(input);
  const rowsOf = (chain: Chain): ChainRow[] => chain.triples.map((t) => set.rows[t]!);
  const near = (a: number, b: number): boolean =>
    set.rows[a]!.text === set.rows[b]!.text || similarity.between(a, b) > chains.near;

  return {
    async offers(chain: Chain): Promise<readonly Offer[]> {
      signal.throwIfAborted();
      const last = chain.triples.at(-1);
      const links = last === undefined ? [] : await set.add(await reach(chain), signal);
      const cosine = similarity.toChain(chain.triples);
      const rank = (triple: number): Offer => ({
        triple,
        reliability: reliability(cosine(triple), set.rows[triple]!.credibility, facts.alpha),
      });
      if (last === undefined) return mostReliable(first.map(rank), [], near, chains.candidates);
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
      if (writer) {
        const options = offers.map((o) => set.rows[o.triple]!);
        return chooseByWriter(writer, input.question, rows, options, signal);
      }
      const cosine = similarity.toChain(chain.triples);
      const options = offers.map(({ triple }) => ({
        row: set.rows[triple]!,
        cosine: cosine(triple),
      }));
      const weights = input.weights?.() ?? selectorWeights;
      return chooseByFeatures(rows, options, shape, weights, chains.temperature);
    },
  };
}

/**
 * Where a chain can go on in the whole library: to what its last triple names, and, where nothing is
 * written about that, to what both indexes find for the chain's query and the name it leads to.
 */
function createReach({
  context,
  names,
  set,
  question,
  vector,
  settings,
  allowed,
}: ChainSearchInput) {
  const { links } = settings.chains;
  const known = new Map<number, readonly number[]>();
  return async (chain: Chain): Promise<readonly number[]> => {
    const last = chain.triples.at(-1)!;
    const row = set.rows[last]!;
    let found = known.get(last);
    if (!found) {
      const open = row.names.filter((e) => e !== row.passage.title);
      const named = passagesAbout(open, context, names, vector, links, allowed);
      const elsewhere = named.filter((p) => p !== row.passage.index);
      found = elsewhere.length > 0 || links === 0 ? elsewhere : search(row);
      known.set(last, found);
    }
    const been = new Set(chain.triples.map((t) => set.rows[t]!.passage.index));
    return found.filter((p) => !been.has(p));
  };

  function search({ triple, passage, vector: own }: ChainRow): number[] {
    const query = vector.map((x, k) => x + own[k]!);
    const { indexes } = context;
    const sparse = indexes.sparse(`${triple.tail} ${question}`, links + 1, allowed);
    const dense = indexes.dense(query, links + 1, allowed);
    const both = sparse.flatMap((hit, k) => [hit.index, dense[k]?.index ?? hit.index]);
    return [...new Set(both)].filter((i) => i !== passage.index).slice(0, links);
  }
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

/** Passages about entities: those of documents named after them first, nearest to the question. */
export function passagesAbout(
  entities: readonly number[],
  { indexes }: EngineContext,
  names: NameIndex,
  vector: Float32Array,
  limit: number,
  allowed: (index: number) => boolean = () => true,
): number[] {
  const result: number[] = [];
  for (const entity of entities) {
    const order = (ids: readonly PassageId[]): number[] =>
      ids
        .map((id) => indexes.indexOf(id))
        .filter((i) => i >= 0 && allowed(i))
        .map((i) => ({ i, cosine: dot(vector, indexes.vector(i)) }))
        .sort((a, b) => b.cosine - a.cosine || a.i - b.i)
        .map(({ i }) => i);
    const titled = order(names.titled(entity)).slice(0, limit);
    const about = titled.length < limit ? order(names.about(entity)) : [];
    result.push(...[...titled, ...about].slice(0, limit));
  }
  return [...new Set(result)];
}
