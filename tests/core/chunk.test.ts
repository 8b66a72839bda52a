import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/core/documents/build';
import { chunk, pageAt } from '../../src/core/passages/chunk';
import { pack } from '../../src/core/passages/pack';
import { estimateTokens } from '../../src/core/passages/tokens';
import type { Unit } from '../../src/core/passages/units';
import type { DocumentId, ParsedDocument, Passage } from '../../src/core/types';

const id = 'd' as DocumentId;
const settings = { targetTokens: 20, maxTokens: 30, overlapSentences: 0 };
/** One token a word. */
const words = (texts: readonly string[]): Uint32Array =>
  Uint32Array.from(texts, (text) => text.split(/\s+/).filter(Boolean).length);
const sentence = (n: number, name = 'w'): string =>
  `${Array.from({ length: n }, (_, i) => (i === 0 ? 'Word' : `${name}${i}`)).join(' ')}.`;

function build(fill: (builder: ReturnType<typeof createBuilder>) => void): ParsedDocument {
  const builder = createBuilder();
  fill(builder);
  return builder.finish({ title: 'T' });
}

describe('passages', () => {
  it('are whole sentences near the target, cut between paragraphs where that costs little', async () => {
    const parsed = build((b) => {
      b.block([sentence(6), sentence(6), sentence(6)].join(' '));
      b.block([sentence(7), sentence(7), sentence(7)].join(' '));
    });
    const passages = await chunk(id, parsed, words, settings);
    expect(passages.map((p) => p.tokens)).toEqual([18, 21]);
    expect(passages[0]).toMatchObject({
      id: 'd#0',
      document: 'd',
      ordinal: 0,
      start: 0,
      page: null,
      kind: 'prose',
      headings: [],
      header: [],
    });
    expect(passages[0]!.sentences).toHaveLength(3);
    expect(passages[1]!.text).toBe(parsed.text.slice(parsed.text.lastIndexOf('\n') + 1));
  });

  it('do not reach over a heading, and know the headings above them', async () => {
    const parsed = build((b) => {
      b.heading(1, 'One');
      b.block(sentence(9));
      b.heading(2, 'One A');
      b.block(sentence(12));
      b.heading(2, 'One B');
      b.block(sentence(12));
      b.heading(1, 'Two');
      b.block(sentence(12));
    });
    const passages = await chunk(id, parsed, words, settings);
    expect(passages.map((p) => p.headings)).toEqual([
      ['One'],
      ['One', 'One A'],
      ['One', 'One B'],
      ['Two'],
    ]);
    expect(passages[1]!.text).toMatch(/^One A\n\nWord/);
  });

  it('join tiny sections of one level, with the headings that they share', async () => {
    const parsed = build((b) => {
      b.heading(1, 'Terms');
      for (const name of ['Rent', 'Term', 'Pets']) {
        b.heading(2, name);
        b.block('None.');
      }
      b.heading(1, 'Next');
      b.block(sentence(12));
    });
    const passages = await chunk(id, parsed, words, settings);
    expect(passages.map((p) => p.headings)).toEqual([['Terms'], ['Next']]);
    expect(passages[0]!.text).toBe('Terms\n\nRent\n\nNone.\n\nTerm\n\nNone.\n\nPets\n\nNone.');
  });

  it('never end with a heading', async () => {
    const parsed = build((b) => {
      b.block(sentence(19));
      b.heading(2, 'Small');
      b.block(sentence(19));
    });
    const passages = await chunk(id, parsed, words, settings);
    expect(passages.map((p) => p.text.split('\n')[0])).toEqual([sentence(19), 'Small']);
  });

  it('keep the rows of a table apart from prose, with their column names', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => [`n${i}`, String(i)]);
    const parsed = build((b) => {
      b.block('Before it.');
      b.table(['Name', 'Count'], rows);
      b.block('After it.');
    });
    const passages = await chunk(id, parsed, words, settings);
    expect(passages.map((p) => p.kind)).toEqual(['prose', 'table', 'table', 'prose']);
    const table = passages.filter((p) => p.kind === 'table');
    expect(table.map((p) => p.text).join('\n')).toBe(rows.map((row) => row.join(' | ')).join('\n'));
    for (const passage of table) {
      expect(passage.header).toEqual(['Name', 'Count']);
      expect(passage.text.slice(...passage.sentences[0]!)).toMatch(/^n\d+ \| \d+$/);
    }
  });

  it('split a sentence that is too long at clauses and words, losing nothing', async () => {
    const long = `${Array.from({ length: 100 }, (_, i) => `word${i}${i % 12 === 11 ? ',' : ''}`).join(' ')}.`;
    const passages = await chunk(
      id,
      build((b) => b.block(long)),
      words,
      settings,
    );
    expect(passages.every((p) => p.tokens <= 30)).toBe(true);
    expect(passages.map((p) => p.text).join(' ')).toBe(long);
    expect(passages[0]!.text.endsWith(',')).toBe(true);
  });

  it('split text without spaces, also between letters of two units', async () => {
    const long = '漢字𠮷を書く、'.repeat(30);
    const letters = (texts: readonly string[]): Uint32Array =>
      Uint32Array.from(texts, (t) => [...t].length);
    const passages = await chunk(
      id,
      build((b) => b.block(long)),
      letters,
      settings,
    );
    expect(passages.map((p) => p.text).join('')).toBe(long);
    expect(
      passages.every((p) => p.tokens <= 30 && !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(p.text)),
    ).toBe(true);
  });

  it('repeat sentences of the passage before when asked to', async () => {
    const parsed = build((b) => b.block(Array.from({ length: 24 }, () => sentence(4)).join(' ')));
    const plain = await chunk(id, parsed, words, settings);
    const overlapping = await chunk(id, parsed, words, { ...settings, overlapSentences: 1 });
    expect(overlapping).toHaveLength(plain.length);
    expect(overlapping[1]!.start).toBeLessThan(plain[1]!.start);
    expect(overlapping[1]!.end).toBe(plain[1]!.end);
    expect(overlapping.every((p) => p.tokens <= 30)).toBe(true);
  });

  it('know their page', async () => {
    const parsed = build((b) => {
      for (let i = 0; i < 3; i++) {
        b.page();
        if (i !== 1) b.block(sentence(18));
      }
    });
    expect((await chunk(id, parsed, words, settings)).map((p) => p.page)).toEqual([1, 3]);
    expect(pageAt([0, 10, 10, 20], 9)).toBe(1);
    expect(pageAt([0, 10, 10, 20], 10)).toBe(3);
    expect(pageAt([0, 10, 10, 20], 99)).toBe(4);
    expect(pageAt([], 5)).toBeNull();
  });

  it('of an empty document are none; of one word one', async () => {
    expect(
      await chunk(
        id,
        build(() => {}),
        words,
        settings,
      ),
    ).toEqual([]);
    expect(
      await chunk(
        id,
        build((b) => b.block('word')),
        words,
        settings,
      ),
    ).toHaveLength(1);
  });

  it('of three megabytes take under three seconds', async () => {
    const paragraph = `${'The prince walked slowly through the garden of his friend. '.repeat(6).trim()}`;
    const parsed = build((b) => {
      for (let i = 0; i < 8500; i++) b.block(paragraph);
    });
    const before = process.cpuUsage();
    const passages = await chunk(id, parsed, words, {
      targetTokens: 160,
      maxTokens: 220,
      overlapSentences: 0,
    });
    expect(parsed.text.length).toBeGreaterThan(3_000_000);
    expect(passages.length).toBeGreaterThan(2500);
    // Time of the processor: other work on the machine does not count.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(3000);
  });
});

