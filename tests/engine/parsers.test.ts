import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSupported, parseFile, supportedExtensions } from '../../src/engine/parsers';
import { defaultLimits } from '../../src/engine/parsers/limits';
import type { ParsedDocument } from '../../src/core/types';
import {
  column,
  docxFile,
  epubFile,
  exact,
  latin,
  odtFile,
  pdfFile,
  utf8,
  wordFootnotes,
  wordParagraph,
  wordTable,
  xlsxFile,
  zip,
} from './parsers-fixtures';

const signal = new AbortController().signal;
const parse = async (bytes: ArrayBuffer, path: string): Promise<ParsedDocument> =>
  (await parseFile(bytes, path, () => {}, signal)).parsed;
const failureOf = async (bytes: ArrayBuffer, path: string): Promise<string> =>
  parseFile(bytes, path, () => {}, signal).then(
    () => 'no failure',
    (error: Error) => error.name,
  );

describe('what a file is', () => {
  it('offers the usual endings, whatever their case', () => {
    expect(supportedExtensions).toContain('pdf');
    expect(isSupported('contracts/2023/Lease.PDF')).toBe(true);
    expect(isSupported('photo.png')).toBe(false);
    expect(isSupported('README')).toBe(false);
    expect(isSupported('.pdf')).toBe(false);
  });

  it('refuses a picture that is named .txt and says what it is', async () => {
    const png = latin('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00');
    await expect(parse(png, 'notes.txt')).rejects.toMatchObject({
      name: 'DocumentUnsupported',
      message: expect.stringContaining('PNG'),
    });
  });

  it('reads a PDF that is named .txt as a PDF, with a warning', async () => {
    const { format, parsed } = await parseFile(
      pdfFile([column(72, 700, ['A lease of a garden.'])]),
      'lease.txt',
      () => {},
      signal,
    );
    expect(format).toBe('pdf');
    expect(parsed.text).toBe('A lease of a garden.');
    expect(parsed.warnings[0]).toContain('.txt');
  });

  it('finds a PDF behind other bytes, but not in a text that speaks of one', async () => {
    const pdf = new Uint8Array(pdfFile([column(72, 700, ['Here it is.'])]));
    const mail = exact(Uint8Array.from([...new Uint8Array(utf8('X-Scan: clean\r\n')), ...pdf]));
    expect((await parse(mail, 'a.pdf')).text).toBe('Here it is.');
    expect(
      (await parse(utf8('A file of that kind begins with %PDF-1.7.'), 'a.txt')).text,
    ).toContain('begins with');
  });

  it('reads a web page that is named .pdf as a web page', async () => {
    const { format } = await parseFile(
      utf8('<!DOCTYPE html><p>Not found</p>'),
      'report.pdf',
      () => {},
      signal,
    );
    expect(format).toBe('html');
  });

  it('refuses noise, programs, archives and old Office files', async () => {
    const noise = Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256);
    expect(await failureOf(exact(noise), 'noise.txt')).toBe('DocumentUnsupported');
    expect(await failureOf(latin('\x7fELF\x02\x01\x01' + '\0'.repeat(60)), 'a.txt')).toBe(
      'DocumentUnsupported',
    );
    expect(await failureOf(zip({ 'a.txt': 'x' }), 'a.zip')).toBe('DocumentUnsupported');
    const doc = latin(
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' +
        '\0'.repeat(500) +
        'W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0',
    );
    await expect(parse(doc, 'old.doc')).rejects.toMatchObject({
      name: 'DocumentUnsupported',
      message: expect.stringContaining('.docx'),
    });
  });

  it('knows an encrypted Word file by its envelope', async () => {
    const bytes = latin(
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' +
        '\0'.repeat(500) +
        [...'EncryptedPackage'].join('\0') +
        '\0',
    );
    expect(await failureOf(bytes, 'secret.docx')).toBe('DocumentEncrypted');
  });

  it('names empty, blank, damaged and too large files', async () => {
    expect(await failureOf(new ArrayBuffer(0), 'a.txt')).toBe('DocumentEmpty');
    expect(await failureOf(utf8(' \n\t\n'), 'a.md')).toBe('DocumentEmpty');
    expect(await failureOf(latin('PK\x03\x04broken'), 'a.docx')).toBe('DocumentDamaged');
    expect(await failureOf(docxFile('').slice(0, 700), 'cut.docx')).toBe('DocumentDamaged');
    expect(await failureOf(latin('%PDF-1.7\nnothing else'), 'a.pdf')).toBe('DocumentDamaged');
    const small = { ...defaultLimits, bytes: 10 };
    await expect(
      parseFile(utf8('more than ten bytes'), 'a.txt', () => {}, signal, small),
    ).rejects.toMatchObject({ name: 'DocumentTooLarge' });
    const short = { ...defaultLimits, characters: 10 };
    await expect(
      parseFile(utf8('more than ten letters'), 'a.txt', () => {}, signal, short),
    ).rejects.toMatchObject({ name: 'DocumentTooLarge' });
  });

  it('stops at once when cancelled before it begins', async () => {
    const aborted = AbortSignal.abort();
    await expect(parseFile(utf8('text'), 'a.txt', () => {}, aborted)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('leaves the bytes as they are', async () => {
    const bytes = pdfFile([column(72, 700, ['Kept.'])]);
    const before = new Uint8Array(bytes).slice();
    await parse(bytes, 'a.pdf');
    expect(new Uint8Array(bytes)).toEqual(before);
  });
});

describe('text in any encoding', () => {
  const text = 'Die Gebühr beträgt 5 € – für größere Räume mehr.';
  const utf16 = (little: boolean, mark: boolean): ArrayBuffer => {
    const view = new DataView(new ArrayBuffer((text.length + 1) * 2));
    view.setUint16(0, 0xfeff, little);
    for (let i = 0; i < text.length; i++) view.setUint16(2 + i * 2, text.charCodeAt(i), little);
    return view.buffer.slice(mark ? 0 : 2);
  };
  const utf32 = (little: boolean): ArrayBuffer => {
    const view = new DataView(new ArrayBuffer(4 + text.length * 4));
    view.setUint32(0, 0xfeff, little);
    for (let i = 0; i < text.length; i++) view.setUint32(4 + i * 4, text.charCodeAt(i), little);
    return view.buffer;
  };

  it.each([
    ['UTF-8', utf8(text)],
    ['UTF-8 with a mark', utf8(`\uFEFF${text}`)],
    ['UTF-16 LE', utf16(true, true)],
    ['UTF-16 BE', utf16(false, true)],
    ['UTF-16 LE without a mark', utf16(true, false)],
    ['UTF-16 BE without a mark', utf16(false, false)],
    ['UTF-32 LE', utf32(true)],
    ['UTF-32 BE', utf32(false)],
    [
      'windows-1252',
      latin('Die Geb\xfchr betr\xe4gt 5 \x80 \x96 f\xfcr gr\xf6\xdfere R\xe4ume mehr.'),
    ],
    [
      'UTF-8 encoded twice',
      utf8(
        'Die Geb\u00c3\u00bchr betr\u00c3\u00a4gt 5 \u00e2\u0082\u00ac \u00e2\u0080\u0093 f\u00c3\u00bcr gr\u00c3\u00b6\u00c3\u009fere R\u00c3\u00a4ume mehr.',
      ),
    ],
  ])('%s', async (name, bytes) => {
    const { text: read } = await parse(bytes, 'fee.txt');
    if (name === 'UTF-8 encoded twice') expect(read).toContain('5 € – ');
    else expect(read).toBe(text);
  });

  it('Shift-JIS, by guess, with a warning', async () => {
    const bytes = latin(
      '\x96\xbc\x91\x4f,\x94\x4e\x97\xee,\x8f\x5a\x8f\x8a\n\x8d\xb2\x93\xa1\x91\xbe\x98\x59,30,\x93\x8c\x8b\x9e\n',
    );
    const parsed = await parse(bytes, 'people.csv');
    expect(parsed.tables[0]!.header).toEqual(['名前', '年齢', '住所']);
    expect(parsed.text).toContain('佐藤太郎 | 30 | 東京');
    expect(parsed.warnings.join()).toContain('shift_jis');
  });

  it('the charset that a web page declares', async () => {
    const bytes = latin(
      '<html><head><meta charset="iso-8859-8"></head><body><p>\xf9\xec\xe5\xed</p></body></html>',
    );
    expect((await parse(bytes, 'a.html')).text).toBe('שלום');
  });
});

describe('PDF', () => {
  const left = [
    'The first column tells of the garden and',
    'its walls, which were built of red brick a',
    'long time ago by people who had come over',
    'the hills in order to find a place of com-',
    'fort. It rained for many weeks on end and',
    'nobody could leave the houses by the sea',
    'so that the children began to write down',
  ];
  const right = [
    'the stories that their elders told at night.',
    'The second column goes on with them. It is',
    'a pleasure to read what they had thought of',
    'the world, and how little of it was true or',
    'could have been. In the spring the ships',
    'were mended and the winter was forgotten',
    'by all but the smallest of the children.',
  ];

  it('reads two columns in order, joins lines and makes cut words whole', async () => {
    // Drawn line by line across both columns, as some programs do.
    const items = left.flatMap((text, i) => [
      ...column(50, 700 - i * 12, [text]),
      ...column(320, 700 - i * 12, [right[i]!]),
    ]);
    const { text } = await parse(pdfFile([items]), 'story.pdf');
    expect(text).toContain('to find a place of comfort. It rained for many weeks on end');
    expect(text).toContain(
      'the children began to write down the stories that their elders told at night.',
    );
    expect(text.indexOf('The second column')).toBeGreaterThan(text.indexOf('began to write'));
    expect(text).not.toContain('\n');
  });

  it('reads a full-width title before both columns, and three columns in order', async () => {
    const words = (n: string): string[] =>
      Array.from({ length: 8 }, (_, i) => `${n} column line ${i} says so`);
    const items = [
      { x: 60, y: 740, text: 'A Title Over All Three of the Columns Below', size: 20 },
      ...column(50, 700, words('First')),
      ...column(230, 700, words('Middle')),
      ...column(410, 700, words('Last')),
    ];
    const parsed = await parse(pdfFile([items]), 'a.pdf');
    expect(parsed.title).toBe('A Title Over All Three of the Columns Below');
    expect(parsed.headings[0]).toMatchObject({ level: 1, start: 0 });
    const at = (text: string): number => parsed.text.indexOf(text);
    expect(at('First column line 7')).toBeGreaterThan(at('First column line 0'));
    expect(at('Middle column line 0')).toBeGreaterThan(at('First column line 7'));
    expect(at('Last column line 0')).toBeGreaterThan(at('Middle column line 7'));
  });

  it('leaves out running headers, footers and page numbers, and joins a sentence over the page', async () => {
    const page = (n: number, lines: readonly string[]): ReturnType<typeof column> => [
      { x: 72, y: 760, text: 'Annual Report of the Garden Society', size: 9 },
      ...column(72, 700, lines),
      { x: 300, y: 30, text: String(n), size: 9 },
    ];
    const line = 'This line is about as long as the others on its page so it is full';
    const parsed = await parse(
      pdfFile([
        page(1, [
          line,
          line,
          'The society was founded by seven neighbours who had long been friends',
        ]),
        page(2, ['of roses and of tea. They met each week.', line]),
        page(3, [line, 'The end of it.']),
      ]),
      'society.pdf',
    );
    expect(parsed.text).not.toContain('Annual Report');
    expect(parsed.text).not.toMatch(/^\d$/m);
    expect(parsed.text).toContain('who had long been friends of roses and of tea.');
    expect(parsed.pages).toHaveLength(3);
    expect(parsed.text.slice(parsed.pages[1])).toMatch(/^of roses/);
  });

  it('finds headings by size and number and keeps them out of the paragraphs', async () => {
    const body = Array.from(
      { length: 6 },
      () => 'The text of the section goes on for a while and ends somewhere here.',
    );
    const parsed = await parse(
      pdfFile([
        [
          { x: 72, y: 740, text: 'Rules of the House', size: 22, font: 2 },
          { x: 72, y: 700, text: '1 Guests', size: 14, font: 2 },
          ...column(72, 680, body),
          { x: 72, y: 580, text: '1.1 Late guests', size: 11, font: 2 },
          ...column(72, 560, body),
        ],
      ]),
      'rules.pdf',
    );
    expect(parsed.headings.map((h) => [h.level, h.text])).toEqual([
      [1, 'Rules of the House'],
      [2, '1 Guests'],
      [3, '1.1 Late guests'],
    ]);
  });

  it('reads a table by its aligned cells', async () => {
    const rows = [
      ['Item', 'Price', 'Stock'],
      ['Rake', '12.50', '3'],
      ['Spade', '20.00', '14'],
      ['Hoe', '9.90', '0'],
    ];
    const items = rows.flatMap((row, r) =>
      row.map((text, c) => ({ x: 72 + c * 120, y: 700 - r * 16, text })),
    );
    const parsed = await parse(
      pdfFile([[{ x: 72, y: 740, text: 'What we sell in the shop at the gate.' }, ...items]]),
      'a.pdf',
    );
    expect(parsed.tables).toHaveLength(1);
    expect(parsed.tables[0]!.header).toEqual(['Item', 'Price', 'Stock']);
    expect(parsed.tables[0]!.rows[1]).toEqual(['Spade', '20.00', '14']);
    const [start, end] = parsed.tables[0]!.rowSpans[2]!;
    expect(parsed.text.slice(start, end)).toBe('Hoe | 9.90 | 0');
  });

  it('names pages without text, and refuses a file that has none', async () => {
    const words = column(72, 700, ['Only this page has text on it.']);
    const parsed = await parse(pdfFile([[], words, []], { pictures: [0, 2] }), 'a.pdf');
    expect(parsed.warnings[0]).toMatch(/^Pages 1, 3 have no text/);
    expect(await failureOf(pdfFile([[], []], { pictures: [0, 1] }), 'scan.pdf')).toBe(
      'DocumentNoText',
    );
    expect(
      await failureOf(pdfFile([column(72, 700, ['stamp'])], { pictures: [0] }), 'scan.pdf'),
    ).toBe('DocumentNoText');
  });

  it('takes title and date from the file, but not a title that a program made up', async () => {
    const page = [column(72, 700, ['Something in ten point type.'])];
    const named = await parse(
      pdfFile(page, { info: '/Title (The Lease) /CreationDate (D:20210305120000Z)' }),
      'a.pdf',
    );
    expect(named).toMatchObject({ title: 'The Lease', date: '2021-03-05' });
    const made = await parse(
      pdfFile(page, { info: '/Title (Microsoft Word - Document1.doc)' }),
      'contracts/lease.pdf',
    );
    expect(made.title).toBe('lease');
  });

  it('asks for no password but says that one is needed', async () => {
    expect(
      await failureOf(pdfFile([column(72, 700, ['Secret'])], { encrypted: true }), 'a.pdf'),
    ).toBe('DocumentEncrypted');
  });

  it('puts what was filled into a form beside its label', async () => {
    const bytes = pdfFile([column(72, 700, ['Name of the tenant:'])], {
      fields: ['/FT /Tx /T (name) /V (Ada Lovelace) /Rect [170 696 300 712]'],
    });
    expect((await parse(bytes, 'form.pdf')).text).toBe('Name of the tenant: Ada Lovelace');
  });

  it('reports each page and stops within a long file', async () => {
    const pages = Array.from({ length: 60 }, (_, i) =>
      column(72, 700, [`Page ${i} has some text on it.`]),
    );
    const controller = new AbortController();
    let reached = 0;
    const run = parseFile(
      pdfFile(pages),
      'long.pdf',
      (done, total) => {
        expect(total).toBe(60);
        reached = done;
        if (done === 5) controller.abort();
      },
      controller.signal,
    );
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(reached).toBeLessThan(10);
  });

  it('reads a page whose text is turned, and leaves out a stamp along the margin', async () => {
    const lines = [
      'The first line of the sheet goes along its',
      'side and so does the second one of them.',
    ];
    const whole =
      'The first line of the sheet goes along its side and so does the second one of them.';
    const sheets = [
      lines.map((text, i) => ({ x: 300 + i * 12, y: 100, text, turned: 1 as const })),
      lines.map((text, i) => ({ x: 500, y: 300 + i * 12, text, turned: 2 as const })),
      lines.map((text, i) => ({ x: 300 - i * 12, y: 700, text, turned: 3 as const })),
    ];
    for (const sheet of sheets) expect((await parse(pdfFile([sheet]), 'a.pdf')).text).toBe(whole);
    const stamped = [
      ...column(72, 700, lines),
      { x: 20, y: 300, text: 'arXiv:1', turned: 1 as const },
    ];
    expect((await parse(pdfFile([stamped]), 'a.pdf')).text).toBe(whole);
  });

  it('reads a Japanese font that is not in the file by the tables of pdf.js', async () => {
    const text = '\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x95\xb6\x8f\x91';
    const bytes = pdfFile([[{ x: 72, y: 700, text, font: 3 }]]);
    expect((await parse(bytes, 'a.pdf')).text).toBe('日本語の文書');
  });

  it('keeps to its limits of pages and items', async () => {
    const pages = [column(72, 700, ['One.']), column(72, 700, ['Two.'])];
    await expect(
      parseFile(pdfFile(pages), 'a.pdf', () => {}, signal, { ...defaultLimits, pages: 1 }),
    ).rejects.toMatchObject({ name: 'DocumentTooLarge' });
    const many = Array.from({ length: 200 }, (_, i) => ({
      x: 72,
      y: 780 - i * 3,
      text: `w${i}`,
      size: 3,
    }));
    const { parsed } = await parseFile(pdfFile([many]), 'a.pdf', () => {}, signal, {
      ...defaultLimits,
      itemsPerPage: 50,
    });
    expect(parsed.warnings.join()).toContain('more text than is read');
    expect(parsed.text).not.toContain('w199');
  });
});

describe('DOCX', () => {
  it('keeps headings, lists, tables and footnotes', async () => {
    const note = '<w:r><w:footnoteReference w:id="1"/></w:r>';
    const body =
      wordParagraph('Lease', 'Heading1') +
      wordParagraph('Term', 'Heading2') +
      `<w:p><w:r><w:t>The term is five years.</w:t></w:r>${note}</w:p>` +
      wordTable([
        ['Year', 'Rent'],
        ['2021', '1,000'],
        ['2022', '1,100'],
      ]);
    const parsed = await parse(
      docxFile(body, { 'word/footnotes.xml': wordFootnotes(['Counted from May.']) }),
      'a.docx',
    );
    expect(parsed.headings.map((h) => [h.level, h.text])).toEqual([
      [1, 'Lease'],
      [2, 'Term'],
    ]);
    expect(parsed.text).toContain('The term is five years.[1]');
    expect(parsed.text).toContain('[1] Counted from May.');
    expect(parsed.tables[0]).toMatchObject({
      header: ['Year', 'Rent'],
      rows: [
        ['2021', '1,000'],
        ['2022', '1,100'],
      ],
    });
  });

  it('writes formulas out', async () => {
    const math =
      '<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b+1</m:t></m:r></m:den></m:f></m:oMath></w:p>';
    expect((await parse(docxFile(wordParagraph('The ratio is') + math), 'a.docx')).text).toContain(
      'a/(b+1)',
    );
  });

  it('reads a long document in reasonable time', async () => {
    const paragraphs = Array.from({ length: 6000 }, (_, i) =>
      wordParagraph(
        i % 30 === 0
          ? `Part ${i / 30}`
          : `Paragraph ${i} says that the tenant shall pay the rent on the first day of each month. `.repeat(
              3,
            ),
        i % 30 === 0 ? 'Heading1' : '',
      ),
    );
    const before = process.cpuUsage();
    const parsed = await parse(docxFile(paragraphs.join('')), 'long.docx');
    expect(parsed.headings).toHaveLength(200);
    expect(parsed.text.length).toBeGreaterThan(1_400_000);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(20_000);
  });
});

describe('other formats', () => {
  it('EPUB: chapters in the order of the spine', async () => {
    const parsed = await parse(
      epubFile(
        ['<h1>One</h1><p>First.</p>', '<h1>Two</h1><p>Second.</p>'],
        '<dc:title>A Book</dc:title><dc:date>1913-02-01</dc:date>',
      ),
      'a.epub',
    );
    expect(parsed).toMatchObject({
      title: 'A Book',
      date: '1913-02-01',
      text: 'One\n\nFirst.\n\nTwo\n\nSecond.',
    });
  });

  it('ODT: headings, lists, tables, notes in place; annotations left out', async () => {
    const body =
      '<text:h text:outline-level="2">Terms</text:h><text:p>Five<text:s text:c="2"/>years<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>From May.</text:p></text:note-body></text:note>.<office:annotation><text:p>Really?</text:p></office:annotation></text:p>' +
      '<text:list><text:list-item><text:p>roses</text:p></text:list-item><text:list-item><text:p>tea</text:p></text:list-item></text:list>' +
      '<table:table><table:table-row><table:table-cell><text:p>Year</text:p></table:table-cell><table:table-cell><text:p>Rent</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>2021</text:p></table:table-cell><table:table-cell><text:p>5</text:p></table:table-cell></table:table-row></table:table>';
    const parsed = await parse(odtFile(body, '<dc:title>Our Terms</dc:title>'), 'a.odt');
    expect(parsed.text).toContain('Terms\n\nFive years [From May.].\n\n- roses\n- tea');
    expect(parsed.headings[0]).toMatchObject({ level: 2, text: 'Terms' });
    expect(parsed.tables[0]).toMatchObject({ header: ['Year', 'Rent'], rows: [['2021', '5']] });
    expect(parsed.title).toBe('Our Terms');
  });

  it('XLSX: each sheet a heading, each block a table', async () => {
    const parsed = await parse(
      xlsxFile({
        Sales: [
          ['Region', 'Units'],
          ['North', 12],
          ['South', 7.5],
        ],
        Empty: [],
      }),
      'sales.xlsx',
    );
    expect(parsed.title).toBe('sales');
    expect(parsed.headings.map((h) => h.text)).toEqual(['Sales']);
    expect(parsed.tables[0]).toMatchObject({
      header: ['Region', 'Units'],
      rows: [
        ['North', '12'],
        ['South', '7.5'],
      ],
    });
  });

  it('mail: subject, sender, date and the text; attachments are named', async () => {
    const mail = [
      'From: Ada <ada@example.org>',
      'To: bob@example.org',
      'Subject: =?utf-8?Q?Die_Geb=C3=BChr?=',
      'Date: Fri, 05 Mar 2021 10:00:00 +0000',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Sie betr=E4gt f=FCnf Euro.',
      '--x',
      'Content-Type: application/pdf; name=bill.pdf',
      'Content-Disposition: attachment; filename=bill.pdf',
      '',
      'data',
      '--x--',
    ].join('\r\n');
    const parsed = await parse(utf8(mail), 'a.eml');
    expect(parsed).toMatchObject({ title: 'Die Gebühr', date: '2021-03-05' });
    expect(parsed.text).toContain('From: Ada <ada@example.org>');
    expect(parsed.text).toContain('Sie beträgt fünf Euro.');
    expect(parsed.warnings.join()).toContain('bill.pdf');
  });

  it('RTF: styles, code pages, Unicode, tables, notes', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Times;}{\f1\fcharset204 Times;}}{\stylesheet{\s0 Normal;}{\s1 heading 1;}}{\info{\title The Lease}{\creatim\yr2021\mo3\dy5}}{\header Page head}\pard\s1 Terms\par\pard\plain The fee is 5 \u8364? f\'fcr {\f1\'ec\'e8\'f0} a year{\footnote From May.}.\par\trowd\intbl Year\cell Rent\cell\row\intbl 2021\cell 5\cell\row\pard End.\par}`;
    const parsed = await parse(latin(rtf), 'a.rtf');
    expect(parsed.text).toContain('The fee is 5 € für мир a year [From May.].');
    expect(parsed.headings[0]).toMatchObject({ level: 1, text: 'Terms' });
    expect(parsed.tables[0]).toMatchObject({ header: ['Year', 'Rent'], rows: [['2021', '5']] });
    expect(parsed.text).not.toContain('Page head');
    expect(parsed).toMatchObject({ title: 'The Lease', date: '2021-03-05' });
  });

  it('a bomb of a zip is refused before it is unpacked', async () => {
    const bytes = docxFile(wordParagraph('x'.repeat(3_000_000)));
    await expect(
      parseFile(bytes, 'a.docx', () => {}, signal, { ...defaultLimits, unpackedBytes: 1_000_000 }),
    ).rejects.toMatchObject({ name: 'DocumentTooLarge' });
  });
});

