import { Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button, LinkButton } from '../shared/Button';
import { EmptyState } from '../shared/EmptyState';
import { EvaluationIcon } from '../shared/icons';
import { Notice } from '../shared/Notice';
import { evaluationOf } from './create-evaluation';
import { QuestionChoice } from './QuestionChoice';
import { Results } from './Results';
import { RunControls } from './RunControls';

/** How well answers are, measured on questions whose answers are known. */
export default function EvaluationPanel(): JSX.Element {
  const { backend, library, intake } = useServices();
  const evaluation = evaluationOf(backend);
  const busy = () => library.importing() || intake.looking() !== null;
  const done = () => {
    const end = evaluation.end();
    return end?.state === 'done' ? end : null;
  };
  const failed = () => {
    const end = evaluation.end();
    return end?.state === 'failed' ? end.message : null;
  };
  return (
    <div class="panel">
      <header class="panel-head">
        <div>
          <h1 tabindex="-1">Evaluation</h1>
          <p>
            Asks your library questions whose answers are known, in several ways, and counts how
            often each is right. Expected answers are used for counting alone: the engine never sees
            them.
          </p>
        </div>
      </header>
      <Show
        when={!library.state.loaded || library.documents().length > 0}
        fallback={
          <EmptyState
            title="No documents to ask yet"
            icon={<EvaluationIcon size={40} />}
            actions={
              <>
                <LinkButton kind="strong" href="#/library">
                  Add documents
                </LinkButton>
                <Button
                  data-testid="load-sample"
                  disabled={busy()}
                  onClick={() => void intake.sample()}
                >
                  Load the sample library
                </Button>
              </>
            }
          >
            {intake.looking() ??
              (library.importing()
                ? 'Indexing the documents. The library shows how far it is.'
                : 'The sample library comes with questions, so that you can try this right away.')}
          </EmptyState>
        }
      >
        <QuestionChoice evaluation={evaluation} />
        <RunControls evaluation={evaluation} />
        <div class="section" data-testid="evaluation-end">
          <Show when={failed()}>{(message) => <Notice tone="bad">{message()}</Notice>}</Show>
          <Show when={evaluation.end()?.state === 'stopped'}>
            <Notice>
              Stopped. An evaluation counts when every mode has answered every question, so nothing
              was kept.
            </Notice>
          </Show>
        </div>
        <Show when={done()} keyed>
          {(end) => <Results report={end.report} tookMs={end.tookMs} />}
        </Show>
      </Show>
    </div>
  );
}
