import { Match, Show, Switch, type JSX } from 'solid-js';
import { formatRoute } from '../route';
import { useServices } from '../services';
import { TrustBadge } from '../shared/Badge';
import { count, formatBytes, formatDay } from '../shared/format';
import {
  CloseIcon,
  RefreshIcon,
  SupportedIcon,
  TrashIcon,
  UnsupportedIcon,
  WarnIcon,
} from '../shared/icons';
import type { FileRow } from './file-rows';

/**
 * One file: its name, what became of it and why, and what can be done about it. Its buttons are
 * plain elements: a list that scrolls makes hundreds of them, and spreading attributes costs.
 */
export function FileLine(props: {
  readonly row: FileRow;
  readonly chosen: boolean;
  readonly onToggle: () => void;
}): JSX.Element {
  const { library } = useServices();
  const document = () => props.row.document;
  return (
    <>
      <Show when={document()} fallback={<span class="file-check" />}>
        <input
          class="file-check"
          type="checkbox"
          aria-label={`Choose ${props.row.name}`}
          checked={props.chosen}
          onChange={() => props.onToggle()}
        />
      </Show>
      <div class="file-main">
        <Show when={document()} fallback={<span class="file-name">{props.row.name}</span>}>
          {(record) => (
            <a
              class="file-name"
              href={formatRoute({
                panel: 'viewer',
                document: record().id,
                span: null,
                citation: null,
              })}
            >
              {props.row.title ?? props.row.name}
            </a>
          )}
        </Show>
        <span class="file-path" title={[props.row.path, ...props.row.otherPaths].join('\n')}>
          {props.row.path}
          <Show when={props.row.otherPaths.length > 0}>
            {' '}
            (and {count(props.row.otherPaths.length, 'other path')})
          </Show>
        </span>
        <Show when={props.row.reason}>
          {(reason) => (
            <span class="file-reason" data-testid="file-reason">
              {reason()}
            </span>
          )}
        </Show>
      </div>
      <div class="file-facts small dim nums">
        <Show when={document()}>
          {(record) => (
            <span>
              {record().pages > 1
                ? count(record().pages, 'page')
                : count(record().passages, 'passage')}
            </span>
          )}
        </Show>
        <span>{formatBytes(props.row.bytes)}</span>
        <Show when={props.row.at > 0}>
          <span>{formatDay(props.row.at)}</span>
        </Show>
      </div>
      <div class="file-state">
        <Status status={props.row.status} />
        <Show when={props.row.status === 'indexed' && props.row.trust !== null}>
          <TrustBadge trust={props.row.trust ?? 0.5} />
        </Show>
      </div>
      <div class="file-actions">
        <Show when={library.fileAt(props.row.path)} keyed>
          {(file) => (
            <Show when={props.row.status === 'failed'}>
              <button
                type="button"
                class="button"
                data-kind="quiet"
                data-size="small"
                data-icon=""
                title={`Try ${props.row.name} again`}
                aria-label={`Try ${props.row.name} again`}
                data-testid="file-retry"
                onClick={() =>
                  void library.import([{ path: props.row.path, file }], props.row.collection)
                }
              >
                <RefreshIcon size={16} />
              </button>
            </Show>
          )}
        </Show>
        <Show
          when={document()}
          fallback={
            <button
              type="button"
              class="button"
              data-kind="quiet"
              data-size="small"
              data-icon=""
              title={`Take ${props.row.name} off the list`}
              aria-label={`Take ${props.row.name} off the list`}
              onClick={() => void library.dismiss(props.row.path)}
            >
              <CloseIcon size={16} />
            </button>
          }
        >
          {(record) => (
            <button
              type="button"
              class="button"
              data-kind="quiet"
              data-size="small"
              data-icon=""
              title={`Delete ${props.row.name}`}
              data-testid="file-delete"
              aria-label={`Delete ${props.row.name}`}
              onClick={() => library.remove([record().id])}
            >
              <TrashIcon size={16} />
            </button>
          )}
        </Show>
      </div>
    </>
  );
}

function Status(props: { readonly status: FileRow['status'] }): JSX.Element {
  return (
    <span class="file-status" data-testid="file-status" data-status={props.status}>
      <Switch>
        <Match when={props.status === 'indexed'}>
          <SupportedIcon size={14} /> indexed
        </Match>
        <Match when={props.status === 'unfinished'}>
          <UnsupportedIcon size={14} /> not finished
        </Match>
        <Match when={props.status === 'skipped'}>
          <UnsupportedIcon size={14} /> skipped
        </Match>
        <Match when={props.status === 'failed'}>
          <WarnIcon size={15} /> failed
        </Match>
      </Switch>
    </span>
  );
}
