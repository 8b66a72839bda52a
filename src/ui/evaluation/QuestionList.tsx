import { createMemo, createSignal, For, Show, type JSX } from 'solid-js';
import type { SetReport } from '../../core/evaluation/report';
import { focusQuestion } from '../ask/focus-question';
import { useServices } from '../services';
import { ContradictedIcon, SupportedIcon, UnsupportedIcon } from '../shared/icons';
import {
  filterResults,
  isRight,
  outcomeNames,
  questionResults,
  type Outcome,
  type QuestionFilter,
  type QuestionResult,
} from './question-results';

const filters: readonly (readonly [QuestionFilter, string])[] = [
  ['all', 'All'],
  ['wrong', 'With a mistake'],
  ['differ', 'Modes differ'],
];

/** Question by question: what was expected, and what each mode said. */
export function QuestionList(props: { readonly modes: SetReport['modes'] }): JSX.Element {
  const [filter, setFilter] = createSignal<QuestionFilter>('all');
  const all = createMemo(() => questionResults(props.modes));
  const shown = createMemo(() => filterResults(all(), filter()));
  return (
    <>
      <div class="row row-apart">
        <h3>Question by question</h3>
        <div class="segmented" role="radiogroup" aria-label="Which questions">
          <For each={filters}>
            {([name, label]) => (
              <label>
                <input
                  type="radio"
                  name="evaluation-filter"
                  data-testid="evaluation-filter"
                  data-filter={name}
                  checked={filter() === name}
                  onChange={() => setFilter(name)}
                />
                {label} <span class="nums">{filterResults(all(), name).length}</span>
              </label>
            )}
          </For>
        </div>
      </div>
      <ul class="evaluation-questions">
        <For each={shown()} fallback={<li class="dim">No question is like that.</li>}>
          {(result) => <QuestionLineView result={result} />}
        </For>
      </ul>
    </>
  );
}

function QuestionLineView(props: { readonly result: QuestionResult }): JSX.Element {
  const { ask } = useServices();
  /** The newest answer that was given to this question in a conversation. */
  const kept = () => ask.history.find(({ question }) => question === props.result.question);
  const askIt = (): void => {
    const { question } = props.result;
    const free = !ask.running();
    // In a conversation of its own: a question of an evaluation follows up nothing.
    ask.newConversation();
    if (free) void ask.submit(question);
    else {
      ask.setQuestion(question);
      focusQuestion();
    }
  };
  return (
    <li
      class="card evaluation-question"
      data-testid="evaluation-question"
      data-id={props.result.id}
    >
      <div class="row row-apart">
        <h4>{props.result.question}</h4>
        <span class="row small">
          <a
            href="#/ask"
            data-testid="evaluation-ask"
            aria-label={`Ask this: ${props.result.question}`}
            onClick={askIt}
          >
            Ask this
          </a>
          <Show when={kept()}>
            {(answer) => (
              <a
                href={`#/evidence/${encodeURIComponent(answer().id)}`}
                aria-label={`Evidence of the newest answer to: ${props.result.question}`}
              >
                Evidence
              </a>
            )}
          </Show>
        </span>
      </div>
      <p class="small">
        <span class="dim">Expected: </span>
        {props.result.golds.join(' or ') || 'no answer in the documents'}
        <Show when={props.result.wrongAnswer}>
          {(wrong) => <span class="dim"> (known to be wrong: {wrong()})</span>}
        </Show>
      </p>
      <ul class="evaluation-answers">
        <For each={props.result.modes}>
          {({ mode, line, outcome }) => (
            <li class="small" data-mode={mode} data-outcome={outcome}>
              <span class="dim">{mode}</span>
              <OutcomeMark outcome={outcome} />
              <span class="evaluation-words">
                {line.kind === 'abstained' ? 'Not in your documents' : line.answer}
              </span>
            </li>
          )}
        </For>
      </ul>
    </li>
  );
}

function OutcomeMark(props: { readonly outcome: Outcome }): JSX.Element {
  const verdict = () =>
    isRight(props.outcome)
      ? 'supported'
      : props.outcome === 'wrongly-silent'
        ? 'unsupported'
        : 'contradicted';
  return (
    <span class="verdict" data-verdict={verdict()}>
      <Show
        when={isRight(props.outcome)}
        fallback={props.outcome === 'wrongly-silent' ? <UnsupportedIcon /> : <ContradictedIcon />}
      >
        <SupportedIcon />
      </Show>
      {outcomeNames[props.outcome]}
    </span>
  );
}
