import { noPause, type Pause } from '../cancel';
import type { Pulls, TrustGraph } from './graph';
import type { DescentOptions, Solution } from './pgd';
import { createSystem, multiply, residualFor, type TrustSystem } from './system';

/**
 * Trust by conjugate gradients, from `start` (which is left as it is). With weights >= 0, targets and
 * prior in [0, 1] the box never binds: at the minimiser each u = tau - 1/2 is an average of numbers
 * within 1/2. So this is the minimum that projected descent finds, in a tenth of its steps.
 */
export async function solveConjugate(
  graph: TrustGraph,
  pulls: Pulls,
  start: Float64Array,
  { tolerance, maxSteps }: Pick<DescentOptions, 'tolerance' | 'maxSteps'>,
  pause: Pause = noPause,
): Promise<Solution> {
  const system = createSystem(graph, pulls);
  const from = start.map((tau) => Math.min(1, Math.max(0, tau)) - 0.5);
  const rest = new Float64Array(graph.size);
  multiply(system, from, rest);
  for (let i = 0; i < rest.length; i++) rest[i] = system.pull[i]! - rest[i]!;
  const search = createSearch(system, rest);
  const enough = residualFor(tolerance, pulls);
  while (search.residual() > enough && search.steps < maxSteps && search.advance()) await pause();
  const tau = search.x.map((x, i) => Math.min(1, Math.max(0, from[i]! + x + 0.5)));
  return { tau, steps: search.steps, converged: search.residual() <= enough };
}

/**
 * Solves `A x = right` (A: half the Hessian of the loss) until no entry of the residual is above
 * `residual`. Nodes that nothing pulls keep 0.
 */
export function conjugateGradients(
  system: TrustSystem,
  right: Float64Array,
  residual: number,
  maxSteps: number,
): { readonly x: Float64Array; readonly steps: number } {
  const search = createSearch(system, right);
  while (search.residual() > residual && search.steps < maxSteps && search.advance());
  return { x: search.x, steps: search.steps };
}

/** Conjugate gradients with the diagonal as preconditioner, step by step. */
function createSearch(system: TrustSystem, right: Float64Array) {
  const { diagonal } = system;
  const size = right.length;
  const x = new Float64Array(size);
  const rest = right.map((value, i) => (diagonal[i]! > 0 ? value : 0));
  const scaled = rest.map((value, i) => (value === 0 ? 0 : value / diagonal[i]!));
  const direction = scaled.slice();
  const product = new Float64Array(size);
  let rho = dot(rest, scaled);
  let steps = 0;
  return {
    x,
    get steps() {
      return steps;
    },
    residual: () => largest(rest),
    /** False when there is no way further down. */
    advance(): boolean {
      multiply(system, direction, product);
      const step = rho / dot(direction, product);
      if (!Number.isFinite(step)) return false;
      for (let i = 0; i < size; i++) {
        x[i]! += step * direction[i]!;
        rest[i]! -= step * product[i]!;
        scaled[i] = diagonal[i]! > 0 ? rest[i]! / diagonal[i]! : 0;
      }
      const before = rho;
      rho = dot(rest, scaled);
      const turn = rho / before;
      for (let i = 0; i < size; i++) direction[i] = scaled[i]! + turn * direction[i]!;
      steps++;
      return true;
    },
  };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function largest(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]!));
  return most;
}
