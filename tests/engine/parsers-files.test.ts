import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chunk } from '../../src/core/passages/chunk';
import { estimateTokens } from '../../src/core/passages/tokens';
import { defaultSettings } from '../../src/core/settings';
import type { DocumentId, ParsedDocument } from '../../src/core/types';
import { parseFile, type ParseResult } from '../../src/engine/parsers';

/** Real, awkward files; the folder lies beside the repository where there is one. */
const folder = fileURLToPath(new URL('../../../shared/data/files/', import.meta.url));

function parse(name: string): Promise<ParseResult> {
  const data = readFileSync(folder + name);
  const bytes = data.buffer.slice(
    data.byteOffset,
    data.byteOffset + data.byteLength,
  ) as ArrayBuffer;
  return parseFile(bytes, name, () => {}, new AbortController().signal);
}

type Check = (parsed: ParsedDocument, result: ParseResult) => void | Promise<void>;

/** One test for each file: skipped, and said so, where the file is absent. */
function file(name: string, says: string, check: Check): void {
  const present = existsSync(folder + name);
  it.skipIf(!present)(`${name}: ${says}${present ? '' : ' (file absent)'}`, async () => {
    const result = await parse(name);
    expectConsistent(result.parsed);
    await check(result.parsed, result);
  });
}

function refused(name: string, error: string | RegExp, says: string): void {
  const present = existsSync(folder + name);
  it.skipIf(!present)(`${name}: ${says}${present ? '' : ' (file absent)'}`, async () => {
    const found = await parse(name).then(
      () => 'read',
      (failure: Error) => failure.name,
    );
    expect(found).toMatch(error);
  });
}

function expectConsistent({ text, headings, tables, pages }: ParsedDocument): void {
  expect(text.trim()).not.toBe('');
  expect(text).not.toMatch(/[\u00AD\uFB00-\uFB06\u0000]/);
  for (const h of headings) expect(text.slice(h.start, h.start + h.text.length)).toBe(h.text);
  for (const table of tables)
    for (const [i, [start, end]] of table.rowSpans.entries())
      expect(text.slice(start, end)).toBe(table.rows[i]!.join(' | ').trim());
  expect([...pages].sort((a, b) => a - b)).toEqual(pages);
}

const has =
  (...texts: readonly string[]): Check =>
  ({ text }) => {
    for (const wanted of texts) expect(text).toContain(wanted);
  };

/** Each text stands behind the one before. */
const inOrder =
  (...texts: readonly string[]): Check =>
  ({ text }) => {
    let at = -1;
    for (const wanted of texts) {
      const next = text.indexOf(wanted, at + 1);
      expect(next, wanted).toBeGreaterThan(at);
      at = next;
    }
  };

