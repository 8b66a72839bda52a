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

  it('marks the quote with its own full stop and quotation marks, and no others', () => {
    expect(words(['He said: “Go home.” Then'], '“Go home.”')).toEqual(['“Go home.”']);
    expect(words(['counted 233 ', 'pups. In all'], 'counted 233 pups.')).toEqual([
      'counted 233',
      'pups.',
    ]);
    expect(words(['(at last)', '.'], 'at last.')).toEqual(['at last']);
  });

  it('finds the pieces of words that stand otherwise on the page', () => {
    const items = ['as the basic retrieval units', '3', ' and get passages', 'A heading between'];
    expect(words(items, 'the basic retrieval units and get passages')).toEqual([
      'the basic retrieval units',
      'and get passages',
    ]);
    const columns = ['Signal Hill', 'sites in all', 'West Scree'];
    expect(words(columns, 'West Scree | sites in all')).toEqual(['sites in all', 'West Scree']);
  });

  it('does not make a quote up from crumbs', () => {
    expect(locateQuote(['the and of a in to'], 'the man of a thousand into')).toBeNull();
    expect(
      locateQuote(['a sentence that begins alike'], 'a sentence that goes on elsewhere and ends'),
    ).toBeNull();
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
