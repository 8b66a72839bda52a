import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/core/documents/build';
import { parseCsv } from '../../src/core/documents/csv';
import { isoDate } from '../../src/core/documents/date';
import { parseHtml } from '../../src/core/documents/html';
import { parseMarkdown } from '../../src/core/documents/markdown';
import { parsePlain } from '../../src/core/documents/plain';
import { cleanCharacters } from '../../src/core/lib/text';
import type { ParsedDocument } from '../../src/core/types';

/** What every parsed document must hold: offsets that agree with its text. */
function expectConsistent({ text, headings, tables, pages }: ParsedDocument): void {
  for (const heading of headings)
    expect(text.slice(heading.start, heading.start + heading.text.length)).toBe(heading.text);
  for (const table of tables) {
    expect(table.rowSpans).toHaveLength(table.rows.length);
    for (const [i, [start, end]] of table.rowSpans.entries()) {
      expect(start).toBeGreaterThanOrEqual(table.start);
      expect(end).toBeLessThanOrEqual(table.end);
      expect(text.slice(start, end)).toBe(table.rows[i]!.join(' | ').trim());
    }
  }
  expect([...pages].sort((a, b) => a - b)).toEqual(pages);
}

describe('characters', () => {
  it('have one spelling: ligatures, soft hyphens, odd spaces, line ends, combining marks', () => {
    expect(cleanCharacters('e\uFB03cient o\u00ADver\u00A0there\u200B\r\nCafe\u0301')).toBe(
      'efficient over there\nCafé',
    );
    expect(cleanCharacters('\uFEDF\uFEE3')).toBe('\u0644\u0645');
  });
  it('keep what has a meaning of its own: superscripts, fractions, joiners', () => {
    expect(cleanCharacters('x² ½ … می\u200Cخواهم')).toBe('x² ½ … می\u200Cخواهم');
  });
  it('are cleaned once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = cleanCharacters(text);
        expect(cleanCharacters(once)).toBe(once);
      }),
    );
  });
});

describe('dates', () => {
  it.each([
    ['2021-03-05T10:00:00Z', '2021-03-05'],
    ['2021/3/5', '2021-03-05'],
    ['2021-03', '2021-03'],
    ['5 March 2021', '2021-03-05'],
    ['March 5th, 2021', '2021-03-05'],
    ['Mar. 5, 2021 at noon', '2021-03-05'],
    ['March 2021', '2021-03'],
    ['Fri, 05 Mar 2021 10:00:00 +0000', '2021-03-05'],
    ["D:20210305120000+01'00'", '2021-03-05'],
    ['20210305', '2021-03-05'],
    ['05/03/2021', null],
    ['12345 Main Street', null],
    ['2021', null],
    ['2021-13-05', null],
    ['soon', null],
    ['', null],
  ])('%j is %j', (text, date) => {
    expect(isoDate(text)).toBe(date);
  });
});

describe('the builder', () => {
  it('keeps offsets, headings, tables and pages in step', () => {
    const builder = createBuilder();
    builder.page();
    builder.heading(2, ' A  title ');
    builder.block('One line.\n\n\n\nAnother.  ');
    builder.page();
    builder.table(['a', 'b'], [['1', '2'], ['', ''], ['3']]);
    builder.page();
    const parsed = builder.finish({});
    expect(parsed.text).toBe('A title\n\nOne line.\n\nAnother.\n\na | b\n1 | 2\n3 |');
    expect(parsed.pages).toEqual([0, parsed.text.indexOf('a | b'), parsed.text.length]);
    expect(parsed.title).toBe('A title');
    expectConsistent(parsed);
  });
  it('refuses more text than is allowed', () => {
    const builder = createBuilder(5);
    expect(() => builder.block('six letters')).toThrow(
      expect.objectContaining({ name: 'DocumentTooLarge' }),
    );
  });
  it('an empty document is empty', () => {
    expect(createBuilder().finish({})).toMatchObject({
      text: '',
      title: '',
      headings: [],
      tables: [],
      pages: [],
    });
  });
});

