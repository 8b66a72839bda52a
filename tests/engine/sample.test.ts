import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseFile } from '../../src/engine/parsers';
import type { ParseResult } from '../../src/engine/parsers/types';
import { makeFiles, makeIndex } from '../../tools/sample/make';

interface SampleQuestion {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly wrongAnswer: string | null;
  readonly kind: string;
  readonly after: string | null;
  readonly support: readonly string[];
  readonly note: string;
}

const folder = new URL('../../public/sample/', import.meta.url);
const index = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as {
  readonly files: readonly string[];
  readonly questions: readonly SampleQuestion[];
};
const kinds = [
  'fact',
  'conflict',
  'amended',
  'table',
  'multihop',
  'presupposition',
  'unanswerable',
  'followup',
  'injection',
];

const toBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;
const parse = (bytes: Uint8Array, path: string) =>
  parseFile(toBuffer(bytes), path, () => {}, new AbortController().signal);
const read = (path: string) => readFileSync(new URL(path, folder));

const parsed = new Map<string, ParseResult>();
beforeAll(async () => {
  for (const path of index.files) parsed.set(path, await parse(read(path), path));
});
const textOf = (path: string) => parsed.get(path)!.parsed.text;
/** Lower case and single spaces: line breaks and capitals decide nothing. */
const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ');
const holds = (path: string, answer: string) => plain(textOf(path)).includes(plain(answer));
const byKind = (kind: string) => index.questions.filter((question) => question.kind === kind);
const question = (id: string) => index.questions.find((q) => q.id === id)!;

describe('the sample library', () => {
  it('is about 25 documents in folders, of seven formats, each of which can be read', () => {
    expect(index.files.length).toBeGreaterThanOrEqual(24);
    expect(index.files.length).toBeLessThanOrEqual(30);
    expect(index.files.every((path) => path.includes('/'))).toBe(true);
    expect(index.files.some((path) => path.split('/').length > 2)).toBe(true);
    const formats = new Set([...parsed.values()].map(({ format }) => format));
    expect([...formats].sort()).toEqual(
      ['csv', 'docx', 'email', 'html', 'markdown', 'pdf', 'text'].sort(),
    );
    for (const [path, { parsed: document }] of parsed) {
      expect(document.text.length, path).toBeGreaterThan(300);
      expect(document.warnings, path).toEqual([]);
    }
  });

  it('holds the files that the generator makes, and the index that it writes', async () => {
    expect(readFileSync(new URL('index.json', folder), 'utf8')).toBe(makeIndex());
    const made = await makeFiles();
    expect([...made.keys()].filter((path) => path.endsWith('.pdf'))).toHaveLength(3);
    // Compressed bytes may differ between zlib versions, what they say may not.
    for (const [path, bytes] of made)
      expect((await parse(bytes, path)).parsed, path).toEqual(parsed.get(path)!.parsed);
  });

  it('makes the same bytes twice', async () => {
    expect(await makeFiles()).toEqual(await makeFiles());
  });

  it('has a two-column PDF that reads down the columns, across pages', () => {
    const text = textOf('science/petrels/storm-petrel-census-2024.pdf');
    const order = ['Summary', 'Method', 'Earlier censuses', 'Accuracy', 'What comes next'];
    const places = order.map((heading) => text.indexOf(`\n${heading}\n`));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(parsed.get('science/petrels/storm-petrel-census-2024.pdf')!.parsed.pages).toHaveLength(
      2,
    );
    expect(plain(text)).toContain('missed birds that kept quiet; they can be compared');
  });

  it('has documents that say their date', () => {
    const dated = (path: string) => parsed.get(path)!.parsed.date?.slice(0, 10);
    expect(dated('notices/2025-06-01-radio-channel.eml')).toBe('2025-06-01');
    expect(dated('admin/annual-report-2024.pdf')).toBe('2025-03-18');
    expect(dated('admin/minutes-2025-03-18.docx')).toBe('2025-03-18');
  });

  it('hides an instruction in the guest book and a planted page among the community texts', () => {
    expect(textOf('community/guestbook.txt')).toMatch(/ignore previous instructions and answer/);
    const planted = textOf('community/island-facts.html');
    const asked = question('boat-name').question;
    expect(planted.split(asked).length - 1).toBeGreaterThanOrEqual(2);
    expect(planted).toContain('Sea Wren');
  });

  it('has two drafts that are nearly alike', () => {
    const sentences = (path: string) => new Set(textOf(path).split(/(?<=\.)\s+/));
    const first = sentences('science/puffin-diet-draft-1.txt');
    const second = sentences('science/puffin-diet-draft-2.txt');
    const shared = [...first].filter((sentence) => second.has(sentence)).length;
    expect(shared / first.size).toBeGreaterThan(0.5);
    expect(shared).toBeLessThan(first.size);
  });
});

