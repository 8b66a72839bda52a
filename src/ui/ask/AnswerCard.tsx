import { For, Show, type JSX } from 'solid-js';
import type { Answer, AnswerSentence, Flag } from '../../core/types';
import { Verdict } from '../shared/Badge';
import { Meter } from '../shared/Meter';
import { WarnIcon } from '../shared/icons';
import { AnswerActions } from './AnswerActions';
import { CitationMarks } from './CitationMark';
import { ConflictBanner } from './ConflictBanner';
import { confidenceWords } from './describe-answer';
import { SourceList } from './SourceList';
import type { Turn } from './turn';

/** A checked answer: the short form, each sentence with its verdict, and the sources. */
export function AnswerCard(props: { readonly answer: Answer; readonly turn: Turn }): JSX.Element {
  return (
    <article class="card answer" data-testid="answer" data-kind="answered">
      <header class="answer-head">
        <p class="short-answer" data-testid="short-answer">
          {props.answer.short}
        </p>
        <p class="confidence small">
          <Meter value={props.answer.confidence} label="Confidence" />
          <span class="nums dim">{confidenceWords(props.answer.confidence)}</span>
        </p>
        <Show when={props.answer.standalone !== props.answer.question}>
          <p class="small dim" data-testid="standalone">
            Understood as: {props.answer.standalone}
          </p>
        </Show>
        <Show when={props.answer.note}>
          {(note) => (
            <p class="small dim" data-testid="answer-note">
              {note()}
            </p>
          )}
        </Show>
      </header>
      <Show when={props.answer.conflict}>
        {(conflict) => <ConflictBanner answer={props.answer} conflict={conflict()} />}
      </Show>
      <ol class="sentences" aria-label="The answer, sentence by sentence">
        <For each={props.answer.sentences}>
          {(sentence, index) => (
            <Sentence answer={props.answer} sentence={sentence} index={index()} />
          )}
        </For>
      </ol>
      <Flags flags={props.answer.flags} />
      <SourceList answer={props.answer} />
      <AnswerActions answer={props.answer} turn={props.turn} />
    </article>
  );
}

function Sentence(props: {
  readonly answer: Answer;
  readonly sentence: AnswerSentence;
  readonly index: number;
}): JSX.Element {
  const probability = () => {
    const { verdict, judgement } = props.sentence;
    if (verdict === 'supported') return judgement.entailment;
    return verdict === 'contradicted' ? judgement.contradiction : judgement.neutral;
  };
  return (
    <li
      class="sentence"
      data-testid="sentence"
      data-verdict={props.sentence.verdict}
      data-by={props.sentence.by}
    >
      <div>
        <span class="sentence-text">{props.sentence.text}</span>{' '}
        <CitationMarks
          answer={props.answer}
          numbers={props.sentence.citations}
          place={`s${props.index}`}
        />
        <Show when={props.sentence.basis === 'computed'}>
          <span class="small dim"> Computed from the cells of the table.</span>
        </Show>
        <Show when={props.sentence.by === 'writer'}>
          <span class="small dim"> Worded by the language model.</span>
        </Show>
        <Flags flags={props.sentence.flags} />
      </div>
      <Verdict verdict={props.sentence.verdict} probability={probability()} />
    </li>
  );
}

/** What a person should look at twice. */
function Flags(props: { readonly flags: readonly Flag[] }): JSX.Element {
  return (
    <Show when={props.flags.length > 0}>
      <ul class="flags">
        <For each={props.flags}>
          {(flag) => (
            <li class="flag" data-testid="flag" data-kind={flag.kind}>
              <WarnIcon size={15} />
              <span>
                <Show when={flag.text}>
                  <q>{flag.text}</q>:{' '}
                </Show>
                {flag.why}
              </span>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
