import { For, Show, type JSX } from 'solid-js';
import { toMarkdown, type Report } from '../../core/evaluation/report';
import { Button } from '../shared/Button';
import { count, formatTook } from '../shared/format';
import { DownloadIcon } from '../shared/icons';
import { saveBlob } from '../shared/save-blob';
import { Chart } from './Chart';
import { differenceRows } from './metric-rows';
import { MetricsTable } from './MetricsTable';
import { QuestionList } from './QuestionList';

/** What a finished run says: chart, table, differences, question by question; and as a file. */
export function Results(props: { readonly report: Report; readonly tookMs: number }): JSX.Element {
  const entry = () => Object.entries(props.report.sets)[0];
  const save = (kind: 'json' | 'md'): void => {
    const text = kind === 'json' ? JSON.stringify(props.report, null, 2) : toMarkdown(props.report);
    const type = kind === 'json' ? 'application/json' : 'text/markdown';
    saveBlob(new Blob([text], { type }), `touchstone-evaluation.${kind}`);
  };
  return (
    <Show when={entry()}>
      {(found) => {
        const set = () => found()[1];
        return (
          <section class="section evaluation-results" aria-labelledby="evaluation-results">
            <div class="row row-apart">
              <h2 id="evaluation-results">Results</h2>
              <div class="row">
                <Button
                  size="small"
                  data-testid="evaluation-export"
                  data-format="json"
                  onClick={() => save('json')}
                >
                  <DownloadIcon size={16} /> Save as JSON
                </Button>
                <Button
                  size="small"
                  data-testid="evaluation-export"
                  data-format="md"
                  onClick={() => save('md')}
                >
                  <DownloadIcon size={16} /> Save as Markdown
                </Button>
              </div>
            </div>
            <p class="small dim evaluation-words">
              {found()[0]}: {count(set().questions, 'question')}, asked of {set().pool}, in{' '}
              {formatTook(props.tookMs)}. Ranges are 95 % intervals (bootstrap): with few questions
              they are wide.
            </p>
            <Chart modes={set().modes} />
            <MetricsTable modes={set().modes} />
            <Differences differences={differenceRows(set().differences)} />
            <QuestionList modes={set().modes} />
          </section>
        );
      }}
    </Show>
  );
}

function Differences(props: {
  readonly differences: ReturnType<typeof differenceRows>;
}): JSX.Element {
  return (
    <Show when={props.differences.length > 0}>
      <h3>Differences on the same questions</h3>
      <ul class="evaluation-differences small">
        <For each={props.differences}>
          {({ pair, label, text, clear }) => (
            <li>
              <strong>{pair}</strong> {label.toLowerCase()}: <span class="nums">{text}</span>
              <span class="dim">{clear ? '' : ', may be chance'}</span>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
