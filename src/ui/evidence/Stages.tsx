import { For, Show, type JSX } from 'solid-js';
import type { Evidence } from '../../core/types';
import { count, formatTook } from '../shared/format';

/** Time per stage as one bar, and who did the work. */
export function Stages(props: { readonly evidence: Evidence }): JSX.Element {
  const total = () => props.evidence.stages.reduce((sum, stage) => sum + stage.ms, 0);
  return (
    <section aria-label="Time">
      <div class="card card-body stack">
        <p class="nums">
          <strong>{formatTook(total())}</strong>{' '}
          <span class="dim">
            and {count(props.evidence.nliCalls, 'question to the judge', 'questions to the judge')}
          </span>
        </p>
        <div class="stage-bar" aria-hidden="true">
          <For each={props.evidence.stages}>
            {(stage, index) => (
              <span
                data-shade={index() % 5}
                style={{ 'flex-grow': Math.max(stage.ms, total() / 200) }}
              />
            )}
          </For>
        </div>
        <ul class="stage-list small">
          <For each={props.evidence.stages}>
            {(stage, index) => (
              <li>
                <span class="stage-dot" data-shade={index() % 5} />
                {stage.name} <span class="dim nums">{formatTook(stage.ms)}</span>
              </li>
            )}
          </For>
        </ul>
        <Show when={Object.keys(props.evidence.models).length > 0}>
          <p class="small dim">
            <For each={Object.entries(props.evidence.models)}>
              {([role, model], index) => (
                <>
                  {index() > 0 ? '; ' : ''}
                  {role}: {model}
                </>
              )}
            </For>
          </p>
        </Show>
      </div>
    </section>
  );
}
