import type { Pulls, TrustGraph } from './graph';
import { createSystem, residualFor } from './system';

export interface DescentOptions {
  /** The result is this close to the minimiser, in every node. */
  readonly tolerance: number;
  readonly maxSteps: number;
  /** Nesterov's momentum with restart; without it the loss never rises. Default true. */
  readonly momentum?: boolean;
  /**
   * `row`: node i steps by 1/L_i, L_i its own Gershgorin bound; `uniform`: all by 1/max L_i.
   * Both bound the loss from above, so both descend. Default `row`: one node of high degree
   * (the hub of a long file) then slows only itself.
   */
  readonly steps?: 'row' | 'uniform';
}

export interface Solution {
  /** In [0, 1], one per node. */
  readonly tau: Float64Array;
  readonly steps: number;
  readonly converged: boolean;
}

/**
 * Trust by projected gradient descent with step 1/L (L: Gershgorin bound of the Hessian,
 * `2 (2 sum_j w_ij + lf + lp)`), momentum and restart. `start` is left as it is: give the last trust
 * after feedback, and few steps are needed.
 */
export function descend(
  graph: TrustGraph,
  pulls: Pulls,
  start: Float64Array,
  options: DescentOptions,
): Solution {
  const descent = createDescent(graph, pulls, start, options);
  while (descent.advance());
  return descent.solution();
}

interface Descent {
  /** One step; false when it is finished. */
  advance(): boolean;
  solution(): Solution;
}

export function createDescent(
  graph: TrustGraph,
  pulls: Pulls,
  start: Float64Array,
  { tolerance, maxSteps, momentum = true, steps = 'row' }: DescentOptions,
): Descent {
  const { size, matrix, degree } = graph;
  const { offsets, columns, values } = matrix;
  const { diagonal, pull } = createSystem(graph, pulls);
  const inverse = inverseBounds(diagonal, degree, steps);
  const enough = residualFor(tolerance, pulls);
  let now = new Float64Array(size);
  let next = new Float64Array(size);
  for (let i = 0; i < size; i++) now[i] = Math.min(1, Math.max(0, start[i]!)) - 0.5;
  const ahead = now.slice();
  let taken = 0;
  let speed = 1;
  let converged = size === 0;

  function advance(): boolean {
    if (converged || taken >= maxSteps) return false;
    let residual = 0;
    let uphill = 0;
    for (let i = 0; i < size; i++) {
      const scale = inverse[i]!;
      const at = ahead[i]!;
      if (scale === 0) {
        next[i] = at;
        continue;
      }
      let sum = diagonal[i]! * at - pull[i]!;
      const end = offsets[i + 1]!;
      for (let k = offsets[i]!; k < end; k++) sum -= values[k]! * ahead[columns[k]!]!;
      let to = at - sum * scale;
      if (to > 0.5) to = 0.5;
      else if (to < -0.5) to = -0.5;
      const gradient = (at - to) / scale;
      uphill += gradient * (to - now[i]!);
      if (gradient > residual) residual = gradient;
      else if (-gradient > residual) residual = -gradient;
      next[i] = to;
    }
    taken++;
    converged = residual < enough;
    if (!momentum || uphill > 0) speed = 1;
    const faster = momentum ? (1 + Math.sqrt(1 + 4 * speed * speed)) / 2 : 1;
    const push = momentum ? (speed - 1) / faster : 0;
    for (let i = 0; i < size; i++) ahead[i] = next[i]! + push * (next[i]! - now[i]!);
    speed = faster;
    [now, next] = [next, now];
    return !converged && taken < maxSteps;
  }

  return {
    advance,
    solution: () => ({ tau: now.map((u) => u + 0.5), steps: taken, converged }),
  };
}

/** 2 / L_i: the step for half the gradient; 0 where nothing pulls. */
function inverseBounds(
  diagonal: Float64Array,
  degree: Float64Array,
  steps: 'row' | 'uniform',
): Float64Array {
  const bounds = diagonal.map((own, i) => own + degree[i]!);
  if (steps === 'uniform') {
    let most = 0;
    for (const bound of bounds) if (bound > most) most = bound;
    return bounds.map((bound) => (bound > 0 ? 1 / most : 0));
  }
  return bounds.map((bound) => (bound > 0 ? 1 / bound : 0));
}
