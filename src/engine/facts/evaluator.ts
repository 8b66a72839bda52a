import { credibilityPrompt, readCredibility } from '../../core/reasoning/prompts';
import type { Writer } from '../models/types';

/** A language model's score of a triple in 0..10, in three steps; null when its reply gives none. */
export async function scoreByWriter(
  writer: Writer,
  triple: string,
  sentence: string,
  signal: AbortSignal,
): Promise<number | null> {
  const reply = await writer.generate(
    credibilityPrompt(triple, sentence),
    { maxTokens: 160, temperature: 0 },
    () => {},
    signal,
  );
  return readCredibility(reply);
}
