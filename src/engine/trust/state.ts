import type { Settings } from '../../core/settings';
import { dot, originsOf } from '../../core/trust/copies';
import { createPulls, parseTarget, withHubs } from '../../core/trust/feedback';
import type { Pulls } from '../../core/trust/graph';
import { createNetwork, type TrustNetwork } from '../../core/trust/network';
import { independentDegree, signedDegree, trustPrior } from '../../core/trust/prior';
import { unknownTrust } from '../../core/trust/rescore';
import { solveTrust } from '../../core/trust/solve';
import type { DocumentId, Feedback, PassageId } from '../../core/types';
import { createPause } from '../breathe';
import type { EngineContext } from '../context';
import { createRelationBook, type RelationBook } from './relation-book';

export interface Solved {
  readonly network: TrustNetwork;
  readonly pulls: Pulls;
  /** One per node. */
  readonly tau: Float64Array;
  readonly feedback: readonly Feedback[];
}

/** The trust of the library as it stands. */
export interface TrustState {
  /** Trust of a passage by its index; 0.5 until it is known. Never waits. */
  trustOf(index: number): number;
  /** Trust of a document: its hub's, or the mean of its passages where there are no hubs. */
  trustOfDocument(id: DocumentId): number;
  /** Trust of everything as the library, its relations and the feedback are now. */
  solveNow(): Promise<Solved>;
  readonly relations: RelationBook;
}

/** Mean credibility of a passage's triples, 0..10; NaN where it has none. */
export type CredibilityOf = (passage: PassageId) => number;

/**
 * Trust follows the library: after a change the network is built anew where need be, and trust is
 * solved for, from where it was. Solving is exact enough not to depend on the way (settings.tolerance).
 */
export function createTrustState(
  context: EngineContext,
  credibilityOf: CredibilityOf | null,
): TrustState {
  const { store, indexes, changed } = context;
  const relations = createRelationBook(context);
  let stale = true;
  let solved: Solved | null = null;
  let byIndex = new Map<number, number>();
  let under: Promise<Solved> | null = null;
  let again = false;

  async function solve(): Promise<Solved> {
    const settings = context.settings().trust;
    const relationsChanged = await relations.sync();
    const feedback = await store.all('feedback');
    const folders = foldersOf(feedback);
    const before = stale || relationsChanged ? null : solved;
    stale = false;
    const network =
      before && sameFolders(before, folders) ? before.network : build(folders, settings);
    // A folder's hub leaves the prior of passages as it is.
    const prior = before
      ? before.pulls.prior.subarray(0, network.passages.length)
      : priorOf(network, settings);
    const pulls = createPulls(network, feedback, prior, settings);
    const pause = createPause(new AbortController().signal);
    const start = warmStart(network, pulls);
    const { tau } = await solveTrust(network.graph, pulls, start, settings, pause);
    solved = { network, pulls, tau, feedback };
    if (!before)
      byIndex = new Map(network.passages.map(({ id }, node) => [indexes.indexOf(id), node]));
    return solved;
  }

  function build(folders: ReadonlySet<string>, settings: Settings['trust']): TrustNetwork {
    const passages = indexes
      .documents()
      .flatMap(({ id }) => indexes.passagesOf(id).map((index) => indexes.passage(index)));
    const members = new Map([...folders].map((folder) => [folder, [] as number[]]));
    passages.forEach(({ document }, node) => {
      const paths = indexes.document(document)?.paths ?? [];
      for (const [folder, nodes] of members)
        if (paths.some((path) => path.startsWith(`${folder}/`))) nodes.push(node);
    });
    return createNetwork({ passages, relations: relations.all(), folders: members }, settings);
  }

  function priorOf(network: TrustNetwork, settings: Settings['trust']): Float64Array {
    const { graph, passages } = network;
    const judged = {
      a: Array.from({ length: network.relations.length }, (_, k) => graph.edges.a[k]!),
      b: Array.from({ length: network.relations.length }, (_, k) => graph.edges.b[k]!),
      signed: network.relations.map(({ sign, weight }) => sign * weight),
    };
    const degree = settings.independent
      ? independentDegree(
          passages.length,
          judged,
          originsOf(
            passages.map(({ document }) => document),
            copiesAmong(network, settings.copyCosine),
          ),
        )
      : signedDegree(passages.length, betweenSources(network, judged));
    const credibility = credibilityOf && passages.map(({ id }) => credibilityOf(id));
    return trustPrior(degree, credibility, settings);
  }

  function copiesAmong(network: TrustNetwork, cosine: number): [number, number][] {
    const copies: [number, number][] = [];
    for (const { a, b } of network.relations) {
      const one = Float32Array.from(indexes.vector(indexes.indexOf(a)));
      if (dot(one, indexes.vector(indexes.indexOf(b))) >= cosine)
        copies.push([network.nodeOfPassage.get(a)!, network.nodeOfPassage.get(b)!]);
    }
    return copies;
  }

  /** The last trust, where there was one; elsewhere the prior. */
  function warmStart(network: TrustNetwork, pulls: Pulls): Float64Array {
    if (!solved) return pulls.prior;
    if (solved.network === network) return solved.tau;
    const before = solved;
    const start = pulls.prior.slice(0, network.passages.length);
    network.passages.forEach(({ id }, node) => {
      const old = before.network.nodeOfPassage.get(id);
      if (old !== undefined) start[node] = before.tau[old]!;
    });
    return withHubs(network, start);
  }

  /** One solve at a time; what changes meanwhile is in the next, which all who wait get. */
  async function solveNow(): Promise<Solved> {
    if (under) {
      again = true;
      return under;
    }
    under = (async () => {
      try {
        let result: Solved;
        do {
          again = false;
          result = await solve();
        } while (again);
        return result;
      } finally {
        under = null;
      }
    })();
    return under;
  }

  changed.on((change) => {
    if (change.type !== 'feedback') stale = true;
  });

  return {
    relations,
    trustOf(index) {
      const node = byIndex.get(index);
      return (node === undefined ? undefined : solved?.tau[node]) ?? unknownTrust;
    },
    trustOfDocument(id) {
      if (!solved) return unknownTrust;
      const { network, tau } = solved;
      const hub = network.hubOfDocument.get(id);
      if (hub !== undefined) return tau[hub]!;
      const nodes = network.members.get(id) ?? [];
      return nodes.length === 0
        ? unknownTrust
        : nodes.reduce((sum, node) => sum + tau[node]!, 0) / nodes.length;
    },
    solveNow,
  };
}

function betweenSources<E extends { a: number[]; b: number[]; signed: number[] }>(
  network: TrustNetwork,
  edges: E,
): { a: number[]; b: number[]; signed: number[] } {
  const kept = network.relations.flatMap(({ documentA, documentB }, k) =>
    documentA === documentB ? [] : [k],
  );
  return {
    a: kept.map((k) => edges.a[k]!),
    b: kept.map((k) => edges.b[k]!),
    signed: kept.map((k) => edges.signed[k]!),
  };
}

function foldersOf(feedback: readonly Feedback[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { target } of feedback) {
    const parsed = parseTarget(target);
    if (parsed?.kind === 'folder') folders.add(parsed.path);
  }
  return folders;
}

const sameFolders = ({ network }: Solved, folders: ReadonlySet<string>): boolean =>
  network.folders.size === folders.size &&
  [...folders].every((folder) => network.folders.has(folder));
