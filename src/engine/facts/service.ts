import type { FactsApi, FactsProgress } from '../../link/facts';
import type { Chainer } from '../ask/run';
import type { TrustSource } from '../ask/search';
import { createPause } from '../breathe';
import type { EngineContext } from '../context';
import { createChainer } from './chainer';
import { createCredibility, type CredibilityService } from './credibility';
import { chosenExtractor, extractAll } from './extract-all';
import { createFactStore, type FactStore } from './fact-store';
import { findEntities, findFacts } from './find-facts';
import { credibilityReasons } from './reasons';
import { createSharedRun } from './shared-run';

/** Facts of the library: the page's API, and what answering and trust take from it. */
export interface FactsService extends FactsApi {
  readonly chainer: Chainer;
  readonly store: FactStore;
  readonly credibility: CredibilityService;
  /** The first half of `extractFacts`: triples, without comparing them. */
  extract(tell: () => void, signal: AbortSignal): Promise<void>;
}

export interface FactsExtras {
  /** Whether facts are found by themselves, at start and after each import; default false. */
  readonly background?: boolean;
}

/** @param trust of passages at this moment: what contradicts or supports a fact counts by it */
export function createFactsService(
  context: EngineContext,
  trust: () => TrustSource = () => unknownTrust,
  { background = false }: FactsExtras = {},
): FactsService {
  const { indexes, changed } = context;
  const facts = createFactStore(context);
  const credibility = createCredibility(context, facts, trust);
  const names = () => facts.names(createPause(new AbortController().signal));

  /** What another one extracted is to be extracted anew; null: whoever did it is right. */
  let extractor: string | null = null;

  /** Settings may say by now that others find and score facts than those who did. */
  async function lookAtSettings(): Promise<void> {
    extractor = (await chosenExtractor(context)).id;
    await credibility.lookAtSettings();
  }

  async function load(): Promise<void> {
    await facts.load();
    await credibility.load();
  }

  async function extract(tell: () => void, signal: AbortSignal): Promise<void> {
    await load();
    await lookAtSettings();
    const before = facts.version;
    await extractAll(context, facts, tell, signal);
    if (facts.version !== before) changed.emit({ type: 'triples' });
  }

  async function work(tell: () => void, signal: AbortSignal): Promise<void> {
    await extract(tell, signal);
    if (await credibility.run(tell, signal)) changed.emit({ type: 'triples' });
  }

  function progress(): FactsProgress {
    let [done, total, rejectedLines, checked] = [0, 0, 0, 0];
    for (const { id, passages } of indexes.documents()) {
      total += passages;
      if (credibility.isChecked(id)) checked += passages;
      const mark = facts.mark(id);
      if (!mark || (extractor ?? mark.extractor) !== mark.extractor) continue;
      done += passages;
      rejectedLines += mark.rejected.length;
    }
    return { done, total, triples: facts.size, rejectedLines, checked, running: shared.running };
  }

  const shared = createSharedRun(work, progress);
  if (background) {
    changed.on(({ type }) => {
      // Settings say who finds and scores facts; where that is as before, nothing is done anew.
      if (type === 'documents' || type === 'settings') shared.soon();
    });
    if (indexes.documents().length > 0) shared.soon();
  }

  return {
    store: facts,
    chainer: createChainer(context, facts, credibility),
    credibility,
    extract,
    extractFacts: (onProgress, signal) => shared.run(onProgress, signal),
    async factsProgress() {
      await load();
      if (facts.size > 0) await lookAtSettings();
      return progress();
    },
    async facts(query) {
      await load();
      const index = query.entity === null ? null : await names();
      return findFacts(facts, indexes, index, credibility.score, query);
    },
    async entities(prefix, limit) {
      await load();
      return findEntities(facts, await names(), prefix, limit);
    },
    async whyCredible(id) {
      await load();
      const triple = facts.get(id);
      return triple ? credibilityReasons(context, credibility, trust(), triple) : [];
    },
  };
}

const unknownTrust: TrustSource = { trustOf: () => 0.5 };
