import { createSignal, For, Match, Show, Switch, type JSX } from 'solid-js';
import type { ModelOffer } from '../../link/hub';
import { useServices } from '../services';
import { Badge } from '../shared/Badge';
import { Button } from '../shared/Button';
import { ConfirmDialog } from '../shared/Dialog';
import { formatBytes } from '../shared/format';
import { ProgressBar } from '../shared/Meter';
import { Notice } from '../shared/Notice';
import { factsOf, titleParts } from './describe-model';
import { FolderButton } from './FolderButton';

/** One model to choose: what it is, what it takes, and what can be done with it now. */
export function OfferCard(props: {
  readonly offer: ModelOffer;
  readonly current: boolean;
  readonly onDownload: (offer: ModelOffer) => void;
}): JSX.Element {
  const { shelf } = useServices();
  const [deleting, setDeleting] = createSignal(false);
  const name = () => titleParts(props.offer)[0];
  const job = () => shelf.jobs()[props.offer.name] ?? null;
  const problem = () => shelf.problems()[props.offer.name];
  const isOwn = () => props.offer.origin !== 'built-in';
  return (
    <li
      class="offer card"
      data-testid="offer"
      data-name={props.offer.name}
      data-state={props.offer.state}
      data-current={props.current}
      data-job={job()?.kind}
    >
      <div class="offer-head">
        <h3>{name()}</h3>
        <Show when={props.current}>
          {/* The writer may have no task. */}
          <Badge tone="gold">{props.offer.role === 'write' ? 'chosen' : 'at work'}</Badge>
        </Show>
        <Show when={props.offer.origin === 'built-in'}>
          <Badge>built in</Badge>
        </Show>
        <Show when={isOwn() && props.offer.state === 'installed' && !props.current}>
          <Badge>installed</Badge>
        </Show>
        <Show when={props.offer.state === 'partial' && !job()}>
          <Badge>
            {formatBytes(props.offer.loaded)} of {formatBytes(props.offer.bytes)} are here
          </Badge>
        </Show>
      </div>
      <p class="small dim">{titleParts(props.offer)[1]}</p>
      <p class="small nums">{factsOf(props.offer)}</p>
      <Show when={props.offer.measured.length > 0}>
        <ul class="offer-figures small">
          <For each={props.offer.measured}>
            {({ what, value, source }) => (
              <li title={`Source: ${source}`}>
                <span class="dim">{what}:</span> <span class="nums">{value}</span>
              </li>
            )}
          </For>
        </ul>
        <p class="small dim">
          Figures: {[...new Set(props.offer.measured.map((one) => one.source))].join('; ')}.
        </p>
      </Show>
      <Show when={isOwn()}>
        <p class="small dim">
          Needs {props.offer.needs}. From <span class="offer-source">{props.offer.source}</span>
        </p>
      </Show>
      <Show when={props.offer.note}>{(note) => <p class="small">{note()}</p>}</Show>
      <Show when={props.offer.blocked}>
        {(why) => <p class="small offer-blocked">Not on this machine: {why()}.</p>}
      </Show>
      <Show when={job()}>
        {(now) => (
          <div class="stack offer-job" data-testid="offer-progress">
            <span class="small nums">{now().words}</span>
            <ProgressBar label={now().words} value={now().share} />
          </div>
        )}
      </Show>
      <Show when={problem()}>
        {(what) => (
          <div data-testid="offer-problem">
            <Notice tone="bad">{what()}</Notice>
          </div>
        )}
      </Show>
      <div class="row offer-actions">
        <Switch>
          <Match when={job()?.kind === 'download'}>
            <Button
              size="small"
              data-testid="offer-pause"
              onClick={() => void shelf.stop(props.offer.name)}
            >
              Pause
            </Button>
            <Button
              size="small"
              kind="quiet"
              data-testid="offer-cancel"
              onClick={() => void shelf.remove(props.offer)}
            >
              Cancel
            </Button>
          </Match>
          <Match when={job()}>
            <Button
              size="small"
              data-testid="offer-stop"
              onClick={() => void shelf.stop(props.offer.name)}
            >
              Stop
            </Button>
          </Match>
          <Match when={props.offer.state === 'installed'}>
            <Show when={!props.current}>
              <Button
                size="small"
                kind="strong"
                data-testid="offer-use"
                aria-label={`Use ${name()}`}
                onClick={() => void shelf.use(props.offer)}
              >
                Use
              </Button>
            </Show>
            <Show when={isOwn()}>
              <DeleteButton name={name()} onPress={() => setDeleting(true)} />
            </Show>
          </Match>
          <Match when={true}>
            <Button
              size="small"
              data-testid="offer-download"
              aria-label={`${props.offer.state === 'partial' ? 'Go on downloading' : 'Download'} ${name()}`}
              disabled={props.offer.blocked !== null}
              onClick={() => props.onDownload(props.offer)}
            >
              {props.offer.state === 'partial' ? 'Go on…' : 'Download…'}
            </Button>
            <FolderButton
              label={`Import ${name()} from a folder`}
              testId="offer-folder"
              onFolder={(files) =>
                void shelf.importFolder(props.offer.role, props.offer.name, files)
              }
            >
              From a folder…
            </FolderButton>
            <Show when={props.offer.state === 'partial'}>
              <DeleteButton name={name()} onPress={() => setDeleting(true)} />
            </Show>
          </Match>
        </Switch>
      </div>
      <ConfirmDialog
        title={`Delete ${name()}?`}
        open={deleting()}
        confirm="Delete"
        danger
        onClose={() => setDeleting(false)}
        onConfirm={() => void shelf.remove(props.offer)}
      >
        <p>
          {formatBytes(props.offer.loaded)} are deleted from this browser.{' '}
          <Show when={props.current}>The built-in model takes its place.</Show>
        </p>
      </ConfirmDialog>
    </li>
  );
}

function DeleteButton(props: { readonly name: string; readonly onPress: () => void }): JSX.Element {
  return (
    <Button
      size="small"
      kind="quiet"
      data-testid="offer-delete"
      aria-label={`Delete ${props.name}`}
      onClick={() => props.onPress()}
    >
      Delete
    </Button>
  );
}
