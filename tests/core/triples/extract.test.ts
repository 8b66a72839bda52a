import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEnglish } from '../../../src/core/triples/english';
import { extractByRules, extractFromReply } from '../../../src/core/triples/extract';
import { readReply } from '../../../src/core/triples/reply';
import type { Passage } from '../../../src/core/types';

const english = createEnglish();
const passage = (text: string, more: Partial<Passage> = {}): Passage =>
  ({
    id: 'doc#3',
    document: 'doc',
    ordinal: 3,
    start: 1000,
    end: 1000 + text.length,
    text,
    sentences: [[0, text.length]],
    headings: [],
    page: null,
    kind: 'prose',
    header: [],
    tokens: 10,
    ...more,
  }) as Passage;

describe('triples of a passage', () => {
  test('know their passage, and their sentence in the document', () => {
    const text = 'The hut is old. Margit Thole was born in Kellwick.';
    const triples = extractByRules(
      passage(text, {
        sentences: [
          [0, 15],
          [16, text.length],
        ],
      }),
      'Founders',
      english,
    );
    const born = triples.find((t) => t.head === 'Margit Thole')!;
    expect(born).toMatchObject({
      id: expect.stringMatching(/^doc#3\/\d+$/),
      passage: 'doc#3',
      document: 'doc',
      tail: 'Kellwick',
    });
    expect(text.slice(born.sentence[0] - 1000, born.sentence[1] - 1000)).toBe(
      'Margit Thole was born in Kellwick.',
    );
    expect(new Set(triples.map((t) => t.id)).size).toBe(triples.length);
  });

  test('of a table are its cells: row, column, value', () => {
    const rows = 'Radio | £80 | 2019\nKettle | £20 |';
    const triples = extractByRules(
      passage(rows, {
        kind: 'table',
        header: ['Item', 'Price', 'Bought'],
        sentences: [
          [0, 18],
          [19, rows.length],
        ],
      }),
      'equipment.csv',
      english,
    );
    expect(triples.map((t) => `${t.head}${t.relation} ${t.tail}`)).toEqual([
      "Radio's Price is £80",
      "Radio's Bought is 2019",
      "Kettle's Price is £20",
    ]);
  });

  test('of a table without column names are about the document', () => {
    const rows = 'Rent | £900';
    const [only] = extractByRules(passage(rows, { kind: 'table' }), 'Lease', english);
    expect(only).toMatchObject({ head: 'Lease', relation: "'s Rent is", tail: '£900' });
  });
});

describe("a language model's reply", () => {
  const text = 'Ann Lee did not sign the lease in Rome.';

  test('is read line by line; lists and repeated lines are allowed', () => {
    const reply =
      '1. <Ann Lee; did not sign; the lease>\n- <Ann Lee; signed in; Rome>\n<ann lee; did not sign; the lease>\n';
    const { facts, rejected } = readReply(reply, text);
    expect(facts).toEqual([
      { head: 'Ann Lee', relation: 'did not sign', tail: 'the lease', negated: true },
      { head: 'Ann Lee', relation: 'signed in', tail: 'Rome', negated: false },
    ]);
    expect(rejected).toEqual([]);
  });

  test('every line that cannot be believed is given back with the reason', () => {
    const lines = [
      'Here are the triples:',
      '<Ann Lee; signed>',
      '<Ann Lee; ; Rome>',
      '<Ann Lee; knows; Bob Ray>',
      '<Rome; is; Rome>',
      `<Ann Lee; ${'very '.repeat(40)}; Rome>`,
    ];
    const { facts, rejected } = readReply(lines.join('\n'), text);
    expect(facts).toEqual([]);
    expect(rejected.map((r) => r.line)).toEqual(lines);
    expect(rejected.map((r) => r.why)).toEqual([
      'not of the form <head; relation; tail>',
      '2 parts instead of 3',
      'an empty part',
      '"Bob Ray" does not stand in the text',
      'head and tail are the same',
      'a part longer than 120 characters',
    ]);
  });

  test('never fails, and never gives more facts than lines', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (reply) => {
        const { facts, rejected } = readReply(reply, text);
        const lines = reply.split('\n').filter((l) => l.trim() !== '').length;
        expect(facts.length + rejected.length).toBeLessThanOrEqual(lines);
      }),
    );
  });

  test('its triples stand at the sentence that holds most of their words', () => {
    const two = 'Rome is old. Ann Lee signed in Rome.';
    const { triples } = extractFromReply(
      passage(two, {
        sentences: [
          [0, 12],
          [13, two.length],
        ],
      }),
      'Letter',
      '<Ann Lee; signed in; Rome>\n<Letter; is from; Rome>',
      'writer@1',
    );
    expect(triples[0]!.sentence).toEqual([1013, 1000 + two.length]);
    // A head that is the title of the document stands in no sentence, and is allowed.
    expect(triples[1]).toMatchObject({ head: 'Letter', extractor: 'writer@1' });
  });
});
