import { createPause } from '../breathe';
import type { Tokens } from './tokens';

/** One input: ids with their marks, and where its second part begins (its length when it has none). */
export interface Row {
  readonly ids: readonly number[];
  readonly second: number;
}

/** Rows padded to one width, row-major, as a BERT graph takes them. */
export interface Batch {
  readonly rows: number;
  readonly width: number;
  readonly ids: BigInt64Array<ArrayBuffer>;
  readonly mask: BigInt64Array<ArrayBuffer>;
  readonly types: BigInt64Array<ArrayBuffer>;
}

/** `[CLS] first [SEP]`. */
export function single(tokens: Tokens, first: readonly number[]): Row {
  const ids = [tokens.cls, ...first, tokens.sep];
  return { ids, second: ids.length };
}

/** `[CLS] first [SEP] second [SEP]`, or what the model has between two texts. */
export function pair(tokens: Tokens, first: readonly number[], second: readonly number[]): Row {
  return {
    ids: [tokens.cls, ...first, ...tokens.between, ...second, tokens.sep],
    second: first.length + 1 + tokens.between.length,
  };
}

export function padded(rows: readonly Row[], pad: number): Batch {
  const width = Math.max(...rows.map((row) => row.ids.length));
  const size = rows.length * width;
  const ids = new BigInt64Array(size).fill(BigInt(pad));
  const mask = new BigInt64Array(size);
  const types = new BigInt64Array(size);
  rows.forEach((row, r) => {
    const start = r * width;
    row.ids.forEach((id, t) => {
      ids[start + t] = BigInt(id);
      mask[start + t] = 1n;
      if (t >= row.second) types[start + t] = 1n;
    });
  });
  return { rows: rows.length, width, ids, mask, types };
}

/**
 * Most rows of a batch: beyond 16 the CPU gains nothing, and a batch is the shortest time in which
 * a run can be cancelled.
 */
export const batchRows = 16;
/**
 * Least share of the width that a row must fill to ride along. Padding is computed for nothing; and
 * 8-bit models scale a batch as a whole, so that padding also shifts the numbers of its rows.
 */
const leastFill = 0.75;

/**
 * Runs `work` over `rows` in batches of equal-ish length, longest first. Sees an abort between two
 * batches. `work` gets the batch and the position of each of its rows in `rows`.
 */
export async function inBatches(
  rows: readonly Row[],
  pad: number,
  signal: AbortSignal,
  work: (batch: Batch, positions: readonly number[]) => Promise<void>,
): Promise<void> {
  const pause = createPause(signal);
  signal.throwIfAborted();
  for (const positions of batchesOf(rows.map(({ ids }) => ids.length))) {
    const batch = padded(
      positions.map((i) => rows[i] as Row),
      pad,
    );
    await work(batch, positions);
    await pause();
    signal.throwIfAborted();
  }
}

/** Positions grouped by length: at most `batchRows` each, each length at least `leastFill` of the first. */
export function batchesOf(lengths: readonly number[]): readonly (readonly number[])[] {
  const length = (i: number) => lengths[i] as number;
  const order = lengths.map((_, i) => i).sort((a, b) => length(b) - length(a) || a - b);
  const batches: number[][] = [];
  let width = 0;
  for (const i of order) {
    const batch = batches.at(-1);
    if (batch && batch.length < batchRows && length(i) >= width * leastFill) batch.push(i);
    else {
      batches.push([i]);
      width = length(i);
    }
  }
  return batches;
}
