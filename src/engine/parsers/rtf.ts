import { createBuilder, type Builder } from '../../core/documents/build';
import { isoDate } from '../../core/documents/date';
import { guessHeaderRows } from '../../core/documents/grid';
import type { ParsedDocument } from '../../core/types';
import { decodeBytes, supported } from './encoding';
import { meaningfulTitle } from './office';
import type { ParseContext } from './types';

/**
 * Reads RTF: paragraphs, headings by style or outline level, tables, notes in brackets; pictures,
 * headers and footers are left out. No maintained library reads it in a worker. Source: Rich Text
 * Format Specification 1.9.1.
 */
export async function parseRtf(bytes: Uint8Array, context: ParseContext): Promise<ParsedDocument> {
  context.onProgress(0, 1);
  const source = new TextDecoder('latin1').decode(bytes);
  const reader = createReader(createBuilder(context.limits.characters));
  let count = 0;
  for (const match of source.matchAll(token)) {
    reader.read(match);
    if (++count % 20_000 === 0) await context.pause();
  }
  context.onProgress(1, 1);
  return reader.finish();
}

/* Control word with number; hex byte; control symbol; brace; line end; text. */
const token = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;

interface Group {
  /** Text of this group is not the document's. */
  skip: boolean;
  /** Where its text goes instead: a field of the info group, or the name of a style. */
  into: 'text' | 'title' | 'styles' | 'fonts' | 'note';
  /** Characters that follow each \u as its stand-in. */
  uc: number;
  font: number;
  hidden: boolean;
}

