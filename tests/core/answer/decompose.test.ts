import { describe, expect, test } from 'vitest';
import { decompose } from '../../../src/core/answer/decompose';

describe('a comparison asks each side for its value', () => {
  test('dates, directly', () => {
    expect(decompose('Who was born first, Erika Jayne or Marco Da Silva?')).toEqual({
      kind: 'compare',
      options: ['Erika Jayne', 'Marco Da Silva'],
      via: null,
      ask: 'When was {x} born?',
      value: 'date',
      pick: 'least',
    });
    expect(
      decompose('Which album was released more recently, Blue Tide or Red Sky?'),
    ).toMatchObject({ ask: 'When was {x} released?', pick: 'greatest' });
  });
  test('dates of somebody else', () => {
    expect(
      decompose('Which film has the director who died later, Pyaasa or His Last Haul?'),
    ).toEqual({
      kind: 'compare',
      options: ['Pyaasa', 'His Last Haul'],
      via: 'Who is the director of {x}?',
      ask: 'When did {x} die?',
      value: 'date',
      pick: 'greatest',
    });
  });
  test('older is less for people, and for things as well', () => {
    expect(decompose('Who is older, Ada or Grace?')).toMatchObject({
      ask: 'When was {x} born?',
      pick: 'least',
    });
    expect(decompose('Which magazine is older, Gallery or Dime?')).toMatchObject({
      ask: 'When was {x} released?',
      pick: 'least',
    });
  });
  test('numbers', () => {
    expect(decompose('Which genus has more species, Ehretia or Xanthoceras?')).toMatchObject({
      ask: 'How many species does {x} have?',
      value: 'number',
      pick: 'greatest',
    });
  });
});

describe('two things are compared for equality, or each for one property', () => {
  test('the same country', () => {
    expect(
      decompose('Are both Andy Hilbert and Barbara Rylko-Bauer from the same country?'),
    ).toEqual({
      kind: 'same',
      options: ['Andy Hilbert', 'Barbara Rylko-Bauer'],
      via: null,
      ask: 'In which country is {x}?',
    });
  });
  test('the word "both" tells where the second name ends', () => {
    expect(decompose('Are Giuseppe Verdi and Ambroise Thomas both opera composers?')).toEqual({
      kind: 'both',
      options: ['Giuseppe Verdi', 'Ambroise Thomas'],
      statement: '{x} is an opera composer.',
    });
    expect(decompose('Were the bands Skin Yard and Ostava from the U.S.?')).toMatchObject({
      options: ['Skin Yard', 'Ostava'],
      statement: '{x} was from the U.S.',
    });
    expect(decompose('Are Phlebodium and Pieris both species of ferns?')).toMatchObject({
      statement: '{x} is a species of ferns.',
    });
  });
});

test('one relation inside another becomes two steps', () => {
  expect(
    decompose('Where was the place of death of the director of film Majestic Hotel Cellars?'),
  ).toEqual({
    kind: 'bridge',
    inner: 'Who is the director of film Majestic Hotel Cellars?',
    outer: 'Where was the place of death of {x}?',
  });
  expect(decompose("When did Henry Grey's father die?")).toEqual({
    kind: 'bridge',
    inner: 'Who is the father of Henry Grey?',
    outer: 'When did {x} die?',
  });
  expect(decompose("What is the date of birth of Stephanie's husband?")).toMatchObject({
    inner: 'Who is the husband of Stephanie?',
    outer: 'What is the date of birth of {x}?',
  });
});

test.each([
  'Who is the father of Ada?',
  'When was the lighthouse first lit?',
  '',
  'Is the pier open on Sundays?',
  'How many rows does the list have?',
])('a question of one step stays whole: %j', (question) => expect(decompose(question)).toBeNull());
