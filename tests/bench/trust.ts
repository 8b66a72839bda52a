/**
 *   npx tsx tests/bench/trust.ts
 *
 * The trust solver against the paper's optimiser (same language, same graphs) and against the exact
 * minimum: milliseconds, steps, loss. Published in numpy: 1 000 nodes with
 * 14 500 edges 30 ms; 1 000 nodes in cliques of 110 (57 600 edges) 510 ms without converging.
 * Then: feedback on a library of 10 000 passages, and the cost per doubling of the size. Descent has a
 * step 1/L per node; 1/max L for all is beside it.
 */
import { createRandom, type Random } from '../../src/core/lib/random';
import { defaultSettings } from '../../src/core/settings';
import { solveConjugate } from '../../src/core/trust/conjugate';
import {
  createTrustGraph,
  trustLoss,
  type Pulls,
  type TrustGraph,
} from '../../src/core/trust/graph';
import { descendAsPublished } from '../../src/core/trust/paper';
import { descend, type DescentOptions, type Solution } from '../../src/core/trust/pgd';
import { machine } from './measure';

const trust = defaultSettings.trust;
const ours: DescentOptions = { tolerance: trust.tolerance, maxSteps: trust.maxSteps };
const published = { step: trust.step, maxSteps: 1000, tolerance: 1e-6 };

interface Problem {
  readonly graph: TrustGraph;
  readonly pulls: Pulls;
  readonly start: Float64Array;
}

function problem(
  size: number,
  edges: readonly (readonly [number, number, number])[],
  random: Random,
  priorWeight: number,
): Problem {
  const graph = createTrustGraph(size, {
    a: Uint32Array.from(edges, (edge) => edge[0]),
    b: Uint32Array.from(edges, (edge) => edge[1]),
    signed: Float64Array.from(edges, (edge) => edge[2]),
  });
  const prior = Float64Array.from({ length: size }, () => 0.3 + 0.4 * random());
  const feedbackWeight = new Float64Array(size);
  const feedbackTarget = new Float64Array(size);
  for (let i = 0; i < size; i++)
    if (random() < 0.1) {
      feedbackWeight[i] = 1;
      feedbackTarget[i] = random() < 0.6 ? 0.9 : 0.1;
    }
  return { graph, pulls: { feedbackWeight, feedbackTarget, priorWeight, prior }, start: prior };
}

/** Random judged edges: 8 of 10 support, weights 0.5 to 1. */
function judged(size: number, edges: number, random: Random): [number, number, number][] {
  const node = (): number => Math.floor(random() * size);
  return Array.from({ length: edges }, () => {
    const weight = 0.5 + random() / 2;
    return [node(), node(), random() < 0.8 ? weight : -weight];
  });
}

function cliques(size: number, members: number): [number, number, number][] {
  const edges: [number, number, number][] = [];
  for (let i = 0; i < size; i++) {
    const end = Math.min(size, (Math.floor(i / members) + 1) * members);
    for (let j = i + 1; j < end; j++) edges.push([i, j, 1]);
  }
  return edges;
}

async function compare(name: string, { graph, pulls, start }: Problem): Promise<void> {
  console.log(`\n${name}: ${graph.size} nodes, ${graph.edges.signed.length} edges`);
  const least = exactMinimum(graph, pulls, start);
  console.log(`  exact minimum: loss ${trustLoss(graph, pulls, least).toFixed(6)}`);
  const tell = (who: string, text: string, { tau, steps }: Solution): void =>
    report(who, text, steps, trustLoss(graph, pulls, tau), furthest(tau, least));
  const mine = await timed(5, () => solveConjugate(graph, pulls, start, ours));
  tell('ours: conjugate gradients', mine.text, mine.result);
  const descent = await timed(3, () => descend(graph, pulls, start, ours));
  tell('ours: accelerated descent', descent.text, descent.result);
  const uniform = await timed(1, () => descend(graph, pulls, start, { ...ours, steps: 'uniform' }));
  tell('the same, step 1/max L', uniform.text, uniform.result);
  if (graph.size > 20_000) return;
  const paper = await timed(2, () => descendAsPublished(graph, pulls, start, published));
  const theirs = paper.result;
  tell(`the paper's, ${theirs.converged ? 'stopped' : 'NOT CONVERGED'}`, paper.text, theirs);
}

