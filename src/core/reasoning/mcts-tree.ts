import type { Random } from '../lib/random';
import type { Settings } from '../settings';
import type { SearchNode } from '../types';

export type SearchSettings = Settings['search'];

/** One step from a state: what is done, and where it leads. */
export interface Move<State> {
  readonly action: 'write' | 'retrieve' | 'finish';
  /** What the person sees: the sentence, or what was fetched. */
  readonly text: string;
  /** How likely it looks before anything is judged, > 0; siblings are scaled to sum to 1. */
  readonly prior: number;
  readonly state: State;
  /** True when nothing can follow. */
  readonly final: boolean;
}

export interface TreeNode<State> {
  readonly id: number;
  /** -1 for the root. */
  readonly parent: number;
  /** Moves from the root. */
  readonly depth: number;
  readonly action: string;
  readonly text: string;
  readonly state: State;
  readonly final: boolean;
  readonly prior: number;
  /** Reward of the state itself, as judged. */
  readonly judged: number;
  visits: number;
  /** Sum of the rewards of all simulations that went through. */
  total: number;
  /** null until expanded. */
  children: readonly number[] | null;
}

/** A node without visits. */
export function nodeOf<State>(
  at: Pick<TreeNode<State>, 'id' | 'parent' | 'depth' | 'prior' | 'judged'>,
  move: Pick<Move<State>, 'text' | 'state' | 'final'> & { readonly action: string },
): TreeNode<State> {
  const { action, text, state, final } = move;
  return { ...at, action, text, state, final, visits: 0, total: 0, children: null };
}

/** The root of a new tree. */
export function rootOf<State>(state: State): TreeNode<State> {
  return nodeOf(
    { id: 0, parent: -1, depth: 0, prior: 1, judged: 0 },
    { action: 'start', text: '', state, final: false },
  );
}

/**
 * The child to follow. UCT: `q/n + c sqrt(ln N / n) + w prior`, children without a visit first, the
 * better judged of them before the others. PUCT: `q/n + c prior sqrt(N) / (1 + n)`, where a child
 * without a visit counts with its own judged reward (Self-Correcting RAG, section 3.3). Ties are
 * broken by `random`.
 */
export function chooseChild<State>(
  nodes: readonly TreeNode<State>[],
  parent: TreeNode<State>,
  settings: SearchSettings,
  random: Random,
): TreeNode<State> {
  let best: TreeNode<State> | null = null;
  let bestScore = -Infinity;
  let bestUnseen = false;
  let ties = 0;
  for (const id of parent.children!) {
    const child = nodes[id]!;
    const unseen = settings.rule === 'uct' && child.visits === 0;
    const score = unseen ? child.judged : scoreOf(child, parent.visits, settings);
    const better = unseen === bestUnseen ? score > bestScore : unseen;
    const tied = best !== null && unseen === bestUnseen && score === bestScore;
    if (tied) ties++;
    else if (better) ties = 1;
    // Each of t equals is chosen with probability 1/t, in one pass.
    if (better || (tied && random() * ties < 1))
      [best, bestScore, bestUnseen] = [child, score, unseen];
  }
  return best!;
}

function scoreOf<State>(
  child: TreeNode<State>,
  parentVisits: number,
  { rule, exploration, priorWeight }: SearchSettings,
): number {
  if (rule === 'puct') {
    const mean = child.visits === 0 ? child.judged : child.total / child.visits;
    return mean + (exploration * child.prior * Math.sqrt(parentVisits)) / (1 + child.visits);
  }
  const mean = child.total / child.visits;
  return (
    mean +
    exploration * Math.sqrt(Math.log(Math.max(1, parentVisits)) / child.visits) +
    priorWeight * child.prior
  );
}

/** Adds a simulation's reward to a node and everything above it. */
export function backUp<State>(nodes: readonly TreeNode<State>[], leaf: number, reward: number) {
  for (let id = leaf; id >= 0; id = nodes[id]!.parent) {
    nodes[id]!.visits++;
    nodes[id]!.total += reward;
  }
}

/** The branch of the root that a node belongs to: the id of the root's child above it. */
export function branchOf<State>(nodes: readonly TreeNode<State>[], id: number): number {
  let branch = id;
  while (nodes[branch]!.parent > 0) branch = nodes[branch]!.parent;
  return branch;
}

/** The tree as the Evidence panel draws it; `best` marks the best answer. */
export function toSearchNodes<State>(
  nodes: readonly TreeNode<State>[],
  best: number,
): SearchNode[] {
  return nodes.map((node) => ({
    id: node.id,
    parent: node.parent,
    action: node.action,
    text: node.text,
    visits: node.visits,
    reward: node.visits > 0 ? node.total / node.visits : node.judged,
    best: node.id === best,
  }));
}