function createReader(builder: Builder): {
  read(match: RegExpExecArray): void;
  finish(): ParsedDocument;
} {
  let group: Group = { skip: false, into: 'text', uc: 1, font: 0, hidden: false };
  const outer: Group[] = [];
  let paragraph = '';
  let pending: number[] = []; // bytes of \'hh, decoded together: East Asian letters take two
  let standIns = 0;
  let star = false;
  let codepage = 'windows-1252';
  const fonts = new Map<number, string>();
  let level = 0;
  let style = 0;
  const headingStyles = new Map<number, number>();
  let styleName = '';
  let title = '';
  let date = '';
  let inTable = false;
  let cells: string[] = [];
  let rows: string[][] = [];

  const add = (text: string): void => {
    if (group.skip || group.hidden) return;
    if (group.into === 'title') title += text;
    else if (group.into === 'styles') styleName += text;
    else if (group.into === 'text' || group.into === 'note') paragraph += text;
  };
  const flushBytes = (): void => {
    if (pending.length === 0) return;
    const bytes = Uint8Array.from(pending);
    pending = [];
    add(decodeBytes(bytes, fonts.get(group.font) ?? codepage));
  };
  const endTable = (): void => {
    if (rows.length === 0) return;
    const header = guessHeaderRows(rows) > 0 ? rows[0]! : [];
    if (rows.every((row) => row.filter((cell) => cell.trim() !== '').length < 2))
      for (const row of rows) builder.block(row.join(' ').trim());
    else builder.table(header, header.length > 0 ? rows.slice(1) : rows);
    rows = [];
  };
  const endParagraph = (): void => {
    if (group.into === 'note') {
      paragraph += ' ';
      return;
    }
    if (inTable) {
      paragraph += ' ';
      return;
    }
    endTable();
    const heading = level || headingStyles.get(style) || 0;
    if (heading > 0) builder.heading(heading, paragraph);
    else builder.block(paragraph.replace(/[ \t]+/g, ' ').trim());
    paragraph = '';
  };

  const words: Record<string, (n: number) => void> = {
    par: endParagraph,
    sect: endParagraph,
    page: endParagraph,
    line: () => add('\n'),
    tab: () => add(' '),
    cell: () => {
      cells.push(paragraph);
      paragraph = '';
    },
    row: () => {
      rows.push(cells);
      cells = [];
      inTable = false;
    },
    intbl: () => (inTable = true),
    pard: () => {
      inTable = false;
      level = 0;
      style = 0;
    },
    outlinelevel: (n) => (level = n < 6 ? n + 1 : 0),
    s: (n) => (style = n),
    uc: (n) => (group.uc = n),
    u: (n) => {
      add(String.fromCharCode(n < 0 ? n + 65_536 : n));
      standIns = group.uc;
    },
    f: (n) => (group.font = n),
    fcharset: (n) => {
      const label = charsets[n];
      if (group.into === 'fonts' && label) fonts.set(group.font, label);
    },
    ansicpg: (n) => (codepage = supported(`windows-${n}`) ?? charsetByPage[n] ?? codepage),
    mac: () => (codepage = 'macintosh'),
    v: (n) => (group.hidden = n !== 0),
    emdash: () => add('—'),
    endash: () => add('–'),
    lquote: () => add('‘'),
    rquote: () => add('’'),
    ldblquote: () => add('“'),
    rdblquote: () => add('”'),
    bullet: () => add('•'),
    emspace: () => add(' '),
    enspace: () => add(' '),
    footnote: () => {
      group.into = 'note';
      paragraph += ' [';
    },
    yr: (n) => (date = `${n}`),
    mo: (n) => (date += `-${String(n).padStart(2, '0')}`),
    dy: (n) => (date += `-${String(n).padStart(2, '0')}`),
  };

  const readWord = (word: string, value: string | undefined): void => {
    const wasStar = star;
    star = false;
    if (word === 'fonttbl') group.into = 'fonts';
    else if (word === 'stylesheet') group.into = 'styles';
    else if (word === 'info') group.skip = true;
    else if (word === 'title' && group.skip) [group.skip, group.into] = [false, 'title'];
    else if (word === 'revtim' || word === 'creatim') group.skip = true;
    else if (destinations.has(word) || (wasStar && !kept.has(word))) group.skip = true;
    else if (Object.hasOwn(words, word)) {
      const isDate = word === 'yr' || word === 'mo' || word === 'dy';
      if (!group.skip || isDate) words[word]!(value === undefined ? 1 : Number(value));
    }
  };

  return {
    read([, word, value, hex, symbol, brace, text]) {
      if (hex !== undefined) {
        if (standIns > 0) standIns--;
        else pending.push(parseInt(hex, 16));
        return;
      }
      flushBytes();
      if (brace === '{') {
        outer.push(group);
        group = { ...group };
        standIns = 0;
      } else if (brace === '}') {
        if (group.into === 'note' && outer.at(-1)?.into !== 'note')
          paragraph = `${paragraph.trimEnd()}]`;
        if (group.into === 'styles') {
          const heading = /heading (\d)/i.exec(styleName);
          if (heading) headingStyles.set(style, Math.min(6, Number(heading[1])));
          styleName = '';
          style = 0;
        }
        group = outer.pop() ?? group;
        standIns = 0;
        star = false;
      } else if (symbol !== undefined) {
        if (symbol === '*') star = true;
        else if (symbol === '~') add(' ');
        else if (symbol === '_') add('-');
        else if (symbol === '\\' || symbol === '{' || symbol === '}') {
          if (standIns > 0) standIns--;
          else add(symbol);
        } else if (symbol === '\n' || symbol === '\r') endParagraph();
      } else if (word !== undefined) readWord(word.toLowerCase(), value);
      else if (text !== undefined) {
        const skip = Math.min(standIns, text.length);
        standIns -= skip;
        add(text.slice(skip));
      }
    },
    finish() {
      flushBytes();
      inTable = false;
      endParagraph();
      endTable();
      return builder.finish({ title: meaningfulTitle(title), date: isoDate(date) });
    },
  };
}

const destinations = new Set(
  `colortbl pict object header headerl headerr headerf footer footerl footerr footerf fldinst themedata datastore
  listtable listoverridetable revtbl rsidtbl generator xmlnstbl latentstyles pgdsctbl annotation atnid atnauthor
  author operator company manager subject keywords comment doccomm category hlinkbase nonshppict filetbl bkmkstart
  bkmkend mmathPr tc xe ftnsep ftnsepc aftnsep aftnsepc`.split(/\s+/),
);
/** Starred destinations whose text is shown all the same. */
const kept = new Set(['shppict', 'shpinst', 'shptxt']);

/** \fcharset numbers to encodings. */
const charsets: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const charsetByPage: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  65001: 'utf-8',
  10000: 'macintosh',
};
