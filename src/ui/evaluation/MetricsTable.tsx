import { createMemo, For, Show, type JSX } from 'solid-js';
import type { SetReport } from '../../core/evaluation/report';
import { metricRows } from './metric-rows';

/** Metrics as rows, modes as columns, each value with its interval and how many questions it is of. */
export function MetricsTable(props: { readonly modes: SetReport['modes'] }): JSX.Element {
  const rows = createMemo(() => metricRows(props.modes));
  return (
    <div class="table-scroll" tabindex="0" role="region" aria-label="Metrics of each mode">
      <table class="data-table evaluation-table" data-testid="evaluation-table">
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <For each={Object.keys(props.modes)}>
              {(mode) => (
                <th scope="col" class="num">
                  {mode}
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={rows()}>
            {(row) => (
              <tr data-metric={row.key}>
                <th scope="row">
                  {row.label}
                  <span class="small dim">{row.meaning}</span>
                </th>
                <For each={row.cells}>
                  {(cell) => (
                    <td class="num" data-mode={cell.mode}>
                      {cell.value}
                      <Show when={cell.n > 0}>
                        <span class="small dim">
                          {cell.interval ? `${cell.interval}, ` : ''}
                          {`n\u00a0${cell.n}`}
                        </span>
                      </Show>
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}
