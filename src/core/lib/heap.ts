/** One kept item of a {@link TopK}. */
export interface Scored {
  readonly index: number;
  readonly score: number;
}

/**
 * The `limit` best of many scored items in O(n log limit), without allocation per item: a binary
 * heap with the worst kept item at its root. Equal scores are ordered by the smaller index, so the
 * result does not depend on the order of pushing.
 */
export class TopK {
  readonly #limit: number;
  readonly #scores: Float64Array;
  readonly #indexes: Float64Array;
  #size = 0;

  /** @param limit most items kept, >= 0. */
  constructor(limit: number) {
    this.#limit = Math.max(0, Math.floor(limit));
    this.#scores = new Float64Array(this.#limit);
    this.#indexes = new Float64Array(this.#limit);
  }

  get size(): number {
    return this.#size;
  }

  /** Scores below this cannot enter; -Infinity while there is room. */
  get floor(): number {
    return this.#size < this.#limit
      ? -Infinity
      : this.#limit === 0
        ? Infinity
        : (this.#scores[0] as number);
  }

  push(index: number, score: number): void {
    if (this.#size < this.#limit) {
      this.#scores[this.#size] = score;
      this.#indexes[this.#size] = index;
      this.#up(this.#size++);
    } else if (this.#limit > 0 && this.#beatsRoot(index, score)) {
      this.#scores[0] = score;
      this.#indexes[0] = index;
      this.#down();
    }
  }

  /** Best first. */
  finish(): Scored[] {
    const kept = Array.from({ length: this.#size }, (_, i) => ({
      index: this.#indexes[i]!,
      score: this.#scores[i]!,
    }));
    return kept.sort((x, y) => y.score - x.score || x.index - y.index);
  }

  #beatsRoot(index: number, score: number): boolean {
    const root = this.#scores[0]!;
    return score > root || (score === root && index < this.#indexes[0]!);
  }

  /** True when item i is worse than item j, that is, nearer to the root. */
  #worse(i: number, j: number): boolean {
    const a = this.#scores[i]!;
    const b = this.#scores[j]!;
    return a < b || (a === b && this.#indexes[i]! > this.#indexes[j]!);
  }

  #up(start: number): void {
    for (let i = start; i > 0;) {
      const parent = (i - 1) >> 1;
      if (!this.#worse(i, parent)) return;
      this.#swap(i, parent);
      i = parent;
    }
  }

  #down(): void {
    for (let i = 0; ;) {
      const left = 2 * i + 1;
      if (left >= this.#size) return;
      const right = left + 1;
      const child = right < this.#size && this.#worse(right, left) ? right : left;
      if (!this.#worse(child, i)) return;
      this.#swap(i, child);
      i = child;
    }
  }

  #swap(i: number, j: number): void {
    const score = this.#scores[i]!;
    const index = this.#indexes[i]!;
    this.#scores[i] = this.#scores[j]!;
    this.#indexes[i] = this.#indexes[j]!;
    this.#scores[j] = score;
    this.#indexes[j] = index;
  }
}
