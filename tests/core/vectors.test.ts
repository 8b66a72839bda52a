import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../src/core/lib/random';
import { VectorIndex, normalised } from '../../src/core/passages/vectors';

const row = (random: Random, dimensions: number): Float32Array =>
  normalised(Float32Array.from({ length: dimensions }, () => random() - 0.5));

describe('VectorIndex', () => {
  it('finds the nearest of three by hand', () => {
    const index = new VectorIndex(2);
    index.add(7, Float32Array.of(1, 0));
    index.add(3, Float32Array.of(0, 1));
    index.add(5, Float32Array.of(0.6, 0.8));
    const hits = index.search(Float32Array.of(0, 2), 2);
    expect(hits.map((hit) => hit.index)).toEqual([3, 5]);
    expect(hits[0]!.score).toBeCloseTo(1, 6);
    expect(hits[1]!.score).toBeCloseTo(0.8, 6);
  });

  it('equals a naive twin under any sequence of adds, removes and searches', () => {
    const dimensions = 5;
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(
          fc.oneof(
            { weight: 3, arbitrary: fc.record({ add: fc.nat({ max: 40 }) }) },
            { weight: 1, arbitrary: fc.record({ remove: fc.nat({ max: 40 }) }) },
          ),
          { maxLength: 80 },
        ),
        fc.nat({ max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (seed, steps, limit, modulus) => {
          const random = createRandom(seed);
          const twin = new Map<number, Float32Array>();
          const index = new VectorIndex(dimensions);
          for (const step of steps) {
            if ('add' in step && !twin.has(step.add)) {
              const vector = row(random, dimensions);
              twin.set(step.add, vector);
              index.add(step.add, vector);
            } else if ('remove' in step && twin.delete(step.remove)) index.remove(step.remove);
          }
          const query = row(random, dimensions);
          const allowed = (id: number): boolean => id % modulus === 0;
          const expected = [...twin]
            .filter(([id]) => allowed(id))
            .map(([id, v]) => ({ id, cosine: v.reduce((sum, x, i) => sum + x * query[i]!, 0) }))
            .sort((a, b) => b.cosine - a.cosine || a.id - b.id)
            .slice(0, limit);
          const hits = index.search(query, limit, allowed);
          expect(hits.map((hit) => hit.index)).toEqual(expected.map(({ id }) => id));
          hits.forEach((hit, i) => expect(hit.score).toBeCloseTo(expected[i]!.cosine, 5));
          expect(index.size).toBe(twin.size);
          for (const [id, v] of twin) expect([...index.get(id)]).toEqual([...v]);
        },
      ),
    );
  });

  it('keeps int8 rows above a number of rows: near the float ones, and searched exactly as kept', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 30 }),
        fc.array(fc.nat({ max: 30 }), { maxLength: 10 }),
        (seed, floatRows, count, removed) => {
          const random = createRandom(seed);
          const dimensions = 7;
          const index = new VectorIndex(dimensions, floatRows);
          const rows = new Map<number, Float32Array>();
          for (let id = 0; id < count; id++) {
            rows.set(id, row(random, dimensions));
            index.add(id, rows.get(id)!);
          }
          for (const id of removed) if (rows.delete(id)) index.remove(id);
          const query = row(random, dimensions);
          const kept = [...rows.keys()].map((id) => {
            const exact = rows.get(id)!;
            const largest = Math.max(...exact.map(Math.abs));
            index.get(id).forEach((x, i) => {
              const error = count > floatRows ? largest / 254 : 0;
              expect(Math.abs(x - exact[i]!)).toBeLessThanOrEqual(error + 1e-7);
            });
            return { id, cosine: index.get(id).reduce((sum, x, i) => sum + x * query[i]!, 0) };
          });
          kept.sort((a, b) => b.cosine - a.cosine || a.id - b.id);
          const hits = index.search(query, 5);
          hits.forEach((hit, i) => expect(hit.score).toBeCloseTo(kept[i]!.cosine, 5));
          expect(hits).toHaveLength(Math.min(5, kept.length));
        },
      ),
    );
  });

  it('keeps a zero vector as zeros, in int8 too', () => {
    const index = new VectorIndex(3, 0);
    index.add(0, new Float32Array(3));
    expect([...index.get(0)]).toEqual([0, 0, 0]);
    expect(index.search(Float32Array.of(1, 0, 0), 1)).toEqual([{ index: 0, score: 0 }]);
  });

  it('keeps every row when it grows and shrinks over several blocks', () => {
    const random = createRandom(1);
    const index = new VectorIndex(3);
    const rows = Array.from({ length: 10_000 }, () => row(random, 3));
    rows.forEach((v, id) => index.add(id, v));
    for (let id = 0; id < 10_000; id += 2) index.remove(id);
    expect(index.size).toBe(5_000);
    for (let id = 1; id < 10_000; id += 2) expect(index.get(id)).toEqual(rows[id]);
    expect(index.search(rows[4321]!, 1)[0]!.index).toBe(4321);
    expect(index.has(4320)).toBe(false);
  });

  it('finds nothing when empty, and everything when asked for more than there is', () => {
    const index = new VectorIndex(2);
    expect(index.search(Float32Array.of(1, 0), 5)).toEqual([]);
    index.add(0, Float32Array.of(1, 0));
    expect(index.search(Float32Array.of(1, 0), 5)).toHaveLength(1);
  });

  it("refuses a caller's mistakes with the numbers", () => {
    const index = new VectorIndex(2);
    expect(() => index.add(0, new Float32Array(3))).toThrow('a vector of 3 when expected 2');
    index.add(0, new Float32Array(2));
    expect(() => index.add(0, new Float32Array(2))).toThrow('id 0 twice');
    expect(() => index.remove(9)).toThrow('id 9');
    expect(() => index.search(new Float32Array(1), 1)).toThrow('Searched 1');
  });
});
