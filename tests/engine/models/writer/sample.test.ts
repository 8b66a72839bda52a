import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../src/core/lib/random';
import { drawToken, likeliest, logSumExp } from '../../../../src/engine/models/writer/sample';

const softmax = (logits: readonly number[], temperature = 1) => {
  const weights = logits.map((x) => Math.exp((x - Math.max(...logits)) / temperature));
  const sum = weights.reduce((a, b) => a + b);
  return weights.map((w) => w / sum);
};
const some = fc.array(
  fc.integer({ min: -400, max: 400 }).map((x) => x / 40),
  {
    minLength: 1,
    maxLength: 30,
  },
);

describe('drawToken', () => {
  it('takes the likeliest at temperature 0, of equal ones the first', () => {
    expect(drawToken(Float32Array.of(1, 3, 3, 2), { temperature: 0, topP: 1 }, () => 0.99)).toBe(1);
    expect(likeliest(Float32Array.of(-5))).toBe(0);
  });

  it('draws as often as the softmax says', () => {
    const logits = [0, 1, 2, -1];
    const random = createRandom(7);
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 20_000; i++)
      counts[drawToken(Float32Array.from(logits), { temperature: 0.7, topP: 1 }, random)]!++;
    softmax(logits, 0.7).forEach((p, i) => expect(counts[i]! / 20_000).toBeCloseTo(p, 1.7));
  });

  it('draws only from the nucleus: the fewest of the likeliest that reach topP', () => {
    fc.assert(
      fc.property(
        some,
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.nat(),
        (logits, topP, seed) => {
          const p = softmax(Array.from(Float32Array.from(logits)));
          const order = p.map((_, i) => i).sort((a, b) => p[b]! - p[a]! || a - b);
          let sum = 0;
          const nucleus = new Set<number>();
          for (const i of order) {
            nucleus.add(i);
            sum += p[i]!;
            if (sum >= topP + 1e-6) break;
          }
          const drawn = drawToken(
            Float32Array.from(logits),
            { temperature: 1, topP },
            createRandom(seed),
          );
          expect(nucleus.has(drawn)).toBe(true);
        },
      ),
    );
  });

  it('reaches every token of the nucleus, and with topP near 0 the likeliest alone', () => {
    const logits = Float32Array.of(1, 2, 1.9, -8);
    const drawn = new Set<number>();
    const random = createRandom(3);
    for (let i = 0; i < 500; i++)
      drawn.add(drawToken(logits, { temperature: 1, topP: 0.95 }, random));
    expect([...drawn].sort()).toEqual([0, 1, 2]);
    for (let i = 0; i < 50; i++)
      expect(drawToken(logits, { temperature: 1, topP: 0.001 }, random)).toBe(1);
  });
});

it('logSumExp is the logarithm of the sum, also where the exponentials overflow', () => {
  expect(logSumExp(Float32Array.of(0, 0))).toBeCloseTo(Math.log(2), 6);
  expect(logSumExp(Float32Array.of(1000, 1000))).toBeCloseTo(1000 + Math.log(2), 3);
});
