import type { JSX } from 'solid-js';
import { clamp, percent } from './format';

/** A share in [0, 1] as a streak on a stone. */
export function Meter(props: {
  readonly value: number;
  readonly label: string;
  readonly tone?: 'gold' | 'bad' | 'plain';
}): JSX.Element {
  return (
    <span
      class="meter"
      role="meter"
      aria-label={props.label}
      aria-valuemin="0"
      aria-valuemax="1"
      aria-valuenow={clamp(props.value)}
      aria-valuetext={percent(props.value)}
      data-tone={props.tone ?? 'gold'}
    >
      <span style={{ width: `${clamp(props.value) * 100}%` }} />
    </span>
  );
}

/** Progress of something that ends; `value` in [0, 1], null while the end is unknown. */
export function ProgressBar(props: {
  readonly value: number | null;
  readonly label: string;
}): JSX.Element {
  return (
    <div
      class="progress"
      role="progressbar"
      aria-label={props.label}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow={props.value === null ? undefined : Math.round(clamp(props.value) * 100)}
      data-unknown={props.value === null}
    >
      <span style={props.value === null ? {} : { width: `${clamp(props.value) * 100}%` }} />
    </div>
  );
}
