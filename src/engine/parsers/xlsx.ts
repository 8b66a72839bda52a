import readWorkbook from 'read-excel-file/universal';
import { createBuilder, type Builder } from '../../core/documents/build';
import { guessHeaderRows } from '../../core/documents/grid';
import { failure } from '../../core/errors';
import type { ParsedDocument } from '../../core/types';
import { coreProperties } from './office';
import type { ParseContext } from './types';
import type { Zip } from './zip';

/**
 * Reads every sheet of a workbook: its name as a heading, its rows as a table (several where empty
 * rows part them). Formulas count by the value that was saved with them.
 * @throws DocumentDamaged
 */
export async function parseXlsx(
  bytes: ArrayBuffer,
  zip: Zip,
  context: ParseContext,
): Promise<ParsedDocument> {
  context.onProgress(0, 1);
  await context.pause();
  const sheets = await readWorkbook(bytes).catch((error: unknown) => {
    throw failure(
      'DocumentDamaged',
      'It is damaged: the workbook inside cannot be read. Open it in Excel or LibreOffice and save it again.',
      error,
    );
  });
  const builder = createBuilder(context.limits.characters);
  for (const [i, sheet] of sheets.entries()) {
    context.onProgress(i, sheets.length);
    await context.pause();
    const rows = sheet.data.map((row) => row.map(cellText));
    if (!rows.some((row) => row.some((cell) => cell !== ''))) continue;
    builder.heading(1, sheet.sheet);
    for (const block of blocksOf(rows)) addBlock(builder, block);
  }
  context.onProgress(sheets.length, sheets.length);
  const facts = coreProperties(zip);
  // The name of a sheet is no title: the file's own name says more.
  return { ...builder.finish(facts), title: facts.title };
}

/** Rows with one filled cell above a table name it. */
function addBlock(builder: Builder, block: readonly (readonly string[])[]): void {
  const filled = (row: readonly string[]): number => row.filter((cell) => cell !== '').length;
  let first = 0;
  while (first < block.length && filled(block[first]!) < 2) first++;
  for (const row of block.slice(0, first)) builder.heading(2, row.join(' '));
  const rows = block.slice(first);
  const header = guessHeaderRows(rows) > 0 ? rows[0]! : [];
  if (rows.length > 0) builder.table(header, header.length > 0 ? rows.slice(1) : rows);
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    const iso = Number.isNaN(value.getTime()) ? '' : value.toISOString();
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
  }
  return String(value);
}

/** Rows between empty ones; columns that are empty in a whole block are left out. */
function* blocksOf(rows: readonly (readonly string[])[]): Generator<string[][]> {
  let block: (readonly string[])[] = [];
  for (const row of [...rows, []]) {
    if (row.some((cell) => cell.trim() !== '')) block.push(row);
    else if (block.length > 0) {
      const width = block.reduce((most, r) => Math.max(most, r.length), 0);
      const used = Array.from({ length: width }, (_, c) =>
        block.some((r) => (r[c] ?? '').trim() !== ''),
      );
      yield block.map((r) => used.flatMap((keep, c) => (keep ? [r[c] ?? ''] : [])));
      block = [];
    }
  }
}
