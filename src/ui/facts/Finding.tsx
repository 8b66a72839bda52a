import { Show, type JSX } from 'solid-js';
import { Button } from '../shared/Button';
import { count } from '../shared/format';
import { ProgressBar } from '../shared/Meter';
import type { Facts } from './create-facts';

/** How far facts are found and compared, with start and stop. */
export function Finding(props: { readonly facts: Facts }): JSX.Element {
  const where = () => props.facts.progress();
  const busy = () => props.facts.running() || (where()?.running ?? false);
  const found = () => (where()?.total ?? 0) > 0 && where()!.done >= where()!.total;
  const compared = () => found() && (where()?.checked ?? 0) >= where()!.total;
  const share = () => {
    const p = where();
    return p && p.total > 0 ? (p.done + (p.checked ?? 0)) / (2 * p.total) : null;
  };
  return (
    <Show when={where() && !(compared() && !busy())}>
      <div class="card card-body facts-finding" data-testid="facts-finding">
        <div class="row row-apart">
          <span>
            <Show
              when={busy()}
              fallback={
                found()
                  ? 'Not all facts were compared yet.'
                  : 'Not all documents were read for facts yet.'
              }
            >
              {found() ? 'Comparing facts with other sources…' : 'Finding facts…'}
            </Show>{' '}
            <span class="small dim nums">
              {count(where()!.done, 'passage')} of {where()!.total.toLocaleString('en')} read,{' '}
              {(where()!.checked ?? 0).toLocaleString('en')} compared
            </span>
          </span>
          <Show
            when={props.facts.running()}
            fallback={
              <Show when={!busy()}>
                <Button
                  kind="primary"
                  data-testid="facts-start"
                  onClick={() => void props.facts.start()}
                >
                  {where()!.done > 0 ? 'Go on' : 'Find facts'}
                </Button>
              </Show>
            }
          >
            <Button data-testid="facts-stop" onClick={() => props.facts.stop()}>
              Stop
            </Button>
          </Show>
        </div>
        <ProgressBar value={share()} label="Facts found and compared" />
        <Show when={where()!.rejectedLines > 0}>
          <p class="small dim" data-testid="facts-rejected">
            {count(where()!.rejectedLines, 'line')} of the language model could not be believed and
            were left out.
          </p>
        </Show>
      </div>
    </Show>
  );
}
