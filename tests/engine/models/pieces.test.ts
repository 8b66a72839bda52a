import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieces } from '../../../src/engine/models/pieces';
import { createTokens } from '../../../src/engine/models/tokens';
import { modelsFolder } from '../../support/node-models';

const file = (name: string) =>
  JSON.parse(readFileSync(`${modelsFolder}touchstone-reader/${name}`, 'utf8')) as unknown;
const tokens = createTokens(file('tokenizer.json'), file('tokenizer_config.json'));

/** The texts behind the pieces. */
const shown = (text: string) => {
  const { starts, ends } = pieces(text, tokens);
  return starts.map((start, i) => text.slice(start, ends[i]));
};

const awkward = [
  '',
  ' ',
  'one',
  'The cat sat on the mat.',
  'don’t "quote" (this) – or that… e.g. U.S. 3,14%',
  'Zürich-Nord, crème brûlée, naïve façade, Ångström, Đà Nẵng',
  'ΟΔΥΣΣΕΥΣ ΣΑΣ Σ. ΑΣ, ΑΣ\u0301Α',
  'İstanbul ISPARTA ıslak',
  '東京タワーは333メートル, 漢字かな 한국어 텍스트',
  'emoji 🐈‍⬛ and 👩🏽‍🚀 and flags 🇨🇭 end',
  'soft\u00adhyphen zero\u200bwidth tab\tline\r\nnbsp\u00a0end \ufeffbom \u0000nul',
  'ligature ﬁne oﬀer ½ ² ℃ №5 ≠ ∑',
  'decomposed cafe\u0301 and A\u030angstro\u0308m',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠜎𠜱 lone \ud800 surrogate',
  'a'.repeat(101) + ' ' + 'b'.repeat(100) + ' antidisestablishmentarianism',
  'العربية עברית हिन्दी ไทย',
];

describe('pieces', () => {
  it('tells where each word piece stands', () => {
    expect(shown('The embeddings, café!')).toEqual([
      'The',
      'em',
      'bed',
      'ding',
      's',
      ',',
      'café',
      '!',
    ]);
    expect(pieces('The embeddings', tokens).opens).toEqual([true, true, false, false, false]);
  });

  it('keeps offsets exact behind accents, emoji and characters that vanish', () => {
    expect(shown('🐈 Ju\u0308n so\u00adft')).toEqual(['🐈', 'Ju\u0308n', 'so\u00adft']);
    const text = '🐈 sat in São Paulo';
    const all = pieces(text, tokens);
    const at = text.indexOf('Paulo');
    expect(all.starts).toContain(at);
    expect(all.ends.at(-1)).toBe(text.length);
  });

  it('gives the ids of the tokenizer for awkward texts', () => {
    for (const text of awkward)
      expect([text, pieces(text, tokens).ids]).toEqual([text, tokens.encode(text)]);
  });

  it('takes "[SEP]" in a document as words', () => {
    const ids = tokens.encode('end [SEP] new claim [CLS]');
    expect(ids).not.toContain(tokens.sep);
    expect(ids).not.toContain(tokens.cls);
    expect(pieces('end [SEP] new claim [CLS]', tokens).ids).toEqual(ids);
  });

  it('gives the ids of the tokenizer for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(pieces(text, tokens).ids).toEqual(tokens.encode(text));
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...awkward.join(' ')), maxLength: 40 }),
        (text) => {
          expect(pieces(text, tokens).ids).toEqual(tokens.encode(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('has spans in order, inside the text, none empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const { ids, starts, ends, opens } = pieces(text, tokens);
        expect([starts.length, ends.length, opens.length]).toEqual([
          ids.length,
          ids.length,
          ids.length,
        ]);
        starts.forEach((start, i) => {
          expect(start).toBeLessThan(ends[i] as number);
          expect(ends[i]).toBeLessThanOrEqual(text.length);
          if (i > 0) expect(start).toBeGreaterThanOrEqual(starts[i - 1] as number);
        });
      }),
      { numRuns: 500 },
    );
  });
});
