import { Show, type JSX } from 'solid-js';
import type { Answer, Citation } from '../../core/types';
import { formatRoute } from '../route';
import { useServices } from '../services';
import { Button, LinkButton } from '../shared/Button';
import { CopyIcon, DownloadIcon, EvidenceIcon, RefreshIcon } from '../shared/icons';
import { saveBlob } from '../shared/save-blob';
import { Thumbs } from '../shared/Thumbs';
import { answerToMarkdown } from './to-markdown';
import type { Turn } from './turn';

/** What can be done with an answer. */
export function AnswerActions(props: {
  readonly answer: Answer;
  readonly turn: Turn;
}): JSX.Element {
  const { ask, feedback, toasts } = useServices();
  // A thumb on the answer is a thumb on every passage that it rests on: not on the other side's.
  const targets = () => [
    ...new Set(citationsBehind(props.answer).map(({ passage }) => `passage:${passage}`)),
  ];
  const trustMoved = () => feedback.changedAt() > props.answer.asked;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(answerToMarkdown(props.answer));
      toasts.show('Copied with its sources');
    } catch {
      toasts.show('The browser did not allow copying. Save it as a file instead.', { tone: 'bad' });
    }
  };
  const save = () =>
    saveBlob(
      new Blob([answerToMarkdown(props.answer)], { type: 'text/markdown' }),
      `${fileNameOf(props.answer.question)}.md`,
    );
  return (
    <footer class="answer-actions">
      <Show when={targets().length > 0}>
        <Thumbs targets={targets()} from="answer" what="this answer" />
      </Show>
      <Button kind="quiet" size="small" data-testid="copy" onClick={() => void copy()}>
        <CopyIcon size={16} /> Copy
      </Button>
      <Button kind="quiet" size="small" data-testid="save-markdown" onClick={save}>
        <DownloadIcon size={16} /> Save as Markdown
      </Button>
      <Button
        kind="quiet"
        size="small"
        data-testid="ask-again"
        disabled={ask.running()}
        onClick={() => void ask.again(props.turn)}
      >
        <RefreshIcon size={16} /> Ask again
      </Button>
      <LinkButton
        kind="quiet"
        size="small"
        href={formatRoute({ panel: 'evidence', answer: props.answer.id })}
      >
        <EvidenceIcon size={16} /> How this answer came about
      </LinkButton>
      <Show when={trustMoved()}>
        <p class="trust-moved small" data-testid="trust-moved">
          Trust has moved since. Ask again to see the difference.
        </p>
      </Show>
    </footer>
  );
}

/** Those of its supported sentences; all where none is supported. */
function citationsBehind({ sentences, citations }: Answer): readonly Citation[] {
  const numbers = new Set(
    sentences.filter(({ verdict }) => verdict === 'supported').flatMap((one) => one.citations),
  );
  return numbers.size === 0 ? citations : citations.filter(({ number }) => numbers.has(number));
}

const fileNameOf = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'answer';
