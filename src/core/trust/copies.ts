import type { DocumentId } from '../types';

/** Cosine of two normalised vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/**
 * Where each passage comes from, as a number: passages of one document come from one place, and a
 * copy comes from where the first of its copies stands. So what ten copies say has one voice.
 * @param documents of the passages, in order
 * @param copies pairs of passages that are copies of each other
 */
export function originsOf(
  documents: readonly DocumentId[],
  copies: Iterable<readonly [number, number]>,
): Uint32Array {
  const first = Uint32Array.from(documents, (_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (first[at] !== at) at = first[at] = first[first[at]!]!;
    return at;
  };
  for (const [i, j] of copies) {
    const [a, b] = [root(i), root(j)];
    first[Math.max(a, b)] = Math.min(a, b);
  }
  const numbers = new Map<DocumentId, number>();
  return Uint32Array.from(documents, (_, i) => {
    const document = documents[root(i)]!;
    let number = numbers.get(document);
    if (number === undefined) numbers.set(document, (number = numbers.size));
    return number;
  });
}