describe('PDF files', () => {
  file('pdfjs__tracemonkey.pdf', 'two columns in reading order', (parsed, result) => {
    expect(result.format).toBe('pdf');
    expect(parsed.title).toMatch(/Trace-based Just-in-Time/);
    expect(parsed.pages).toHaveLength(14);
    void inOrder(
      'Dynamic languages such as JavaScript, Python, and Ruby, are popular since they are expressive, accessible to non-experts',
      'Compilers for statically typed languages rely on type information to generate efficient machine code.',
      'Trace trees make',
    )(parsed, result);
    expect(parsed.headings.map((h) => h.text).join('\n')).toMatch(/Introduction/);
  });
  file(
    'unstructured__multi-column.pdf',
    'sentences go on across lines, columns and a chart',
    (parsed, result) => {
      expect(parsed.title).toBe('Dense Passage Retrieval for Open-Domain Question Answering');
      void inOrder(
        'the corresponding representations could be suboptimal.',
        'Our Dense Passage Retriever (DPR) is exceptionally strong.',
        'open-retrieval setting, compared to several, much complicated systems.',
        'the answer is restricted to a span appearing in one or more passages in the corpus',
        'To this end, we train a multi-dataset encoder by combining training data from all datasets',
        'When training with multiple datasets, TREC, the smallest dataset of the five, benefits greatly',
      )(parsed, result);
      expect(parsed.headings.map((h) => `${h.level} ${h.text}`)).toEqual(
        expect.arrayContaining([
          '2 1 Introduction',
          '3 3.1 Overview',
          '3 5.1 Main Results',
          '2 8 Conclusion',
        ]),
      );
      const datasets = parsed.tables.find((t) =>
        t.rows.some((row) => row[0] === 'Natural Questions'),
      )!;
      expect(datasets.rows[0]).toEqual(['Natural Questions', '79,168', '58,880', '8,757', '3,610']);
    },
  );
  file('sample-files__multicolumn.pdf', 'LaTeX columns and a table', (parsed) => {
    expect(parsed.title).toBe('Two-Column Document with Lorem Ipsum');
    expect(parsed.tables[0]!.header).toEqual([
      'Country',
      'Population (millions)',
      'Area (km2)',
      'Capital',
      'Official Language',
    ]);
    expect(parsed.tables[0]!.rows[1]![4]).toBe('Dutch, French, German');
  });
  file('sample-files__pdflatex-outline.pdf', 'headings of the outline', (parsed) => {
    expect(parsed.headings.filter((h) => h.level === 1).map((h) => h.text)).toEqual(
      expect.arrayContaining(['1 Foo', '2 Bar', '9 Baz']),
    );
  });
  file(
    'unstructured__layout-parser-paper-fast.pdf',
    'joins the sentence over the page',
    (parsed, result) => {
      expect(parsed.headings.map((h) => h.text)).toContain('1 Introduction');
      void has('including document image classification [11, 37], layout detection')(
        parsed,
        result,
      );
    },
  );
  file(
    'unstructured__copy-protected.pdf',
    'an owner password does not keep it from being read',
    has('LayoutParser: A Unified Toolkit', 'on-going efforts'),
  );
  file(
    'unstructured__reliance.pdf',
    'two columns of a brochure',
    inOrder(
      'Big achievements follow if you dream big.',
      'contribute to India',
      'Reliance Industries Limited (RIL) is a Fortune 500 company',
    ),
  );
  file(
    'markitdown__SPARSE-2024-INV-1234_borderless_table.pdf',
    'tables without lines',
    (parsed) => {
      expect(parsed.tables.map((t) => t.header[0])).toEqual(['Product Code', 'Product Code']);
      expect(parsed.tables[1]!.rows).toHaveLength(10);
      expect(parsed.tables[1]!.rows[1]).toEqual([
        'SKU-9201',
        'Hardware',
        '$32.50',
        '$25,285.00',
        '2024-10-22',
        'Verified',
      ]);
    },
  );
  file('unstructured__all-number-table.pdf', 'a table of numbers has no header', (parsed) => {
    expect(parsed.tables[0]).toMatchObject({ header: [] });
    expect(parsed.tables[0]!.rows[7]).toEqual(['1600.01', '15']);
  });
  file('unstructured__korean-text-with-tables.pdf', 'Korean', ({ text }) => {
    expect(text).toMatch(/[\uac00-\ud7af]{2}/);
  });
  file(
    'pdfjs__ArabicCIDTrueType.pdf',
    'Arabic letters, not their shapes, right to left',
    ({ text }) => {
      expect(text).toMatch(/^انواع \S+ العربية/);
    },
  );
  file('sample-files__habibi.pdf', 'Arabic beside Latin', has('habibi'));
  file('pdfjs__copy_paste_ligatures.pdf', 'ligatures become letters', ({ text }) => {
    expect(text).toMatch(/ff|fi|fl/);
  });
  file('pdfjs__pdfjs_wikipedia.pdf', 'a printed web page', has('PDF.js'));
  file('pdfjs__TAMReview.pdf', 'an older article', ({ text }) =>
    expect(text.length).toBeGreaterThan(20_000),
  );
  file('pdfjs__S2.pdf', 'labels of a figure', has('10-7'));
  file(
    'pdfjs__prefilled_f1040.pdf',
    'a tax form',
    has('U.S. Individual Income Tax Return', 'Wages, salaries, tips'),
  );
  file('unstructured__pdf-with-ocr-text.pdf', 'the text layer of a scan', ({ text }) =>
    expect(text.length).toBeGreaterThan(500),
  );
  file('pdfjs__bomb_giant.pdf', 'its pictures are left alone', has('GIANT JBIG2 BOMB'));
  file('pdfjs__PDFBOX-3148-2-fuzzed.pdf', 'what was filled into a damaged form', has('1 2 3 4'));
  file(
    'pdfjs__freeculture.pdf',
    'a book of hundreds of pages, without its running heads',
    (parsed) => {
      expect(parsed.pages.length).toBeGreaterThan(300);
      expect((parsed.text.match(/^FREE CULTURE$/gm) ?? []).length).toBeLessThan(10);
    },
  );
  refused('unstructured__password.pdf', 'DocumentEncrypted', 'needs a password');
  refused('pdfjs__scan-bad.pdf', 'DocumentNoText', 'a scan with a stamp');
  refused('pdfjs__empty.pdf', 'DocumentNoText', 'an empty page');
  refused('sample-files__imagemagick-CCITTFaxDecode.pdf', 'DocumentNoText', 'a fax');
  refused('markitdown__MEDRPT-2024-PAT-3847_medical_report_scan.pdf', 'DocumentNoText', 'a scan');
  refused('markitdown__pdf_scanned_invoice.pdf', 'DocumentNoText', 'a scan');
  refused(
    'unstructured__table-multi-row-column-cells.pdf',
    'DocumentNoText',
    'a table as a picture',
  );
  for (const name of ['poppler-395-0', 'poppler-742-0'])
    refused(
      `pdfjs__${name}-fuzzed.pdf`,
      /^(?:DocumentDamaged|DocumentNoText|DocumentEncrypted|read)$/,
      'damaged, yet neither a crash nor a hang',
    );
});

