import {
  credibilityPrompt,
  readCredibility,
  scorePrompt,
  scores,
} from '../../core/reasoning/prompts';
import type { Writer } from '../models/types';

/**
 * A language model's score of a triple in 0..10, in three steps (ReliableRAG, 3.2.2). A reply without
 * a score is gone on with up to where one stands; then the score is the mean over 0 to 10 under the
 * model's probabilities.
 */
export async function scoreByWriter(
  writer: Writer,
  triple: string,
  sentence: string,
  signal: AbortSignal,
): Promise<number | null> {
  const steps = await writer.generate(
    credibilityPrompt(triple, sentence),
    { maxTokens: 160, temperature: 0, stop: ['\n\n', '\nTriple:'], plain: true },
    () => {},
    signal,
  );
  const told = readCredibility(steps);
  if (told !== null) return told;
  const prompt = scorePrompt(triple, sentence, steps);
  const weights = await writer.choose(prompt, scores, signal, { plain: true });
  return weights.reduce((sum, weight, score) => sum + weight * score, 0);
}
