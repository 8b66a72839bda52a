import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../src/core/lib/sentences';
import { defaultSettings } from '../../../src/core/settings';
import { originsOf } from '../../../src/core/trust/copies';
import { pairOf, relationOf, type StatedPassage } from '../../../src/core/trust/pairs';
import { statedSentences } from '../../../src/core/trust/statements';
import { createWordIndex } from '../../../src/core/trust/word-index';
import { createEnglish } from '../../../src/core/triples/english';
import { extractByRules } from '../../../src/core/triples/extract';
import type { DocumentId, Judgement, Passage } from '../../../src/core/types';
import { p } from './library';

const limits = defaultSettings.trust;
const english = createEnglish();

function passage(document: string, text: string, ordinal = 0): Passage {
  return {
    id: p(document, ordinal),
    document: document as DocumentId,
    ordinal,
    start: 100 * ordinal,
    end: 100 * ordinal + text.length,
    text,
    sentences: splitSentences(text),
    headings: [],
    page: null,
    kind: 'prose',
    header: [],
    tokens: 10,
  };
}

const stated = (one: Passage): StatedPassage => ({
  passage: one,
  sentences: statedSentences(one, extractByRules(one, '', english)),
});

function compare(a: Passage, b: Passage, cosine = 0.7) {
  const words = createWordIndex();
  words.add(a);
  words.add(b);
  return pairOf(stated(a), stated(b), cosine, words.weights(), limits);
}

const lit1873 = passage('a', 'The lighthouse on Orrin Skerry was first lit in 1873. It is tall.');
const lit1863 = passage(
  'b',
  'Visitors like it. The lighthouse on Orrin Skerry was first lit in 1863.',
);
const bread = passage('c', 'Knead the dough for ten minutes and let it rest.');

const no: Judgement = { entailment: 0.02, neutral: 0.9, contradiction: 0.08 };
const against: Judgement = { entailment: 0.02, neutral: 0.08, contradiction: 0.9 };
const agree: Judgement = { entailment: 0.9, neutral: 0.08, contradiction: 0.02 };

describe('two passages', () => {
  it('are judged by the sentences that speak of the same, whichever comes first', () => {
    const pair = compare(lit1863, lit1873)!;
    expect(pair.a.passage.id).toBe('a#0');
    expect(pair.sentences).toHaveLength(1);
    expect(pair.sentences[0]!.a.text).toBe('The lighthouse on Orrin Skerry was first lit in 1873.');
    expect(compare(lit1873, lit1863)).toEqual(pair);
  });

  it('are not judged when no reply could relate them', () => {
    expect(compare(lit1873, bread)).toBeNull();
    expect(compare(lit1873, lit1863, limits.leastCosine - 0.01)).toBeNull();
    expect(compare(passage('a', ''), passage('b', ''))).toBeNull();
  });

  it('contradict by the strongest claim, with its sentences and both judgements', () => {
    const pair = compare(lit1873, lit1863)!;
    const relation = relationOf(pair, [[no, against]], limits)!;
    expect(relation).toMatchObject({
      a: 'a#0',
      b: 'b#0',
      sign: -1,
      forward: no,
      backward: against,
    });
    expect(relation.weight).toBeCloseTo(0.92, 9);
    expect(lit1863.text.slice(...relation.spanB)).toBe(relation.textB);
    expect(relationOf(pair, [[no, no]], limits)).toBeNull();
  });

  it('support each other when two claims agree, not one alone', () => {
    const one = passage('a', 'The lighthouse on Orrin Skerry was first lit in 1873.');
    const same = passage('b', 'In 1873 the lighthouse on Orrin Skerry was first lit.');
    const pair = compare(one, same)!;
    expect(relationOf(pair, [[agree, agree]], limits)).toMatchObject({ sign: 1, weight: 0.9 });
    expect(relationOf(pair, [[agree, no]], limits)).toBeNull();
  });

  it('support each other as copies, unless a number was changed', () => {
    const copies = compare(bread, passage('d', bread.text), 0.99)!;
    expect(relationOf(copies, copies.sentences.map(() => [no, no]), limits)).toMatchObject({ sign: 1, weight: 0.99 }); // prettier-ignore
    const changed = compare(lit1873, lit1863, 0.99)!;
    expect(relationOf(changed, [[against, { ...against, contradiction: 0.98 }]], limits)!.sign).toBe(-1); // prettier-ignore
  });

  it('of one document can only contradict', () => {
    const other = passage('a', lit1863.text, 1);
    expect(relationOf(compare(lit1873, other)!, [[against, against]], limits)!.sign).toBe(-1);
    expect(compare(lit1873, passage('a', lit1873.text, 1), 1)).toBeNull();
  });
});

describe('finding passages by their rare words', () => {
  it('finds what shares a sentence, and forgets what is removed', () => {
    const words = createWordIndex();
    for (const one of [lit1873, lit1863, bread]) words.add(one);
    expect(words.alike(lit1873, 1)).toEqual(['b#0']);
    expect(words.alike(passage('x', 'Nothing known here'), 1)).toEqual([]);
    words.remove('b' as DocumentId);
    expect(words.alike(lit1873, 1)).toEqual([]);
    expect(words.passages).toBe(2);
    words.add(lit1863);
    expect(words.alike(lit1873, 1)).toEqual(['b#0']);
  });

  it('weighs a word as if the removed had never been there', () => {
    const text = fc.array(fc.constantFrom('granite', 'tower', 'petrel', 'lamp', 'keeper'), { minLength: 1, maxLength: 4 }); // prettier-ignore
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 8 }),
        fc.array(text, { maxLength: 8 }),
        (kept, gone) => {
          const both = createWordIndex();
          const alone = createWordIndex();
          kept.forEach((words, i) => {
            both.add(passage(`k${i}`, words.join(' ')));
            alone.add(passage(`k${i}`, words.join(' ')));
          });
          gone.forEach((words, i) => both.add(passage(`g${i}`, words.join(' '))));
          gone.forEach((_, i) => both.remove(`g${i}` as DocumentId));
          for (const word of ['granit', 'tower', 'petrel', 'lamp', 'keeper'])
            expect(both.weights().weight(word)).toBe(alone.weights().weight(word));
          const probe = passage('p', 'granite tower petrel lamp keeper');
          expect(both.alike(probe, 0.5)).toEqual(alone.alike(probe, 0.5));
        },
      ),
    );
  });
});

describe('where passages come from', () => {
  it('is their document, and for a copy that of the first', () => {
    const documents = ['a', 'a', 'b', 'c', 'c'] as DocumentId[];
    expect(Array.from(originsOf(documents, [[1, 3]]))).toEqual([0, 0, 1, 0, 2]);
    expect(Array.from(originsOf(documents, []))).toEqual([0, 0, 1, 2, 2]);
    expect(originsOf([], [])).toHaveLength(0);
  });
});
