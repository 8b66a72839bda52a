import { describe, expect, it } from 'vitest';
import { createFakeModels } from '../../../src/engine/models/fake';

const never = new AbortController().signal;
const fake = createFakeModels();

async function verdict(premise: string, hypothesis: string) {
  const [entailment, neutral, contradiction] = await fake.entail([{ premise, hypothesis }], never);
  const best = Math.max(entailment ?? 0, neutral ?? 0, contradiction ?? 0);
  return best === entailment ? 'entailment' : best === neutral ? 'neutral' : 'contradiction';
}

describe('fake models', () => {
  it('put texts that share words near each other, on the unit sphere', async () => {
    const vectors = await fake.embed(
      ['The lease ends in March', 'When does the lease end?', 'Bees make honey', ''],
      never,
    );
    const { dimensions: d } = await fake.describe();
    const row = (i: number) => vectors.subarray(i * d, (i + 1) * d);
    const dot = (a: Float32Array, b: Float32Array) => a.reduce((s, x, i) => s + x * (b[i] ?? 0), 0);
    expect(dot(row(0), row(1))).toBeGreaterThan(dot(row(0), row(2)) + 0.2);
    for (let i = 0; i < 4; i++) expect(dot(row(i), row(i))).toBeCloseTo(1, 5);
  });

  it('judge by words, numbers and denials', async () => {
    const premise = 'The bridge was opened in 1932 by the king.';
    expect(await verdict(premise, 'The king opened the bridge in 1932.')).toBe('entailment');
    expect(await verdict(premise, 'The bridge was opened in 1955.')).toBe('contradiction');
    expect(await verdict(premise, 'The bridge was not opened in 1932.')).toBe('contradiction');
    expect(await verdict(premise, 'Bees make honey.')).toBe('neutral');
  });

  it('read a number where one is asked for, a name elsewhere, with exact offsets', async () => {
    const context = 'Nothing here. The bridge was opened in 1932 by Maria Silva.';
    const [[when] = []] = await fake.read('When was the bridge opened?', [context], 1, never);
    const [[who] = []] = await fake.read('Who opened the bridge?', [context], 1, never);
    expect([when?.text, who?.text]).toEqual(['1932', 'Maria Silva']);
    expect(context.slice(who?.start, who?.end)).toBe('Maria Silva');
  });

  it('stop when aborted, and cost nothing for nothing', async () => {
    await expect(fake.embed(['a'], AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(await fake.embed([], never)).toHaveLength(0);
    expect(await fake.read('q', [], 3, never)).toEqual([]);
  });
});
