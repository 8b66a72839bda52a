import Papa from 'papaparse';
import { failure } from '../errors';
import { cleanCharacters } from '../lib/text';
import type { ParsedDocument } from '../types';
import { createBuilder } from './build';
import { guessHeaderRows } from './grid';

/**
 * Reads delimited text: one table, every record a line. The delimiter is found by the reader
 * (comma, semicolon, tab, pipe) unless given. The first record is the header when it looks like
 * column names; leading title lines with one filled cell become the title.
 * @throws DocumentEmpty when no record has a filled cell.
 */
export function parseCsv(
  text: string,
  delimiter: '' | '\t' = '',
  maxCharacters = Infinity,
): ParsedDocument {
  const { data } = Papa.parse<string[]>(cleanCharacters(text), {
    delimiter,
    skipEmptyLines: 'greedy',
  });
  const builder = createBuilder(maxCharacters);
  const rows = data.slice();
  const title: string[] = [];
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  while (width > 1 && rows.length > 2 && filled(rows[0]!) === 1 && filled(rows[1]!) > 1)
    title.push(
      rows
        .shift()!
        .find((cell) => cell.trim() !== '')!
        .trim(),
    );
  if (rows.length === 0) throw failure('DocumentEmpty', 'It has no rows.');
  for (const line of title) builder.heading(1, line);
  const header = headerOf(rows);
  builder.table(header, header.length > 0 ? rows.slice(1) : rows);
  return builder.finish({ title: title[0] ?? '' });
}

function filled(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length;
}

/**
 * A file of records nearly always names its columns: the first record is the header unless it holds
 * numbers or dates where the column below does too, or repeats a name, or leaves one out.
 */
function headerOf(rows: readonly (readonly string[])[]): readonly string[] {
  const first = rows[0]!.map((cell) => cell.trim());
  if (rows.length < 2) return [];
  if (guessHeaderRows(rows) === 1) return first;
  const plausible =
    first.length > 1 &&
    first.every((cell) => cell !== '' && cell.length <= 80 && !/^[-+]?[\d.,]+%?$/.test(cell)) &&
    new Set(first).size === first.length;
  return plausible ? first : [];
}
