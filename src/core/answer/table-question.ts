import {
  columnCells,
  columnNumbers,
  filterRows,
  parseNumber,
  rowCount,
  summarise,
} from '../documents/table';
import { contentWords, stem, stems, words } from '../lib/words';
import type { Table } from '../types';

/** An answer computed from a table, exact, with the rows it rests on. */
export interface TableAnswer {
  readonly answer: string;
  /** Indices of body rows that the person should see. */
  readonly rows: readonly number[];
  /** What was done, in words: "counted 12 rows where zone = north". */
  readonly how: string;
}

/** A question about a table that could not be computed: the reason is told, nothing is guessed. */
export interface TableRefusal {
  readonly refused: string;
}

type Operation = 'count' | 'sum' | 'mean' | 'max' | 'min' | 'lookup';

/**
 * Computes "how many rows …", totals, averages, the highest and lowest, and single cells from one
 * table. null when the question is none of these or the table does not hold what it asks for.
 */
export function askTable(table: Table, question: string): TableAnswer | TableRefusal | null {
  if (table.header.length === 0 || table.rows.length === 0) return null;
  const operation = operationOf(question);
  if (operation === null) return null;
  const filter = findFilter(table, question);
  const rows = filter ? filter.rows : table.rows.map((_, i) => i);
  const where = filter ? ` where ${table.header[filter.column]} is ${filter.value}` : '';
  if (operation === 'count') return countRows(table, question, rows, where);
  if (operation === 'lookup') return lookup(table, question, filter);
  return aggregate(table, question, operation, rows, where, filter?.column ?? null);
}

function operationOf(question: string): Operation | null {
  const q = question.toLowerCase();
  if (/\b(?:average|mean)\b/.test(q)) return 'mean';
  if (/\b(?:total|sum|altogether|in all|combined|overall)\b/.test(q)) return 'sum';
  if (
    /\b(?:highest|most|largest|biggest|greatest|longest|oldest|latest|maximum|tallest|heaviest|deepest|fastest|most expensive)\b/.test(
      q,
    )
  )
    return 'max';
  if (
    /\b(?:lowest|least|smallest|fewest|shortest|youngest|earliest|minimum|lightest|cheapest|slowest)\b/.test(
      q,
    )
  )
    return 'min';
  if (/\bhow many\b|\bnumber of\b|\bcount\b/.test(q)) return 'count';
  return /^(?:(?:in|on|at|for|by|from|to) )?(?:what|which|who|when|how|where)\b/.test(q)
    ? 'lookup'
    : null;
}

/** A cell value that the question names, in a column of words: "in the north zone", "on 3 May". */
function findFilter(
  table: Table,
  question: string,
): { column: number; value: string; rows: readonly number[] } | null {
  const asked = ` ${words(question).join(' ')} `;
  let best: { column: number; value: string; rows: readonly number[]; length: number } | null =
    null;
  table.header.forEach((_, column) => {
    for (const cell of new Set(columnCells(table, column))) {
      const value = words(cell).join(' ');
      if (value.length < 2 || /^\d{1,2}$/.test(value) || !asked.includes(` ${value} `)) continue;
      const length = value.length;
      if (!best || length > best.length)
        best = { column, value: cell, rows: filterRows(table, column, cell), length };
    }
  });
  return best;
}

/** The only column whose name (by stems) occurs in the question, the longest name first. */
function columnAsked(
  table: Table,
  question: string,
  numeric: boolean,
  except: number | null,
): number | null {
  const wanted = stems(question);
  const scored = table.header.flatMap((name, column) => {
    const own = [...new Set(contentWords(name).map(stem))];
    if (column === except || own.length === 0) return [];
    const hits = own.filter((w) => wanted.has(w)).length;
    if (hits === 0 || (numeric && columnNumbers(table, column).values.length === 0)) return [];
    return [{ column, hits, share: hits / own.length }];
  });
  scored.sort((a, b) => b.share - a.share || b.hits - a.hits);
  const [first, second] = scored;
  if (!first || (second && second.share === first.share && second.hits === first.hits)) return null;
  return first.column;
}

