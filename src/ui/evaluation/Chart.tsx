import { createMemo, For, type JSX } from 'solid-js';
import type { SetReport } from '../../core/evaluation/report';
import { chartGroups, type Bar } from './metric-rows';

/** Right, misled, wrongly silent: a bar a mode, named and numbered, with its interval as a line. */
export function Chart(props: { readonly modes: SetReport['modes'] }): JSX.Element {
  const groups = createMemo(() => chartGroups(props.modes));
  return (
    <div class="evaluation-chart" data-testid="evaluation-chart">
      <For each={groups()}>
        {(group) => (
          <figure data-metric={group.key}>
            <figcaption>
              <strong>{group.label}</strong>
              <span class="small dim">{group.meaning}</span>
            </figcaption>
            <ul>
              <For each={group.bars}>
                {(bar) => (
                  <li>
                    <span class="small truncate" title={bar.mode}>
                      {bar.mode}
                    </span>
                    <BarDrawing bar={bar} good={group.key === 'accuracy'} />
                    <span class="small nums">{(100 * bar.metric.value).toFixed(0)} %</span>
                  </li>
                )}
              </For>
            </ul>
          </figure>
        )}
      </For>
    </div>
  );
}

/** The words beside it say the same: the drawing is for the eye alone. */
function BarDrawing(props: { readonly bar: Bar; readonly good: boolean }): JSX.Element {
  const at = (share: number) => `${100 * share}%`;
  const { value, low, high } = props.bar.metric;
  return (
    <svg class="evaluation-bar" aria-hidden="true" data-good={props.good}>
      <rect class="ground" width="100%" height="100%" rx="4" />
      <rect class="value" width={at(value)} height="100%" rx="4" />
      <line x1={at(low)} x2={at(high)} y1="50%" y2="50%" />
      <line x1={at(low)} x2={at(low)} y1="25%" y2="75%" />
      <line x1={at(high)} x2={at(high)} y1="25%" y2="75%" />
    </svg>
  );
}
