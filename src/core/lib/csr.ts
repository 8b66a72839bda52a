/**
 * A sparse matrix, row by row: entries of row i stand at `offsets[i]` up to `offsets[i + 1]`,
 * columns ascending.
 */
export interface Csr {
  readonly size: number;
  readonly offsets: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
}

/**
 * The symmetric matrix of undirected edges `a[k] - b[k]` with `values[k]`; parallel edges add up,
 * a loop (`a[k] === b[k]`) is left out. Nodes are 0..size-1; O(size + edges).
 * @throws RangeError when the arrays differ in length or name a node outside.
 */
export function symmetricCsr(
  size: number,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  values: ArrayLike<number>,
): Csr {
  const edges = a.length;
  if (b.length !== edges || values.length !== edges)
    throw new RangeError(`Edge arrays of ${edges}, ${b.length} and ${values.length} entries.`);
  const counts = new Uint32Array(size + 1);
  for (let k = 0; k < edges; k++) {
    const i = a[k]!;
    const j = b[k]!;
    if (!(i < size && j < size))
      throw new RangeError(`Edge ${i}-${j} in a graph of ${size} nodes.`);
    if (i === j) continue;
    counts[i + 1]!++;
    counts[j + 1]!++;
  }
  for (let i = 0; i < size; i++) counts[i + 1]! += counts[i]!;
  const columns = new Uint32Array(counts[size]!);
  const entries = new Float64Array(columns.length);
  const next = counts.slice(0, size);
  for (let k = 0; k < edges; k++) {
    const i = a[k]!;
    const j = b[k]!;
    if (i === j) continue;
    let at = next[i]!++;
    columns[at] = j;
    entries[at] = values[k]!;
    at = next[j]!++;
    columns[at] = i;
    entries[at] = values[k]!;
  }
  return mergeParallel(transposed({ size, offsets: counts, columns, values: entries }));
}

/** Of a symmetric matrix the transpose is itself, with the columns of every row ascending. */
function transposed({ size, offsets, columns, values }: Csr): Csr {
  const next = offsets.slice(0, size);
  const rows = new Uint32Array(columns.length);
  const moved = new Float64Array(columns.length);
  for (let i = 0; i < size; i++)
    for (let k = offsets[i]!; k < offsets[i + 1]!; k++) {
      const at = next[columns[k]!]!++;
      rows[at] = i;
      moved[at] = values[k]!;
    }
  return { size, offsets, columns: rows, values: moved };
}

function mergeParallel({ size, offsets, columns, values }: Csr): Csr {
  const starts = new Uint32Array(size + 1);
  let kept = 0;
  for (let i = 0; i < size; i++) {
    for (let k = offsets[i]!; k < offsets[i + 1]!; k++)
      if (kept > starts[i]! && columns[kept - 1] === columns[k]) values[kept - 1]! += values[k]!;
      else {
        columns[kept] = columns[k]!;
        values[kept++] = values[k]!;
      }
    starts[i + 1] = kept;
  }
  return { size, offsets: starts, columns: columns.slice(0, kept), values: values.slice(0, kept) };
}
