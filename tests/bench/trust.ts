/**
 *   npx tsx tests/bench/trust.ts
 *
 * The trust solver against the paper's optimiser (same language, same graphs) and against the exact
 * minimum: milliseconds, steps, loss. Published in numpy: 1 000 nodes with
 * 14 500 edges 30 ms; 1 000 nodes in cliques of 110 (57 600 edges) 510 ms without converging.
 * Then: feedback on a library of 10 000 passages, by the solver alone and through the whole engine, and
 * the cost per doubling of the size. Descent has a step 1/L per node; 1/max L for all is beside it.
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
import type {
  DocumentId,
  DocumentRecord,
  Passage,
  PassageId,
  Relation,
} from '../../src/core/types';
import { createEmitter } from '../../src/engine/context';
import { createFakeModels } from '../../src/engine/models/fake';
import { createIndexes } from '../../src/engine/pipeline/indexes';
import { createMemoryStore } from '../../src/engine/storage/memory';
import { createTrustService } from '../../src/engine/trust/service';
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

/**
 * From the thumb to the trust that answers use, as the engine does it: saved, solved, told. 250 files of
 * 40 passages with 30 000 relations, over the store in memory.
 */
async function throughTheEngine(): Promise<void> {
  const random = createRandom(4);
  const settings = () => defaultSettings;
  const store = createMemoryStore();
  const indexes = createIndexes(settings);
  const context = { store, models: createFakeModels(), writer: () => null, settings, indexes, now: () => 0, changed: createEmitter<never>() }; // prettier-ignore
  const vector = (): Float32Array => Float32Array.from({ length: 384 * 40 }, () => random() - 0.5);
  for (let file = 0; file < 250; file++) {
    const document = `f${file}` as DocumentId;
    const record: DocumentRecord = { id: document, title: document, format: 'text', bytes: 1, paths: [`${file % 10}/${file}.txt`], collection: '', added: 0, modified: null, date: null, pages: 0, passages: 40, characters: 1, warnings: [], stage: 'embedded', versions: { parser: 1, chunker: 1, embedder: 'bench' } }; // prettier-ignore
    const passages = Array.from({ length: 40 }, (_, k): Passage => ({ id: `${document}#${k}` as PassageId, document, ordinal: k, start: 0, end: 1, text: 'x', sentences: [], headings: [], page: null, kind: 'prose', header: [], tokens: 1 })); // prettier-ignore
    await store.batch([{ table: 'documents', put: record }]);
    indexes.add(record, passages, vector());
  }
  const none = { entailment: 0, neutral: 0, contradiction: 0 };
  const relations = judged(10_000, 30_000, random).map(([i, j, signed]): Relation => {
    const [documentA, documentB] = [i, j].map((at) => `f${Math.floor(at / 40)}` as DocumentId);
    const [a, b] = [i, j].map((at) => `f${Math.floor(at / 40)}#${at % 40}` as PassageId);
    return { a: a!, b: b!, documentA: documentA!, documentB: documentB!, sign: signed > 0 ? 1 : -1, weight: Math.abs(signed), spanA: [0, 1], spanB: [0, 1], textA: 'x', textB: 'x', forward: none, backward: none }; // prettier-ignore
  });
  await store.batch(relations.map((put) => ({ table: 'relations', put }) as const));
  const trust = createTrustService(context, { background: false });
  const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const opened = await elapsed(() => trust.documentTrust());
  console.log(`\nthrough the engine, ${indexes.size} passages, ${relations.length} relations:`);
  console.log(`  first trust after opening, relations read: ${opened.toFixed(0)} ms`);
  for (const [what, targetOf] of [
    ['a passage', (k: number) => `passage:f${k}#7`],
    ['a file', (k: number) => `document:f${k}`],
    ['a folder', (k: number) => `folder:${k}`],
  ] as const) {
    const given: number[] = [];
    const undone: number[] = [];
    for (let k = 0; k < 10; k++)
      given.push(await elapsed(() => trust.giveFeedback(targetOf(k), 'bad', 'bench')));
    for (let k = 0; k < 10; k++) undone.push(await elapsed(() => trust.undoFeedback()));
    const text = (times: number[]): string =>
      `median ${times.sort((x, y) => x - y)[5]!.toFixed(0)}, most ${times.at(-1)!.toFixed(0)} ms`;
    console.log(`  thumbs down on ${what}: ${text(given)}; undone: ${text(undone)}`);
  }
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
await throughTheEngine();
await doublings();
