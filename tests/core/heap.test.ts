import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TopK } from '../../src/core/lib/heap';

describe('TopK', () => {
  it('keeps the best of a worked example, best first', () => {
    const best = new TopK(2);
    [0.1, 0.9, 0.5, 0.7].forEach((score, index) => best.push(index, score));
    expect(best.finish()).toEqual([
      { index: 1, score: 0.9 },
      { index: 3, score: 0.7 },
    ]);
  });

  it('equals sorting everything, ties by smaller index, whatever the order of pushing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 60 }),
        fc.nat({ max: 70 }),
        fc.infiniteStream(fc.nat()),
        (scores, limit, order) => {
          const items = scores.map((score, index) => ({ index, score, rank: order.next().value }));
          const best = new TopK(limit);
          for (const { index, score } of [...items].sort((a, b) => a.rank - b.rank))
            best.push(index, score);
          const sorted = items
            .map(({ index, score }) => ({ index, score }))
            .sort((a, b) => b.score - a.score || a.index - b.index);
          expect(best.finish()).toEqual(sorted.slice(0, limit));
        },
      ),
    );
  });

  it('keeps nothing with a limit of 0, and tells the floor once it is full', () => {
    const none = new TopK(0);
    none.push(1, 5);
    expect(none.finish()).toEqual([]);
    expect(none.floor).toBe(Infinity);
    const one = new TopK(1);
    expect(one.floor).toBe(-Infinity);
    one.push(0, 0.25);
    expect(one.floor).toBe(0.25);
  });
});
