import { createResource, For, Show, type JSX } from 'solid-js';
import type { DocumentConflict } from '../../link/trust';
import { formatRoute } from '../route';
import { useServices } from '../services';
import { TrustBadge } from '../shared/Badge';
import { count } from '../shared/format';
import { DisagreeIcon } from '../shared/icons';

const shown = 3;

/** Documents that contradict each other, worst first; folded away until looked for. */
export function Conflicts(): JSX.Element {
  const { backend, library } = useServices();
  const [conflicts] = createResource(
    // Asked anew when documents or trust changed.
    () => [library.documents().length, { ...library.state.trust }] as const,
    () => backend.engine.conflicts().catch((): readonly DocumentConflict[] => []),
    { initialValue: [] },
  );
  return (
    <Show when={conflicts.latest.length > 0}>
      <details class="card conflicts-card" data-testid="library-conflicts">
        <summary>
          <DisagreeIcon />
          {count(
            conflicts.latest.length,
            'place where your documents disagree',
            'places where your documents disagree',
          )}
        </summary>
        <ul>
          <For each={conflicts.latest.slice(0, shown)}>
            {(conflict) => (
              <li class="conflict-pair">
                <Side
                  document={conflict.relation.documentA}
                  span={conflict.relation.spanA}
                  title={conflict.titleA}
                  text={conflict.relation.textA}
                  trust={conflict.trustA}
                />
                <Side
                  document={conflict.relation.documentB}
                  span={conflict.relation.spanB}
                  title={conflict.titleB}
                  text={conflict.relation.textB}
                  trust={conflict.trustB}
                />
              </li>
            )}
          </For>
        </ul>
        <Show when={conflicts.latest.length > shown}>
          <p class="small">
            <a href="#/trust">All of them, on the trust map</a>
          </p>
        </Show>
      </details>
    </Show>
  );
}

function Side(props: {
  readonly document: string;
  readonly span: readonly [number, number];
  readonly title: string;
  readonly text: string;
  readonly trust: number;
}): JSX.Element {
  return (
    <div>
      <p class="quote">{props.text}</p>
      <p class="small row">
        <a
          href={formatRoute({
            panel: 'viewer',
            document: props.document,
            span: props.span,
            citation: null,
          })}
        >
          {props.title}
        </a>
        <TrustBadge trust={props.trust} />
      </p>
    </div>
  );
}
