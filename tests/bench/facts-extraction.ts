import { splitSentences } from '../../src/core/lib/sentences';
import { createEnglish } from '../../src/core/triples/english';
import { openFacts, type SentenceFact } from '../../src/core/triples/openie';

export interface Extraction {
  readonly facts: readonly SentenceFact[];
  readonly passages: number;
  readonly words: number;
  readonly tokens: number;
  /** Of the language libraries, once. */
  readonly readyMs: number;
  /** Of the fastest of three extractions, after one that warms up. */
  readonly ms: number;
}

/** Facts of all texts by rules, timed. In Node and in a worker of the page alike. */
export function extractAll(texts: readonly string[]): Extraction {
  const started = performance.now();
  const english = createEnglish();
  const readyMs = performance.now() - started;
  const passages = texts.map((text) => ({ text, sentences: splitSentences(text) }));
  const extract = (): SentenceFact[] =>
    passages.flatMap((p) => openFacts(p.text, p.sentences, 'Orrin Skerry', english));
  const facts = extract();
  let ms = Infinity;
  for (let run = 0; run < 3; run++) {
    const before = performance.now();
    extract();
    ms = Math.min(ms, performance.now() - before);
  }
  return {
    facts,
    passages: texts.length,
    words: texts.reduce((sum, text) => sum + text.split(' ').length, 0),
    tokens: texts.reduce((sum, text) => sum + english.tag(text).length, 0),
    readyMs,
    ms,
  };
}
