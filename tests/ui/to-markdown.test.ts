import { describe, expect, it } from 'vitest';
import { confidenceWords, describeAnswer } from '../../src/ui/ask/describe-answer';
import { answerToMarkdown } from '../../src/ui/ask/to-markdown';
import { fakeAnswer } from '../support/fake-answers';
import { fakeDocument } from '../support/fake-documents';
import { island } from '../support/fake-island';

const world = { documents: island.map(fakeDocument), trust: () => 0.7, now: 1 };
const petrels = fakeAnswer('How many petrels?', [], world);
const nothing = fakeAnswer('What is the password?', [], world);

describe('an answer as Markdown', () => {
  it('keeps the numbers, the verdicts and every source', () => {
    const text = answerToMarkdown(petrels);
    expect(text).toContain('**4,318 occupied sites**');
    expect(text).toContain('[1][2] *(supported)*');
    expect(text).toContain('*(contradicted)*');
    expect(text).toContain('It is the largest colony in the north. *(not supported)*');
    expect(text).toContain('**Your documents disagree.**');
    for (const { number, path } of petrels.citations) expect(text).toContain(`${number}. ${path}`);
  });

  it('says that nothing was found, and does not number the nearest passages', () => {
    const text = answerToMarkdown(nothing);
    expect(text).toContain('**Not in your documents.**');
    expect(text).toContain('not sources of an answer');
    expect(text).not.toMatch(/^1\. /m);
  });

  it('keeps what a document says from becoming markup', () => {
    const [citation] = petrels.citations;
    const text = answerToMarkdown({
      ...petrels,
      citations: [{ ...citation!, quote: '# *no* | `x`' }],
    });
    expect(text).toContain('“\\# \\*no\\* \\| \\`x\\`”');
  });
});

describe('an answer in words', () => {
  it('says what was found and how much of it is supported', () => {
    expect(describeAnswer(petrels)).toBe(
      'Answer: 4,318 occupied sites. 2 of 4 sentences supported, 4 citations. Your documents disagree.',
    );
  });
  it('says that it is not there', () => {
    expect(describeAnswer(nothing)).toBe('Not in your documents. 3 nearest passages shown.');
  });
  it('puts a word to the confidence', () => {
    expect([0.91, 0.7, 0.3].map(confidenceWords)).toEqual([
      'High confidence, 91 %',
      'Fair confidence, 70 %',
      'Low confidence, 30 %',
    ]);
  });
});
