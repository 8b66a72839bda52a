import { cleanCharacters, oneLine } from '../lib/text';
import type { Table } from '../types';

/**
 * Lookups for answers that are computed from a table instead of read: how many rows, sum of a
 * column. All are exact: what cannot be read as a number is counted, never guessed.
 */

/** Body rows; the header is none of them. */
export function rowCount(table: Table): number {
  return table.rows.length;
}

/**
 * Index of the column that a person means by `name`: equal without regard to case, spaces and
 * punctuation; else the only one whose words hold all words asked for (plurals equal singulars);
 * else the only one within one or two typing errors. null when none or several fit.
 */
export function findColumn(table: Table, name: string): number | null {
  const wanted = columnKey(name);
  if (wanted === '') return null;
  const keys = table.header.map(columnKey);
  const only = (fits: (key: string) => boolean): number | null => {
    const found = keys.flatMap((key, i) => (key !== '' && fits(key) ? [i] : []));
    return found.length === 1 ? found[0]! : null;
  };
  const words = wanted.split(' ');
  const errors = wanted.length >= 8 ? 2 : wanted.length >= 4 ? 1 : 0;
  return (
    only((key) => key === wanted) ??
    only((key) => words.every((word) => key.split(' ').includes(word))) ??
    only((key) => key.split(' ').every((word) => words.includes(word))) ??
    (errors > 0 ? only((key) => editDistance(key, wanted, errors) <= errors) : null)
  );
}

/** Cells of a column, top to bottom. */
export function columnCells(table: Table, column: number): readonly string[] {
  return table.rows.map((row) => row[column] ?? '');
}

export interface ColumnNumbers {
  /** Values of the cells that are numbers, with the row each stands in. */
  readonly values: readonly number[];
  readonly rows: readonly number[];
  /** Cells that are empty or a dash. */
  readonly empty: number;
  /** Cells with something else in them: a sum over the column would be wrong by these. */
  readonly unreadable: number;
}

/** @param rows only these rows, e.g. from `filterRows`; all when left out. */
export function columnNumbers(
  table: Table,
  column: number,
  rows: readonly number[] = table.rows.map((_, i) => i),
): ColumnNumbers {
  const values: number[] = [];
  const found: number[] = [];
  let empty = 0;
  let unreadable = 0;
  for (const row of rows) {
    const cell = table.rows[row]?.[column] ?? '';
    const value = parseNumber(cell);
    if (value !== null) {
      values.push(value);
      found.push(row);
    } else if (/^[-–—]?$/.test(cell.trim())) empty++;
    else unreadable++;
  }
  return { values, rows: found, empty, unreadable };
}

export interface ColumnSummary extends ColumnNumbers {
  readonly sum: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** Rows of the least and the greatest value, the first of equals. */
  readonly minRow: number;
  readonly maxRow: number;
}

/** Sum, mean, least and greatest of a column; null when no cell of it is a number. */
export function summarise(
  table: Table,
  column: number,
  rows?: readonly number[],
): ColumnSummary | null {
  const numbers = columnNumbers(table, column, rows);
  if (numbers.values.length === 0) return null;
  const { values } = numbers;
  let least = 0;
  let greatest = 0;
  for (let i = 1; i < values.length; i++) {
    if (values[i]! < values[least]!) least = i;
    if (values[i]! > values[greatest]!) greatest = i;
  }
  const sum = exactSum(values);
  return {
    ...numbers,
    sum,
    mean: sum / values.length,
    min: values[least]!,
    max: values[greatest]!,
    minRow: numbers.rows[least]!,
    maxRow: numbers.rows[greatest]!,
  };
}

/** Rows whose cell in `column` is `value`: as a number where both are numbers, else without regard to case and spaces. */
export function filterRows(table: Table, column: number, value: string): readonly number[] {
  const wanted = cellKey(value);
  const number = parseNumber(value);
  return table.rows.flatMap((row, i) => {
    const cell = row[column] ?? '';
    const same = cellKey(cell) === wanted || (number !== null && parseNumber(cell) === number);
    return same ? [i] : [];
  });
}

/**
 * The number that a cell is: `1,234.5`, `$ 12`, `(3.5)` = -3.5, `-5 %` = -5 (the number shown, not
 * the fraction), `€1.234,50`, `1 234`, `3.2e5`. null when the cell holds anything else. `1,234` is
 * one thousand two hundred thirty-four; `1.234` is a decimal.
 */
export function parseNumber(cell: string): number | null {
  let text = cleanCharacters(cell).trim().replace(/[−–]/g, '-');
  let negative = false;
  const inParentheses = /^(\p{Sc}?)\s*\((.*)\)\s*%?$/u.exec(text);
  if (inParentheses) {
    negative = true;
    text = inParentheses[2]!;
  }
  text = text
    .replace(/^([-+]?)\s*(?:\p{Sc}|US\$|USD|EUR|GBP|CHF|JPY)\s*/iu, '$1')
    .replace(/\s*(?:%|\p{Sc}|USD|EUR|GBP|CHF|JPY)$/iu, '')
    .trim();
  if (/^[-+]?\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?$/.test(text)) text = text.replace(/[ '’]/g, '');
  if (/^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(text) || /^[-+]?\d{1,3}(?:\.\d{3}){2,}$/.test(text))
    text = text.replace(/\./g, '').replace(',', '.');
  else if (/^[-+]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(text)) text = text.replace(/,/g, '');
  else if (/^[-+]?\d+,\d+$/.test(text)) text = text.replace(',', '.');
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) return null;
  const value = Number(text);
  return negative ? -value : value;
}

function columnKey(name: string): string {
  return oneLine(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}%$]+/gu, ' '),
  )
    .split(' ')
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '') : word))
    .join(' ');
}

function cellKey(cell: string): string {
  return oneLine(cell).toLowerCase();
}

/** Without the noise of binary fractions: 0.1 + 0.2 is 0.3, rounded to the most decimals that a value has. */
function exactSum(values: readonly number[]): number {
  let sum = 0;
  let decimals = 0;
  for (const value of values) {
    sum += value;
    decimals = Math.max(decimals, decimalsOf(value));
  }
  return decimals > 12 ? sum : Number(sum.toFixed(decimals));
}

function decimalsOf(value: number): number {
  const text = String(value);
  if (/e/i.test(text)) return 13;
  return text.split('.')[1]?.length ?? 0;
}

/** Levenshtein distance, or more than `most` as soon as it is known to be more. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row[b.length]!;
}
