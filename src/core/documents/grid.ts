import { oneLine } from '../lib/text';
import { isoDate } from './date';
import { parseNumber } from './table';

/** A cell as a file has it, before spans are spread over a grid. */
export interface Cell {
  readonly text: string;
  readonly colspan: number;
  readonly rowspan: number;
  /** The file says that this names a row or a column. */
  readonly heading: boolean;
  readonly bold: boolean;
}

export interface Grid {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Header and body of a table with spans: a cell over several rows stands in each of them, so that a
 * row can be read alone; a cell over several columns stands in the first. Column names
 * over several columns are spread to each ("2023" over "Q1", "Q2" gives "2023 Q1", "2023 Q2"); columns that only lay out ("$", spacers, a lone ")") are folded into their neighbours.
 * @param headerRows how many leading rows the file marks as header, or null: guessed.
 */
export function readGrid(cells: readonly (readonly Cell[])[], headerRows: number | null): Grid {
  const laidOut = layOut(cells);
  const spanned = cells.some((row) => row.some((cell) => cell.colspan > 1));
  const marked = headerRows ?? leadingHeadings(cells);
  const columns = spanned || marked === 0 ? foldColumns(laidOut) : dropEmptyColumns(laidOut);
  const texts = columns.map((row) => row.map((cell) => cell?.text ?? ''));
  const count = marked > 0 ? marked : guessHeaderRows(texts, cells);
  if (count === 0) return { header: [], rows: texts };
  return { header: headerNames(columns.slice(0, count)), rows: texts.slice(count) };
}

/**
 * How many leading rows are column names, by what stands in them: short, distinct words over a body
 * with numbers or dates. 0 or 1; several rows only where the first column is empty in all but the
 * last and they hold nothing but words, years or dates.
 */
export function guessHeaderRows(
  rows: readonly (readonly string[])[],
  cells: readonly (readonly Cell[])[] = [],
): number {
  const first = rows[0];
  if (!first || rows.length < 2 || first.length < 2) return 0;
  let stacked = 0;
  while (stacked < Math.min(4, rows.length - 1) && isPeriodRow(rows[stacked]!)) stacked++;
  if (stacked > 0) return stacked;
  const names = first.filter((cell) => cell !== '');
  if (names.length < Math.max(2, Math.ceil(first.length * 0.6))) return 0;
  if (names.some((name) => name.length > 60 || isValue(name))) return 0;
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return 0;
  const bold = (row: readonly Cell[] | undefined): boolean =>
    row !== undefined &&
    row.some((c) => c.text !== '') &&
    row.every((c) => c.bold || c.text === '');
  if (bold(cells[0]) && !cells.slice(1).every(bold)) return 1;
  const body = rows.slice(1, 51);
  const valued = first.some((_, column) => {
    const filled = body.map((row) => row[column] ?? '').filter((cell) => cell !== '');
    return filled.length > 0 && filled.filter(isValue).length >= filled.length * 0.6;
  });
  return valued ? 1 : 0;
}

/** `| | 2023 | 2022 |` or `| | Year ended | |`: an empty first cell and names, years or dates after it. */
function isPeriodRow(row: readonly string[]): boolean {
  const rest = row.slice(1).filter((cell) => cell !== '');
  if ((row[0] ?? '') !== '' || rest.length === 0) return false;
  return rest.every((cell) => cell.length <= 60 && (!isValue(cell) || isPeriod(cell)));
}

function isPeriod(text: string): boolean {
  return /^(?:FY\s?|Q[1-4]\s)?(?:19|20)\d\d[AE]?$/.test(text) || isoDate(text) !== null;
}

/** A number, a range or a limit ("0.2 - 0.35", "max 0.025", "12 mm"), a date, or a dash. */
function isValue(text: string): boolean {
  return parseNumber(text) !== null || isoDate(text) !== null || measure.test(text);
}

const measure =
  /^(?:[-–—]|(?:max|min|ca|[<>≤≥~±])?\.?\s*[\d.,]*\d(?:\s*[-–]\s*[\d.,]*\d)?(?:\s?[%°\p{L}²³/]{1,5})?)$/iu;

interface Placed {
  readonly text: string;
  readonly colspan: number;
  /** Text of the cell to the left that reaches over this column; counts for column names only. */
  readonly over: string;
}

function layOut(rows: readonly (readonly Cell[])[]): (Placed | null)[][] {
  const grid: (Placed | null)[][] = rows.map(() => []);
  /** What cells from rows above still put into each column, and for how many rows. */
  const carried: { readonly placed: Placed; left: number }[] = [];
  for (const [r, row] of rows.entries()) {
    const line = grid[r]!;
    let column = 0;
    const carry = (): void => {
      for (let above = carried[column]; above && above.left > 0; above = carried[column]) {
        line[column++] = above.placed;
        above.left--;
      }
    };
    for (const cell of row) {
      carry();
      const text = oneLine(cell.text);
      for (let i = 0; i < cell.colspan; i++, column++) {
        const placed =
          i === 0
            ? { text, colspan: cell.colspan, over: '' }
            : { text: '', colspan: 1, over: text };
        line[column] = placed;
        if (cell.rowspan > 1) carried[column] = { placed, left: cell.rowspan - 1 };
      }
    }
    for (; column < carried.length; column++) carry();
  }
  const width = grid.reduce((most, line) => Math.max(most, line.length), 0);
  return grid.map((line) => Array.from({ length: width }, (_, i) => line[i] ?? null));
}

function leadingHeadings(rows: readonly (readonly Cell[])[]): number {
  let count = 0;
  while (
    count < rows.length - 1 &&
    rows[count]!.length > 0 &&
    rows[count]!.every((cell, i) => cell.heading || (i === 0 && cell.text.trim() === ''))
  )
    count++;
  return count;
}

function dropEmptyColumns(grid: readonly (readonly (Placed | null)[])[]): (Placed | null)[][] {
  const width = grid[0]?.length ?? 0;
  const used = Array.from({ length: width }, (_, column) =>
    grid.some((row) => (row[column]?.text ?? '') !== ''),
  );
  return grid.map((row) => row.filter((_, column) => used[column]));
}

/**
 * Reports in HTML put "$", the number and ")" into three columns and spacers between them. Signs
 * move to their number; then neighbours that are never both filled become one column.
 */
function foldColumns(grid: readonly (readonly (Placed | null)[])[]): (Placed | null)[][] {
  const rows = grid.map((row) => joinSigns(row.slice()));
  let columns = transpose(rows);
  const filled = (cell: Placed | null): boolean => cell !== null && cell.text !== '';
  columns = columns.filter((column) => column.some(filled));
  const folded: (Placed | null)[][] = [];
  for (const column of columns) {
    const last = folded.at(-1);
    const lay = last && last.every((cell, r) => !filled(cell) || !filled(column[r]!));
    // Only where one of the two holds header cells over the other's numbers, not a sparse column.
    if (last && lay && folded.length > 1 && spansOnto(last, column))
      folded[folded.length - 1] = last.map((cell, r) =>
        filled(cell) || !column[r] ? cell : column[r],
      );
    else folded.push(column);
  }
  return transpose(folded);
}

/** True when every filled cell of `left` reaches over the next column, or `left` holds one cell at most. */
function spansOnto(left: readonly (Placed | null)[], right: readonly (Placed | null)[]): boolean {
  const filledLeft = left.filter((cell) => cell !== null && cell.text !== '');
  return (
    filledLeft.every((cell) => cell!.colspan > 1) ||
    right.every((cell) => cell === null || cell.text === '' || cell.colspan > 1)
  );
}

function joinSigns(row: (Placed | null)[]): (Placed | null)[] {
  for (let i = 0; i < row.length; i++) {
    const text = row[i]?.text ?? '';
    if (/^[$€£¥(]+$/.test(text)) {
      const next = row.findIndex((cell, j) => j > i && cell !== null && cell.text !== '');
      if (next > i && /^[\d(.–—-]/.test(row[next]!.text)) {
        row[next] = { ...row[next]!, text: text + row[next]!.text };
        row[i] = null;
      }
    } else if (/^(?:\)?%|\))$/.test(text)) {
      let before = i - 1;
      while (before >= 0 && (row[before]?.text ?? '') === '') before--;
      if (before >= 0 && /[\d)]$/.test(row[before]!.text)) {
        row[before] = { ...row[before]!, text: row[before]!.text + text };
        row[i] = null;
      }
    }
  }
  return row;
}

function headerNames(rows: readonly (readonly (Placed | null)[])[]): string[] {
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, column) => {
    const parts = rows.map((row) => row[column]?.text || row[column]?.over || '');
    return parts.filter((part, i) => part !== '' && part !== parts[i - 1]).join(' ');
  });
}

function transpose<T>(rows: readonly (readonly T[])[]): T[][] {
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, c) => rows.map((row) => row[c]!));
}
