import { inBatches, pair } from './batch';
import type { Loaded } from './embedder';
import type { Pair } from './types';

export const judgements = ['entailment', 'neutral', 'contradiction'] as const;

/** Longest hypothesis in tokens: a claim is a sentence; more would leave no room for the premise. */
const hypothesisTokens = 128;

/**
 * Natural language inference: probabilities of entailment, neutral, contradiction, n x 3, row-major.
 * A pair longer than `maxTokens` loses the tail of its premise, never its hypothesis: cutting the
 * pair as a whole, as the tokenizer does, would drop the hypothesis and both borders.
 *
 * @param columns where the three stand in the graph's logits (`labelColumns`)
 */
export async function entail(
  { card, tokens, session }: Loaded,
  columns: readonly number[],
  pairs: readonly Pair[],
  signal: AbortSignal,
): Promise<Float32Array> {
  const result = new Float32Array(pairs.length * 3);
  const temperature = card.temperature ?? 1;
  const encode = remembering(tokens.encode);
  const room = card.maxTokens - 2 - tokens.between.length;
  const rows = pairs.map(({ premise, hypothesis }) => {
    const second = encode(hypothesis).slice(0, hypothesisTokens);
    return pair(tokens, encode(premise).slice(0, room - second.length), second);
  });
  await inBatches(rows, tokens.pad, signal, async (batch, positions) => {
    const logits = (await session.run(batch))['logits'];
    if (logits?.length !== batch.rows * 3)
      throw new Error(`The judge gave ${logits?.length} numbers for ${batch.rows} pairs.`);
    positions.forEach((position, r) => {
      const row = columns.map((column) => (logits[r * 3 + column] as number) / temperature);
      result.set(softmax(row), position * 3);
    });
  });
  return result;
}

/**
 * Columns of entailment, neutral, contradiction by the names that config.json gives its outputs.
 * @throws Error when one is not there: guessing the order would turn verdicts around.
 */
export function labelColumns(config: unknown): readonly number[] {
  const labels = Object.entries(
    (config as { id2label?: Record<string, string> }).id2label ?? {},
  ).map(([id, label]) => [Number(id), label.toLowerCase()] as const);
  return judgements.map((wanted) => {
    const found = labels.find(([, label]) => label === wanted);
    if (!found) throw new Error(`The judge's config.json names no output "${wanted}".`);
    return found[0];
  });
}

function softmax(row: readonly number[]): number[] {
  const max = Math.max(...row);
  const exps = row.map((x) => Math.exp(x - max));
  const sum = exps.reduce((a, b) => a + b, 0);
  return exps.map((x) => x / sum);
}

/** One premise meets many hypotheses: encoded once per call. */
function remembering(encode: (text: string) => readonly number[]) {
  const known = new Map<string, readonly number[]>();
  return (text: string): readonly number[] => {
    const ids = known.get(text) ?? encode(text);
    known.set(text, ids);
    return ids;
  };
}
