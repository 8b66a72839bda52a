/** Low bits of a posting that hold how often the word occurs; more often counts as this often. */
const BITS = 6;
const MOST = (1 << BITS) - 1;

/**
 * One field of an inverted index: for each word the passages that have it, ascending, each packed
 * with its count into one small integer.
 */
export class Postings {
  readonly #lists = new Map<string, number[]>();
  /** Words of each passage, by id. */
  readonly #lengths: number[] = [];
  #total = 0;

  /** @param id integer in [0, 2^26), not there yet; adding in ascending order is fastest. */
  add(id: number, words: readonly string[]): void {
    this.#lengths[id] = words.length;
    this.#total += words.length;
    for (const [word, count] of countsOf(words)) {
      const posting = (id << BITS) | Math.min(count, MOST);
      const list = this.#lists.get(word);
      if (!list) this.#lists.set(word, [posting]);
      else if (list.at(-1)! < posting) list.push(posting);
      else list.splice(placeOf(list, posting), 0, posting);
    }
  }

  /** @param words the same as when it was added. */
  remove(id: number, words: readonly string[]): void {
    this.#lengths[id] = 0;
    this.#total -= words.length;
    for (const word of new Set(words)) {
      const list = this.#lists.get(word)!;
      if (list.length === 1) this.#lists.delete(word);
      else list.splice(placeOf(list, id << BITS), 1);
    }
  }

  /**
   * Adds `weight` times the BM25 of each word to `scores[id]`; a word that is asked twice counts
   * twice.
   * @param n passages in the index.
   */
  score(
    words: readonly string[],
    { k1, b }: { readonly k1: number; readonly b: number },
    weight: number,
    n: number,
    scores: Float64Array,
  ): void {
    const lengths = this.#lengths;
    const norm = (k1 * b * n) / this.#total;
    const floor = k1 * (1 - b);
    for (const word of words) {
      const list = this.#lists.get(word);
      if (!list) continue;
      const idf = Math.log(1 + (n - list.length + 0.5) / (list.length + 0.5));
      const most = weight * idf * (k1 + 1);
      for (let i = 0; i < list.length; i++) {
        const id = list[i]! >>> BITS;
        const count = list[i]! & MOST;
        scores[id]! += (most * count) / (count + floor + norm * lengths[id]!);
      }
    }
  }
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** First place whose posting is not below `posting`. */
function placeOf(list: readonly number[], posting: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < posting) low = middle + 1;
    else high = middle;
  }
  return low;
}
