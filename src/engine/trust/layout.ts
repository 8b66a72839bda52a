import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import type { LayoutApi, LayoutGraph } from '../../link/layout';
import { createPause } from '../breathe';

interface Place extends SimulationNodeDatum {
  readonly radius: number;
}
interface Spring extends SimulationLinkDatum<Place> {
  readonly length: number;
  readonly pull: number;
}

/** Places are told this often: more than the eye follows is only work for the page. */
const tellMs = 33;
/** Where nodes were placed before they are only made room, not thrown about. */
const warmAlpha = 0.3;
/** Repulsion ends here, so that far parts do not drift apart for ever. */
const reach = 420;

/**
 * Force-directed places of a graph (d3-force): springs along edges, repulsion between all nodes by a
 * quadtree, a light pull to the middle that keeps lone nodes in sight.
 */
export function createLayout(now: () => number): LayoutApi {
  let current: AbortController | null = null;
  return {
    async arrange(graph, onPlaces, signal) {
      current?.abort();
      const own = new AbortController();
      current = own;
      const either = AbortSignal.any([signal, own.signal]);
      const pause = createPause(either);
      const simulation = simulate(graph);
      let told = now();
      while (simulation.alpha() > simulation.alphaMin()) {
        either.throwIfAborted();
        simulation.tick();
        if (now() - told >= tellMs) {
          told = now();
          onPlaces(placesOf(simulation));
        }
        await pause();
      }
      return placesOf(simulation);
    },
  };
}

function simulate({
  radius,
  ends,
  length,
  strength,
  aspect,
  start,
}: LayoutGraph): Simulation<Place, Spring> {
  const nodes = Array.from(radius, (own, i): Place => {
    const x = start?.[2 * i];
    const y = start?.[2 * i + 1];
    const known = x !== undefined && y !== undefined && !Number.isNaN(x + y);
    return known ? { radius: own, x, y } : { radius: own };
  });
  const springs = Array.from(length, (own, k): Spring => ({
    source: ends[2 * k]!,
    target: ends[2 * k + 1]!,
    length: own,
    pull: strength[k]!,
  }));
  placeNew(nodes, springs);
  const middle = 0.03 + 0.12 / Math.sqrt(1 + nodes.length / 50);
  const flat = Math.min(2, Math.max(0.5, aspect));
  return forceSimulation(nodes)
    .stop()
    .alpha(start ? warmAlpha : 1)
    .alphaDecay(nodes.length > 800 ? 0.03 : 0.0228)
    .velocityDecay(0.35)
    .force(
      'links',
      forceLink<Place, Spring>(springs)
        .distance((spring) => spring.length)
        .strength((spring) => spring.pull),
    )
    .force(
      'apart',
      forceManyBody<Place>()
        .strength((node) => -12 * node.radius)
        .theta(0.9)
        .distanceMax(reach),
    )
    .force('room', forceCollide<Place>((node) => node.radius + 3).strength(0.7))
    .force('x', forceX<Place>(0).strength(middle / flat))
    .force('y', forceY<Place>(0).strength(middle * flat));
}

/** A new node among placed ones begins beside what it is joined to. */
function placeNew(nodes: readonly Place[], springs: readonly Spring[]): void {
  for (const { source, target } of springs) {
    const [a, b] = [nodes[source as number]!, nodes[target as number]!];
    if (a.x !== undefined && b.x === undefined) beside(a, b, nodes.length);
    else if (b.x !== undefined && a.x === undefined) beside(b, a, nodes.length);
  }
}

function beside(placed: Place, fresh: Place, turn: number): void {
  fresh.x = placed.x! + 10 * Math.cos(turn + fresh.radius);
  fresh.y = placed.y! + 10 * Math.sin(turn + fresh.radius);
}

function placesOf(simulation: Simulation<Place, Spring>): Float32Array {
  const nodes = simulation.nodes();
  const places = new Float32Array(2 * nodes.length);
  nodes.forEach(({ x, y }, i) => {
    places[2 * i] = x!;
    places[2 * i + 1] = y!;
  });
  return places;
}
