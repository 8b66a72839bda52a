import { parseTarget, type Target } from '../../core/trust/feedback';
import type { Pull } from '../../core/trust/why';
import type { DocumentId, PassageId, Relation } from '../../core/types';
import type { TrustEdge, TrustMap, TrustNode, TrustReason } from '../../link/trust';
import type { EngineContext } from '../context';
import type { Solved } from './state';

type Names = Pick<EngineContext, 'indexes'>;

const passageName = (id: PassageId): string => `passage:${id}`;
const documentName = (id: DocumentId): string => `document:${id}`;

/** The node of a name, -1 when the library has none of it. */
export function nodeOf({ network }: Solved, name: string): number {
  const target = parseTarget(name);
  const node = target && nodeOfTarget(network, target);
  return node ?? -1;
}

function nodeOfTarget(network: Solved['network'], target: Target): number | undefined {
  if (target.kind === 'passage') return network.nodeOfPassage.get(target.id);
  if (target.kind === 'document') return network.hubOfDocument.get(target.id);
  return network.hubOfFolder.get(target.path);
}

/** The nodes that are one source with this one: its file's passages and hub; a folder's hub is alone. */
export function sourceOf(network: Solved['network'], node: number): readonly number[] {
  for (const [document, members] of network.members) {
    const hub = network.hubOfDocument.get(document);
    if (hub !== node && network.passages[node]?.document !== document) continue;
    return hub === undefined ? members : [...members, hub];
  }
  return [node];
}

/** What a node is called: `passage:<id>`, `document:<id>` or `folder:<path>`. */
function nameOf({ network }: Solved, node: number): string {
  const passage = network.passages[node];
  if (passage) return passageName(passage.id);
  for (const [id, hub] of network.hubOfDocument) if (hub === node) return documentName(id);
  for (const [path, hub] of network.hubOfFolder) if (hub === node) return `folder:${path}`;
  return '';
}

/** Its name for the person: a file's title, a passage's beginning, a folder's path. */
export function labelOf({ indexes }: Names, name: string): string {
  const target = parseTarget(name);
  if (!target) return name;
  if (target.kind === 'folder') return target.path;
  if (target.kind === 'document') return indexes.document(target.id)?.title ?? 'a deleted document';
  const index = indexes.indexOf(target.id);
  return index < 0 ? 'a deleted passage' : beginning(indexes.passage(index).text);
}

function beginning(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}

export function reasonOf(names: Names, solved: Solved, pull: Pull): TrustReason {
  const relation = pull.edge === null ? null : (solved.network.relations[pull.edge] ?? null);
  const kind =
    pull.edge !== null && pull.edge >= solved.network.relations.length ? 'source' : pull.kind;
  const other = kind === 'prior' ? null : nameOf(solved, pull.other);
  return {
    kind,
    other,
    label: other === null ? 'where its relations start it' : labelOf(names, other),
    share: pull.share,
    towards: pull.towards,
    relation,
  };
}

/** All documents, and of the passages those that have a relation or feedback of their own. */
export function mapOf(
  names: Names,
  solved: Solved,
  trustOfDocument: (id: DocumentId) => number,
): TrustMap {
  const { network, tau, pulls, feedback } = solved;
  const given = new Map(feedback.map(({ target, value }) => [target, value]));
  const shown = new Set<PassageId>();
  for (const { a, b } of network.relations) shown.add(a).add(b);
  for (const target of given.keys()) {
    const parsed = parseTarget(target);
    if (parsed?.kind === 'passage' && network.nodeOfPassage.has(parsed.id)) shown.add(parsed.id);
  }
  const nodes: TrustNode[] = [];
  for (const [document, members] of network.members) {
    const name = documentName(document);
    const prior = members.reduce((sum, node) => sum + pulls.prior[node]!, 0) / members.length;
    nodes.push({
      id: name,
      kind: 'document',
      document,
      passage: null,
      span: null,
      label: labelOf(names, name),
      trust: trustOfDocument(document),
      prior,
      feedback: given.get(name) ?? null,
    });
  }
  const sources: TrustEdge[] = [];
  for (const passage of shown) {
    const node = network.nodeOfPassage.get(passage)!;
    const { document } = network.passages[node]!;
    const name = passageName(passage);
    const { start, end } = names.indexes.passage(names.indexes.indexOf(passage));
    nodes.push({
      id: name,
      kind: 'passage',
      document,
      passage,
      span: [start, end],
      label: labelOf(names, name),
      trust: tau[node]!,
      prior: pulls.prior[node]!,
      feedback: given.get(name) ?? null,
    });
    sources.push({ a: name, b: documentName(document), kind: 'source', weight: 1, relation: null });
  }
  return { nodes, edges: [...network.relations.map(edgeOf), ...sources] };
}

function edgeOf(relation: Relation): TrustEdge {
  return {
    a: passageName(relation.a),
    b: passageName(relation.b),
    kind: relation.sign > 0 ? 'support' : 'contradict',
    weight: relation.weight,
    relation,
  };
}
