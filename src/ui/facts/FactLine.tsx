import { createSignal, For, Show, type JSX } from 'solid-js';
import type { CredibilityReason, Fact } from '../../link/facts';
import { formatRoute } from '../route';
import { Badge } from '../shared/Badge';
import { Button } from '../shared/Button';
import { describeError } from '../shared/describe-error';
import { Meter } from '../shared/Meter';
import type { Facts } from './create-facts';

/** One fact: what it says, where it stands, how credible it is, and on request why. */
export function FactLine(props: { readonly fact: Fact; readonly facts: Facts }): JSX.Element {
  const [reasons, setReasons] = createSignal<readonly CredibilityReason[] | null>(null);
  const [trouble, setTrouble] = createSignal<string | null>(null);
  const triple = () => props.fact.triple;
  const score = () => props.fact.credibility;
  const tone = () => (score() < 4 ? 'bad' : score() > 6 ? 'gold' : 'plain');
  const owned = () => /^['’]s /.test(triple().relation);

  async function toggle(): Promise<void> {
    if (reasons() !== null) {
      setReasons(null);
      return;
    }
    try {
      setReasons(await props.facts.why(triple().id));
    } catch (error) {
      setTrouble(describeError(error));
    }
  }

  return (
    <li class="card card-body fact" data-testid="fact">
      <div class="fact-words">
        <a
          href={formatRoute({
            panel: 'viewer',
            document: triple().document,
            span: triple().sentence,
            citation: null,
          })}
          title="Open the sentence"
        >
          <span class="fact-node">{triple().head}</span>
          <span class="fact-relation">
            {owned() ? triple().relation : ` ${triple().relation}`}{' '}
          </span>
          <span class="fact-node">{triple().tail}</span>
        </a>
        <Show when={triple().negated}>
          <Badge>says it is not so</Badge>
        </Show>
        <span class="small dim truncate">{props.fact.title}</span>
      </div>
      <div class="fact-credibility">
        <span class="small nums" data-testid="credibility">
          {score().toFixed(1)} <span class="dim">of 10</span>
        </span>
        <Meter
          value={score() / 10}
          tone={tone()}
          label={`Credibility ${score().toFixed(1)} of 10`}
        />
        <Button
          kind="quiet"
          size="small"
          data-testid="why"
          aria-expanded={reasons() !== null}
          onClick={() => void toggle()}
        >
          Why?
        </Button>
      </div>
      <Show when={trouble()}>{(words) => <p class="small">{words()}</p>}</Show>
      <Show when={reasons()}>
        {(list) => (
          <ul class="fact-reasons" data-testid="reasons">
            <For each={list()}>{(reason) => <Reason reason={reason} />}</For>
          </ul>
        )}
      </Show>
    </li>
  );
}

function Reason(props: { readonly reason: CredibilityReason }): JSX.Element {
  const push = () => props.reason.push;
  return (
    <li>
      <span>
        <Show when={push() !== 0}>
          <strong class="nums">{push() > 0 ? 'Raises it: ' : 'Lowers it: '}</strong>
        </Show>
        {props.reason.label}
        <Show when={push() !== 0}>
          <span class="small dim nums">
            {' '}
            ({push() > 0 ? '+' : '−'}
            {Math.abs(push()).toFixed(1)} log-odds)
          </span>
        </Show>
      </span>
      <Show when={props.reason.sentence}>
        {(sentence) => (
          <Show when={props.reason.document} fallback={<p class="quote">{sentence()}</p>}>
            {(document) => (
              <a
                class="quote"
                href={formatRoute({
                  panel: 'viewer',
                  document: document(),
                  span: null,
                  citation: null,
                })}
              >
                {sentence()}
              </a>
            )}
          </Show>
        )}
      </Show>
    </li>
  );
}