describe('Word files', () => {
  file('markitdown__test.docx', 'a paper', (parsed) => {
    expect(parsed.headings[0]!.text).toBe(
      'AutoGen: Enabling Next-Gen LLM Applications via Multi-Agent Conversation',
    );
    expect(parsed.tables[0]!.rows[2]![2]).toBe('49e168b7-d2ae-407f-a055-2167576f39a1');
  });
  file('markitdown__equations.docx', 'formulas in a line', has('For m=1,', '=2.2×10^(-4)'));
  file('unstructured__docx-tables.docx', 'a table in a table, merged cells', (parsed) => {
    expect(parsed.tables.map((t) => t.rows.length)).toEqual([2, 3, 3]);
    expect(parsed.tables[1]!.rows[1]).toEqual(['d', 'e f g&t h', 'i']);
    expect(parsed.tables[2]!.rows[1]).toEqual(['a', 'c', 'd']);
  });
  file('unstructured__tables-with-incomplete-rows.docx', 'rows of unequal length', (parsed) => {
    expect(parsed.tables).toHaveLength(5);
    expect(parsed.tables[2]!.rows).toEqual([
      ['a', '', ''],
      ['b', 'c', 'd'],
    ]);
  });
  file(
    'mammothjs__footnotes.docx',
    'footnotes with their marks',
    has('Ouch[1].[2]', '[1] A tachyon walks into a bar.'),
  );
  file('mammothjs__endnotes.docx', 'endnotes with their marks', has('Ouch[1].[2]', '[2] Fin.'));
  file('mammothjs__comments.docx', 'comments left out', ({ text }) => expect(text).toBe('Ouch.'));
  file(
    'mammothjs__tables.docx',
    'text around a table',
    inOrder('Above', 'Top left | Top right', 'Below'),
  );
  file('mammothjs__text-box.docx', 'a text box', has('Datum plane'));
  file('mammothjs__strict-format.docx', 'the strict namespace', has('Test'));
  file(
    'mammothjs__utf8-bom.docx',
    'a byte order mark in the XML',
    has('This XML has a byte order mark.'),
  );
  file('unstructured__handbook-872p.docx', 'hundreds of pages', ({ text, headings }) => {
    expect(text.length).toBeGreaterThan(500_000);
    expect(headings.length).toBeGreaterThan(20);
  });
  refused('mammothjs__empty.docx', 'DocumentEmpty', 'nothing in it');
  refused('unstructured__simple.doc', 'DocumentUnsupported', 'the format before 2007');
});

