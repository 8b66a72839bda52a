import type { JSX } from 'solid-js';
import { InfoIcon, WarnIcon } from './icons';

/** Something to know, inside a panel; `bad` for a failure. Actions stand in a `.row` at the end. */
export function Notice(props: {
  readonly tone?: 'plain' | 'bad';
  readonly icon?: JSX.Element;
  readonly children: JSX.Element;
}): JSX.Element {
  return (
    <div
      class="notice"
      data-tone={props.tone ?? 'plain'}
      role={props.tone === 'bad' ? 'alert' : undefined}
    >
      {props.icon ?? (props.tone === 'bad' ? <WarnIcon /> : <InfoIcon />)}
      <div>{props.children}</div>
    </div>
  );
}
