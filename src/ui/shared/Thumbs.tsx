import type { JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from './Button';
import { ThumbDownIcon, ThumbUpIcon } from './icons';

/** Trust this, or don't. The same thumb again takes it back; every press offers an undo. */
export function Thumbs(props: {
  /** `passage:<id>`, `document:<id>` or `folder:<path>`. */
  readonly targets: readonly string[];
  /** Where it was given, as feedback keeps it: "answer", "citation", "map". */
  readonly from: string;
  /** What the thumbs are about, for those who do not see where they stand. */
  readonly what: string;
  readonly labels?: readonly [good: string, bad: string];
}): JSX.Element {
  const { feedback } = useServices();
  const all = (value: 'good' | 'bad') =>
    props.targets.length > 0 && props.targets.every((target) => feedback.of(target) === value);
  return (
    <span class="thumbs" role="group" aria-label={`Do you trust ${props.what}?`}>
      <Button
        kind="quiet"
        size="small"
        icon={!props.labels}
        data-testid="thumb-up"
        aria-label={props.labels ? undefined : `Trust ${props.what}`}
        aria-pressed={all('good')}
        onClick={() => void feedback.give(props.targets, 'good', props.from)}
      >
        <ThumbUpIcon size={16} />
        {props.labels?.[0]}
      </Button>
      <Button
        kind="quiet"
        size="small"
        icon={!props.labels}
        data-testid="thumb-down"
        data-tone="bad"
        aria-label={props.labels ? undefined : `Don't trust ${props.what}`}
        aria-pressed={all('bad')}
        onClick={() => void feedback.give(props.targets, 'bad', props.from)}
      >
        <ThumbDownIcon size={16} />
        {props.labels?.[1]}
      </Button>
    </span>
  );
}