/** "How many rows": counted; "how many members in 2020" with a numeric column "members": summed or looked up. */
function countRows(
  table: Table,
  question: string,
  rows: readonly number[],
  where: string,
): TableAnswer | TableRefusal | null {
  const column = columnAsked(table, question, true, null);
  if (column !== null) {
    const numbers = columnNumbers(table, column, rows);
    if (rows.length === 1 && numbers.values.length === 1)
      return {
        answer: columnCells(table, column)[rows[0]!]!,
        rows,
        how: `read ${table.header[column]}${where}`,
      };
    if (where !== '' && numbers.values.length > 1) return addUp(table, column, rows, where);
  }
  const counted = /\bhow many (?:rows|entries|lines|records|items)\b/i.test(question);
  if (!counted && !namesRows(table, question)) return null;
  return {
    answer: String(rows.length),
    rows,
    how: `counted ${rows.length} of ${rowCount(table)} rows${where}`,
  };
}

/** The thing counted is what a row is: "how many vessels" of a table whose first column is "Vessel". */
function namesRows(table: Table, question: string): boolean {
  const counted =
    /\bhow many\s+(?:different\s+)?((?:[\p{L}-]+\s?){1,3})/iu.exec(question)?.[1] ?? '';
  const [first] = contentWords(counted);
  return (
    first !== undefined && contentWords(table.header[0] ?? '').some((w) => stem(w) === stem(first))
  );
}

function aggregate(
  table: Table,
  question: string,
  operation: 'sum' | 'mean' | 'max' | 'min',
  rows: readonly number[],
  where: string,
  filtered: number | null,
): TableAnswer | TableRefusal | null {
  const column = columnAsked(table, question, true, filtered);
  if (column === null) return null;
  const name = table.header[column]!;
  const numbers = columnNumbers(table, column, rows);
  if (operation === 'sum' || operation === 'mean') {
    if (numbers.unreadable > 0)
      return {
        refused: `${numbers.unreadable} cells of "${name}" are no numbers, so a ${operation === 'sum' ? 'total' : 'mean'} would be wrong.`,
      };
    if (operation === 'sum') return addUp(table, column, rows, where);
    const mean = numbers.values.reduce((sum, v) => sum + v, 0) / numbers.values.length;
    return {
      answer: format(mean),
      rows,
      how: `mean of ${name} over ${numbers.values.length} rows${where}`,
    };
  }
  const all = summarise(table, column);
  if (!all && numbers.values.length === 0) return null;
  const pick = numbers.values.reduce(
    (best, v, i) =>
      (operation === 'max' ? v > numbers.values[best]! : v < numbers.values[best]!) ? i : best,
    0,
  );
  const ties = numbers.values.filter((v) => v === numbers.values[pick]).length;
  if (ties > 1)
    return {
      refused: `${ties} rows share the ${operation === 'max' ? 'highest' : 'lowest'} ${name}.`,
    };
  const row = numbers.rows[pick]!;
  const value = table.rows[row]![column]!;
  // "Which vessel has the most …" asks for the row, "what is the highest …" for the value.
  const asksRow = /^(?:which|who|where|when|on which|in which)\b/i.test(question.trim());
  const label = labelColumn(table, question, column);
  return {
    answer: asksRow ? table.rows[row]![label]! : value,
    rows: [row],
    how: `${operation === 'max' ? 'highest' : 'lowest'} ${name}${where}: ${value} (${table.rows[row]![label]})`,
  };
}

/** The column that says which row it is: one the question names, else the first column of words. */
function labelColumn(table: Table, question: string, except: number): number {
  const asked = columnAsked(
    table,
    question.split(/\b(?:has|had|have|with|was|is)\b/i)[0] ?? '',
    false,
    except,
  );
  if (asked !== null) return asked;
  const first = table.header.findIndex(
    (_, c) =>
      c !== except &&
      columnCells(table, c).some((cell) => parseNumber(cell) === null && cell !== ''),
  );
  return first >= 0 ? first : 0;
}

function addUp(table: Table, column: number, rows: readonly number[], where: string): TableAnswer {
  const numbers = columnNumbers(table, column, rows);
  const sum = numbers.values.reduce((total, v) => total + v, 0);
  return {
    answer: format(sum),
    rows,
    how: `sum of ${table.header[column]} over ${numbers.values.length} rows${where}`,
  };
}

/** One cell: a row that the question names and a column that it names. */
function lookup(
  table: Table,
  question: string,
  filter: { column: number; value: string; rows: readonly number[] } | null,
): TableAnswer | null {
  if (!filter || filter.rows.length !== 1) return null;
  const column = columnAsked(table, question.replace(filter.value, ' '), false, filter.column);
  if (column === null) return null;
  const answer = table.rows[filter.rows[0]!]![column];
  return answer
    ? { answer, rows: filter.rows, how: `${table.header[column]} of ${filter.value}` }
    : null;
}

/** Up to two decimals, none when whole. */
const format = (value: number): string => String(Math.round(value * 100) / 100);
