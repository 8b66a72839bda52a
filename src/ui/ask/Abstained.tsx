import { For, Show, type JSX } from 'solid-js';
import type { Answer } from '../../core/types';
import { formatRoute } from '../route';
import { useServices } from '../services';
import { TrustBadge } from '../shared/Badge';
import { Button } from '../shared/Button';
import { NotFoundIcon } from '../shared/icons';
import { percent } from '../shared/format';
import { AnswerActions } from './AnswerActions';
import { placeOf } from './describe-answer';
import type { Turn } from './turn';

/** No answer, said as such. The nearest passages are shown for a look; they are not sources. */
export function Abstained(props: {
  readonly answer: Answer;
  readonly turn: Turn;
  readonly last: boolean;
}): JSX.Element {
  const { ask, router } = useServices();
  return (
    <article class="card answer" data-testid="answer" data-kind="abstained">
      <header class="answer-head abstained" data-testid="abstained">
        <NotFoundIcon size={30} />
        <div>
          <p class="short-answer">Not in your documents</p>
          <p class="small dim">
            No passage supports an answer well enough
            {props.answer.confidence > 0 ? ` (confidence ${percent(props.answer.confidence)})` : ''}
            . Rather no answer than a wrong one.
          </p>
          <Show when={props.answer.note}>
            {(note) => (
              <p class="small dim" data-testid="answer-note">
                {note()}
              </p>
            )}
          </Show>
          <Show when={props.last && props.answer.offer}>
            {(offer) => (
              <p class="row small" data-testid="offer">
                {offer()}
                <Button
                  size="small"
                  disabled={ask.running()}
                  onClick={() => void ask.submit('Yes')}
                >
                  Yes
                </Button>
              </p>
            )}
          </Show>
          <Show when={props.answer.standalone !== props.answer.question}>
            <p class="small dim" data-testid="standalone">
              Understood as: {props.answer.standalone}
            </p>
          </Show>
        </div>
      </header>
      <For each={props.answer.flags}>
        {(flag) => (
          <p class="flag small" data-testid="flag" data-kind={flag.kind}>
            {flag.why}
          </p>
        )}
      </For>
      <Show when={props.answer.nearest.length > 0}>
        <div class="sources" role="group" aria-label="Nearest passages">
          <h3 class="small dim">The nearest passages. They do not answer the question.</h3>
          <ol>
            <For each={props.answer.nearest}>
              {(near, index) => {
                const id = () => `near-${props.answer.id}-${index()}`;
                return (
                  <li class="source" data-testid="nearest">
                    <div class="source-main">
                      <a
                        id={id()}
                        href={formatRoute({
                          panel: 'viewer',
                          document: near.document,
                          span: [near.start, near.end],
                          citation: null,
                        })}
                        onClick={() => router.rememberFocus(id())}
                      >
                        {near.title}
                      </a>
                      <p class="quote">{near.quote}</p>
                      <p class="source-foot small dim">
                        <span class="truncate">{placeOf(near)}</span>
                        <TrustBadge trust={near.trust} />
                      </p>
                    </div>
                  </li>
                );
              }}
            </For>
          </ol>
        </div>
      </Show>
      <AnswerActions answer={props.answer} turn={props.turn} />
    </article>
  );
}
