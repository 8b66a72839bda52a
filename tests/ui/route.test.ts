import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, simplePanels, type Route } from '../../src/ui/route';

describe('route', () => {
  it('reads a document with the span and the citation that led to it', () => {
    expect(parseRoute('#/viewer/ab12?start=3&end=9&answer=a-1&n=2')).toEqual({
      panel: 'viewer',
      document: 'ab12',
      span: [3, 9],
      citation: { answer: 'a-1', number: 2 },
    });
  });

  it('falls back to Ask where the address says nothing, or nonsense', () => {
    for (const hash of ['', '#', '#/', '#/nowhere', '#/viewer/', '#/%E0%A4%A'])
      expect(parseRoute(hash)).toEqual({ panel: 'ask' });
  });

  it('drops a span that is not one', () => {
    for (const query of ['start=9&end=3', 'start=3', 'start=-1&end=4', 'start=a&end=b'])
      expect(parseRoute(`#/viewer/x?${query}`)).toMatchObject({ span: null });
  });

  it('comes back the same from its address', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const span = fc
      .tuple(fc.nat(1e9), fc.integer({ min: 1, max: 1e6 }))
      .map(([start, length]) => [start, start + length] as const);
    const route: fc.Arbitrary<Route> = fc.oneof(
      fc.constantFrom(...simplePanels).map((panel): Route => ({ panel })),
      fc.record({ panel: fc.constant('evidence' as const), answer: fc.option(id) }),
      fc.record({
        panel: fc.constant('viewer' as const),
        document: id,
        span: fc.option(span),
        citation: fc.option(fc.record({ answer: id, number: fc.nat(99) })),
      }),
    );
    fc.assert(
      fc.property(route, (one) => {
        expect(parseRoute(formatRoute(one))).toEqual(one);
      }),
    );
  });
});
