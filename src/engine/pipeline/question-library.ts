import { splitSentences } from '../../core/lib/sentences';
import type { QuestionPassage } from '../../core/evaluation/questions';
import { embeddingText } from '../../core/passages/embedding-text';
import type { Settings } from '../../core/settings';
import type { DocumentId, DocumentRecord, Passage, PassageId } from '../../core/types';
import type { Models } from '../models/types';
import { createIndexes, type Indexes } from './indexes';

/** Right feedback on a share of the passages, drawn by seed: the labels enter here, as a person's thumbs would. */
export interface SimulatedFeedback {
  readonly share: number;
  readonly seed: number;
}

/**
 * A library in memory whose documents are the passages of a question set: one document each, with its
 * id as path.
 */
export async function createPassageLibrary(
  passages: readonly QuestionPassage[],
  models: Pick<Models, 'embed' | 'countTokens'>,
  settings: () => Settings,
  signal: AbortSignal,
): Promise<Indexes> {
  const indexes = createIndexes(settings);
  const tokens = await models.countTokens(
    passages.map((p) => p.text),
    signal,
  );
  const vectors = await models.embed(
    passages.map((p) => embeddingText(p.title, { headings: [], header: [], text: p.text })),
    signal,
  );
  const width = passages.length > 0 ? vectors.length / passages.length : 0;
  passages.forEach((source, i) => {
    const id = source.id as DocumentId;
    const passage: Passage = {
      id: `${id}#0` as PassageId,
      document: id,
      ordinal: 0,
      start: 0,
      end: source.text.length,
      text: source.text,
      sentences: splitSentences(source.text),
      headings: [],
      page: null,
      kind: 'prose',
      header: [],
      tokens: tokens[i]!,
    };
    const record: DocumentRecord = {
      id,
      title: source.title,
      format: 'text',
      bytes: source.text.length,
      paths: [source.id],
      collection: 'questions',
      added: 0,
      modified: null,
      date: null,
      pages: 0,
      passages: 1,
      characters: source.text.length,
      warnings: [],
      stage: 'embedded',
      versions: { parser: 0, chunker: 0, embedder: '' },
    };
    indexes.add(record, [passage], vectors.slice(i * width, (i + 1) * width));
  });
  return indexes;
}
