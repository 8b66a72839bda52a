import { entityKey } from '../../core/triples/entities';
import type { Rejected } from '../../core/triples/reply';
import type { Triple } from '../../core/types';
import type { FactQuery, Fact, FactsApi, FactsProgress } from '../../link/facts';
import type { Chainer } from '../ask/run';
import type { TrustSource } from '../ask/search';
import { createPause } from '../breathe';
import type { EngineContext } from '../context';
import { passagesOf } from '../pipeline/document-rows';
import { createChainer } from './chainer';
import { createCredibility, type CredibilityService } from './credibility';
import { loadEnglish, rulesExtractor, writerExtractor, type Extractor } from './extraction';
import { createFactStore, type FactStore } from './fact-store';
import { credibilityReasons } from './reasons';

/** Facts of the library: the page's API, and what answering and trust take from it. */
export interface FactsService extends FactsApi {
  readonly chainer: Chainer;
  readonly store: FactStore;
  readonly credibility: CredibilityService;
  /** The first half of `extractFacts`: triples, without comparing them. */
  extract(tell: () => void, signal: AbortSignal): Promise<void>;
}

/** @param trust of passages at this moment: what contradicts or supports a fact counts by it */
export function createFactsService(
  context: EngineContext,
  trust: () => TrustSource = () => unknownTrust,
): FactsService {
  const { indexes, store, changed } = context;
  const facts = createFactStore(context);
  const credibility = createCredibility(context, facts, trust);
  let running = false;

  const loadAll = async (): Promise<void> => {
    await facts.load();
    await credibility.load();
  };

  async function extractor(): Promise<Extractor> {
    const english = await loadEnglish();
    const writer = context.settings().facts.extractor === 'writer' ? context.writer() : null;
    if (!writer) return rulesExtractor(english);
    const model = (await context.models.describe()).roles.write?.id ?? 'writer';
    return writerExtractor(writer, model, english);
  }

  function progress(): FactsProgress {
    let [done, total, rejectedLines, checked] = [0, 0, 0, 0];
    for (const { id, passages } of indexes.documents()) {
      total += passages;
      if (credibility.isChecked(id)) checked += passages;
      const mark = facts.mark(id);
      if (!mark) continue;
      done += passages;
      rejectedLines += mark.rejected.length;
    }
    return { done, total, triples: facts.size, rejectedLines, checked, running };
  }

  async function extract(tell: () => void, signal: AbortSignal): Promise<void> {
    await loadAll();
    const use = await extractor();
    const pause = createPause(signal);
    tell();
    for (const { id, title } of indexes.documents()) {
      if (facts.mark(id)?.extractor === use.id) continue;
      const triples: Triple[] = [];
      const rejected: Rejected[] = [];
      for (const passage of await passagesOf(store, id)) {
        await pause();
        signal.throwIfAborted();
        const found = await use.extract(passage, title, signal);
        triples.push(...found.triples);
        rejected.push(...found.rejected);
      }
      // Deleted while it was read: nothing to keep.
      if (!indexes.document(id)) continue;
      await facts.put(id, triples, { extractor: use.id, triples: triples.length, rejected });
      tell();
    }
    changed.emit({ type: 'triples' });
  }

  return {
    store: facts,
    chainer: createChainer(context, facts, credibility),
    credibility,

    extract,

    async extractFacts(onProgress, signal) {
      if (running) return;
      running = true;
      const tell = (): void => onProgress(progress());
      try {
        await extract(tell, signal);
        await credibility.run(tell, signal);
        changed.emit({ type: 'triples' });
      } finally {
        running = false;
        tell();
      }
    },

    async factsProgress() {
      await loadAll();
      return progress();
    },

    async facts(query) {
      await loadAll();
      return findFacts(query);
    },

    async entities(prefix, limit) {
      await loadAll();
      const { entities } = await facts.names(createPause(new AbortController().signal));
      const wanted = entityKey(prefix);
      const counts = new Map<number, number>();
      for (const { head, tail } of facts.all())
        for (const entity of new Set([entities.find(head), entities.find(tail)]))
          if (entity >= 0) counts.set(entity, (counts.get(entity) ?? 0) + 1);
      return [...counts]
        .map(([entity, n]) => ({ name: entities.names(entity)[0] ?? '', facts: n, entity }))
        .filter(
          ({ entity }) =>
            wanted === '' ||
            entities.names(entity).some((n) => ` ${entityKey(n)}`.includes(` ${wanted}`)),
        )
        .sort((a, b) => b.facts - a.facts || a.name.localeCompare(b.name))
        .slice(0, limit)
        .map(({ name, facts: n }) => ({ name, facts: n }));
    },

    async whyCredible(id) {
      await loadAll();
      const triple = facts.get(id);
      return triple ? credibilityReasons(context, credibility, trust(), triple) : [];
    },
  };

  async function findFacts({ text, entity, sort, limit }: FactQuery) {
    const wanted = entityKey(text).split(' ').filter(Boolean);
    const names =
      entity === null ? null : await facts.names(createPause(new AbortController().signal));
    const id = names && entity !== null ? names.entity(entity) : -1;
    const found: Fact[] = [];
    for (const triple of facts.all()) {
      if (names && names.entity(triple.head) !== id && names.entity(triple.tail) !== id) continue;
      const title = indexes.document(triple.document)?.title ?? '';
      if (wanted.length > 0) {
        const all = entityKey(`${triple.head} ${triple.relation} ${triple.tail} ${title}`);
        if (!wanted.every((word) => all.includes(word))) continue;
      }
      found.push({ triple, credibility: credibility.score(triple), title });
    }
    // Sorting is stable: equal ones stay in the order of the text.
    if (sort === 'credibility') found.sort((a, b) => a.credibility - b.credibility);
    else found.sort((a, b) => a.title.localeCompare(b.title));
    return { facts: found.slice(0, limit), total: found.length };
  }
}

const unknownTrust: TrustSource = { trustOf: () => 0.5 };