describe('plain text', () => {
  it('joins lines that were wrapped, and only those', () => {
    const parsed = parsePlain(
      [
        'It was in July, 1805, and the speaker was the well-known Anna Pavlovna',
        'Scherer, maid of honor and favorite of the Empress Marya Fedorovna. With',
        'these words she greeted Prince Vasili Kuragin, a man of high rank and',
        'importance.',
        '',
        'Roses are red,',
        'violets are blue.',
        '',
        '- a list item that is rather long and goes on here to the end of it',
        '- another',
      ].join('\n'),
    );
    expect(parsed.text.split('\n\n')).toEqual([
      'It was in July, 1805, and the speaker was the well-known Anna Pavlovna Scherer, maid of honor and favorite of the Empress Marya Fedorovna. With these words she greeted Prince Vasili Kuragin, a man of high rank and importance.',
      'Roses are red,\nviolets are blue.',
      '- a list item that is rather long and goes on here to the end of it\n- another',
    ]);
  });
  it('keeps the hyphen of a word that was wrapped at it', () => {
    const lines = [
      'The committee was made up of people who were, all in all, quite well-',
      'known in the town and had been for as long as anybody there could say',
      'with any certainty at all.',
    ];
    expect(parsePlain(lines.join('\n')).text).toContain('quite well-known in');
  });
  it('leaves long lines as the paragraphs they are', () => {
    const text = `${'word '.repeat(60).trim()}.\n${'term '.repeat(50).trim()}.`;
    expect(parsePlain(text).text).toBe(text);
  });
  it('guesses headings that stand alone', () => {
    const parsed = parsePlain(
      'BOOK ONE: 1805\n\nCHAPTER I\n\nText of it.\n\n1.2 Scope of Work\n\nMore.\n\nTitle\n=====\n\nMore.\n\nGENERAL TERMS\n\nEnd.',
    );
    expect(parsed.headings.map((h) => [h.level, h.text])).toEqual([
      [1, 'BOOK ONE: 1805'],
      [2, 'CHAPTER I'],
      [2, '1.2 Scope of Work'],
      [1, 'Title'],
      [2, 'GENERAL TERMS'],
    ]);
    expectConsistent(parsed);
  });
  it('takes no sentence, number or table line for a heading', () => {
    const parsed = parsePlain(
      'I agree.\n\n1,234.50\n\n2 apples and 3 pears were sold to him, he said.\n\nPart of it was lost.\n\nUSD   12   13',
    );
    expect(parsed.headings).toEqual([]);
  });
  it('says title and date where the text does', () => {
    expect(parsePlain('Title: The Lease\nDate: 5 March 2021\n\nText.')).toMatchObject({
      title: 'The Lease',
      date: '2021-03-05',
    });
  });
  it('a form feed starts a page', () => {
    const parsed = parsePlain('One.\fTwo.\fThree.');
    expect(parsed.pages.map((at) => parsed.text.slice(at))).toEqual([
      'One.\n\nTwo.\n\nThree.',
      'Two.\n\nThree.',
      'Three.',
    ]);
  });
  it('loses no letter of any text', () => {
    fc.assert(
      fc.property(
        fc
          .array(
            fc.constantFrom(
              'word',
              'a',
              '\n',
              '\n\n',
              ' ',
              'CHAPTER I',
              '- ',
              'end.',
              '   ',
              '1.',
              '\t',
            ),
          )
          .map((p) => p.join('')),
        (text) => {
          const parsed = parsePlain(text);
          expect(parsed.text.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
          expectConsistent(parsed);
        },
      ),
    );
  });
});

describe('HTML', () => {
  it('reads what is shown: headings, paragraphs, lists, code', () => {
    const parsed =
      parseHtml(`<html><head><title>The  Lease</title><style>p{}</style><meta property="article:published_time" content="2021-03-05T00:00Z"></head>
      <body><nav>Home</nav><h1>Lease &amp; Terms</h1><p>Rent is <b>due</b> on the&nbsp;1st.<br>Always.</p><script>x()</script>
      <div hidden>no</div><div style="display: none">no</div><span aria-hidden="true">no</span>
      <ul><li>roses<ul><li>red</li></ul></li><li><p>tea</p></li></ul><ol start="3"><li>three</li></ol>
      <pre><code>if (a) {
  b();
}</code></pre><h3>End</h3></body></html>`);
    expect(parsed.text).toBe(
      'Lease & Terms\n\nRent is due on the 1st.\nAlways.\n\n- roses\n  - red\n- tea\n\n3. three\n\nif (a) {\n  b();\n}\n\nEnd',
    );
    expect(parsed).toMatchObject({ title: 'The Lease', date: '2021-03-05' });
    expect(parsed.headings.map((h) => h.level)).toEqual([1, 3]);
    expectConsistent(parsed);
  });
  it('reads a table with its header, spans and folded columns', () => {
    const parsed = parseHtml(`<table>
      <tr><td></td><td colspan="5">Year ended</td></tr>
      <tr><td></td><td colspan="2">2023</td><td></td><td colspan="2">2022</td></tr>
      <tr><td>Revenue</td><td>$</td><td>1,234</td><td></td><td>$</td><td>(1,100</td><td>)</td></tr>
      <tr><td>Margin</td><td></td><td>12</td><td>%</td><td></td><td>11</td><td>%</td></tr></table>`);
    expect(parsed.tables).toHaveLength(1);
    expect(parsed.tables[0]!.header).toEqual(['', 'Year ended 2023', 'Year ended 2022']);
    expect(parsed.tables[0]!.rows).toEqual([
      ['Revenue', '$1,234', '$(1,100)'],
      ['Margin', '12%', '11%'],
    ]);
    expectConsistent(parsed);
  });
  it('repeats a cell over several rows in each of them', () => {
    const parsed = parseHtml(
      '<table><tr><th>Team</th><th>Player</th></tr><tr><td rowspan="2">Reds</td><td>Ann</td></tr><tr><td>Bob</td></tr><tr><td>Blues</td><td>Cy</td></tr></table>',
    );
    expect(parsed.tables[0]!.rows).toEqual([
      ['Reds', 'Ann'],
      ['Reds', 'Bob'],
      ['Blues', 'Cy'],
    ]);
    expect(parsed.tables[0]!.header).toEqual(['Team', 'Player']);
  });
  it('reads a table that only lays the page out as text', () => {
    const parsed = parseHtml(
      '<table><tr><td><h2>News</h2><p>First. Second.</p></td><td><p>Side.</p></td></tr></table><table><tr><td>•</td><td>a point</td></tr></table>',
    );
    expect(parsed.tables).toEqual([]);
    expect(parsed.text).toBe('News\n\nFirst. Second.\n\nSide.\n\n- a point');
  });
  it('takes bold lines for headings where a page has no others', () => {
    const parsed = parseHtml(
      '<div><span style="font-weight:700">Item 1. Business</span></div><p>We sell tea.</p><p><b>Note:</b> see below.</p>',
    );
    expect(parsed.headings.map((h) => h.text)).toEqual(['Item 1. Business']);
  });
  it('reads a report as it is filed: bold paragraphs, numbers in three columns, pages parted by rules', () => {
    const cell = (text: string, more = ''): string =>
      `<td ${more}><p style="font-weight:normal">${text || '&#160;'}</p></td>`;
    const year = (text: string): string =>
      `<td colspan="2"><p style="font-weight:bold;color:#000">${text}</p></td>${cell('')}`;
    const money = (sign: string, value: string): string =>
      cell('') + cell(sign) + cell(`<ix:nonfraction>${value}</ix:nonfraction>`) + cell('');
    const parsed = parseHtml(`<body><ix:header><ix:hidden>secret</ix:hidden></ix:header>
      <p style="font-weight:bold;font-size:10pt">NOTE 7. INTANGIBLE ASSETS</p>
      <p style="font-weight:bold">Goodwill. <span style="font-weight:normal">It was $<ix:nonfraction>1,091</ix:nonfraction>.</span></p>
      <table><tr>${cell('')}${cell('')}${year('2021')}${cell('')}${year('2020')}</tr>
      <tr>${cell('Patents')}${money('$', '13,507')}${money('$', '12,507')}</tr>
      <tr>${cell('Customers')}${money('', '14,040')}${money('', '13,040')}</tr></table>
      <p style="text-align:center">25</p>
      <hr style="page-break-after:always" /><p>Next page.</p></body>`);
    expect(parsed.text).toBe(
      'NOTE 7. INTANGIBLE ASSETS\n\nGoodwill. It was $1,091.\n\n| 2021 | 2020\nPatents | $13,507 | $12,507\nCustomers | 14,040 | 13,040\n\nNext page.',
    );
    expect(parsed.headings.map((h) => h.text)).toEqual(['NOTE 7. INTANGIBLE ASSETS']);
    expect(parsed.tables[0]!.header).toEqual(['', '2021', '2020']);
  });
  it('takes the main part where a page names one', () => {
    const parsed = parseHtml(
      `<body><div>menu menu</div><main><p>${'The text itself. '.repeat(9)}</p></main><footer>imprint</footer></body>`,
    );
    expect(parsed.text).not.toMatch(/menu|imprint/);
  });
  it('loses no word of any page', () => {
    let n = 0;
    const { node } = fc.letrec((tie) => ({
      word: fc.constant(null).map(() => ` w${n++}w `),
      node: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        tie('word'),
        fc
          .tuple(
            fc.constantFrom(
              'p',
              'div',
              'b',
              'ul',
              'li',
              'h2',
              'span',
              'blockquote',
              'pre',
              'dl',
              'dt',
            ),
            tie('list'),
          )
          .map(([tag, inner]) => `<${tag}>${inner as string}</${tag}>`),
        fc
          .array(fc.array(tie('list'), { minLength: 1, maxLength: 3 }), {
            minLength: 1,
            maxLength: 3,
          })
          .map(
            (rows) =>
              `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell as string}</td>`).join('')}</tr>`).join('')}</table>`,
          ),
      ),
      list: fc.array(tie('node'), { maxLength: 3 }).map((nodes) => nodes.join('<br>')),
    }));
    const words = (text: string): string[] => (text.match(/w\d+w/g) ?? []).sort();
    fc.assert(
      fc.property(node, (html) => {
        expect(words(parseHtml(html as string).text)).toEqual(words(html as string));
      }),
    );
  });
  it('survives nesting without end and broken tags', () => {
    for (const tag of ['<div>', '<p><span>', '<b>', '<table><tr><td>', '<ul><li>'])
      expect(parseHtml(tag.repeat(20_000) + 'deep').text, tag).toContain('deep');
    expect(parseHtml('<p>open <b>and <table><tr><td>never closed').text).toContain('never closed');
    expect(parseHtml('').text).toBe('');
  });
});

