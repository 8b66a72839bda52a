import { entityKey } from '../../core/triples/entities';
import type { Triple } from '../../core/types';
import type { FactQuery, Fact, FactsApi, FactsProgress } from '../../link/facts';
import type { Chainer } from '../ask/run';
import { createPause } from '../breathe';
import type { EngineContext } from '../context';
import { passagesOf } from '../pipeline/document-rows';
import { createChainer } from './chainer';
import { loadEnglish, rulesExtractor, writerExtractor, type Extractor } from './extraction';
import { createFactStore, type FactStore } from './fact-store';

/** Facts of the library: the page's API, and what answering and trust take from it. */
export interface FactsService extends FactsApi {
  readonly chainer: Chainer;
  readonly store: FactStore;
}

export function createFactsService(context: EngineContext): FactsService {
  const { indexes, store, changed } = context;
  const facts = createFactStore(context);
  const credibilityOf = (_triple: Triple): number => 5;
  let running = false;

  async function extractor(): Promise<Extractor> {
    const english = await loadEnglish();
    const writer = context.settings().facts.extractor === 'writer' ? context.writer() : null;
    if (!writer) return rulesExtractor(english);
    const model = (await context.models.describe()).roles.write?.id ?? 'writer';
    return writerExtractor(writer, model, english);
  }

  function progress(): FactsProgress {
    let [done, total, rejectedLines] = [0, 0, 0];
    for (const { id, passages } of indexes.documents()) {
      total += passages;
      const mark = facts.mark(id);
      if (!mark) continue;
      done += passages;
      rejectedLines += mark.rejected.length;
    }
    return { done, total, triples: facts.size, rejectedLines, running };
  }

  return {
    store: facts,
    chainer: createChainer(context, facts, credibilityOf),

    async extractFacts(onProgress, signal) {
      if (running) return;
      running = true;
      try {
        await facts.load();
        const use = await extractor();
        const pause = createPause(signal);
        onProgress(progress());
        for (const { id, title } of indexes.documents()) {
          if (facts.mark(id)?.extractor === use.id) continue;
          const triples: Triple[] = [];
          const rejected = [];
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
          onProgress(progress());
        }
        changed.emit({ type: 'triples' });
      } finally {
        running = false;
        onProgress(progress());
      }
    },

    async factsProgress() {
      await facts.load();
      return progress();
    },

    async facts(query) {
      await facts.load();
      return findFacts(query);
    },

    async entities(prefix, limit) {
      await facts.load();
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

    whyCredible: () => Promise.resolve([]),
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
      found.push({ triple, credibility: credibilityOf(triple), title });
    }
    // Sorting is stable: equal ones stay in the order of the text.
    if (sort === 'credibility') found.sort((a, b) => a.credibility - b.credibility);
    else found.sort((a, b) => a.title.localeCompare(b.title));
    return { facts: found.slice(0, limit), total: found.length };
  }
}