describe('passages of any document', () => {
  const text = fc
    .array(
      fc.constantFrom(
        'One. ',
        'two, ',
        'Three! ',
        'Dr. Who ',
        '漢字。',
        '\n',
        'x'.repeat(50),
        ' 3.1 ',
      ),
      { minLength: 1, maxLength: 30 },
    )
    .map((p) => p.join(''));
  const part = fc.oneof(
    { weight: 5, arbitrary: text.map((t) => ({ kind: 'block' as const, text: t })) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('heading' as const),
        level: fc.integer({ min: 1, max: 4 }),
        text: fc.constantFrom('Scope', '1. Rent. And more', 'A B C'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('table' as const),
        header: fc.constantFrom([], ['a', 'b']),
        rows: fc.array(
          fc.array(fc.constantFrom('', '1', 'cell of words', 'y '.repeat(40)), { maxLength: 3 }),
          { maxLength: 12 },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'page' as const }) },
  );
  const document = fc.array(part, { maxLength: 25 }).map((parts) =>
    build((b) => {
      for (const p of parts)
        if (p.kind === 'block') b.block(p.text);
        else if (p.kind === 'heading') b.heading(p.level, p.text);
        else if (p.kind === 'table') b.table(p.header, p.rows);
        else b.page();
    }),
  );
  const all = (
    check: (parsed: ParsedDocument, passages: readonly Passage[]) => void,
  ): Promise<void> =>
    fc.assert(
      fc.asyncProperty(document, async (parsed) => {
        check(parsed, await chunk(id, parsed, estimateTokens, settings));
      }),
      { numRuns: 200 },
    );

  it('cover every character that is not white space once, in order, but for column names', async () => {
    await all((parsed, passages) => {
      const isHeader = (at: number): boolean =>
        parsed.tables.some((t) => at >= t.start && at < t.rowSpans[0]![0]);
      let last = 0;
      const covered: string[] = [];
      for (const p of passages) {
        expect(p.start).toBeGreaterThanOrEqual(last);
        expect(p.text).toBe(parsed.text.slice(p.start, p.end));
        covered.push(p.text);
        last = p.end;
      }
      const wanted = [...parsed.text.split('')]
        .filter((c, i) => /\S/.test(c) && !isHeader(i))
        .join('');
      expect(covered.join('').replace(/\s/g, '')).toBe(wanted);
    });
  });

  it('hold sentences that lie inside, in order, without overlap', async () => {
    await all((_, passages) => {
      for (const p of passages) {
        let last = 0;
        for (const [start, end] of p.sentences) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBe(p.text.length);
        expect(p.sentences[0]![0]).toBe(0);
      }
    });
  });

  it('keep to the maximum, to one table or to prose, to their page and heading path', async () => {
    await all((parsed, passages) => {
      for (const p of passages) {
        expect(p.tokens).toBeLessThanOrEqual(30);
        const tables = parsed.tables.filter((t) => p.start < t.end && p.end > t.start);
        expect(tables.length).toBe(p.kind === 'table' ? 1 : 0);
        expect(p.page).toBe(
          parsed.pages.length === 0
            ? null
            : Math.max(1, parsed.pages.filter((at) => at <= p.start).length),
        );
        const above = parsed.headings.filter((h) => h.start <= p.start);
        expect(p.headings).toEqual(p.headings.filter((text) => above.some((h) => h.text === text)));
      }
    });
  });
});