describe('damaged files', () => {
  const originals: readonly (readonly [string, ArrayBuffer])[] = [
    [
      'a.pdf',
      pdfFile([column(72, 700, ['Some text on a page.', 'And more of it.'])], {
        info: '/Title (T)',
      }),
    ],
    [
      'a.docx',
      docxFile(
        wordParagraph('Some text.') +
          wordTable([
            ['a', 'b'],
            ['1', '2'],
          ]),
      ),
    ],
    ['a.epub', epubFile(['<p>Some text.</p>'])],
    ['a.odt', odtFile('<text:p>Some text.</text:p>')],
    [
      'a.xlsx',
      xlsxFile({
        S: [
          ['a', 'b'],
          [1, 2],
        ],
      }),
    ],
    ['a.rtf', latin(String.raw`{\rtf1\ansi Some {\b text}\par\u8364? end.}`)],
    [
      'a.eml',
      utf8(
        'From: a@b.c\r\nSubject: S\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nText\r\n--x--',
      ),
    ],
    ['a.html', utf8('<html><body><table><tr><td>a</td></tr></table><p>b</body>')],
  ];
  it.each(originals)(
    '%s: cut or overwritten anywhere it is read or refused by name',
    async (name, original) => {
      await fc.assert(
        fc.asyncProperty(
          fc.nat(original.byteLength - 1),
          fc.array(fc.tuple(fc.nat(original.byteLength - 1), fc.nat(255)), { maxLength: 12 }),
          fc.boolean(),
          async (at, changes, cut) => {
            const bytes = new Uint8Array(original.slice(0, cut ? at : undefined));
            for (const [i, value] of changes) if (i < bytes.length) bytes[i] = value;
            const outcome = await parseFile(exact(bytes), name, () => {}, signal).then(
              () => 'read',
              (error: Error) => error.name,
            );
            expect(outcome).toMatch(/^(?:read|Document[A-Z][A-Za-z]+)$/);
          },
        ),
        { numRuns: 40 },
      );
    },
  );
});