describe('Markdown', () => {
  it('reads front matter, headings, lists, tables and code', () => {
    const parsed = parseMarkdown(
      '---\ntitle: "My notes"\ndate: 2021-03-05\n---\n# One\n\nText *with* `code` and\na soft wrap.\n\n1. first\n2. second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x = 1;\nlet y;\n```\n\n> quoted\n',
    );
    expect(parsed).toMatchObject({ title: 'My notes', date: '2021-03-05' });
    expect(parsed.text).toBe(
      'One\n\nText with code and a soft wrap.\n\n1. first\n2. second\n\na | b\n1 | 2\n\nlet x = 1;\nlet y;\n\nquoted',
    );
    expect(parsed.tables[0]).toMatchObject({ header: ['a', 'b'], rows: [['1', '2']] });
    expectConsistent(parsed);
  });
});

describe('CSV', () => {
  it('finds delimiter, header and title line', () => {
    const parsed = parseCsv('Cups;;\nTeam;City;Won\n"Blues; St. Louis";STL;1\nFlyers;PHI;2\n');
    expect(parsed.title).toBe('Cups');
    expect(parsed.tables[0]).toMatchObject({
      header: ['Team', 'City', 'Won'],
      rows: [
        ['Blues; St. Louis', 'STL', '1'],
        ['Flyers', 'PHI', '2'],
      ],
    });
    expectConsistent(parsed);
  });
  it('takes no record of values for a header', () => {
    expect(parseCsv('1,2\n3,4\n').tables[0]).toMatchObject({
      header: [],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    });
    expect(parseCsv('name,city\nAnn,Bern\nBob,Rome\n').tables[0]!.header).toEqual(['name', 'city']);
  });
  it('keeps line ends inside a cell from breaking a row', () => {
    const parsed = parseCsv('a,b\n"x\ny",2\n');
    expect(parsed.text).toBe('a | b\nx y | 2');
  });
  it('of nothing fails by name', () => {
    expect(() => parseCsv('\n\n')).toThrow(expect.objectContaining({ name: 'DocumentEmpty' }));
  });
});
