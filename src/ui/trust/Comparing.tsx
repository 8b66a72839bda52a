import { Show, type JSX } from 'solid-js';
import { Button } from '../shared/Button';
import { count, formatLeft } from '../shared/format';
import { ProgressBar } from '../shared/Meter';
import type { TrustMapState } from './create-trust-map';

/** Documents that are being compared: how far, how long still, and a way to stop or go on. */
export function Comparing(props: { readonly state: TrustMapState }): JSX.Element {
  const progress = () => props.state.progress();
  const unfinished = () => {
    const now = progress();
    return now !== null && now.done < now.total;
  };
  return (
    <Show when={props.state.comparing() || unfinished()}>
      <div class="card card-body map-comparing" data-testid="map-comparing">
        <p class="row row-apart small nums">
          <span role="status">
            {props.state.comparing() ? 'Comparing documents' : 'Not all documents are compared'}
            {progress() && progress()!.total > 0
              ? `: ${progress()!.done} of ${count(progress()!.total, 'document')}, ${count(progress()!.found, 'relation')} found`
              : ''}
            <Show when={props.state.comparing() && progress()?.leftMs}>
              {(left) => <>, {formatLeft(left())}</>}
            </Show>
          </span>
          <Show
            when={props.state.comparing()}
            fallback={
              <Button size="small" data-testid="compare" onClick={() => void props.state.compare()}>
                Go on
              </Button>
            }
          >
            <Button
              size="small"
              data-testid="stop-comparing"
              onClick={() => props.state.stopComparing()}
            >
              Stop
            </Button>
          </Show>
        </p>
        <ProgressBar
          value={progress() && progress()!.total > 0 ? progress()!.done / progress()!.total : null}
          label="Documents compared"
        />
      </div>
    </Show>
  );
}
