import { For, Show, type JSX } from 'solid-js';
import type { Feedback } from '../../core/types';
import { useServices } from '../services';
import { Badge } from '../shared/Badge';
import { Button } from '../shared/Button';
import { count, formatWhen } from '../shared/format';
import { UndoIcon } from '../shared/icons';
import type { TrustMapState } from './create-trust-map';

/** All that the person said, newest first, and the way back. */
export function Given(props: { readonly state: TrustMapState }): JSX.Element {
  const { feedback } = useServices();
  const said = () => props.state.feedback();
  const label = ({ target }: Feedback): string => {
    if (target.startsWith('folder:')) return `Folder ${target.slice('folder:'.length)}`;
    const model = props.state.model();
    return model?.nodes[model.indexOf.get(target) ?? -1]?.label ?? 'Something deleted since';
  };
  return (
    <Show when={said().length > 0}>
      <details class="card given-card" data-testid="given-feedback">
        <summary>{count(said().length, 'thing you said', 'things you said')}</summary>
        <div class="card-body">
          <Button size="small" data-testid="undo-feedback" onClick={() => void props.state.undo()}>
            <UndoIcon size={16} /> Undo the last
          </Button>
          <ul class="given">
            <For each={said()}>
              {(one) => (
                <li data-testid="given-line" data-target={one.target}>
                  <Badge tone={one.value === 'good' ? 'gold' : 'bad'}>
                    {one.value === 'good' ? 'Trusted' : 'Not trusted'}
                  </Badge>
                  <span class="truncate">{label(one)}</span>
                  <span class="small dim nums">{formatWhen(one.given, Date.now())}</span>
                  <Button
                    kind="quiet"
                    size="small"
                    data-testid="take-back"
                    aria-label={`Take back what you said of ${label(one)}`}
                    onClick={() => void feedback.give([one.target], one.value, one.from)}
                  >
                    Take back
                  </Button>
                </li>
              )}
            </For>
          </ul>
        </div>
      </details>
    </Show>
  );
}
