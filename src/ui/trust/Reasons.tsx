import { For, Show, type JSX } from 'solid-js';
import type { TrustReason } from '../../link/trust';
import { count, percent } from '../shared/format';
import { Meter } from '../shared/Meter';

const most = 12;

/** What holds a trust where it is: each pull with its share, strongest effect first. */
export function Reasons(props: {
  readonly reasons: readonly TrustReason[];
  /** Goes to what stands behind it: the two sentences, or another node of the map. */
  readonly onReason: (reason: TrustReason) => void;
  readonly testId: string;
}): JSX.Element {
  const rest = () => props.reasons.slice(most);
  return (
    <>
      <ul class="reasons" data-testid={props.testId}>
        <For each={props.reasons.slice(0, most)}>
          {(reason) => (
            <li class="reason" data-kind={reason.kind}>
              <p>
                {wordsOf(reason)}{' '}
                <Show
                  when={reason.other !== null && reason.kind !== 'prior'}
                  fallback={reason.kind === 'prior' ? null : reason.label}
                >
                  <button type="button" class="reason-link" onClick={() => props.onReason(reason)}>
                    {otherSentence(reason)}
                  </button>
                </Show>
              </p>
              <p class="reason-share small nums">
                <Meter
                  value={reason.share}
                  tone={reason.towards < 0.5 ? 'plain' : 'gold'}
                  label={`Share of the pull: ${percent(reason.share)}`}
                />
                <span>
                  {percentFine(reason.share)} of the pull, towards {reason.towards.toFixed(2)}
                </span>
              </p>
            </li>
          )}
        </For>
      </ul>
      <Show when={rest().length > 0}>
        <p class="small dim nums">
          and {count(rest().length, 'more')} with{' '}
          {percentFine(rest().reduce((sum, { share }) => sum + share, 0))} together
        </p>
      </Show>
    </>
  );
}

/** Small shares are told apart: most of a long list is below one percent. */
const percentFine = (share: number): string =>
  share >= 0.095 ? percent(share) : `${(100 * share).toFixed(1)} %`;

/** What the other side says; its name where no sentences decided. */
function otherSentence({ relation, other, label }: TrustReason): string {
  if (!relation) return label;
  return other === `passage:${relation.a}` ? relation.textA : relation.textB;
}

function wordsOf({ kind, towards }: TrustReason): string {
  switch (kind) {
    case 'feedback':
      return towards >= 0.5 ? 'Raised by your word on' : 'Lowered by your word on';
    case 'support':
      return 'Agrees with';
    case 'contradict':
      return 'Contradicts';
    case 'source':
      return 'In one folder with';
    case 'prior':
      return 'Where it starts, before anyone said anything: by how many independent files agree with it or contradict it';
  }
}