describe('web pages', () => {
  file('unstructured__example-10k.html', 'a report with its statements as tables', (parsed) => {
    expect(parsed.text.length).toBeGreaterThan(200_000);
    expect(parsed.tables.length).toBeGreaterThan(30);
    expect(parsed.tables.some((t) => t.header.some((name) => /20\d\d/.test(name)))).toBe(true);
    expect(parsed.text).not.toMatch(/^[$)%]( \| [$)%]?)*$/m);
  });
  file('markitdown__test_wikipedia.html', 'the article without its menus', (parsed) => {
    expect(parsed.text).toContain('Large language model');
    expect(parsed.text).not.toContain('Jump to navigation');
    expect(parsed.headings.length).toBeGreaterThan(10);
  });
  file('unstructured__example-steelJIS-datasheet-utf-16.html', 'UTF-16', ({ text }) =>
    expect(text).toMatch(/JIS|steel/i),
  );
  file('unstructured__fake-html-cp1252.html', 'windows-1252', ({ text }) =>
    expect(text).not.toMatch(/\uFFFD|[\u0080-\u009f]/),
  );
  file('unstructured__fake-html-pre.htm', 'a large <pre>', ({ text }) =>
    expect(text.length).toBeGreaterThan(100_000),
  );
});

describe('plain text, Markdown, mail', () => {
  file(
    'unstructured__book-war-and-peace-1225p.txt',
    'a whole book, joined, in chapters, passages within seconds',
    async (parsed) => {
      expect(parsed.text).toContain(
        'It was in July, 1805, and the speaker was the well-known Anna Pavlovna Scherer, maid of honor and favorite of the Empress Marya Fedorovna.',
      );
      expect(parsed.headings.filter((h) => /^CHAPTER/.test(h.text)).length).toBeGreaterThan(350);
      expect(parsed.headings.map((h) => h.text)).not.toContain('NAPOLEON');
      const before = process.cpuUsage();
      const passages = await chunk(
        'd' as DocumentId,
        parsed,
        estimateTokens,
        defaultSettings.passages,
      );
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(3000);
      expect(passages.every((p) => p.tokens <= 220)).toBe(true);
      expect(passages.filter((p) => p.tokens < 40).length).toBeLessThan(passages.length * 0.02);
    },
  );
  file(
    'unstructured__norwich-city.txt',
    'text encoded twice, wrapped here and there',
    has(
      '1986–1990 Watford 63 (9)',
      'in 1986. He moved to Huddersfield Town in 1990 where he remained for three seasons before',
      'a Liverpool fan.[2]',
    ),
  );
  file(
    'unstructured__fake-text-utf-32.txt',
    'UTF-32',
    has('This is a test document to use for unit tests.'),
  );
  file(
    'unstructured__fake-text-utf-16-le.txt',
    'UTF-16',
    has('This is a test document to use for unit tests.'),
  );
  file(
    'unstructured__UDHR_first_article_all.txt',
    'hundreds of languages',
    has('All human beings are born free'),
  );
  file(
    'unstructured__hebrew-text-base64-iso88598i.txt',
    'Base64 is left as it is',
    has('8uPr5e8gVGVzbGEg'),
  );
  file('unstructured__umlauts-non-utf8.md', 'not UTF-8', (parsed) => {
    expect(parsed.text).toBe('können\n\nkönnen\n\näöüß');
    expect(parsed.warnings[0]).toContain('windows-1252');
  });
  file(
    'unstructured__README.md',
    'headings, list, code',
    has('- example-10k.html - A 10-K SEC filing in HTML format', 'curl -O \\\n  -A'),
  );
  file('unstructured__simple-table.md', 'a table', (parsed) =>
    expect(parsed.tables).toHaveLength(1),
  );
  file('unstructured__email-no-utf8-2014-03-17.111517.eml', 'a mail', (parsed, { format }) => {
    expect(format).toBe('email');
    expect(parsed.date).toBe('2014-03-17');
    expect(parsed.text).not.toContain('\uFFFD');
  });
  refused('unstructured__empty.txt', 'DocumentEmpty', 'no bytes');
});

