import type { Rejected } from '../../core/triples/reply';
import type { Triple } from '../../core/types';
import { createPause } from '../breathe';
import type { EngineContext } from '../context';
import { passagesOf } from '../pipeline/document-rows';
import { loadEnglish, rulesExtractor, writerExtractor, type Extractor } from './extraction';
import type { FactStore } from './fact-store';

/**
 * Extracts the facts of every document that has none by the extractor of the settings. A document
 * is saved when it is complete, so a closed tab loses at most one.
 */
export async function extractAll(
  context: EngineContext,
  facts: FactStore,
  tell: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { indexes, store } = context;
  const use = await chosenExtractor(context);
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
}

/** Who extracts by the settings of this moment. */
export async function chosenExtractor({
  models,
  settings,
  writer,
}: EngineContext): Promise<Extractor> {
  const english = await loadEnglish();
  const model = settings().facts.extractor === 'writer' ? writer() : null;
  if (!model) return rulesExtractor(english);
  const { roles } = await models.describe();
  return writerExtractor(model, roles.write?.id ?? 'writer', english);
}
