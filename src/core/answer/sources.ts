/**
 * Independent sources: passages of one document are one source, and near-copies (cosine >= `copy`)
 * are one source, whoever repeats them. Single link, by union-find.
 * @param documents document number of each passage
 * @returns cluster number of each passage, 0..k-1 in order of first appearance
 */
export function independentSources(
  documents: readonly (string | number)[],
  cosine: (i: number, j: number) => number,
  copy: number,
): Int32Array {
  const n = documents.length;
  const parent = Int32Array.from({ length: n }, (_, i) => i);
  const root = (i: number): number => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]!]!;
    return i;
  };
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++)
      if (root(i) !== root(j) && (documents[i] === documents[j] || cosine(i, j) >= copy))
        parent[Math.max(root(i), root(j))] = Math.min(root(i), root(j));
  const number = new Map<number, number>();
  return Int32Array.from({ length: n }, (_, i) => {
    const r = root(i);
    if (!number.has(r)) number.set(r, number.size);
    return number.get(r)!;
  });
}
