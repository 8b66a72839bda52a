import { createMemo, createSignal, For, Show, type JSX } from 'solid-js';
import type { SearchNode } from '../../core/types';
import { Button } from '../shared/Button';
import { count } from '../shared/format';
import { treeRows } from './tree-rows';

const shownAtFirst = 24;

/** The search over drafts: how often each was visited and what it earned; the best path in gold. */
export function SearchTree(props: { readonly tree: readonly SearchNode[] }): JSX.Element {
  const [all, setAll] = createSignal(false);
  const rows = createMemo(() => treeRows(props.tree));
  const most = createMemo(() => Math.max(1, ...props.tree.map((node) => node.visits)));
  const shown = () => (all() ? rows() : rows().slice(0, shownAtFirst));
  return (
    <Show when={props.tree.length > 0}>
      <section class="section" aria-label="Search tree">
        <h2>How drafts were compared</h2>
        <p class="small dim tree-legend">
          A bigger circle was visited more often; the number is the mean reward, from refuted to
          fully supported. The best path is gold.
        </p>
        <ul class="card tree">
          <For each={shown()}>
            {({ node, depth }) => (
              <li
                class="tree-row"
                data-testid="search-node"
                data-best={node.best}
                style={{ '--depth': String(depth) }}
              >
                <svg
                  class="tree-dot"
                  width="26"
                  height="26"
                  viewBox="-13 -13 26 26"
                  aria-hidden="true"
                >
                  <circle r={4 + 8 * Math.sqrt(node.visits / most())} fill="currentColor" />
                </svg>
                <span class="nums tree-reward" data-bad={node.reward < 0}>
                  {node.reward.toFixed(2)}
                </span>
                <span class="tree-words">
                  {node.text || node.action}
                  <Show when={node.text && node.action}>
                    <span class="dim small"> ({node.action})</span>
                  </Show>
                </span>
                <span class="small dim nums">{count(node.visits, 'visit')}</span>
              </li>
            )}
          </For>
        </ul>
        <Show when={!all() && rows().length > shownAtFirst}>
          <div class="row more-row">
            <Button size="small" onClick={() => setAll(true)}>
              Show all {rows().length}
            </Button>
          </div>
        </Show>
      </section>
    </Show>
  );
}
