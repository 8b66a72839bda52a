import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../src/core/lib/sentences';

const split = (text: string): string[] => splitSentences(text).map(([a, b]) => text.slice(a, b));

describe('splitSentences', () => {
  it.each([
    ['Dr. Smith met Mr. J. R. R. Tolkien at 5 p.m. on Monday. They talked.', 2],
    ['It costs 3.14 dollars. See example.com for more.', 2],
    ['As shown by Brown et al. (2019), this holds. The method of Brown et al. Works well.', 2],
    ['Smith et al. The rest is new.', 2],
    ['See Fig. 3 and No. 5 of vol. II. She said no. He left.', 3],
    ['The U.S. Army moved. He lives in the U.S. The house is old.', 3],
    ['Apple Inc. Chairman Jobs spoke. He worked at Apple Inc. In 1997 he came back.', 3],
    ['"Why?" he asked. "Because!" she said. Nobody spoke...', 3],
    ['He left... and came back. Wait... What?', 3],
    ['1. Scope of the agreement. 2. Term.', 2],
    ['IV. Results are shown here.', 1],
    ['This was shown before.[12] Others disagree.[3, 4] We do not.', 3],
    ['This was measured again.12 The result held.', 2],
    ['Version 2.0 is out. So did I. We went.', 3],
    ['Das gilt z. B. Heute nicht. Am 3. Oktober war frei.', 2],
    ['彼は来た。そして帰った！本当？', 3],
    ['क्या यह सच है। हाँ यह सच है।', 2],
    ['هل هذا صحيح؟ نعم هو كذلك.', 2],
    ['Use e.g. Python, i.e. The language. Done.', 2],
    ['(It was late.) He slept.', 2],
    ['Paid on Jan. 5, 2020. Due in Dec. The rest is open.', 3],
    ['no full stop at all', 1],
    ['line one\nline two\n\nline three', 3],
    ['', 0],
    [' \n ', 0],
    ['.', 1],
  ])('%j is %i sentences', (text, count) => {
    expect(split(text), JSON.stringify(split(text))).toHaveLength(count);
  });

  it('covers every character that is not white space exactly once, in order', () => {
    const piece = fc.constantFrom(
      'A.',
      'b',
      'Mr.',
      'c.',
      '?"',
      ' ',
      '\n',
      '。',
      '3.1',
      '(x)',
      '…',
      '[1]',
      'U.S.',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece).map((p) => p.join('')),
          fc.string({ unit: 'grapheme' }),
        ),
        (text) => {
          let at = 0;
          for (const [start, end] of splitSentences(text)) {
            expect(start).toBeGreaterThanOrEqual(at);
            expect(end).toBeGreaterThan(start);
            expect(text.slice(at, start).trim()).toBe('');
            expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
            at = end;
          }
          expect(text.slice(at).trim()).toBe('');
        },
      ),
    );
  });
});
