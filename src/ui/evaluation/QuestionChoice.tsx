import { createSignal, For, onCleanup, Show, type JSX } from 'solid-js';
import { fetchSample, sampleCollection } from '../library/sample';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { describeError, wasStopped } from '../shared/describe-error';
import { UploadIcon } from '../shared/icons';
import { Notice } from '../shared/Notice';
import type { Evaluation } from './create-evaluation';
import {
  describeSet,
  readQuestionFile,
  readSampleQuestions,
  sampleSetName,
  type QuestionSet,
} from './question-set';

/** Which questions are asked: the sample's, or a file of the person's own. */
export function QuestionChoice(props: { readonly evaluation: Evaluation }): JSX.Element {
  const { library, intake } = useServices();
  const [problem, setProblem] = createSignal<string | null>(null);
  const [over, setOver] = createSignal(false);
  const stop = new AbortController();
  onCleanup(() => stop.abort());
  let input!: HTMLInputElement;
  const running = () => props.evaluation.step() !== null;
  const hasSample = () => library.documents().some((one) => one.collection === sampleCollection);
  const busy = () => library.importing() || intake.looking() !== null;
  const isSample = () => props.evaluation.set()?.name === sampleSetName;

  async function take(read: () => Promise<QuestionSet>): Promise<void> {
    try {
      props.evaluation.choose(await read());
      setProblem(null);
    } catch (error) {
      if (!wasStopped(error)) setProblem(describeError(error));
    }
  }
  const takeFile = (file: File | undefined): void => {
    if (file) void take(async () => readQuestionFile(await file.text(), file.name));
  };

  return (
    <section
      class="card card-body stack evaluation-choice"
      aria-labelledby="evaluation-questions"
      data-over={over()}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files') || running()) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!running()) takeFile(event.dataTransfer?.files[0]);
      }}
    >
      <h2 id="evaluation-questions">Questions</h2>
      <div class="row">
        <Button
          data-testid="evaluation-sample"
          aria-pressed={isSample()}
          disabled={!hasSample() || running()}
          onClick={() =>
            void take(async () => readSampleQuestions((await fetchSample(stop.signal)).questions))
          }
        >
          Questions of the sample library
        </Button>
        <Button disabled={running()} onClick={() => input.click()}>
          <UploadIcon size={16} /> A file of my own
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,.jsonl,.ndjson,.csv,application/json,text/csv"
          hidden
          data-testid="evaluation-file"
          aria-label="File with questions"
          onChange={(event) => {
            takeFile(event.currentTarget.files?.[0]);
            // The same file must be pickable again, after it was changed.
            event.currentTarget.value = '';
          }}
        />
      </div>
      <Show when={!hasSample()}>
        <p class="small dim">
          The sample's questions need the sample library, which is not loaded.{' '}
          <Show
            when={!busy()}
            fallback={<span role="status">{intake.looking() ?? 'Indexing the documents'}.</span>}
          >
            <Button size="small" data-testid="load-sample" onClick={() => void intake.sample()}>
              Load it
            </Button>
          </Show>
        </p>
      </Show>
      <Show when={problem()}>{(message) => <Notice tone="bad">{message()}</Notice>}</Show>
      <Show
        when={props.evaluation.set()}
        fallback={
          <p class="small dim">
            A file is CSV with the columns question and answer (several answers with | between
            them), or JSON: a list, or one line each, of{' '}
            <code>{'{"question": "…", "answers": ["…"]}'}</code>. No answers means that the
            documents do not say it. You can drop it here, too.
          </p>
        }
      >
        {(set) => (
          <div data-testid="evaluation-set">
            <p>
              <strong class="evaluation-words">{set().name}</strong>: {describeSet(set())}.
            </p>
            <For each={set().notes}>{(note) => <p class="small dim">{note}</p>}</For>
          </div>
        )}
      </Show>
    </section>
  );
}
