import type { Settings } from '../settings';
import type { DocumentId, PassageId, Relation } from '../types';
import { createTrustGraph, type TrustGraph } from './graph';

/** What a network is made of. Ids outside `passages` (of something deleted) are skipped. */
export interface NetworkInput {
  /** Live passages; a passage's node is its position. */
  readonly passages: readonly { readonly id: PassageId; readonly document: DocumentId }[];
  readonly relations: readonly Relation[];
  /** Folders that feedback was given on, with the passages under each. */
  readonly folders: ReadonlyMap<string, readonly number[]>;
}

/**
 * The relation graph of a library. Nodes: passages 0..n-1, then one hub per document, then one hub
 * per folder of the input (hubs only where `sourceGraph` is `hub`).
 *
 *     passage --+1-- passage      judged to support each other
 *     passage ---1-- passage      judged to contradict each other
 *     passage --+1-- hub          stands in the same file (a hub of n costs n edges, a clique n(n-1)/2)
 */
export interface TrustNetwork {
  readonly graph: TrustGraph;
  readonly passages: NetworkInput['passages'];
  readonly nodeOfPassage: ReadonlyMap<PassageId, number>;
  /** Passages of each document, ascending. */
  readonly members: ReadonlyMap<DocumentId, readonly number[]>;
  readonly folders: NetworkInput['folders'];
  readonly hubOfDocument: ReadonlyMap<DocumentId, number>;
  readonly hubOfFolder: ReadonlyMap<string, number>;
  /** Relations behind the first edges of the graph, in their order; the other edges join sources. */
  readonly relations: readonly Relation[];
  /** `[first node, members]` of every hub, by node from `passages.length` on. */
  readonly hubs: readonly (readonly number[])[];
}

/** Joins passages by their relations and their sources. O(passages + relations) with hubs. */
export function createNetwork(
  { passages, relations, folders }: NetworkInput,
  {
    sourceGraph,
    sourceWeight,
    relationWeight,
  }: Pick<Settings['trust'], 'sourceGraph' | 'sourceWeight' | 'relationWeight'>,
): TrustNetwork {
  const nodeOfPassage = new Map(passages.map(({ id }, node) => [id, node]));
  const members = groupByDocument(passages);
  const a: number[] = [];
  const b: number[] = [];
  const signed: number[] = [];
  const known: Relation[] = [];
  for (const relation of relations) {
    const i = nodeOfPassage.get(relation.a);
    const j = nodeOfPassage.get(relation.b);
    if (i === undefined || j === undefined || i === j) continue;
    a.push(i);
    b.push(j);
    signed.push(relationWeight * relation.sign * relation.weight);
    known.push(relation);
  }
  const join = (i: number, j: number): void => {
    a.push(i);
    b.push(j);
    signed.push(sourceWeight);
  };
  const hubs: (readonly number[])[] = [];
  const addHub = (nodes: readonly number[]): number => {
    const hub = passages.length + hubs.length;
    hubs.push(nodes);
    for (const node of nodes) join(node, hub);
    return hub;
  };
  const hubOfDocument = new Map<DocumentId, number>();
  const hubOfFolder = new Map<string, number>();
  if (sourceGraph === 'hub') {
    for (const [document, nodes] of members) hubOfDocument.set(document, addHub(nodes));
    for (const [folder, nodes] of folders) hubOfFolder.set(folder, addHub(nodes));
  } else if (sourceGraph === 'clique') {
    for (const nodes of members.values())
      for (let x = 0; x < nodes.length; x++)
        for (let y = x + 1; y < nodes.length; y++) join(nodes[x]!, nodes[y]!);
  }
  const graph = createTrustGraph(passages.length + hubs.length, { a, b, signed });
  return {
    graph,
    passages,
    nodeOfPassage,
    members,
    folders,
    hubOfDocument,
    hubOfFolder,
    relations: known,
    hubs,
  };
}

function groupByDocument(
  passages: NetworkInput['passages'],
): ReadonlyMap<DocumentId, readonly number[]> {
  const groups = new Map<DocumentId, number[]>();
  passages.forEach(({ document }, node) => {
    const group = groups.get(document);
    if (group) group.push(node);
    else groups.set(document, [node]);
  });
  return groups;
}
