/**
 * Logistic regression by Newton's method with a little ridge: few features, few thousand rows.
 * @param rows feature vectors of equal length, without the constant
 * @returns weights, the constant first
 */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  labels: readonly boolean[],
  ridge = 0.3,
): number[] {
  const size = (rows[0]?.length ?? 0) + 1;
  let weights = new Array<number>(size).fill(0);
  for (let step = 0; step < 30; step++) {
    const gradient = weights.map((w, d) => (d === 0 ? 0 : -ridge * w));
    const hessian = weights.map((_, a) =>
      weights.map((_, b) => (a === b ? (a === 0 ? 1e-9 : ridge) : 0)),
    );
    rows.forEach((row, r) => {
      const x = [1, ...row];
      const p = 1 / (1 + Math.exp(-x.reduce((sum, v, d) => sum + v * weights[d]!, 0)));
      for (let a = 0; a < size; a++) {
        gradient[a]! += (Number(labels[r]) - p) * x[a]!;
        for (let b = 0; b < size; b++) hessian[a]![b]! += p * (1 - p) * x[a]! * x[b]!;
      }
    });
    const change = solve(hessian, gradient);
    weights = weights.map((w, d) => w + change[d]!);
    if (Math.max(...change.map(Math.abs)) < 1e-8) break;
  }
  return weights;
}

/** Gaussian elimination with pivoting. */
function solve(matrix: number[][], right: number[]): number[] {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++)
      if (Math.abs(rows[r]![c]!) > Math.abs(rows[pivot]![c]!)) pivot = r;
    [rows[c], rows[pivot]] = [rows[pivot]!, rows[c]!];
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const factor = rows[r]![c]! / rows[c]![c]!;
      for (let k = c; k <= n; k++) rows[r]![k]! -= factor * rows[c]![k]!;
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!);
}
