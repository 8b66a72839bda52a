import { extractByRules, extractFromReply, rulesId } from '../../core/triples/extract';
import type { Rejected } from '../../core/triples/reply';
import type { Language } from '../../core/triples/words';
import { extractionPrompt } from '../../core/reasoning/prompts';
import type { Passage, Triple } from '../../core/types';
import type { Writer } from '../models/types';

export interface Extraction {
  readonly triples: readonly Triple[];
  /** Lines of a language model's reply that were not believed. */
  readonly rejected: readonly Rejected[];
}

/** Who takes triples from a passage. */
export interface Extractor {
  /** With version: stored triples of another id are made anew. */
  readonly id: string;
  extract(passage: Passage, title: string, signal: AbortSignal): Promise<Extraction>;
}

export const rulesExtractor = (language: Language): Extractor => ({
  id: rulesId(language),
  extract: (passage, title) =>
    Promise.resolve({ triples: extractByRules(passage, title, language), rejected: [] }),
});

/** By a language model, few-shot; its reply is read strictly. Tables stay with the rules. */
export const writerExtractor = (writer: Writer, model: string, language: Language): Extractor => ({
  id: `writer@1+${model}`,
  async extract(passage, title, signal) {
    if (passage.kind === 'table')
      return { triples: extractByRules(passage, title, language), rejected: [] };
    const reply = await writer.generate(
      extractionPrompt(title, passage.text),
      {
        maxTokens: 60 + 2 * passage.tokens,
        temperature: 0,
        stop: ['\n\n', '\nTitle:'],
        plain: true,
      },
      () => {},
      signal,
    );
    return extractFromReply(passage, title, reply, `writer@1+${model}`);
  },
});

let english: Promise<Language> | null = null;

/** The language libraries weigh 4 MB, so they load at the first use. */
export const loadEnglish = (): Promise<Language> =>
  (english ??= import('../../core/triples/english').then((m) => m.createEnglish()));
