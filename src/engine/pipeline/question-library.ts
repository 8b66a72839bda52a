import type { QuestionPassage } from '../../core/evaluation/questions';
import { createRandom, shuffled } from '../../core/lib/random';
import { chunk, chunkerVersion } from '../../core/passages/chunk';
import { embeddingText } from '../../core/passages/embedding-text';
import type { Settings } from '../../core/settings';
import type {
  DocumentId,
  DocumentRecord,
  Feedback,
  ParsedDocument,
  Passage,
} from '../../core/types';
import { answerQuestion } from '../ask/ask';
import { createEmitter, type EngineContext, type LibraryChange } from '../context';
import type { Models } from '../models/types';
import { createServices, type Services } from '../services';
import { createMemoryStore } from '../storage/memory';
import type { Operation } from '../storage/types';
import type { AskableLibrary } from './evaluate';
import { shardsOf } from './document-rows';
import { createIndexes } from './indexes';

/** Right feedback on a share of the passages, drawn by seed: labels enter here, as a person's thumbs would. */
export interface SimulatedFeedback {
  /** In [0, 1]. */
  readonly share: number;
  readonly seed: number;
}

/** A library in memory, made of the passages of a question set: one document each. */
export interface QuestionLibrary extends AskableLibrary {
  readonly context: EngineContext;
  readonly services: Services;
}

/**
 * Makes a library of passages with everything that the settings switch on: passages cut and embedded
 * as an import does, relations, trust, facts.
 */
export async function createQuestionLibrary(
  passages: readonly QuestionPassage[],
  models: Models,
  settings: Settings,
  feedback: SimulatedFeedback,
  signal: AbortSignal,
): Promise<QuestionLibrary> {
  let current = settings;
  const context: EngineContext = {
    store: createMemoryStore(),
    models,
    writer: () => null,
    settings: () => current,
    indexes: createIndexes(() => current),
    now: () => performance.now(),
    changed: createEmitter<LibraryChange>(),
  };
  await fill(context, passages, signal);
  await context.store.batch(
    drawFeedback(passages, feedback).map((put): Operation => ({ table: 'feedback', put })),
  );
  const services = createServices(context, false);
  if (settings.trust.enabled) await services.trust.buildRelations(() => {}, signal);
  if (settings.chains.enabled) await services.facts.extractFacts(() => {}, signal);
  return {
    context,
    services,
    ask(question, id, asked, askSignal) {
      current = asked;
      return answerQuestion(
        { models, indexes: context.indexes, now: context.now, ...services.extras },
        { id, question, standalone: question, note: null },
        asked,
        () => {},
        askSignal,
      );
    },
    idOf: (document) => document,
  };
}

async function fill(
  context: EngineContext,
  sources: readonly QuestionPassage[],
  signal: AbortSignal,
): Promise<void> {
  const { models, indexes, store } = context;
  const { dimensions, roles } = await models.describe();
  const cut: { record: DocumentRecord; parsed: ParsedDocument; passages: readonly Passage[] }[] =
    [];
  for (const source of sources) {
    const id = source.id as DocumentId;
    const parsed: ParsedDocument = {
      title: source.title,
      text: source.text,
      pages: [],
      headings: [],
      tables: [],
      date: null,
      warnings: [],
    };
    const passages = await chunk(
      id,
      parsed,
      (texts) => models.countTokens(texts, signal),
      context.settings().passages,
    );
    cut.push({
      record: recordOf(source, passages.length, roles.embed?.id ?? ''),
      parsed,
      passages,
    });
  }
  const vectors = await models.embed(
    cut.flatMap(({ record, passages }) => passages.map((p) => embeddingText(record.title, p))),
    signal,
  );
  let at = 0;
  for (const { record, parsed, passages } of cut) {
    const own = vectors.slice(at * dimensions, (at + passages.length) * dimensions);
    at += passages.length;
    await store.batch([
      { table: 'documents', put: record },
      { table: 'texts', put: { id: record.id, parsed } },
      ...passages.map((put): Operation => ({ table: 'passages', put })),
      ...shardsOf(record, own, dimensions),
    ]);
    indexes.add(record, passages, own);
  }
}

function recordOf(source: QuestionPassage, passages: number, embedder: string): DocumentRecord {
  return {
    id: source.id as DocumentId,
    title: source.title,
    format: 'text',
    bytes: source.text.length,
    paths: [source.id],
    collection: 'questions',
    added: 0,
    modified: null,
    date: null,
    pages: 0,
    passages,
    characters: source.text.length,
    warnings: [],
    stage: 'embedded',
    versions: { parser: 0, chunker: chunkerVersion, embedder },
  };
}

/** Thumbs on documents: down on planted passages, up on the others. */
function drawFeedback(
  passages: readonly QuestionPassage[],
  { share, seed }: SimulatedFeedback,
): Feedback[] {
  const count = Math.round(share * passages.length);
  return shuffled(passages, createRandom(seed))
    .slice(0, count)
    .map((p, i) => ({
      target: `document:${p.id}`,
      value: p.label === 'false' ? 'bad' : 'good',
      given: i,
      from: 'evaluation',
    }));
}
