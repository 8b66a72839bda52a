import type { Settings } from '../settings';
import type { DocumentId, Feedback, PassageId } from '../types';
import type { Pulls } from './graph';
import type { TrustNetwork } from './network';

export type Target =
  | { readonly kind: 'passage'; readonly id: PassageId }
  | { readonly kind: 'document'; readonly id: DocumentId }
  | { readonly kind: 'folder'; readonly path: string };

/** Reads `passage:<id>`, `document:<id>` or `folder:<path>`; null for anything else. */
export function parseTarget(target: string): Target | null {
  const colon = target.indexOf(':');
  const name = target.slice(colon + 1);
  if (name === '') return null;
  switch (target.slice(0, Math.max(0, colon))) {
    case 'passage':
      return { kind: 'passage', id: name as PassageId };
    case 'document':
      return { kind: 'document', id: name as DocumentId };
    case 'folder':
      return { kind: 'folder', path: name };
    default:
      return null;
  }
}

type PullSettings = Pick<
  Settings['trust'],
  'lambdaFeedback' | 'lambdaPrior' | 'good' | 'bad' | 'sourceGraph'
>;

/**
 * What pulls each node of the network. Feedback on a file or folder is feedback on its hub, and a
 * hub of n passages counts it `lf * max(1, n / 2)`: with plain lf a verdict fades with the length of
 * the file. Where there are no hubs, it is feedback on each passage that has none of its own.
 * Feedback on something that is not in the network waits there without effect.
 * @param prior of the passages; a hub's prior is the mean of its passages'.
 */
export function createPulls(
  network: TrustNetwork,
  feedback: readonly Feedback[],
  prior: Float64Array,
  settings: PullSettings,
): Pulls {
  const { size } = network.graph;
  const weight = new Float64Array(size);
  const target = new Float64Array(size);
  const give = (node: number, value: Feedback['value'], times: number): void => {
    weight[node] = settings.lambdaFeedback * times;
    target[node] = settings[value];
  };
  for (const { nodes, hub, value } of broadestFirst(network, feedback))
    if (hub !== undefined) give(hub, value, Math.max(1, nodes.length / 2));
    else for (const node of nodes) give(node, value, 1);
  return {
    feedbackWeight: weight,
    feedbackTarget: target,
    priorWeight: settings.lambdaPrior,
    prior: withHubs(network, prior),
  };
}

interface Verdict {
  readonly nodes: readonly number[];
  /** undefined: each node gets the verdict by itself. */
  readonly hub: number | undefined;
  readonly value: Feedback['value'];
}

/** Folders, then files, then passages, so that the closest verdict on a node is the last. */
function broadestFirst(network: TrustNetwork, feedback: readonly Feedback[]): readonly Verdict[] {
  const folders: Verdict[] = [];
  const documents: Verdict[] = [];
  const passages: Verdict[] = [];
  for (const { target: text, value } of feedback) {
    const target = parseTarget(text);
    if (target?.kind === 'folder') {
      const nodes = network.folders.get(target.path) ?? [];
      if (nodes.length > 0)
        folders.push({ nodes, hub: network.hubOfFolder.get(target.path), value });
    } else if (target?.kind === 'document') {
      const nodes = network.members.get(target.id) ?? [];
      if (nodes.length > 0)
        documents.push({ nodes, hub: network.hubOfDocument.get(target.id), value });
    } else if (target?.kind === 'passage') {
      const node = network.nodeOfPassage.get(target.id);
      if (node !== undefined) passages.push({ nodes: [node], hub: undefined, value });
    }
  }
  return [...folders, ...documents, ...passages];
}

/** Values of the passages, and for every hub the mean of its passages'. */
export function withHubs(network: TrustNetwork, values: Float64Array): Float64Array {
  const all = new Float64Array(network.graph.size);
  all.set(values.subarray(0, network.passages.length));
  network.hubs.forEach((nodes, hub) => {
    let sum = 0;
    for (const node of nodes) sum += values[node]!;
    all[network.passages.length + hub] = nodes.length > 0 ? sum / nodes.length : 0.5;
  });
  return all;
}