/** By descent alone, as far as double precision goes: what the fast solver is measured against. */
function exactMinimum(graph: TrustGraph, pulls: Pulls, start: Float64Array): Float64Array {
  return descend(graph, pulls, start, { tolerance: 1e-12, maxSteps: 50_000 }).tau;
}

/**
 * Once to warm up, then once per run. Milliseconds are those of the CPU: the work has one thread, so on
 * a free machine they are the time that passes, and on a busy one they still are its cost.
 */
async function timed<Result>(
  count: number,
  work: () => Result | Promise<Result>,
): Promise<{ readonly result: Result; readonly text: string; readonly median: number }> {
  let result = await work();
  const times: number[] = [];
  for (let run = 0; run < count; run++) {
    const before = process.cpuUsage();
    result = await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  times.sort((x, y) => x - y);
  const [min, median] = [times[0]!, times[times.length >> 1]!];
  return { result, text: `min ${min.toFixed(1)}, median ${median.toFixed(1)} ms`, median };
}

function report(who: string, times: string, steps: number, loss: number, error: number): void {
  console.log(
    `  ${who.padEnd(30)} ${times}; ${steps} steps; loss ${loss.toFixed(6)}; furthest from exact ${error.toExponential(1)}`,
  );
}

function furthest(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]! - b[i]!));
  return most;
}

/** A library as the page has it: hubs of 40 passages, relations at their default weight. */
function library(passages: number, random: Random): Problem {
  const edges = judged(passages, 3 * passages, random).map(
    ([a, b, signed]): [number, number, number] => [a, b, trust.relationWeight * signed],
  );
  const hubs = Math.ceil(passages / 40);
  for (let i = 0; i < passages; i++)
    edges.push([i, passages + Math.floor(i / 40), trust.sourceWeight]);
  return problem(passages + hubs, edges, random, trust.lambdaPrior);
}

async function feedbackOn({ graph, pulls, start }: Problem, name: string): Promise<void> {
  const before = await solveConjugate(graph, pulls, start, ours);
  const feedbackWeight = pulls.feedbackWeight.slice();
  const feedbackTarget = pulls.feedbackTarget.slice();
  const hub = graph.size - 1;
  feedbackWeight[hub] = 20;
  feedbackTarget[hub] = 0.1;
  const after = { ...pulls, feedbackWeight, feedbackTarget };
  const warm = await timed(5, () => solveConjugate(graph, after, before.tau, ours));
  const cold = await timed(5, () => solveConjugate(graph, after, start, ours));
  const descent = await timed(5, () => descend(graph, after, before.tau, ours));
  console.log(`\n${name}: ${graph.size} nodes, ${graph.edges.signed.length} edges`);
  console.log(`  thumbs down, from the last trust: ${warm.text}; ${warm.result.steps} steps`);
  console.log(`  the same, from the prior:         ${cold.text}; ${cold.result.steps} steps`);
  console.log(`  by descent, from the last trust:  ${descent.text}; ${descent.result.steps} steps`);
}

async function doublings(): Promise<void> {
  console.log('\ncost per doubling, 10 edges a node:');
  let before = 0;
  for (let size = 3125; size <= 200_000; size *= 2) {
    const random = createRandom(size);
    const { graph, pulls, start } = problem(size, judged(size, 10 * size, random), random, 0.05);
    const { median, result } = await timed(5, () => solveConjugate(graph, pulls, start, ours)); // prettier-ignore
    const { steps } = result;
    console.log(
      `  ${String(size).padStart(7)} nodes: median ${median.toFixed(1)} ms, ${steps} steps, ${(median / steps).toFixed(3)} ms a step${before > 0 ? `, x${(median / before).toFixed(2)}` : ''}`,
    );
    before = median;
  }
}

console.log(machine());
{
  const random = createRandom(1);
  await compare('judged edges', problem(1000, judged(1000, 14_500, random), random, 0.05));
}
{
  const random = createRandom(2);
  const edges = cliques(1000, 110);
  edges.push(...judged(1000, 57_600 - edges.length, random));
  await compare('cliques of 110', problem(1000, edges, random, 0.05));
}
{
  const random = createRandom(3);
  const edges = judged(100_000, 1_000_000, random);
  const large = await timed(1, () => problem(100_000, edges, createRandom(3), 0.05));
  console.log(`\nbuilding the graph of 1 000 000 edges: ${large.text}`);
  await compare('large', large.result);
}
await feedbackOn(library(10_000, createRandom(4)), 'a library of 10 000 passages');
await doublings();
