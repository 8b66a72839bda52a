import type { LayoutGraph } from '../../link/layout';
import type { TrustEdge, TrustMap, TrustNode } from '../../link/trust';

/** The map by numbers: node i of `nodes`, edge k of `edges` between `ends[2k]` and `ends[2k + 1]`. */
export interface MapModel {
  readonly nodes: readonly TrustNode[];
  /** What the judge found first, contradictions before supports; then what joins a passage to its file. */
  readonly edges: readonly TrustEdge[];
  /** How many of the edges the judge found. */
  readonly relations: number;
  readonly ends: Uint32Array;
  /** Of each node in the plane of the map: size shows trust. */
  readonly radius: Float32Array;
  readonly indexOf: ReadonlyMap<string, number>;
  /** 1 for what agrees with or contradicts something, and for its file. */
  readonly related: Uint8Array;
  /** Node of the file that each node is of; its own for a file, -1 where the map lacks it. */
  readonly fileOf: Int32Array;
}

const kindOrder = { contradict: 0, support: 1, source: 2 } as const;

/** Edges to nodes that the map lacks are left out. */
export function modelOf({ nodes, edges }: TrustMap): MapModel {
  const indexOf = new Map(nodes.map(({ id }, i) => [id, i]));
  const known = edges
    .filter(({ a, b }) => a !== b && indexOf.has(a) && indexOf.has(b))
    .sort((x, y) => kindOrder[x.kind] - kindOrder[y.kind] || y.weight - x.weight);
  const ends = new Uint32Array(2 * known.length);
  known.forEach(({ a, b }, k) => {
    ends[2 * k] = indexOf.get(a)!;
    ends[2 * k + 1] = indexOf.get(b)!;
  });
  const relations = known.filter(({ kind }) => kind !== 'source').length;
  const fileOf = Int32Array.from(
    nodes,
    ({ document }) => indexOf.get(`document:${document}`) ?? -1,
  );
  const related = new Uint8Array(nodes.length);
  for (const end of ends.subarray(0, 2 * relations)) {
    related[end] = 1;
    if (fileOf[end]! >= 0) related[fileOf[end]!] = 1;
  }
  return {
    nodes,
    edges: known,
    relations,
    ends,
    radius: Float32Array.from(nodes, radiusOf),
    indexOf,
    related,
    fileOf,
  };
}

/** A file of trust 0 is a third as wide as one of trust 1; passages are half as large. */
export const radiusOf = ({ kind, trust }: Pick<TrustNode, 'kind' | 'trust'>): number =>
  kind === 'document' ? 5 + 9 * trust : 2.5 + 4.5 * trust;

/** What the layout gets to see; `places` by node id, from the last time. */
export function layoutOf(
  model: MapModel,
  places: ReadonlyMap<string, readonly [number, number]>,
  aspect: number,
): LayoutGraph {
  const { nodes, edges, ends } = model;
  // By the widest a node may become: the places stay when trust moves.
  const radius = Float32Array.from(nodes, ({ kind }) => radiusOf({ kind, trust: 1 }));
  const length = Float32Array.from(edges, ({ kind }, k) => {
    const touching = radius[ends[2 * k]!]! + radius[ends[2 * k + 1]!]!;
    return touching + (kind === 'source' ? 8 : kind === 'support' ? 45 : 75);
  });
  const strength = Float32Array.from(edges, ({ kind, weight }) =>
    kind === 'source' ? 0.7 : 0.08 + 0.2 * weight,
  );
  const start = new Float32Array(2 * nodes.length).fill(NaN);
  let known = 0;
  nodes.forEach(({ id }, i) => {
    const place = places.get(id);
    if (!place) return;
    start.set(place, 2 * i);
    known++;
  });
  return {
    radius,
    ends,
    length,
    strength,
    aspect,
    start: 2 * known >= nodes.length ? start : null,
  };
}

/** Whether two maps have the same nodes and edges, whatever their trust: places can stay. */
export function sameShape(a: MapModel, b: MapModel): boolean {
  return (
    a.nodes.length === b.nodes.length &&
    a.edges.length === b.edges.length &&
    a.nodes.every(({ id }, i) => id === b.nodes[i]!.id) &&
    a.edges.every((edge, k) => {
      const other = b.edges[k]!;
      return edge.a === other.a && edge.b === other.b && edge.kind === other.kind;
    })
  );
}

/** The name of an edge: there is one of each sign between two passages at most. */
export const edgeName = ({ a, b, kind }: TrustEdge): string => `${kind} ${a} ${b}`;
