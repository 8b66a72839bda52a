import { guessHeaderRows } from '../grid';
import { median } from './columns';
import type { Line } from './lines';

export interface PdfTable {
  readonly kind: 'table';
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly page: number;
}

/** Parts the lines of a flow into tables and the runs of text between them. */
export function findTables(lines: readonly Line[], page: number): (PdfTable | readonly Line[])[] {
  const parts: (PdfTable | readonly Line[])[] = [];
  let text: Line[] = [];
  for (let i = 0; i < lines.length;) {
    const end = runEnd(lines, i);
    const table = end > i ? readTable(lines.slice(i, end), page) : null;
    if (table) {
      if (text.length > 0) parts.push(text);
      text = [];
      parts.push(table);
      i = end;
    } else text.push(lines[i++]!);
  }
  if (text.length > 0) parts.push(text);
  return parts;
}

/** End of the run of rows that begins at `from`: lines with cells, and at most one line between two of them without. */
function runEnd(lines: readonly Line[], from: number): number {
  if (lines[from]!.segments.length < 2) return from;
  let end = from + 1;
  for (let i = from + 1, plain = 0; i < lines.length; i++) {
    const gap = (lines[i - 1]!.y - lines[i]!.y) / lines[i]!.size;
    if (gap > 4 || gap < 0) break;
    if (lines[i]!.segments.length >= 2) {
      end = i + 1;
      plain = 0;
    } else if (++plain > 2) break;
  }
  return end;
}

interface Interval {
  readonly x0: number;
  readonly x1: number;
}

/** The run as a table, or null when its cells do not line up in columns or hold running text. */
function readTable(lines: readonly Line[], page: number): PdfTable | null {
  const rows = lines.filter((line) => line.segments.length >= 2);
  if (rows.length < 2) return null;
  const columns = columnsOf(rows);
  if (columns.length < 2 || (rows.length < 3 && columns.length < 3)) return null;
  const cells = rows.flatMap((line) => line.segments);
  const words = cells.map((cell) => cell.text.split(' ').length);
  if (median(words) > 6 || words.reduce((a, b) => a + b, 0) / words.length > 9) return null;
  // A list: numbers or bullets before text.
  if (
    columns.length === 2 &&
    rows.every((line) => /^(?:[^\p{L}\p{N}]|\(?\w{1,3}[.)])$/u.test(line.segments[0]!.text))
  )
    return null;
  const grid: string[][] = [];
  let clashes = 0;
  for (const line of lines) {
    const row = columns.map(() => '');
    for (const segment of line.segments) {
      const at = nearest(columns, segment);
      if (row[at] !== '') clashes++;
      row[at] = `${row[at]} ${segment.text}`.trim();
    }
    grid.push(row);
  }
  if (clashes > cells.length * 0.15) return null;
  const full = grid.filter((row) => row.filter((cell) => cell !== '').length >= 2).length;
  if (full < grid.length * 0.5) return null;
  const merged = joinWrapped(grid, lines);
  const header = guessHeaderRows(merged);
  const names = merged[0]!.map((_, column) =>
    merged
      .slice(0, header)
      .map((row) => row[column])
      .filter((cell) => cell !== '')
      .join(' '),
  );
  return { kind: 'table', header: header > 0 ? names : [], rows: merged.slice(header), page };
}

/** Stretches of x that at least two rows fill, parted where hardly a row does. */
function columnsOf(rows: readonly Line[]): Interval[] {
  const left = Math.min(...rows.map((line) => line.x0));
  const right = Math.max(...rows.map((line) => line.x1));
  const width = Math.ceil(right - left);
  if (!(width > 0) || width > 20_000) return [];
  const covered = new Uint32Array(width + 1);
  for (const line of rows)
    for (const s of line.segments)
      for (let x = Math.floor(s.x0 - left); x < s.x1 - left; x++) covered[x]!++;
  const least = Math.max(1, Math.ceil(rows.length * 0.1));
  const columns: Interval[] = [];
  let start = -1;
  for (let x = 0; x <= width; x++) {
    const filled = covered[x]! >= least;
    if (filled && start < 0) start = x;
    if ((!filled || x === width) && start >= 0) {
      columns.push({ x0: left + start, x1: left + x });
      start = -1;
    }
  }
  return columns;
}

function nearest(columns: readonly Interval[], cell: Interval): number {
  let best = 0;
  let most = -Infinity;
  for (const [i, column] of columns.entries()) {
    const overlap = Math.min(column.x1, cell.x1) - Math.max(column.x0, cell.x0);
    if (overlap > most) [best, most] = [i, overlap];
  }
  return best;
}

/** Lines that only continue a cell join their row: nothing in the first column, set closer than rows are; or a label that goes on in lower case. */
function joinWrapped(grid: readonly (readonly string[])[], lines: readonly Line[]): string[][] {
  const gaps = lines.slice(1).map((line, i) => lines[i]!.y - line.y);
  const pitch = median(gaps);
  const joined: string[][] = [];
  for (const [i, row] of grid.entries()) {
    const before = joined.at(-1);
    const filled = row.filter((cell) => cell !== '').length;
    const close = i > 0 && gaps[i - 1]! < pitch * 0.9;
    const goesOn =
      row[0] === '' && filled < row.length / 2 + 1 && !row.some((cell) => /^[$(]?\d/.test(cell));
    const labelOnly = before?.[0] !== '' && before?.slice(1).every((cell) => cell === '');
    if (before && ((close && goesOn) || (labelOnly && /^\p{Ll}/u.test(row[0] ?? ''))))
      for (const [c, cell] of row.entries()) before[c] = `${before[c]} ${cell}`.trim();
    else joined.push(row.slice());
  }
  return joined;
}
