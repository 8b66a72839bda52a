import type { SearchNode } from '../../core/types';

/** A node of the search with its depth, in the order of reading: best child first. */
export interface TreeRow {
  readonly node: SearchNode;
  readonly depth: number;
}

/** Flattens the tree; nodes whose parent is not there are roots. */
export function treeRows(tree: readonly SearchNode[]): TreeRow[] {
  const ids = new Set(tree.map((node) => node.id));
  const children = new Map<number, SearchNode[]>();
  const roots: SearchNode[] = [];
  for (const node of tree) {
    if (node.parent === node.id || !ids.has(node.parent)) roots.push(node);
    else children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  }
  const rows: TreeRow[] = [];
  const visit = (nodes: readonly SearchNode[], depth: number): void => {
    const order = [...nodes].sort(
      (a, b) => Number(b.best) - Number(a.best) || b.visits - a.visits || a.id - b.id,
    );
    for (const node of order) {
      rows.push({ node, depth });
      visit(children.get(node.id) ?? [], depth + 1);
    }
  };
  visit(roots, 0);
  return rows;
}
