import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitSentences } from '../../../src/core/lib/sentences';
import { createEnglish } from '../../../src/core/triples/english';
import { tripleText, triplesAsSentences } from '../../../src/core/triples/facts';
import { openFacts, titleName } from '../../../src/core/triples/openie';

const english = createEnglish();
const say = (text: string, title = ''): string[] =>
  openFacts(text, splitSentences(text), title, english).map(
    (f) => `${f.head} | ${f.relation} | ${f.tail}${f.negated ? ' (not)' : ''}`,
  );

describe('open extraction tells', () => {
  test('what something is', () => {
    expect(say('Querelle is a German drama film.')).toEqual([
      'Querelle | is a | German drama film',
    ]);
    expect(say('George Grey was the eldest son of Edmund Grey.')).toEqual([
      'George Grey | was the eldest son of | Edmund Grey',
    ]);
  });

  test('each member of a list', () => {
    expect(say('The film stars Tom Hanks, Meg Ryan and Bill Pullman.')).toEqual([
      'The film | stars | Tom Hanks',
      'The film | stars | Meg Ryan',
      'The film | stars | Bill Pullman',
    ]);
    expect(say('Ann Lee and Bob Ray founded Acme Corp.')).toEqual([
      'Ann Lee | founded | Acme Corp.',
      'Bob Ray | founded | Acme Corp.',
    ]);
  });

  test('passives, and what a shortened clause says of the subject', () => {
    expect(
      say(
        'Payment on Demand is a 1951 film directed by Curtis Bernhardt and starring Bette Davis.',
        'Payment on Demand',
      ),
    ).toEqual([
      'Payment on Demand | is a | 1951 film',
      'Payment on Demand | is directed by | Curtis Bernhardt',
      'Payment on Demand | stars | Bette Davis',
    ]);
    expect(say('It was written and directed by Ub Iwerks.', 'Sinbad')).toEqual([
      'Sinbad | was written by | Ub Iwerks',
      'Sinbad | was directed by | Ub Iwerks',
    ]);
  });

  test('places and dates, one fact each', () => {
    expect(say('Curtis Bernhardt was born in Worms, Germany on 15 April 1899.')).toEqual([
      'Curtis Bernhardt | was born in | Worms, Germany',
      'Curtis Bernhardt | was born on | 15 April 1899',
    ]);
    expect(say('In 2019, Acme Corp. acquired Beta Inc. for $3 million.')).toEqual([
      'Acme Corp. | acquired | Beta Inc.',
      'Acme Corp. | acquired Beta Inc. for | $3 million',
      'Acme Corp. | acquired Beta Inc. in | 2019',
    ]);
  });

  test('lifespans in brackets', () => {
    expect(say('Carl Boese( 26 August 1887 – 6 July 1958) was a German film director.')).toEqual([
      'Carl Boese | was born on | 26 August 1887',
      'Carl Boese | died on | 6 July 1958',
      'Carl Boese | was a | German film director',
    ]);
    expect(say('Ada Ray (born 5 May 1900 in Rome, Italy) is a chemist.')).toContain(
      'Ada Ray | was born in | Rome, Italy',
    );
    expect(
      say('Isaak Hassler (c. 1530, St. Joachimsthal – 14 July 1591, Nuremberg) was an organist.'),
    ).toEqual(
      expect.arrayContaining([
        'Isaak Hassler | was born in | c. 1530',
        'Isaak Hassler | died in | Nuremberg',
      ]),
    );
  });

  test('a span of years is no life where nobody lived it', () => {
    expect(say('The Cuban War (1868–1878) was a long conflict.')).not.toContain(
      'The Cuban War | was born in | 1868',
    );
  });

  test('other names', () => {
    expect(say('Apple Remote Desktop (ARD) is a program.')).toContain(
      'Apple Remote Desktop | is also known as | ARD',
    );
    expect(say('William Reeves Eason was an American director.', 'B. Reeves Eason')).toEqual([
      'B. Reeves Eason | is also known as | William Reeves Eason',
      'B. Reeves Eason | was an | American director',
    ]);
  });

  test('appositions, and roles before names', () => {
    expect(say('Marie Curie, a Polish physicist, discovered radium.')).toEqual([
      'Marie Curie | is a | Polish physicist',
      'Marie Curie | discovered | radium',
    ]);
    expect(say('The music is by the composer Ennio Morricone.')).toContain(
      'Ennio Morricone | is | the composer',
    );
    expect(say('He is buried near his wife, Pearl Argyle.', 'Curtis Bernhardt')).toContain(
      "Curtis Bernhardt | 's wife is | Pearl Argyle",
    );
  });

  test('relative clauses, with whom they are about', () => {
    expect(say('Marie Curie, who was born in Warsaw, discovered radium.')).toEqual([
      'Marie Curie | was born in | Warsaw',
      'Marie Curie | discovered | radium',
    ]);
    expect(say('Brian Saunders was a weightlifter who competed for England.')).toEqual([
      'Brian Saunders | was a | weightlifter',
      'Brian Saunders | competed for | England',
    ]);
    expect(say('The house that Smith bought in 1990 is empty.')).toContain(
      'Smith | bought | The house',
    );
  });

  test('negation, kept and marked', () => {
    expect(say('The 2013 budget did not include the school.')).toEqual([
      'The 2013 budget | did not include | the school (not)',
    ]);
    expect(say("Mary didn't sign the lease.")).toEqual(["Mary | didn't sign | the lease (not)"]);
    expect(say('Ann Lee has no children.')).toEqual(['Ann Lee | has | no children (not)']);
  });

  test('no fact under "if" and of what is denied', () => {
    expect(say('If the tenant leaves the house, the landlord keeps the deposit.')).not.toContain(
      'the tenant | leaves | the house',
    );
    expect(say('The mayor denied that the city had bought the land.')).toEqual([]);
  });

  test('whom "he", "it" and "the film" mean', () => {
    expect(
      say('Arthur Rosson was an English film director. He died in London.', 'Arthur Rosson'),
    ).toContain('Arthur Rosson | died in | London');
    expect(
      say(
        'King of the Sierras is a 1938 western. The film was released in May 1938.',
        'King of the Sierras',
      ),
    ).toContain('King of the Sierras | was released in | May 1938');
    expect(say("Anna's brother Tom works for Google.")).toContain("Anna | 's brother is | Tom");
    // Nobody that "they" could be: no fact rather than a wrong one.
    expect(say('They moved to Paris.')).toEqual([]);
  });

  test('owners as heads, so that facts about them are found', () => {
    expect(say("The film's sets were designed by Artur Berger.", 'Devotion')).toEqual([
      "Devotion | 's sets were designed by | Artur Berger",
    ]);
    expect(say('The capital of France is Paris.')).toEqual(["France | 's capital is | Paris"]);
  });

  test('everyday prose as well as encyclopaedias', () => {
    expect(say('The lease ends on 31 March 2024 and the tenant pays €1,200 per month.')).toEqual(
      [
        'The lease | ends on | 31 March 2024',
        'The tenant | pays | €1,200',
        'The tenant | pays €1,200 per | month',
      ].map((line) => line.replace('The tenant', 'the tenant')),
    );
  });
});

