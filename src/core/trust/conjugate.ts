import type { TrustSystem } from './system';
import { multiply } from './system';

/**
 * Solves `A x = right` (A: half the Hessian of the loss) by conjugate gradients with the diagonal as
 * preconditioner, until no entry of the residual is above `residual`. Nodes that nothing pulls keep 0.
 * For weights >= 0 and targets in [0, 1] the minimiser lies inside the box, so this finds the same
 * trust as projected descent: each centred u is then an average of numbers within 1/2.
 */
export function conjugateGradients(
  system: TrustSystem,
  right: Float64Array,
  residual: number,
  maxSteps: number,
): { readonly x: Float64Array; readonly steps: number } {
  const { diagonal } = system;
  const size = right.length;
  const x = new Float64Array(size);
  const rest = right.slice();
  const scaled = rest.map((value, i) => (diagonal[i]! > 0 ? value / diagonal[i]! : 0));
  const direction = scaled.slice();
  const product = new Float64Array(size);
  let rho = dot(rest, scaled);
  let steps = 0;
  for (; steps < maxSteps && largest(rest, diagonal) > residual; steps++) {
    multiply(system, direction, product);
    const step = rho / dot(direction, product);
    if (!Number.isFinite(step)) break;
    for (let i = 0; i < size; i++) {
      x[i]! += step * direction[i]!;
      rest[i]! -= step * product[i]!;
      scaled[i] = diagonal[i]! > 0 ? rest[i]! / diagonal[i]! : 0;
    }
    const before = rho;
    rho = dot(rest, scaled);
    const turn = rho / before;
    for (let i = 0; i < size; i++) direction[i] = scaled[i]! + turn * direction[i]!;
  }
  return { x, steps };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function largest(values: Float64Array, diagonal: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++)
    if (diagonal[i]! > 0) most = Math.max(most, Math.abs(values[i]!));
  return most;
}