describe('packing', () => {
  const unit = (tokens: number, after: Unit['after'] = 'sentence', heading = false): Unit => ({
    start: 0,
    end: 1,
    tokens,
    after,
    heading,
    section: -1,
    table: -1,
  });

  it('equals the best of all ways to cut', () => {
    const cost = (
      units: readonly Unit[],
      cuts: readonly number[],
      target: number,
      most: number,
    ): number => {
      const ends = [...cuts, units.length];
      let from = 0;
      let total = 0;
      for (const end of ends) {
        const tokens = units.slice(from, end).reduce((sum, u) => sum + u.tokens, 0);
        if (tokens > most && end - from > 1) return Infinity;
        total += ((tokens - target) / target) ** 2;
        if (end < units.length)
          total += units[end - 1]!.heading
            ? 10
            : units[end]!.heading
              ? -0.1
              : { paragraph: 0, line: 0.03, sentence: 0.1, piece: 0.2 }[units[end]!.after];
        from = end;
      }
      return total;
    };
    const anyUnit = fc
      .record({
        tokens: fc.integer({ min: 1, max: 14 }),
        after: fc.constantFrom('paragraph' as const, 'line' as const, 'sentence' as const),
        heading: fc.boolean(),
      })
      .map((u) => unit(u.tokens, u.after, u.heading));
    fc.assert(
      fc.property(fc.array(anyUnit, { minLength: 1, maxLength: 8 }), (units) => {
        const found = pack(units, 10, 15);
        let best = Infinity;
        for (let mask = 0; mask < 1 << (units.length - 1); mask++) {
          const cuts = units.slice(1).flatMap((_, i) => (mask & (1 << i) ? [i + 1] : []));
          best = Math.min(best, cost(units, cuts, 10, 15));
        }
        expect(
          cost(
            units,
            found.slice(1).map(([from]) => from),
            10,
            15,
          ),
        ).toBeCloseTo(best, 9);
      }),
    );
  });

  it('of nothing is nothing', () => {
    expect(pack([], 10, 15)).toEqual([]);
    expect(pack([unit(99)], 10, 15)).toEqual([[0, 1]]);
  });
});

describe('estimated tokens', () => {
  it('are one for a short word, a sign, a CJK letter, three digits', () => {
    expect([
      ...(estimateTokens([
        'The cat sat.',
        'internationalisation',
        '漢字',
        '12345',
        '',
      ]) as Uint32Array),
    ]).toEqual([4, 4, 2, 2, 0]);
  });
});
