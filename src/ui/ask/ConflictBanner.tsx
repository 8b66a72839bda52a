import { For, Show, type JSX } from 'solid-js';
import type { Answer, Conflict } from '../../core/types';
import { Badge, TrustBadge } from '../shared/Badge';
import { count, formatIsoDate } from '../shared/format';
import { DisagreeIcon } from '../shared/icons';
import { CitationMarks } from './CitationMark';

/** "Your documents disagree": every side with its sources and trust, and why one is preferred. */
export function ConflictBanner(props: {
  readonly answer: Answer;
  readonly conflict: Conflict;
}): JSX.Element {
  return (
    <section class="conflict" data-testid="conflict" data-kind={props.conflict.kind}>
      <h3>
        <DisagreeIcon />
        {props.conflict.kind === 'amended'
          ? 'A newer document amends an older one'
          : 'Your documents disagree'}
      </h3>
      <ul class="sides">
        <For each={props.conflict.sides}>
          {(side, index) => (
            <li class="side" data-testid="conflict-side" data-preferred={side.preferred}>
              <p class="side-answer">
                {side.answer}{' '}
                <CitationMarks
                  answer={props.answer}
                  numbers={side.citations}
                  place={`c${index()}`}
                />
              </p>
              <p class="row small dim">
                <Show when={side.preferred}>
                  <Badge tone="gold">Preferred</Badge>
                </Show>
                <span>{count(side.sources, 'source')}</span>
                <TrustBadge trust={side.trust} showNumber />
                <Show when={side.date}>{(date) => <span>{formatIsoDate(date())}</span>}</Show>
              </p>
            </li>
          )}
        </For>
      </ul>
      <p class="small">{props.conflict.reason}</p>
    </section>
  );
}
