import { noPause, type Pause } from '../cancel';
import type { Settings } from '../settings';
import { solveConjugate } from './conjugate';
import type { Pulls, TrustGraph } from './graph';
import { descendAsPublished } from './paper';
import { createDescent, type Solution } from './pgd';

/**
 * Trust of every node by the solver of the settings. `start` is where it begins: the last trust after
 * feedback. The paper's optimiser begins at the prior, as it always does, for where it stops depends
 * on where it began; it is not paused.
 */
export async function solveTrust(
  graph: TrustGraph,
  pulls: Pulls,
  start: Float64Array,
  {
    solver,
    step,
    maxSteps,
    tolerance,
  }: Pick<Settings['trust'], 'solver' | 'step' | 'maxSteps' | 'tolerance'>,
  pause: Pause = noPause,
): Promise<Solution> {
  if (solver === 'paper')
    return descendAsPublished(graph, pulls, pulls.prior, { step, maxSteps, tolerance });
  if (solver === 'conjugate')
    return solveConjugate(graph, pulls, start, { tolerance, maxSteps }, pause);
  const descent = createDescent(graph, pulls, start, { tolerance, maxSteps });
  while (descent.advance()) await pause();
  return descent.solution();
}