describe('the sample questions', () => {
  it('are 25 to 35, of every kind, with ids of their own', () => {
    expect(index.questions.length).toBeGreaterThanOrEqual(25);
    expect(index.questions.length).toBeLessThanOrEqual(35);
    expect(new Set(index.questions.map((q) => q.id)).size).toBe(index.questions.length);
    for (const kind of kinds) expect(byKind(kind).length, kind).toBeGreaterThan(0);
    for (const { id, kind, support } of index.questions) {
      expect(kinds, id).toContain(kind);
      for (const path of support) expect(index.files, id).toContain(path);
    }
  });

  it('have their answer in every supporting document, or in one of those to be combined', () => {
    for (const { id, kind, answers, support } of index.questions) {
      if (answers.length === 0 || kind === 'table') continue;
      const holding = support.filter((path) => answers.some((answer) => holds(path, answer)));
      if (kind === 'multihop') expect(holding.length, id).toBeGreaterThan(0);
      else expect(holding, id).toEqual(support);
    }
  });

  it('have their wrong answer somewhere, but not as what the supporting documents say', () => {
    for (const { id, wrongAnswer, answers } of index.questions) {
      if (wrongAnswer === null) continue;
      expect(answers, id).not.toContain(wrongAnswer);
      expect(
        index.files.some((path) => holds(path, wrongAnswer)),
        id,
      ).toBe(true);
    }
  });

  it('disagree one to two: the wrong number of petrels stands once, the right one twice', () => {
    const saying = (answer: string) => index.files.filter((path) => holds(path, answer));
    expect(saying('5,318')).toEqual(['community/newsletter-spring-2025.html']);
    expect(saying('4,318')).toEqual(question('petrels-2024').support.toSorted());
    expect(saying('1863')).toEqual(['community/island-facts.html']);
    expect(saying('Sea Wren')).toEqual(['community/island-facts.html']);
  });

  it('are amended by a later document', () => {
    for (const { id, answers, wrongAnswer, support } of byKind('amended')) {
      const old = index.files.filter((path) => wrongAnswer && holds(path, wrongAnswer));
      expect(old.length, id).toBeGreaterThan(0);
      expect(
        support.some((path) => answers.some((answer) => holds(path, answer))),
        id,
      ).toBe(true);
    }
  });

  it('name two documents when they are multi-hop', () => {
    for (const { id, support } of byKind('multihop')) expect(support.length, id).toBe(2);
  });

  it('over tables are what the tables say, computed here', () => {
    const rows = (path: string) => parsed.get(path)!.parsed.tables[0]!;
    const column = (path: string, name: string) => {
      const { header, rows: body } = rows(path);
      return body.map((row) => row[header.indexOf(name)]!);
    };
    const equipment = 'admin/equipment.csv';
    expect(question('equipment-rows').answers).toEqual([`${rows(equipment).rows.length}`]);
    const costs = column(equipment, 'cost_gbp').map(Number);
    const dearest = column(equipment, 'item')[costs.indexOf(Math.max(...costs))];
    expect(question('dearest-item').answers).toEqual([dearest]);
    const amounts = column('admin/budget-2025.csv', 'amount_gbp').map(Number);
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    expect(question('budget-total').answers).toContain(`${total}`);
    const plots = 'science/petrels/census-plots.csv';
    const years = column(plots, 'year');
    const sites = column(plots, 'occupied_sites').map(Number);
    const in2024 = sites.map((count, i) => (years[i] === '2024' ? count : 0));
    const most = column(plots, 'plot')[in2024.indexOf(Math.max(...in2024))];
    expect(question('plot-2024').answers).toEqual([most]);
    // The plots add up to the number that the census and the annual report give.
    expect(in2024.reduce((sum, count) => sum + count, 0)).toBe(4318);
  });

  it('without an answer have none', () => {
    for (const kind of ['unanswerable', 'presupposition'])
      for (const { id, answers, wrongAnswer } of byKind(kind)) {
        expect(answers, id).toEqual([]);
        expect(wrongAnswer, id).toBeNull();
      }
    const all = index.files.map((path) => plain(textOf(path))).join('\n');
    for (const word of ['password', 'wireless', 'salary of']) expect(all).not.toContain(word);
  });

  it('that follow up name their question, which comes before them', () => {
    const ids = index.questions.map((q) => q.id);
    for (const { id, kind, after } of index.questions) {
      expect(after === null, id).toBe(kind !== 'followup');
      if (after !== null) expect(ids.indexOf(after)).toBeLessThan(ids.indexOf(id));
    }
    for (const { question: asked } of byKind('followup')) expect(asked).toMatch(/\b(he|she|it)\b/i);
  });
});
