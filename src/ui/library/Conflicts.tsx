import { createMemo, createResource, createSignal, For, Show, type JSX } from 'solid-js';
import type { DocumentConflict } from '../../link/trust';
import { useServices } from '../services';
import { Badge } from '../shared/Badge';
import { Button } from '../shared/Button';
import { count } from '../shared/format';
import { DisagreeIcon } from '../shared/icons';
import { RelationSides } from '../trust/RelationSides';

/** Shown at once; "show more" adds as many. */
const page = 5;

/**
 * Documents that contradict each other, worst first, each with a way to say which is right; folded
 * away until looked for. What was settled keeps its place until the Library is opened again.
 */
export function Conflicts(): JSX.Element {
  const { backend, library, feedback } = useServices();
  const [most, setMost] = createSignal(page);
  const [found] = createResource(
    // Asked anew when documents or trust changed.
    () => [library.documents().length, library.state.trust] as const,
    () => backend.engine.conflicts().catch((): readonly DocumentConflict[] => []),
    { initialValue: [] },
  );
  const places = new Map<string, number>();
  const conflicts = createMemo(() => {
    for (const conflict of found.latest)
      if (!places.has(keyOf(conflict))) places.set(keyOf(conflict), places.size);
    return [...found.latest].sort((a, b) => places.get(keyOf(a))! - places.get(keyOf(b))!);
  });
  // By key, so that a row keeps its buttons, and the focus on them, when its trust moved.
  const byKey = createMemo(() => new Map(conflicts().map((one) => [keyOf(one), one])));
  const keys = createMemo(() => conflicts().slice(0, most()).map(keyOf), [], {
    equals: (a, b) => a.length === b.length && a.every((key, i) => key === b[i]),
  });
  const isSettled = ({ relation }: DocumentConflict): boolean =>
    feedback.of(`passage:${relation.a}`) !== null && feedback.of(`passage:${relation.b}`) !== null;
  const settled = () => conflicts().filter(isSettled).length;

  return (
    <Show when={conflicts().length > 0}>
      <details class="card conflicts-card" data-testid="library-conflicts">
        <summary>
          <DisagreeIcon />
          <span>
            {count(
              conflicts().length,
              'place where your documents disagree',
              'places where your documents disagree',
            )}
            <Show when={settled() > 0}>
              <span class="dim">, {settled()} settled by you</span>
            </Show>
          </span>
        </summary>
        <ol class="conflicts">
          <For each={keys()}>
            {(key) => (
              <Show when={byKey().get(key)}>
                {(conflict) => (
                  <li class="conflict-pair" data-testid="conflict-row">
                    <Show when={isSettled(conflict())}>
                      <Badge tone="gold">Settled by you</Badge>
                    </Show>
                    <RelationSides
                      relation={conflict().relation}
                      titles={[conflict().titleA, conflict().titleB]}
                      trusts={[conflict().trustA, conflict().trustB]}
                      from="conflicts"
                    />
                  </li>
                )}
              </Show>
            )}
          </For>
        </ol>
        <p class="row small conflicts-foot">
          <Show when={conflicts().length > most()}>
            <Button
              size="small"
              data-testid="more-conflicts"
              onClick={() => setMost((now) => now + page)}
            >
              Show more
            </Button>
          </Show>
          <a href="#/trust">All of them on the trust map</a>
        </p>
      </details>
    </Show>
  );
}

const keyOf = ({ relation }: DocumentConflict): string => `${relation.a} ${relation.b}`;
