import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createKeywordIndex, type KeywordText } from '../../src/core/passages/keywords';
import { fold, terms } from '../../src/core/passages/terms';

const plain = { k1: 1.2, b: 0.75, titleBoost: 0 };
const text = (words: string): KeywordText => ({ title: '', headings: [], text: words });

describe('terms', () => {
  it('folds case, accents, ligatures and width, and stems English', () => {
    expect(terms("The café's running costs")).toEqual(['cafe', 'run', 'cost']);
    expect(fold('Ærø, ﬁn, Ｚürich, Łódź, soft\u00adhyphen')).toBe(
      'aero, fin, zurich, lodz, softhyphen',
    );
  });

  it('keeps thousands together and leaves other numbers apart', () => {
    expect(terms('1,250,000 in 2019,2020')).toEqual(['1250000', '2019', '2020']);
  });

  it('leaves stop words and what apostrophes leave over out', () => {
    expect(terms("Who don't we've is it?")).toEqual([]);
  });

  it('makes pairs of Chinese, Japanese and Korean, and leaves Indic vowel signs alone', () => {
    expect(terms('東京都')).toEqual(['東京', '京都']);
    expect(terms('がん')).toEqual(['がん']);
    expect(terms('한국어')).toEqual(['한국', '국어']);
    expect(terms('हिन्दी')).toEqual(['हिन्दी']);
  });
});

describe('createKeywordIndex', () => {
  it('scores a worked example as BM25 does by hand', () => {
    const index = createKeywordIndex();
    index.add(0, text('lease lease rent'));
    index.add(1, text('rent'));
    index.add(2, text('garden'));
    const idf = Math.log(1 + (3 - 1 + 0.5) / (1 + 0.5));
    const mean = 5 / 3;
    const expected = (idf * 2 * 2.2) / (2 + 1.2 * (1 - 0.75 + (0.75 * 3) / mean));
    const hits = index.search('lease', plain, 5);
    expect(hits.map((hit) => hit.index)).toEqual([0]);
    expect(hits[0]!.score).toBeCloseTo(expected, 10);
  });

  it('sums over the words of the query, without a bonus for their number', () => {
    const index = createKeywordIndex();
    index.add(0, text('lease rent'));
    index.add(1, text('garden'));
    const both = index.search('lease rent', plain, 1)[0]!.score;
    const apart = ['lease', 'rent'].map((word) => index.search(word, plain, 1)[0]!.score);
    expect(both).toBeCloseTo(apart[0]! + apart[1]!, 10);
  });

  it('puts a passage first whose title has the word', () => {
    const index = createKeywordIndex();
    index.add(0, text('lease of a garden flat'));
    index.add(1, { title: 'Lease', headings: [], text: 'of a garden flat' });
    const hits = index.search('lease', { ...plain, titleBoost: 0.4 }, 2);
    expect(hits.map((hit) => hit.index)).toEqual([1, 0]);
  });

  it('finds by headings, in any inflection', () => {
    const index = createKeywordIndex();
    index.add(4, { title: 'Handbook', headings: ['Terminations'], text: 'Ninety days.' });
    expect(index.search('terminate', plain, 3).map((hit) => hit.index)).toEqual([4]);
  });

  it('never finds what was removed, and finds again what was added anew', () => {
    const index = createKeywordIndex();
    index.add(0, text('lease'));
    index.add(1, text('lease'));
    index.remove(0);
    expect(index.search('lease', plain, 5).map((hit) => hit.index)).toEqual([1]);
    expect(index.size).toBe(1);
    index.add(0, text('lease lease'));
    expect(index.search('lease', plain, 5)[0]!.index).toBe(0);
  });

  it('finds nothing for an empty query, stop words alone, or in an empty index', () => {
    const index = createKeywordIndex();
    expect(index.search('lease', plain, 5)).toEqual([]);
    index.add(0, text('the lease'));
    expect(index.search('', plain, 5)).toEqual([]);
    expect(index.search('what is the', plain, 5)).toEqual([]);
  });

  it('refuses a known id twice and an unknown id', () => {
    const index = createKeywordIndex();
    index.add(3, text('lease'));
    expect(() => index.add(3, text('lease'))).toThrow('id 3 twice');
    expect(() => index.remove(4)).toThrow('id 4');
    index.clear();
    expect(index.size).toBe(0);
    expect(index.search('lease', plain, 5)).toEqual([]);
  });

  it('equals a naive BM25 over what is left after any adding and removing', () => {
    const word = fc.constantFrom('lease', 'rent', 'garden', 'notice', 'cat');
    const words = fc.array(word, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 12 }), words, words), { maxLength: 30 }),
        words,
        fc.nat({ max: 8 }),
        // Percent: doubles of fast-check are nearly all tiny.
        fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: 100 }), fc.nat({ max: 200 })),
        (steps, query, limit, percents) => {
          const [k1, b, titleBoost] = percents.map((percent) => percent / 100) as [
            number,
            number,
            number,
          ];
          const index = createKeywordIndex();
          const left = new Map<number, { title: string[]; body: string[] }>();
          // An id that comes again is removed; so ids are added in any order, also after removal.
          for (const [id, title, rest] of steps)
            if (left.delete(id)) index.remove(id);
            else {
              index.add(id, { title: title.join(' '), headings: [], text: rest.join(' ') });
              left.set(id, { title, body: [...title, ...rest] });
            }
          const bm25 = (field: 'title' | 'body', id: number): number => {
            const all = [...left.values()].map((row) => row[field]);
            const mean = all.flat().length / all.length;
            const own = left.get(id)![field];
            return query.reduce((sum, asked) => {
              const df = all.filter((row) => row.includes(asked)).length;
              const tf = own.filter((one) => one === asked).length;
              const idf = Math.log(1 + (all.length - df + 0.5) / (df + 0.5));
              const part = tf + k1 * (1 - b + (b * own.length) / mean);
              return tf === 0 ? sum : sum + (idf * tf * (k1 + 1)) / part;
            }, 0);
          };
          const expected = [...left.keys()]
            .map((id) => ({ id, score: bm25('body', id) + titleBoost * bm25('title', id) }))
            .filter(({ score }) => score > 0)
            .sort((x, y) => y.score - x.score);
          const hits = index.search(query.join(' '), { k1, b, titleBoost }, limit);
          expect(hits).toHaveLength(Math.min(limit, expected.length));
          hits.forEach((hit, i) => {
            expect(hit.score).toBeCloseTo(expected[i]!.score, 9);
            expect(expected.find(({ id }) => id === hit.index)!.score).toBeCloseTo(hit.score, 9);
          });
        },
      ),
    );
  });

  it('gives at most `limit` of the allowed, and the same as filtering afterwards', () => {
    const word = fc.constantFrom('lease', 'rent', 'garden', 'notice');
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { maxLength: 15 }),
        word,
        fc.nat({ max: 6 }),
        (rows, query, limit) => {
          const index = createKeywordIndex();
          rows.forEach((words, id) => index.add(id, text(words.join(' '))));
          const even = (id: number): boolean => id % 2 === 0;
          const all = index.search(query, plain, 100);
          expect(all.map((hit) => hit.index).sort()).toEqual(
            rows.flatMap((words, id) => (words.includes(query) ? [id] : [])).sort(),
          );
          expect(index.search(query, plain, limit, even)).toEqual(
            all.filter((hit) => even(hit.index)).slice(0, limit),
          );
        },
      ),
    );
  });
});
