import { failure } from '../../core/errors';
import { embed, type Loaded } from './embedder';
import { entail } from './judge';
import { read } from './reader';

/**
 * Runs the card's examples and holds the results against those of the float weights. A device that
 * computes something else (a driver's fault, a kernel that lacks a type) is not used.
 *
 * @throws DeviceLost naming the difference.
 */
export async function selfTest(
  loaded: Loaded,
  columns: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const test = loaded.card.selfTest;
  if (!test) return;
  const { role, name } = loaded.card;
  const wrong = (what: string) =>
    failure(
      'DeviceLost',
      `The self-test of "${name}" failed on ${loaded.session.device.device}: ${what}.`,
    );
  if (role === 'embed') {
    const texts = test.inputs as readonly string[];
    const d = loaded.card.dimensions ?? 0;
    const vectors = await embed(loaded, texts, signal);
    texts.forEach((_, i) => {
      const cosine = dot(vectors.subarray(i * d, (i + 1) * d), test.outputs[i] as number[]);
      if (!(cosine >= test.tolerance)) throw wrong(`cosine ${cosine} below ${test.tolerance}`);
    });
  } else if (role === 'judge') {
    const pairs = (test.inputs as [string, string][]).map(([premise, hypothesis]) => ({
      premise,
      hypothesis,
    }));
    const got = await entail(loaded, columns, pairs, signal);
    (test.outputs as number[][]).flat().forEach((expected, i) => {
      const difference = Math.abs((got[i] ?? NaN) - expected);
      if (!(difference <= test.tolerance)) throw wrong(`a probability is off by ${difference}`);
    });
  } else if (role === 'read') {
    for (const [i, input] of (test.inputs as [string, string][]).entries()) {
      const [[span] = []] = await read(loaded, input[0], [input[1]], 1, signal);
      const [text, score] = test.outputs[i] as [string, number];
      if (span?.text !== text) throw wrong(`read "${span?.text}" instead of "${text}"`);
      const difference = Math.abs(span.score - score);
      if (!(difference <= test.tolerance)) throw wrong(`a score is off by ${difference}`);
    }
  }
}

/** Both of length 1. */
function dot(a: Float32Array, b: readonly number[]): number {
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) / Math.hypot(...b);
}
