import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../src/core/types';
import { blocksOf } from '../../src/ui/viewer/blocks';
import { sections } from '../../src/ui/viewer/create-sections';
import { blockAt, cellSpans, headerSpan, pageAt, runsOf } from '../../src/ui/viewer/marks';
import { fakeDocument } from '../support/fake-documents';
import { longText } from '../support/fake-island';

const plain = (text: string, more: Partial<ParsedDocument> = {}): ParsedDocument => ({
  title: '',
  text,
  pages: [],
  headings: [],
  tables: [],
  date: null,
  warnings: [],
  ...more,
});
const tile = (parsed: ParsedDocument) => {
  let at = 0;
  for (const block of blocksOf(parsed)) {
    expect(block.start).toBe(at);
    expect(block.textEnd).toBeGreaterThanOrEqual(block.start);
    expect(block.end).toBeGreaterThan(block.start);
    expect(parsed.text.slice(block.textEnd, block.end).trim()).toBe('');
    at = block.end;
  }
  expect(at).toBe(parsed.text.length);
};

describe('blocks of a document', () => {
  it('are its heading, its paragraphs and its table, in order', () => {
    const { parsed } = fakeDocument({
      path: 'a.md',
      text: '# Census\n\nWe counted.\n\n| plot | sites |\n|---|---|\n| North | 911 |\n| West | 1,604 |\n\nThe end.',
    });
    const blocks = blocksOf(parsed);
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'prose', 'table', 'prose']);
    expect(parsed.text.slice(blocks[0]!.start, blocks[0]!.textEnd)).toBe('Census');
    tile(parsed);
  });

  it('tile any text, whatever its pages and headings', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '\n', '.', '|'),
      maxLength: 300,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(300)), fc.array(fc.nat(300)), (words, pages, heads) => {
        const inside = (list: readonly number[]) =>
          [...new Set(list)].filter((at) => at < words.length).sort((a, b) => a - b);
        tile(
          plain(words, {
            pages: inside(pages),
            headings: inside(heads).map((start) => ({ level: 2, text: '', start })),
          }),
        );
      }),
    );
  });

  it('begin a block with each page', () => {
    const blocks = blocksOf(plain('page one\npage two', { pages: [0, 9] }));
    expect(blocks.map((block) => block.page)).toEqual([1, 2]);
  });

  it('name the page that is there when the one before it is empty', () => {
    expect(blocksOf(plain('words', { pages: [0, 0, 0] })).map((block) => block.page)).toEqual([3]);
  });

  it('cut a paragraph of a million letters into pieces that can be drawn', () => {
    const parsed = plain('word '.repeat(200_000));
    expect(Math.max(...blocksOf(parsed).map((block) => block.end - block.start))).toBeLessThan(
      4100,
    );
    tile(parsed);
  });

  it('cut a table of a thousand rows into pieces', () => {
    const rows = Array.from({ length: 1000 }, (_, n) => `| ${n} | x |`).join('\n');
    const { parsed } = fakeDocument({ path: 'a.md', text: `| n | v |\n|---|---|\n${rows}` });
    const blocks = blocksOf(parsed);
    expect(blocks).toHaveLength(10);
    tile(parsed);
  });

  it('take time that grows with the length of a book, not with its square', () => {
    const { parsed } = fakeDocument({ path: 'b.md', text: longText(250) });
    expect(parsed.text.length).toBeGreaterThan(2_500_000);
    blocksOf(parsed);
    const start = performance.now();
    blocksOf(parsed);
    // The page cuts in slices anyway; the bound only catches a quadratic mistake.
    expect(performance.now() - start).toBeLessThan(1500);
  });

  it('are joined to sections that tile the text, too, and are few', () => {
    const { parsed } = fakeDocument({ path: 'b.md', text: longText(3) });
    const list = [...sections(blocksOf(parsed))];
    expect(list.length).toBeLessThan(20);
    expect(list.map((one) => parsed.text.slice(one.start, one.end)).join('')).toBe(parsed.text);
    expect(list.flatMap((one) => one.blocks)).toEqual(blocksOf(parsed));
    expect([...sections([])]).toEqual([]);
  });

  it('keep the lines of an address, and let wrapped prose flow', () => {
    const address = 'Ada Merrow\nHarbour 4\nKellwick';
    const wrapped =
      `${'long line of prose that an editor wrapped at seventy columns '.trim()}\n`.repeat(3);
    const kinds = blocksOf(plain(`${address}\n\n${wrapped}`)).map(
      (block) => block.kind === 'prose' && block.lines,
    );
    expect(kinds).toEqual([true, false]);
  });

  it('are none for an empty document', () => {
    expect(blocksOf(plain(''))).toEqual([]);
  });
});

describe('marks', () => {
  it('put the marked runs together to exactly the span', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.nat(60),
        fc.nat(60),
        fc.nat(60),
        (text, a, b, cut) => {
          const start = Math.min(a, b, text.length);
          const end = Math.min(Math.max(a, b), text.length);
          const middle = Math.min(cut, text.length);
          const runs = [
            ...runsOf(text, 0, middle, [start, end]),
            ...runsOf(text, middle, text.length, [start, end]),
          ];
          expect(runs.map((run) => run.text).join('')).toBe(text);
          const marked = runs.filter((run) => run.marked).map((run) => run.text);
          expect(marked.join('')).toBe(text.slice(start, end));
        },
      ),
    );
  });

  it('find the cells of a row, with what separates them', () => {
    const text = 'West Scree | 1,604 | +6 %';
    const spans = cellSpans(text, [0, text.length], ['West Scree', '1,604', '+6 %']);
    expect(spans?.map(({ start, textEnd }) => text.slice(start, textEnd))).toEqual([
      'West Scree',
      '1,604',
      '+6 %',
    ]);
    expect(spans?.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  });

  it('give up on a row that reads otherwise', () => {
    expect(cellSpans('a ; b', [0, 5], ['a', 'b'])).toBeNull();
    expect(cellSpans('', [0, 0], [])).toBeNull();
  });

  it('find the header before the first row', () => {
    const { parsed } = fakeDocument({ path: 'a.md', text: '| n | v |\n|---|---|\n| 1 | x |' });
    expect(headerSpan(parsed.tables[0]!)).toEqual([0, 6]);
  });

  it('find the block and the page of an offset', () => {
    const blocks = [
      { start: 0, end: 5 },
      { start: 5, end: 9 },
      { start: 9, end: 20 },
    ];
    expect([0, 4, 5, 8, 9, 19].map((at) => blockAt(blocks, at))).toEqual([0, 0, 1, 1, 2, 2]);
    expect([0, 99, 100, 250].map((at) => pageAt([0, 100, 200], at))).toEqual([1, 1, 2, 3]);
    expect(pageAt([], 7)).toBe(1);
  });
});
