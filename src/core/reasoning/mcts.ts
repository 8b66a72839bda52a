import type { Pause } from '../cancel';
import type { Random } from '../lib/random';
import type { SearchNode } from '../types';
import {
  backUp,
  branchOf,
  chooseChild,
  nodeOf,
  rootOf,
  toSearchNodes,
  type Move,
  type SearchSettings,
  type TreeNode,
} from './mcts-tree';

export interface SearchInput<State> {
  readonly root: State;
  /** The moves from a state, most likely first; none ends the branch. */
  readonly propose: (state: State, random: Random) => Promise<readonly Move<State>[]>;
  /** One reward per state, in one batch. */
  readonly judge: (states: readonly State[]) => Promise<readonly number[]>;
  /** True where a state may be given as the answer as it is. */
  readonly isAnswer: (state: State) => boolean;
  readonly random: Random;
  readonly settings: SearchSettings;
  /** Called before every costly step; throws to cancel. */
  readonly pause: Pause;
  /** Milliseconds; without it there is no time budget. */
  readonly now?: () => number;
  /** Told each time that a better answer is found. */
  readonly onBest?: (state: State, reward: number) => void;
}

export interface SearchResult<State> {
  /** The best answer judged, null when no state was an answer. */
  readonly best: { readonly state: State; readonly reward: number; readonly node: number } | null;
  readonly tree: readonly SearchNode[];
  readonly simulations: number;
  readonly stopped: 'simulations' | 'early' | 'time';
  /** States that were judged. */
  readonly judged: number;
}

/**
 * Monte Carlo tree search over drafts, rewarded by a judge (Self-Correcting RAG, section 3.3). A
 * simulation follows the tree to a node that was not expanded, asks for its moves, has all of them
 * judged in one batch, and backs up the reward of one of them. The answer is the best state ever
 * judged, so more simulations never lower it, and ending early gives the best so far.
 *
 * Stops after `simulations`, when the best answer reaches `stopReward` and its branch leads in
 * visits, or when `ms` have passed by `now`. Same input and random numbers, same tree.
 * @throws whatever `pause`, `propose` or `judge` throw
 */
export async function search<State>(input: SearchInput<State>): Promise<SearchResult<State>> {
  const { settings, random, pause, now } = input;
  const start = now?.() ?? 0;
  const late = () => now !== undefined && now() - start >= settings.ms;
  const nodes: TreeNode<State>[] = [rootOf(input.root)];
  let best = -1;
  let simulations = 0;
  let stopped: SearchResult<State>['stopped'] = 'simulations';
  while (simulations < settings.simulations) {
    await pause();
    if (late()) {
      stopped = 'time';
      break;
    }
    let leaf = nodes[0]!;
    while (leaf.children !== null && leaf.children.length > 0)
      leaf = chooseChild(nodes, leaf, settings, random);
    if (canGrow(leaf, settings)) {
      best = await expand(input, nodes, leaf, best);
      if (leaf.children!.length > 0) leaf = chooseChild(nodes, leaf, settings, random);
    }
    if (leaf.id === 0) break;
    backUp(nodes, leaf.id, leaf.judged);
    simulations++;
    if (best >= 0 && nodes[best]!.judged >= settings.stopReward && leads(nodes, best)) {
      stopped = 'early';
      break;
    }
  }
  const found = nodes[best];
  return {
    best: found ? { state: found.state, reward: found.judged, node: best } : null,
    tree: toSearchNodes(nodes, best),
    simulations,
    stopped,
    judged: nodes.length - 1,
  };
}

/** The first visit of a node is its own reward, which is known; the second one expands it. */
function canGrow<State>(leaf: TreeNode<State>, settings: SearchSettings): boolean {
  if (leaf.children !== null || leaf.final || leaf.depth >= settings.depth) return false;
  return leaf.id === 0 || leaf.visits > 0;
}

/** Adds the moves of a node, judged, as its children; returns the best answer then. */
async function expand<State>(
  { propose, judge, isAnswer, random, pause, onBest }: SearchInput<State>,
  nodes: TreeNode<State>[],
  leaf: TreeNode<State>,
  best: number,
): Promise<number> {
  const moves = distinct(await propose(leaf.state, random));
  await pause();
  const rewards = moves.length > 0 ? await judge(moves.map((move) => move.state)) : [];
  if (rewards.length !== moves.length)
    throw new RangeError(`Got ${rewards.length} rewards when expected ${moves.length}.`);
  if (rewards.some((reward) => !Number.isFinite(reward)))
    throw new RangeError(`Got a reward that is not a number: ${rewards.join(', ')}.`);
  const priors = moves.reduce((sum, move) => sum + move.prior, 0);
  const children: number[] = [];
  moves.forEach((move, i) => {
    const id = nodes.length;
    const judged = rewards[i]!;
    const prior = priors > 0 ? move.prior / priors : 1 / moves.length;
    nodes.push(nodeOf({ id, parent: leaf.id, depth: leaf.depth + 1, prior, judged }, move));
    children.push(id);
    if (!isAnswer(move.state) || (best >= 0 && judged <= nodes[best]!.judged)) return;
    best = id;
    onBest?.(move.state, judged);
  });
  leaf.children = children;
  return best;
}

/** Moves without repetitions of action and text. */
function distinct<State>(moves: readonly Move<State>[]): Move<State>[] {
  const seen = new Set<string>();
  return moves.filter(({ action, text }) => {
    const key = `${action} ${text}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** True when no branch of the root has more visits than the one of this node, and it has some. */
function leads<State>(nodes: readonly TreeNode<State>[], id: number): boolean {
  const own = nodes[branchOf(nodes, id)]!.visits;
  return own > 0 && nodes[0]!.children!.every((child) => nodes[child]!.visits <= own);
}