describe('tables and books', () => {
  file('unstructured__csv-with-long-lines.csv', 'hundreds of columns', (parsed) => {
    expect(parsed.tables[0]!.header).toHaveLength(370);
    expect(parsed.tables[0]!.rows).toHaveLength(10);
  });
  file('unstructured__stanley-cups-utf-16.csv', 'UTF-16 with a title line', (parsed) => {
    expect(parsed.title).toBe('Stanley Cups');
    expect(parsed.tables[0]).toMatchObject({ header: ['Team', 'Location', 'Stanley Cups'] });
    expect(parsed.tables[0]!.rows[2]).toEqual(['Maple Leafs', 'TOR', '13']);
  });
  file('markitdown__test_mskanji.csv', 'Shift-JIS', has('佐藤太郎'));
  file('unstructured__vodafone.xlsx', 'blocks of a sheet', (parsed) => {
    expect(parsed.headings.map((h) => h.text)).toEqual([
      'Index',
      'Financial performance',
      'Operational metrics',
      'Other',
    ]);
    expect(parsed.tables[1]).toMatchObject({ header: ['Topic', 'Period', 'Page'] });
  });
  file('unstructured__winter-sports.epub', 'chapters', (parsed) => {
    expect(parsed.title).toBe('Winter Sports in Switzerland');
    expect(parsed.headings.map((h) => h.text)).toContain('CHAPTER VI SKI-ING');
  });
  file(
    'unstructured__simple.odt',
    'headings and lists',
    has('These are a few of my favorite things:', '- Hockey'),
  );
  file(
    'unstructured__eng_spa_mult.rtf',
    'English and Spanish',
    has(
      'Todos los seres humanos nacen libres e iguales en dignidad y derechos',
      'como están de razón',
    ),
  );
});

describe('passages of every readable file', () => {
  const names = [
    'unstructured__multi-column.pdf',
    'unstructured__winter-sports.epub',
    'markitdown__test.docx',
    'unstructured__csv-with-long-lines.csv',
    'unstructured__norwich-city.txt',
    'unstructured__example-10k.html',
  ];
  it.each(names.filter((name) => existsSync(folder + name)))('%s is covered once', async (name) => {
    const { parsed } = await parse(name);
    const passages = await chunk(
      'd' as DocumentId,
      parsed,
      estimateTokens,
      defaultSettings.passages,
    );
    const headers = parsed.tables
      .map((t) => parsed.text.slice(t.start, t.rowSpans[0]![0]))
      .join('');
    const letters = (text: string): number => text.replace(/\s/g, '').length;
    const covered = passages.reduce((sum, p) => sum + letters(p.text), 0);
    expect(covered).toBe(letters(parsed.text) - letters(headers));
    expect(passages.every((p) => p.tokens <= 220)).toBe(true);
  });
});
