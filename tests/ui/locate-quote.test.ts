import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateAcross, locateQuote } from '../../src/ui/viewer/locate-quote';

const words = (items: readonly string[], quote: string) =>
  locateQuote(items, quote)?.map(({ item, start, end }) => items[item]?.slice(start, end));

describe('finding a quote on a drawn page', () => {
  it('crosses lines, with a hyphen that the parser joined', () => {
    const items = ['The sixth full cen-', 'sus of the storm', ' petrel colony'];
    expect(words(items, 'full census of the storm petrel')).toEqual([
      'full cen',
      'sus of the storm',
      'petrel',
    ]);
  });

  it('sees through ligatures and accents', () => {
    expect(words(['The oﬃce of the café'], 'office of the cafe')).toEqual(['oﬃce of the café']);
    expect(words(['The office'], 'oﬃce')).toEqual(['office']);
  });

  it('does not mind white space and punctuation', () => {
    expect(words(['“4,318 ', '  occupied—sites”'], '4 318 occupied sites')).toEqual([
      '4,318',
      'occupied—sites',
    ]);
  });

  it('says so when the words are not there', () => {
    expect(locateQuote(['other words'], 'occupied sites')).toBeNull();
    expect(locateQuote([], 'a')).toBeNull();
    expect(locateQuote(['a'], '—')).toBeNull();
  });

  it('finds a quote that runs on over the page', () => {
    const parts = locateAcross(
      ['end of one', 'page and'],
      ['the next', 'one'],
      'page and the next',
    );
    expect(parts?.[0]).toEqual([{ item: 1, start: 0, end: 8 }]);
    expect(parts?.[1]).toEqual([{ item: 0, start: 0, end: 8 }]);
  });

  it('finds every piece of a page in the page that it was cut from', () => {
    const item = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', ' ', 'é', 'ﬁ', '-'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), fc.nat(90), fc.nat(90), (items, a, b) => {
        const all = items.join('');
        const quote = all.slice(Math.min(a, b), Math.max(a, b));
        const found = locateQuote(items, quote);
        const letters = /[\p{L}\p{N}]/u.test(quote);
        expect(found !== null).toBe(letters);
        for (const { item: n, start, end } of found ?? []) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(items[n]!.length);
        }
      }),
    );
  });
});
