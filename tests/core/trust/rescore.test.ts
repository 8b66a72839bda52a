import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/core/settings';
import { trustAwareContext, trustLabel } from '../../../src/core/trust/label';
import { independentDegree, signedDegree, trustPrior } from '../../../src/core/trust/prior';
import { minMax, rescore } from '../../../src/core/trust/rescore';

describe('rescoring', () => {
  it('weighs trust against relevance by hand', () => {
    // Relevance scaled: 1, 0.5, 0. Scores: 0.6 * 0.1 + 0.4, 0.6 * 0.9 + 0.2, 0.6 * 0.5.
    const ranked = rescore([3, 2, 1], [0.1, 0.9, Number.NaN], 0.6);
    expect(ranked.map(({ index }) => index)).toEqual([1, 0, 2]);
    [0.74, 0.46, 0.3].forEach((score, i) => expect(ranked[i]!.score).toBeCloseTo(score, 12));
  });

  it('keeps every candidate, and the order of relevance at alpha 0', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.double({ min: -1, max: 1, noNaN: true }),
            fc.double({ min: 0, max: 1, noNaN: true }),
          ),
        ),
        (pairs) => {
          const scores = pairs.map(([score]) => score);
          const trust = pairs.map(([, tau]) => tau);
          const ranked = rescore(scores, trust, 0);
          expect(ranked.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
            scores.map((_, i) => i),
          );
          for (let i = 1; i < ranked.length; i++)
            expect(ranked[i]!.relevance).toBeLessThanOrEqual(ranked[i - 1]!.relevance);
        },
      ),
    );
  });

  it('takes equal scores as the middle, and no or one candidate', () => {
    expect(rescore([], [], 0.6)).toEqual([]);
    expect(rescore([7], [0.9], 0.6)[0]).toEqual({
      index: 0,
      score: 0.6 * 0.9 + 0.4 * 0.5,
      relevance: 0.5,
      trust: 0.9,
    });
    expect(Array.from(minMax([2, 2], 0, 1))).toEqual([0.5, 0.5]);
  });
});

describe('labels of trust', () => {
  it('are HIGH from 0.7 and LOW up to 0.3', () => {
    const label = (tau: number): string => trustLabel(tau, defaultSettings.trust);
    expect([0, 0.3, 0.31, 0.69, 0.7, 1].map(label)).toEqual([
      'LOW',
      'LOW',
      'MEDIUM',
      'MEDIUM',
      'HIGH',
      'HIGH',
    ]);
  });

  it('stand beside every passage of a prompt, the low ones too', () => {
    const text = trustAwareContext(
      [
        { number: 1, title: 'Lease', text: 'The rent is 900.', trust: 0.91 },
        { number: 2, title: '', text: 'The rent is 700.', trust: 0.1 },
      ],
      defaultSettings.trust,
    );
    expect(text).toContain('[1] Lease (trust: HIGH, 0.91)\nThe rent is 900.');
    expect(text).toContain('[2] (trust: LOW, 0.10)\nThe rent is 700.');
  });
});

describe('the prior', () => {
  const edges = { a: [0, 0, 0, 3], b: [1, 2, 3, 4], signed: [1, 1, -0.5, 0.8] };

  it('adds up signed relations, as the paper does', () => {
    expect(Array.from(signedDegree(5, edges))).toEqual([1.5, 1, 1, 0.30000000000000004, 0.8]);
  });

  it('hears each other origin once and the own one never', () => {
    // 1 and 2 are copies of each other; 3 and 4 stand in one file; 3 contradicts 0, which 1 and 2 support.
    const degree = independentDegree(5, edges, [0, 1, 1, 2, 2]);
    // Side of 0: origins 0 and 1 (its supporters); side of 3: origin 2. Vote: 0.5 * (2 - 1) / 3.
    expect(degree[0]).toBeCloseTo(1 + 0.5 / 3, 12);
    expect(degree[1]).toBe(1);
    expect(degree[3]).toBeCloseTo(-0.5 / 3, 12);
    expect(degree[4]).toBe(0);
  });

  it('believes two independent files against one, and neither of two that stand alone', () => {
    const against = { a: [0, 0], b: [1, 2], signed: [-1, -1] };
    const degree = independentDegree(3, against, [0, 1, 2]);
    expect(degree[0]).toBeCloseTo(-2 / 3, 12);
    expect(degree[1]).toBeCloseTo(1 / 3, 12);
    expect(degree[2]).toBeCloseTo(1 / 3, 12);
    const alone = independentDegree(2, { a: [0], b: [1], signed: [-1] }, [0, 1]);
    expect(Array.from(alone).map(Math.abs)).toEqual([0, 0]);
    // Two copies are one.
    const copies = independentDegree(3, against, [0, 1, 1]);
    expect(Array.from(copies).map(Math.abs)).toEqual([0, 0, 0]);
  });

  it('gives to one side of a contradiction what the other loses', () => {
    const node = fc.nat(7);
    const edge = fc.tuple(node, node, fc.double({ min: 0.1, max: 1, noNaN: true }));
    fc.assert(
      fc.property(
        fc.uniqueArray(edge, { selector: ([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}` }),
        (list) => {
          const contradictions = {
            a: list.map(([a]) => a),
            b: list.map(([, b]) => b),
            signed: list.map(([, , weight]) => -weight),
          };
          const degree = independentDegree(8, contradictions, [0, 1, 2, 3, 4, 5, 6, 7]);
          expect(degree.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
        },
      ),
    );
  });

  it('is 0.5 without relations, at most 0.2 away, and meets credibility half-way', () => {
    const balanced = { priorSpread: 0.2, priorScale: 'balanced' } as const;
    const prior = trustPrior(Float64Array.of(-1, 0, 1, 1e9), null, balanced);
    [0.4, 0.5, 0.6, 0.7].forEach((value, i) => expect(prior[i]).toBeCloseTo(value, 6));
    const met = trustPrior(Float64Array.of(0, 1), [9, Number.NaN], balanced);
    expect(met[0]).toBeCloseTo((0.5 + 0.9) / 2, 12);
    expect(met[1]).toBeCloseTo(0.6, 12);
    expect(trustPrior(new Float64Array(0), null, balanced)).toHaveLength(0);
  });

  it('is min-max scaled to [0.3, 0.7] in the preset of the paper, the middle where all are equal', () => {
    const paper = { priorSpread: 0.2, priorScale: 'minmax' } as const;
    expect(Array.from(trustPrior(Float64Array.of(-1, 0, 1), null, paper))).toEqual([0.3, 0.5, 0.7]);
    expect(Array.from(trustPrior(Float64Array.of(2, 2), null, paper))).toEqual([0.5, 0.5]);
  });
});
