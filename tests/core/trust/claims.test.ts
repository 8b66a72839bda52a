import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/core/settings';
import { claimOf, evidenceOf } from '../../../src/core/trust/claims';
import { weightsOf } from '../../../src/core/trust/comparable';
import { allFillersIn, differingSlot, fillersOf } from '../../../src/core/trust/fillers';
import { statedSentences, type StatedSentence } from '../../../src/core/trust/statements';
import type { Passage, Triple } from '../../../src/core/types';

const limits = defaultSettings.trust;
/** Every word as if one passage of a hundred had it. */
const weights = weightsOf(100, () => 1);

/** One sentence with the facts it states: `[head, relation, tail]`. */
function said(text: string, ...facts: (readonly [string, string, string])[]): StatedSentence {
  const passage = { text, start: 0, sentences: [[0, text.length]], kind: 'prose' };
  const triples = facts.map(([head, relation, tail]) => ({ head, relation, tail, negated: / not /.test(relation), sentence: [0, text.length] })); // prettier-ignore
  const [sentence] = statedSentences(passage as never as Passage, triples as never as Triple[]);
  return sentence!;
}

const judge = (entailment: number, contradiction: number) => ({
  entailment,
  neutral: 1 - entailment - contradiction,
  contradiction,
});

describe('what fills the slots of a sentence', () => {
  it('are dates, times, weekdays, numbers and names', () => {
    const found = fillersOf('On 4 November 1873 at 09:15, a Tuesday, Ada Merrow of Kellwick paid £38 for 12 crates.'); // prettier-ignore
    expect(found.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'when 4 November 1873',
      'time 09:15',
      'weekday Tuesday',
      'name Ada Merrow of Kellwick',
      'number £38',
      'number 12',
    ]);
  });

  it('are not words that only open a sentence, nor names that describe what follows', () => {
    expect(fillersOf('The German engineer was there.')).toEqual([]);
    expect(fillersOf('However, nobody came.')).toEqual([]);
    expect(fillersOf('').length).toBe(0);
  });

  it('tell of one thing said differently, and only of one', () => {
    const premise = 'The lighthouse was first lit in 1863.';
    expect(differingSlot('was first lit on 4 November 1873', 'The lighthouse', premise)).toMatchObject({ said: { text: '4 November 1873' }, instead: { text: '1863' } }); // prettier-ignore
    expect(differingSlot('was first lit in 1863', 'The lighthouse', premise)).toBeNull();
    expect(differingSlot('was lit in 1873 by Crowe', 'The lighthouse', premise)).toBeNull();
    expect(differingSlot('was lit by Crowe', 'The lighthouse', premise)).toBeNull();
  });

  it('compare numbers only of the same thing', () => {
    const premise = 'The census counted 5,318 occupied sites in 2024.';
    expect(differingSlot('found 4,318 occupied sites', 'The census', premise)).not.toBeNull();
    expect(differingSlot('lasted 12 days', 'The census', premise)).toBeNull();
  });

  it('must all be known for a support', () => {
    expect(allFillersIn('Ada Merrow came in 1892.', 'In 1892 Ada Merrow came to the island.')).toBe(
      true,
    );
    expect(allFillersIn('Ada Merrow came in 1893.', 'In 1892 Ada Merrow came to the island.')).toBe(
      false,
    );
  });
});

describe('what a passage states', () => {
  it('leaves out headings, questions and fragments', () => {
    const text = 'The lighthouse\nWhen was it lit?\nThe tower is made of granite.';
    const sentences = [[0, 14], [15, 31], [32, text.length]]; // prettier-ignore
    const passage = { text, start: 10, sentences, kind: 'prose' } as never as Passage;
    const triples = [{ head: 'The tower', relation: 'is made of', tail: 'granite', negated: false, sentence: [42, 10 + text.length] }] as never as Triple[]; // prettier-ignore
    const stated = statedSentences(passage, triples);
    expect(stated.map((sentence) => sentence.text)).toEqual(['The tower is made of granite.']);
    expect(stated[0]!.span).toEqual([42, 10 + text.length]);
  });
});

describe('a claim put to a sentence of another passage', () => {
  const right = said('The lighthouse on Orrin was first lit in 1873.', ['The lighthouse on Orrin', 'was first lit in', '1873']); // prettier-ignore
  const wrong = said('The lighthouse on Orrin was first lit in 1863.', ['The lighthouse on Orrin', 'was first lit in', '1863']); // prettier-ignore

  it('may contradict in a number, and then what the judge calls entailed counts against it too', () => {
    const claim = claimOf(right, wrong, weights, limits);
    expect(claim).toMatchObject({ contradiction: 'number', supportable: false });
    expect(evidenceOf(claim, judge(0.69, 0.2))).toEqual({
      contradict: 0.8899999999999999,
      support: 0,
    });
  });

  it('may support when all it names is known', () => {
    const claim = claimOf(right, right, weights, limits);
    expect(claim).toMatchObject({ contradiction: null, supportable: true, coverage: 1 });
    expect(evidenceOf(claim, judge(0.9, 0.05))).toEqual({ contradict: 0, support: 0.9 });
  });

  it('contradicts nothing about another subject, however the judge sees it', () => {
    const other = said('The bridge of Kellwick was first lit in 1873.', ['The bridge of Kellwick', 'was first lit in', '1873']); // prettier-ignore
    const claim = claimOf(other, wrong, weights, limits);
    expect(claim.contradiction).toBeNull();
    expect(evidenceOf(claim, judge(0, 0.99)).contradict).toBe(0);
  });

  it('contradicts nothing by a subject that every passage has', () => {
    const common = weightsOf(1000, (word) => (word === 'season' ? 700 : 1));
    const a = said('The season began in 1990 on the island.', ['The season', 'began in', '1990']);
    const b = said('The season began in 1995 on the island.', ['The season', 'began in', '1995']);
    expect(claimOf(a, b, common, limits).contradiction).toBeNull();
    expect(claimOf(a, b, weights, limits).contradiction).toBe('number');
  });

  it('may contradict by a name, or by denying', () => {
    const fulmar = said('The boat of the station is called Fulmar.', ['The boat of the station', 'is called', 'Fulmar']); // prettier-ignore
    const wren = said('The boat of the station is called Sea Wren.', ['The boat of the station', 'is called', 'Sea Wren']); // prettier-ignore
    expect(claimOf(fulmar, wren, weights, limits).contradiction).toBe('name');
    const denial = said('The lighthouse on Orrin was not lit.', ['The lighthouse on Orrin', 'was not lit', '']); // prettier-ignore
    expect(claimOf(right, denial, weights, limits).contradiction).toBe('denial');
  });
});
