import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acronymOf, entityKey, sameByInitials } from '../../../src/core/triples/entities';
import { createEntityBuilder } from '../../../src/core/triples/link';
import { createNameIndex, isName } from '../../../src/core/triples/names';
import type { PassageId, Triple } from '../../../src/core/types';

const link = (...names: string[]) => {
  const builder = createEntityBuilder();
  for (const name of names) builder.add(name);
  return builder;
};
const together = (a: string, b: string, ...others: string[]): boolean => {
  const entities = link(a, b, ...others).finish();
  return entities.find(a) === entities.find(b);
};

describe('spelling families', () => {
  test('case, accents, "the", brackets and possessives do not matter', () => {
    expect(entityKey('The Beatles (band)')).toBe('beatles');
    expect(entityKey("Łódź's")).toBe('lodz');
    expect(entityKey('  JEAN-PAUL Sartre ')).toBe('jean paul sartre');
    expect(entityKey('The')).toBe('the');
  });

  test('a key is its own key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        // "the the band" loses one "the" at a time.
        const key = entityKey(text);
        if (!/^(?:the|a|an) /.test(key)) expect(entityKey(key)).toBe(key);
      }),
    );
  });

  test('initials and left-out middle names agree, other given names do not', () => {
    expect(sameByInitials('j r smith', 'john ronald smith')).toBe(true);
    expect(sameByInitials('john smith', 'john ronald smith')).toBe(true);
    expect(sameByInitials('john smith', 'jane smith')).toBe(false);
    expect(sameByInitials('j smith', 'john jones')).toBe(false);
    expect(sameByInitials('smith', 'john smith')).toBe(false);
  });

  test('acronyms', () => {
    expect(acronymOf('North Atlantic Treaty Organization')).toContain('NATO');
    expect(acronymOf('Museum of Modern Art')).toEqual(['MMA', 'MOMA']);
    expect(acronymOf('Nato')).toEqual([]);
  });
});

describe('linking', () => {
  test('joins one thing under several spellings', () => {
    expect(together('The Beatles', 'Beatles (band)')).toBe(true);
    expect(together('J. R. Smith', 'John Ronald Smith')).toBe(true);
    expect(together('NATO', 'North Atlantic Treaty Organization')).toBe(true);
    expect(together('Curtis Bernhardt', 'Carl Boese')).toBe(false);
  });

  test('does not guess between two that fit', () => {
    expect(together('J. Smith', 'John Smith', 'Jane Smith')).toBe(false);
    expect(together('ABC', 'Alpha Beta Company', 'Able Baker Club')).toBe(false);
  });

  test('believes a text that says both are the same, also at one remove', () => {
    const builder = link('Pelé', 'Edson Arantes do Nascimento', 'King of Football');
    builder.alias('Pelé', 'Edson Arantes do Nascimento');
    builder.alias('King of Football', 'pele');
    const entities = builder.finish();
    expect(entities.find('Edson Arantes do Nascimento')).toBe(
      entities.find('the king of football'),
    );
    expect(entities.names(entities.find('Pelé'))).toHaveLength(3);
  });

  test('knows nothing of what it was not told', () => {
    const entities = link().finish();
    expect(entities.size).toBe(0);
    expect(entities.find('anything')).toBe(-1);
    expect(entities.names(0)).toEqual([]);
  });
});

describe('the name index', () => {
  const triple = (passage: string, head: string, relation: string, tail: string): Triple =>
    ({
      id: `${passage}/0`,
      passage,
      document: passage.split('#')[0],
      head,
      relation,
      tail,
    }) as unknown as Triple;
  const id = (text: string) => text as PassageId;

  test('finds the documents named after a thing, and what others say about it', async () => {
    const names = await createNameIndex(
      [
        { title: 'Curtis Bernhardt', passages: [id('man#0')] },
        { title: 'Payment on Demand (film)', passages: [id('film#0')] },
      ],
      [
        triple('film#0', 'Payment on Demand', 'is directed by', 'Curtis Bernhardt'),
        triple('other#0', 'Curtis Bernhardt', 'lived in', 'Worms'),
        triple('man#0', 'Curtis Bernhardt', 'was born in', 'Worms'),
      ],
    );
    const man = names.entity('curtis bernhardt');
    expect(names.titled(man)).toEqual(['man#0']);
    expect(names.about(man)).toEqual(['other#0']);
    expect(names.mentions('Where was the director of payment on demand born?')).toEqual([
      names.entity('Payment on Demand'),
    ]);
    expect(names.entity('Worms')).toBe(-1);
  });

  test('a lone word is a name only when it is written like one', async () => {
    const names = await createNameIndex([{ title: 'Power', passages: [id('p#0')] }], []);
    expect(names.mentions('Power is made here')).toHaveLength(1);
    expect(names.mentions('the power is made here')).toHaveLength(0);
  });

  test('takes the longest name at each place', async () => {
    const names = await createNameIndex(
      [
        { title: 'New York', passages: [id('a#0')] },
        { title: 'New York City Ballet', passages: [id('b#0')] },
      ],
      [],
    );
    expect(names.mentions('the New York City Ballet of New York')).toEqual([
      names.entity('New York City Ballet'),
      names.entity('New York'),
    ]);
  });

  test('names have a capital or begin with a digit, and are not only a number', () => {
    expect(isName('Curtis Bernhardt')).toBe(true);
    expect(isName('the Moon')).toBe(true);
    expect(isName('the moon')).toBe(false);
    expect(isName('1984')).toBe(false);
    expect(isName('')).toBe(false);
  });
});
