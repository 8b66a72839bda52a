import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { symmetricCsr } from '../../../src/core/lib/csr';

const edge = fc.tuple(fc.nat(5), fc.nat(5), fc.integer({ min: -3, max: 3 }));

describe('the sparse matrix', () => {
  it('lists neighbours in order and adds up parallel edges', () => {
    const matrix = symmetricCsr(4, [2, 0, 1, 0], [0, 1, 0, 0], [5, 1, 2, 9]);
    expect(Array.from(matrix.offsets)).toEqual([0, 2, 3, 4, 4]);
    expect(Array.from(matrix.columns)).toEqual([1, 2, 0, 0]);
    expect(Array.from(matrix.values)).toEqual([3, 5, 3, 5]);
  });

  it('equals the dense matrix of the same edges', () => {
    fc.assert(
      fc.property(fc.array(edge), (edges) => {
        const dense = Array.from({ length: 6 }, () => new Array<number>(6).fill(0));
        for (const [a, b, value] of edges) {
          if (a === b) continue;
          dense[a]![b]! += value;
          dense[b]![a]! += value;
        }
        const { offsets, columns, values } = symmetricCsr(
          6,
          edges.map((e) => e[0]),
          edges.map((e) => e[1]),
          edges.map((e) => e[2]),
        );
        const unfolded = dense.map((row) => row.map(() => 0));
        for (let i = 0; i < 6; i++)
          for (let k = offsets[i]!; k < offsets[i + 1]!; k++) {
            if (k > offsets[i]!) expect(columns[k]).toBeGreaterThan(columns[k - 1]!);
            unfolded[i]![columns[k]!] = values[k]!;
          }
        expect(unfolded).toEqual(dense);
      }),
    );
  });

  it('takes an empty graph', () => {
    expect(symmetricCsr(0, [], [], []).offsets).toEqual(new Uint32Array(1));
  });

  it('refuses a node outside and arrays of different lengths', () => {
    expect(() => symmetricCsr(2, [0], [2], [1])).toThrow('Edge 0-2 in a graph of 2 nodes.');
    expect(() => symmetricCsr(2, [0], [1], [])).toThrow(RangeError);
  });
});
