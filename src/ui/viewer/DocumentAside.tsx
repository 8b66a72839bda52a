import { For, Show, type JSX } from 'solid-js';
import type { DocumentView } from '../../link/library';
import { formatRoute, type ViewerRoute } from '../route';
import { useServices } from '../services';
import { TrustBadge, Verdict } from '../shared/Badge';
import { Button } from '../shared/Button';
import { count, folderOf, formatBytes, formatDay, formatIsoDate } from '../shared/format';
import { DownloadIcon } from '../shared/icons';
import { saveBlob } from '../shared/save-blob';
import { describeError } from '../shared/describe-error';
import { Thumbs } from '../shared/Thumbs';

/** What the document is, what it was cited for, and how far it is to be trusted. */
export function DocumentAside(props: {
  readonly view: DocumentView;
  readonly route: ViewerRoute;
}): JSX.Element {
  const { ask, backend, library, toasts } = useServices();
  const record = () => props.view.record;
  const path = () => record().paths[0] ?? record().title;
  const passage = () => {
    const { span } = props.route;
    return span
      ? (props.view.passages.find((one) => one.start <= span[0] && span[0] < one.end) ?? null)
      : null;
  };
  const folders = () => [...new Set(record().paths.map(folderOf).filter(Boolean))];
  const citedFor = () => {
    const { citation } = props.route;
    if (!citation) return [];
    return (ask.find(citation.answer)?.sentences ?? []).filter((sentence) =>
      sentence.citations.includes(citation.number),
    );
  };
  const save = async () => {
    try {
      const bytes = await backend.engine.bytes(record().id);
      saveBlob(new Blob([bytes]), path().slice(path().lastIndexOf('/') + 1));
    } catch (error) {
      toasts.show(describeError(error), { tone: 'bad' });
    }
  };
  const facts = () =>
    [
      record().pages > 0 ? count(record().pages, 'page') : '',
      count(record().passages, 'passage'),
      formatBytes(record().bytes),
    ].filter(Boolean);

  return (
    <aside class="viewer-aside small" aria-label="About this document">
      <h1 tabindex="-1">{record().title}</h1>
      <For each={record().paths}>{(one) => <p class="dim aside-path">{one}</p>}</For>
      <p class="dim nums">{facts().join(', ')}</p>
      <p class="dim nums">
        <Show
          when={record().date}
          fallback={<>Changed {formatDay(record().modified ?? record().added)}</>}
        >
          {(date) => <>Dated {formatIsoDate(date())}</>}
        </Show>
      </p>
      <For each={record().warnings}>{(warning) => <p class="aside-warning">{warning}</p>}</For>

      <Show when={citedFor().length > 0}>
        <section>
          <h2>Cited for</h2>
          <For each={citedFor()}>
            {(sentence) => (
              <p class="cited-for">
                {sentence.text} <Verdict verdict={sentence.verdict} />
              </p>
            )}
          </For>
        </section>
      </Show>

      <section>
        <h2 class="row row-apart">
          Trust
          <Show when={library.state.trust[record().id] !== undefined}>
            <TrustBadge trust={library.state.trust[record().id] ?? 0.5} showNumber />
          </Show>
        </h2>
        <p class="small">
          <a
            data-testid="why-trust-link"
            href={formatRoute({ panel: 'trust', node: `document:${record().id}` })}
          >
            Why this trust?
          </a>
        </p>
        <Show when={passage()}>
          {(one) => (
            <TrustLine label="This passage" what="this passage" target={`passage:${one().id}`} />
          )}
        </Show>
        <TrustLine label="This file" what="this file" target={`document:${record().id}`} />
        <For each={folders()}>
          {(folder) => (
            <TrustLine
              label={`Folder ${folder}`}
              what={`the folder ${folder}`}
              target={`folder:${folder}`}
            />
          )}
        </For>
      </section>

      <Button size="small" data-testid="save-original" onClick={() => void save()}>
        <DownloadIcon size={16} /> Save the original
      </Button>
    </aside>
  );
}

function TrustLine(props: {
  readonly label: string;
  readonly what: string;
  readonly target: string;
}): JSX.Element {
  return (
    <div class="trust-line" data-testid="trust-line" data-target={props.target}>
      <span class="truncate" title={props.label}>
        {props.label}
      </span>
      <Thumbs targets={[props.target]} from="viewer" what={props.what} />
    </div>
  );
}
