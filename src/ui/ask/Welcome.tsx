import { createResource, For, onCleanup, Show, type JSX } from 'solid-js';
import { fetchSample, sampleCollection, suggestQuestions } from '../library/sample';
import { useServices } from '../services';
import { Button, LinkButton } from '../shared/Button';
import { ChevronRightIcon, TouchstoneMark } from '../shared/icons';
import { count } from '../shared/format';

/** Before the first question: what this is, and something to begin with. */
export function Welcome(): JSX.Element {
  const { library } = useServices();
  const empty = () => library.documents().length === 0;
  return (
    <Show when={library.state.loaded}>
      <div class="welcome">
        <TouchstoneMark size={52} />
        <h2>Ask your own documents</h2>
        <Show when={!empty()} fallback={<Begin />}>
          <p class="dim">
            Answers come from {count(library.documents().length, 'document')} on this machine. Every
            sentence is checked against its source before you see it.
          </p>
          <Suggestions />
        </Show>
      </div>
    </Show>
  );
}

function Begin(): JSX.Element {
  const { intake, library } = useServices();
  return (
    <>
      <p class="dim">
        Drop in papers, contracts, notes or manuals. You get short answers whose every sentence was
        checked against its source. It all runs in this browser: nothing is uploaded.
      </p>
      <div class="row">
        <LinkButton kind="strong" href="#/library">
          Add documents
        </LinkButton>
        <Button
          data-testid="load-sample"
          disabled={library.importing() || intake.looking() !== null}
          onClick={() => void intake.sample()}
        >
          Try the sample library
        </Button>
      </div>
      <Show when={intake.looking() ?? (library.importing() ? 'Indexing the documents' : null)}>
        {(words) => (
          <p class="small dim" role="status">
            {words()}. <a href="#/library">See the progress</a>
          </p>
        )}
      </Show>
    </>
  );
}

function Suggestions(): JSX.Element {
  const { ask, library } = useServices();
  const stop = new AbortController();
  onCleanup(() => stop.abort());
  const hasSample = () => library.documents().some((one) => one.collection === sampleCollection);
  const [questions] = createResource(
    hasSample,
    async () =>
      // Without the list there are no suggestions, and nothing is lost.
      suggestQuestions(await fetchSample(stop.signal).catch(() => ({ files: [], questions: [] }))),
    { initialValue: [] },
  );
  return (
    <Show when={questions.latest.length > 0}>
      <ul class="suggestions" aria-label="Questions to try">
        <For each={questions.latest}>
          {(question) => (
            <li>
              <button
                type="button"
                data-testid="suggestion"
                onClick={() => void ask.submit(question)}
              >
                <span>{question}</span>
                <ChevronRightIcon size={16} />
              </button>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
