import { TopK, type Scored } from '../lib/heap';
import { ByteRows, FloatRows, type VectorRows } from './vector-rows';

/**
 * Exact nearest neighbours by a scan over all rows: 100 000 x 384 take some 50 ms on one core, so
 * no approximate index is needed. Rows are unit vectors under the caller's ids (integers >= 0, each
 * at most once). Removing moves the last row into the gap: no tombstones, no compaction.
 */
export class VectorIndex {
  readonly dimensions: number;
  readonly #floatRows: number;
  #rows: VectorRows;
  #isFloat = true;
  /** Row -> id, and back. */
  readonly #ids: number[] = [];
  readonly #rowOf = new Map<number, number>();

  /**
   * @param dimensions length of a vector, >= 1.
   * @param floatRows rows up to which vectors are kept in float; when one more comes, all become
   * int8 for good.
   */
  constructor(dimensions: number, floatRows = Infinity) {
    this.dimensions = dimensions;
    this.#floatRows = floatRows;
    this.#rows = new FloatRows(dimensions);
  }

  get size(): number {
    return this.#ids.length;
  }

  has(id: number): boolean {
    return this.#rowOf.has(id);
  }

  /** Copies `vector` (length `dimensions`, L2-normalised) in. */
  add(id: number, vector: Float32Array): void {
    if (vector.length !== this.dimensions)
      throw new RangeError(`Added a vector of ${vector.length} when expected ${this.dimensions}.`);
    if (this.#rowOf.has(id)) throw new RangeError(`Added id ${id} twice.`);
    if (this.#isFloat && this.#ids.length >= this.#floatRows) this.#shrink();
    this.#rows.push(vector);
    this.#rowOf.set(id, this.#ids.length);
    this.#ids.push(id);
  }

  /** The vector, or what int8 left of it; valid until the next `add` or `remove`. */
  get(id: number): Float32Array {
    const row = this.#rowOf.get(id);
    if (row === undefined) throw new RangeError(`No vector has id ${id}.`);
    return this.#rows.get(row);
  }

  remove(id: number): void {
    const row = this.#rowOf.get(id);
    if (row === undefined) throw new RangeError(`Removed id ${id}, which is not there.`);
    const last = this.#ids.pop()!;
    if (last !== id) {
      this.#rows.move(this.#ids.length, row);
      this.#ids[row] = last;
      this.#rowOf.set(last, row);
    }
    this.#rows.pop();
    this.#rowOf.delete(id);
  }

  /**
   * The `limit` rows of greatest cosine to `query` (of any length; a zero query scores 0
   * everywhere), best first, ties by smaller id. `allowed` is asked before a row is scored.
   */
  search(query: Float32Array, limit: number, allowed?: (id: number) => boolean): Scored[] {
    if (query.length !== this.dimensions)
      throw new RangeError(`Searched ${query.length} dimensions when expected ${this.dimensions}.`);
    const unit = normalised(query);
    const best = new TopK(limit);
    const ids = this.#ids;
    const rows = this.#rows;
    for (let row = 0; row < ids.length; row++) {
      const id = ids[row]!;
      if (allowed !== undefined && !allowed(id)) continue;
      const cosine = rows.dot(unit, row);
      if (cosine >= best.floor) best.push(id, cosine);
    }
    return best.finish();
  }

  #shrink(): void {
    const bytes = new ByteRows(this.dimensions);
    for (let row = 0; row < this.#ids.length; row++) bytes.push(this.#rows.get(row));
    this.#rows = bytes;
    this.#isFloat = false;
  }
}

/** `v / |v|` as a new array; zeros stay zeros. */
export function normalised(v: Float32Array): Float32Array {
  let square = 0;
  for (const x of v) square += x * x;
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  return v.map((x) => x * scale);
}
