import { TopK, type Scored } from '../lib/heap';

/** Rows of one block: blocks are added as needed, so growing never copies what is there. */
const BLOCK = 4096;

/**
 * Exact nearest neighbours by a scan over all rows: 100 000 x 384 take about as long as a frame or
 * three, so no approximate index is needed. Rows are unit vectors under the caller's ids (integers
 * >= 0, each at most once). Removing moves the last row into the gap: no tombstones, no compaction.
 */
export class VectorIndex {
  readonly dimensions: number;
  readonly #blocks: Float32Array[] = [];
  /** Row -> id, and back. */
  readonly #ids: number[] = [];
  readonly #rows = new Map<number, number>();

  /** @param dimensions length of a vector, >= 1. */
  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  get size(): number {
    return this.#ids.length;
  }

  has(id: number): boolean {
    return this.#rows.has(id);
  }

  /** Copies `vector` (length `dimensions`, L2-normalised) in. */
  add(id: number, vector: Float32Array): void {
    if (vector.length !== this.dimensions)
      throw new RangeError(`Added a vector of ${vector.length} when expected ${this.dimensions}.`);
    if (this.#rows.has(id)) throw new RangeError(`Added id ${id} twice.`);
    const row = this.#ids.length;
    if (row === this.#blocks.length * BLOCK)
      this.#blocks.push(new Float32Array(BLOCK * this.dimensions));
    this.#view(row).set(vector);
    this.#ids.push(id);
    this.#rows.set(id, row);
  }

  /** A view; valid until the next `add` or `remove`. */
  get(id: number): Float32Array {
    const row = this.#rows.get(id);
    if (row === undefined) throw new RangeError(`No vector has id ${id}.`);
    return this.#view(row);
  }

  remove(id: number): void {
    const row = this.#rows.get(id);
    if (row === undefined) throw new RangeError(`Removed id ${id}, which is not there.`);
    const last = this.#ids.length - 1;
    const moved = this.#ids[last]!;
    if (row !== last) {
      this.#view(row).set(this.#view(last));
      this.#ids[row] = moved;
      this.#rows.set(moved, row);
    }
    this.#ids.pop();
    this.#rows.delete(id);
    if (this.#ids.length <= (this.#blocks.length - 1) * BLOCK) this.#blocks.pop();
  }

  /**
   * The `limit` rows of greatest cosine to `query` (any length but zero; a zero query scores 0
   * everywhere), best first, ties by smaller id. `allowed` is asked before a row is scored.
   */
  search(query: Float32Array, limit: number, allowed?: (id: number) => boolean): Scored[] {
    if (query.length !== this.dimensions)
      throw new RangeError(`Searched ${query.length} dimensions when expected ${this.dimensions}.`);
    const unit = normalised(query);
    const best = new TopK(limit);
    const ids = this.#ids;
    const d = this.dimensions;
    for (let row = 0; row < ids.length; row++) {
      const id = ids[row]!;
      if (allowed !== undefined && !allowed(id)) continue;
      const block = this.#blocks[Math.floor(row / BLOCK)]!;
      let offset = (row % BLOCK) * d;
      let cosine = 0;
      for (let i = 0; i < d; i++, offset++) cosine += unit[i]! * block[offset]!;
      if (cosine >= best.floor) best.push(id, cosine);
    }
    return best.finish();
  }

  clear(): void {
    this.#blocks.length = 0;
    this.#ids.length = 0;
    this.#rows.clear();
  }

  #view(row: number): Float32Array {
    const start = (row % BLOCK) * this.dimensions;
    return this.#blocks[Math.floor(row / BLOCK)]!.subarray(start, start + this.dimensions);
  }
}

/** `v / |v|` as a new array; zeros stay zeros. */
export function normalised(v: Float32Array): Float32Array {
  let square = 0;
  for (const x of v) square += x * x;
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  return v.map((x) => x * scale);
}
