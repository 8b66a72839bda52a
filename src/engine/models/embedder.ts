import { inBatches, single } from './batch';
import type { ModelCard } from './card';
import type { Session } from './runtime';
import type { Tokens } from './tokens';

/** A model of one role, ready to run. */
export interface Loaded {
  readonly card: ModelCard;
  readonly tokens: Tokens;
  readonly session: Session;
}

/**
 * Sentence vectors: mean of the last layer over real tokens, or its first one, by the card;
 * L2-normalised (Sentence-BERT, arXiv 1908.10084). n x dimensions, row-major. Longer texts are cut at the card's `maxTokens`.
 */
export async function embed(
  { card, tokens, session }: Loaded,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array> {
  const dimensions = card.dimensions ?? 0;
  const vectors = new Float32Array(texts.length * dimensions);
  const rows = texts.map((text) =>
    single(tokens, tokens.encode(text).slice(0, card.maxTokens - 2)),
  );
  await inBatches(rows, tokens.pad, signal, async (batch, positions) => {
    const states = (await session.run(batch))['last_hidden_state'];
    if (states?.length !== batch.rows * batch.width * dimensions)
      throw new Error(`The embedder gave ${states?.length} numbers for ${batch.rows} texts.`);
    positions.forEach((position, r) => {
      const vector = vectors.subarray(position * dimensions, (position + 1) * dimensions);
      const length = card.pooling === 'cls' ? 1 : (rows[position]?.ids.length ?? 0);
      addUp(vector, states, r * batch.width, length);
      normalise(vector);
    });
  });
  return vectors;
}

/** Adds rows `first .. first + count` of the n x d matrix `states` into `sum` (d numbers). */
function addUp(sum: Float32Array, states: Float32Array, first: number, count: number): void {
  const d = sum.length;
  for (let t = 0; t < count; t++) {
    const start = (first + t) * d;
    for (let k = 0; k < d; k++) sum[k] = (sum[k] as number) + (states[start + k] as number);
  }
}

/** The mean's divisor falls out of the norm. */
function normalise(vector: Float32Array): void {
  let square = 0;
  for (const x of vector) square += x * x;
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let k = 0; k < vector.length; k++) vector[k] = (vector[k] as number) * scale;
}

/** Tokens of each text without special tokens, not cut. */
export function countTokens(tokens: Tokens, texts: readonly string[]): Uint32Array {
  return Uint32Array.from(texts, (text) => tokens.encode(text).length);
}
