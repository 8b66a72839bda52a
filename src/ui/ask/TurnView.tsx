import { createSignal, For, Match, onCleanup, Show, Switch, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { formatTook } from '../shared/format';
import { SupportedIcon } from '../shared/icons';
import { Notice } from '../shared/Notice';
import { Abstained } from './Abstained';
import { AnswerCard } from './AnswerCard';
import { stageWords, type Turn } from './turn';

/** A question, and below it what is happening or what came of it. */
export function TurnView(props: { readonly turn: Turn; readonly last: boolean }): JSX.Element {
  const { ask } = useServices();
  return (
    <article class="turn" data-last={props.last} aria-label={props.turn.question}>
      <h2 class="turn-question">{props.turn.question}</h2>
      <Switch>
        <Match when={props.turn.state === 'running'}>
          <Stages turn={props.turn} />
        </Match>
        <Match when={props.turn.answer} keyed>
          {(answer) => (
            <Show
              when={answer.kind === 'answered'}
              fallback={<Abstained answer={answer} turn={props.turn} last={props.last} />}
            >
              <AnswerCard answer={answer} turn={props.turn} />
            </Show>
          )}
        </Match>
        <Match when={props.turn.state === 'stopped'}>
          <p class="dim row" data-testid="stopped">
            Stopped.
            <Button
              size="small"
              disabled={ask.running()}
              onClick={() => void ask.again(props.turn)}
            >
              Ask again
            </Button>
          </p>
        </Match>
        <Match when={props.turn.error}>
          {(error) => (
            <Notice tone="bad">
              {error()}
              <div class="row">
                <Button
                  size="small"
                  disabled={ask.running()}
                  onClick={() => void ask.again(props.turn)}
                >
                  Ask again
                </Button>
              </div>
            </Notice>
          )}
        </Match>
      </Switch>
    </article>
  );
}

/** The stages so far with their times; the last one is going on. */
function Stages(props: { readonly turn: Turn }): JSX.Element {
  const [now, setNow] = createSignal(Date.now());
  const timer = setInterval(() => setNow(Date.now()), 250);
  onCleanup(() => clearInterval(timer));
  const stages = () => props.turn.stages;
  return (
    <div class="stages" data-testid="stages">
      <Show when={props.turn.draft}>
        {(draft) => (
          <div class="draft">
            <p class="short-answer" data-draft="true">
              {draft().short}
            </p>
            <p class="small dim">
              {draft().checked ? 'Checked; looking for better' : 'A draft, not checked yet'}
            </p>
          </div>
        )}
      </Show>
      <ol>
        <For each={stages()} fallback={<li data-now="true">Starting</li>}>
          {(note, index) => {
            const next = () => stages()[index() + 1];
            return (
              <li data-now={!next()}>
                <span class="stage-mark">
                  <Show when={next()} fallback={<span class="streaking" />}>
                    <SupportedIcon size={14} />
                  </Show>
                </span>
                <span>
                  {stageWords[note.stage]}
                  <Show when={note.detail}>
                    <span class="dim"> · {note.detail}</span>
                  </Show>
                </span>
                <span class="nums dim small">
                  {formatTook(Math.max(0, (next()?.at ?? now()) - note.at))}
                </span>
              </li>
            );
          }}
        </For>
      </ol>
    </div>
  );
}
