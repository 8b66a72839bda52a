/**
 * Prompts of ReliableRAG's three roles for a language model: extractor, evaluator, selector; and of
 * TrustPropRAG's answer. Texts from documents are data: each prompt says so and fences them.
 */
import { trustAwareContext, type PromptPassage } from '../trust/label';
import type { Settings } from '../settings';

/** Few-shot extraction of `<head; relation; tail>` lines (ReliableRAG, 3.1). */
export function extractionPrompt(title: string, text: string): string {
  return `Extract facts from the passage as knowledge triples, one a line: <head; relation; tail>
Use names from the passage, never "he" or "it"; if a fact is about the subject of the passage, the head is its title. Keep "not". Add nothing that the passage does not say.

Title: Harold Nicolson
Passage: Sir Harold Nicolson (21 November 1886 – 1 May 1968) was a British diplomat. He was born in Tehran and did not serve in the war.
Triples:
<Harold Nicolson; born on; 21 November 1886>
<Harold Nicolson; died on; 1 May 1968>
<Harold Nicolson; was; a British diplomat>
<Harold Nicolson; born in; Tehran>
<Harold Nicolson; did not serve in; the war>

Title: ${oneLine(title)}
Passage: ${oneLine(text)}
Triples:
`;
}

/** The evaluator's three steps and a score from 0 to 10 (ReliableRAG, 3.2.2). */
export function credibilityPrompt(triple: string, sentence: string): string {
  return `Judge how credible a knowledge triple is, from 0 (surely false) to 10 (surely true).
Step 1, entities: do the head and the tail exist and are they what the triple takes them for?
Step 2, relation: does the relation really hold between them?
Step 3, synthesis: weigh both and end with one line "Score: N".

Triple: <${oneLine(triple)}>
It was taken from: "${oneLine(sentence)}"
Step 1:`;
}

/** The score of an evaluator's reply; null when it gives none, or one outside 0..10. */
export function readCredibility(reply: string): number | null {
  const found = /\bscore\s*[:=]\s*(-?\d+(?:\.\d+)?)(?:\s*\/\s*10)?\b/i.exec(reply)?.[1];
  if (found === undefined) return null;
  const score = Number(found);
  return score >= 0 && score <= 10 ? score : null;
}

/** The same question, up to where the score stands: the next text is a number from 0 to 10. */
export const scorePrompt = (triple: string, sentence: string, steps: string): string =>
  `${credibilityPrompt(triple, sentence)}${steps.trimEnd()}\nScore:`;

/** What a score may be. */
export const scores: readonly string[] = Array.from({ length: 11 }, (_, n) => ` ${n}`);

/**
 * Asks for the wording of an answer that is known, from passages with their trust (TrustPropRAG,
 * section 3.4).
 */
export function draftPrompt(
  question: string,
  short: string,
  passages: readonly PromptPassage[],
  settings: Pick<Settings['trust'], 'high' | 'low'>,
): string {
  return `${trustAwareContext(passages, settings)}

Question: ${oneLine(question)}
The answer is: ${oneLine(short)}. Say it in one full sentence, and add nothing that the passages do not say.`;
}

export interface Selection {
  readonly prompt: string;
  /** The letters to choose from, option by option. */
  readonly letters: readonly string[];
  /** Whether the first letter stands for "no more needed"; an empty chain is not offered it. */
  readonly canStop: boolean;
}

/** The selector's question with option letters (ReliableRAG, 3.3). At most 25 options. */
export function selectionPrompt(
  question: string,
  chain: readonly string[],
  options: readonly string[],
): Selection {
  if (options.length > 25) throw new Error(`Got ${options.length} options; there are 25 letters.`);
  const canStop = chain.length > 0;
  const texts = canStop ? ['no need for additional knowledge triples', ...options] : options;
  const letters = texts.map((_, i) => String.fromCharCode(65 + i));
  const prompt = `Select the next knowledge triple that helps to answer the question. If the triples so far are enough, select A.

question: ${oneLine(question)}
knowledge triples: ${chain.map(oneLine).join(' ') || '(none yet)'}
candidates:
${texts.map((text, i) => `${letters[i]}. ${oneLine(text)}`).join('\n')}
the next triple is:`;
  return {
    prompt: canStop ? prompt : prompt.replace(/ If the triples so far.*?A\./, ''),
    letters,
    canStop,
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
