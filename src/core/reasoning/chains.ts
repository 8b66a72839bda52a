import type { Pause } from '../cancel';
import { noPause } from '../cancel';
import type { Settings } from '../settings';

export interface ChainStep {
  /** Probability of the choice; of the last step of an ended chain: of stopping. */
  readonly probability: number;
  /** Reliability of the triple chosen; of a stop: of nothing, 0. */
  readonly reliability: number;
}

/** A chain of triples, given by their numbers in the caller's table. */
export interface Chain {
  readonly triples: readonly number[];
  /** Product of the choice probabilities. */
  readonly score: number;
  readonly steps: readonly ChainStep[];
  /** Whether the selector chose to stop; false: still open after the last hop. */
  readonly ended: boolean;
}

export interface Offer {
  readonly triple: number;
  readonly reliability: number;
}

/** What a beam search needs to know: who offers triples and who chooses among them. */
export interface ChainSearch {
  /** Candidates for the next hop, not in the chain and not redundant; best first. */
  offers(chain: Chain): Promise<readonly Offer[]>;
  /** Probability of stopping, then of each offer; they sum to 1. */
  choose(chain: Chain, offers: readonly Offer[]): Promise<ArrayLike<number>>;
}

/**
 * Chain construction by beam search (ReliableRAG, 3.3). Each open chain follows its best choices;
 * option A ends it. Ended chains go to a list of their own and are never displaced: in the paper's
 * published code they compete for the beam's places, and the best chain of all can be lost.
 *
 * @returns at most `settings.final` chains, the most probable first
 */
export async function buildChains(
  search: ChainSearch,
  settings: Settings['chains'],
  pause: Pause = noPause,
): Promise<Chain[]> {
  let open: Chain[] = [{ triples: [], score: 1, steps: [], ended: false }];
  const ended: Chain[] = [];
  for (let hop = 0; hop < settings.hops && open.length > 0; hop++) {
    const grown: Chain[] = [];
    for (const chain of open) {
      await pause();
      for (const next of await follow(chain, search, settings))
        (next.ended ? ended : grown).push(next);
    }
    open = grown.sort(better).slice(0, settings.beam);
  }
  return [...ended, ...open].sort(better).slice(0, settings.final);
}

/** The best choices of one chain: grown by a triple, or ended. */
async function follow(
  chain: Chain,
  search: ChainSearch,
  { choices, minProbability }: Settings['chains'],
): Promise<Chain[]> {
  const offers = await search.offers(chain);
  const probabilities = await search.choose(chain, offers);
  return Array.from(probabilities, (probability, option) => ({ option, probability }))
    .filter(({ probability }) => probability > 0 && probability >= minProbability)
    .sort((a, b) => b.probability - a.probability || a.option - b.option)
    .slice(0, choices)
    .map(({ option, probability }) => {
      const offer = offers[option - 1];
      return {
        triples: offer ? [...chain.triples, offer.triple] : chain.triples,
        score: chain.score * probability,
        steps: [...chain.steps, { probability, reliability: offer?.reliability ?? 0 }],
        ended: !offer,
      };
    });
}

/** More probable first; then shorter; then by the triples' numbers, so that the order is fixed. */
function better(a: Chain, b: Chain): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.triples.length !== b.triples.length) return a.triples.length - b.triples.length;
  for (const [i, triple] of a.triples.entries())
    if (triple !== b.triples[i]) return triple - b.triples[i]!;
  return Number(b.ended) - Number(a.ended);
}