describe('open extraction', () => {
  test('of nothing is nothing', () => {
    expect(say('')).toEqual([]);
    expect(say('...')).toEqual([]);
    expect(say('Hello')).toEqual([]);
  });

  test('never fails, and names the sentence it read', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              'Anna',
              'is',
              'a',
              ',',
              '(',
              ')',
              'who',
              'and',
              'the',
              "'s",
              'was',
              'born',
              'in',
              '1990',
              '"',
              'of',
              '.',
              'to',
              'by',
              'not',
              '–',
              'that',
              'Ångström',
              '王',
            ),
            fc.string({ maxLength: 4 }),
          ),
          { maxLength: 24 },
        ),
        fc.string({ maxLength: 12 }),
        (words, title) => {
          const text = words.join(' ');
          const sentences = splitSentences(text);
          for (const fact of openFacts(text, sentences, title, english)) {
            expect(sentences[fact.sentence]).toBeDefined();
            expect(fact.head.trim()).not.toBe('');
            expect(fact.tail.trim()).not.toBe('');
            expect(fact.relation.trim()).not.toBe('');
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('tags keep exact offsets, whatever the script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        for (const word of english.tag(text))
          expect(text.slice(word.start, word.end)).toBe(word.text);
      }),
      { numRuns: 300 },
    );
    const tagged = english.tag('Mieczysław Krawicz( 1893–1944) war in Łódź');
    expect(tagged.map((w) => w.text)).toContain('Mieczysław');
  });
});

test('a triple reads as a sentence', () => {
  expect(tripleText({ head: 'Devotion', relation: "'s wife is", tail: 'Ann' })).toBe(
    "Devotion's wife is Ann",
  );
  expect(tripleText({ head: 'The Rams', relation: "'s coach is", tail: 'Ann' })).toBe(
    "The Rams' coach is Ann",
  );
  expect(tripleText({ head: 'Ann', relation: 'was born in', tail: 'Rome' })).toBe(
    'Ann was born in Rome',
  );
  expect(triplesAsSentences([])).toEqual([]);
});

test('a title is a name without its brackets and file ending', () => {
  expect(titleName('Beginners (film)')).toBe('Beginners');
  expect(titleName('budget-2023.pdf')).toBe('budget-2023');
  expect(titleName('')).toBeNull();
});
