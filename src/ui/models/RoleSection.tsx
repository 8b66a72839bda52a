import { For, Show, type JSX } from 'solid-js';
import type { ModelOffer } from '../../link/hub';
import type { ModelInUseStatus, ModelRole } from '../../link/models';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { ProgressBar } from '../shared/Meter';
import { Notice } from '../shared/Notice';
import { atWork, roleNames, roleWords } from './describe-model';
import { FolderButton } from './FolderButton';
import { OfferCard } from './OfferCard';
import { WriterTasks } from './WriterTasks';

/** A role: what is at work and why there, and what could take its place. */
export function RoleSection(props: {
  readonly role: ModelRole;
  readonly offers: readonly ModelOffer[];
  readonly inUse: ModelInUseStatus | null;
  readonly onDownload: (offer: ModelOffer) => void;
}): JSX.Element {
  const { backend, shelf } = useServices();
  const failed = () => {
    const status = backend.status().models[props.role];
    return status?.state === 'failed' ? status : null;
  };
  const isReady = () => backend.status().models[props.role]?.state === 'ready';
  const builtIn = () => props.offers.find(({ origin }) => origin === 'built-in');
  const job = () => shelf.jobs()[props.role];
  return (
    <section
      class="section"
      aria-label={roleNames[props.role]}
      data-testid="role"
      data-role={props.role}
    >
      <h2>{roleNames[props.role]}</h2>
      <p class="dim">{roleWords[props.role]}</p>
      <Show when={props.inUse} fallback={<p class="small">Nothing is at work here.</p>}>
        {(inUse) => (
          <p class="small at-work" data-testid="at-work" data-device={inUse().device}>
            <strong>{inUse().id}</strong>
            {props.role === 'write' ? ', when a task needs it,' : ''} on the {atWork(inUse())}.{' '}
            <Show when={isReady()}>Its numbers were checked when it was loaded.</Show>
          </p>
        )}
      </Show>
      <Show when={props.role === 'write'}>
        <WriterTasks />
      </Show>
      <Show when={failed()}>
        {(status) => (
          <Notice tone="bad">
            {status().message}
            <div class="row">
              <Button size="small" onClick={() => backend.loadModels()}>
                Try again
              </Button>
              <Show when={builtIn()}>
                {(offer) => (
                  <Button
                    size="small"
                    data-testid="use-built-in"
                    onClick={() => void shelf.use(offer())}
                  >
                    Use the built-in one
                  </Button>
                )}
              </Show>
            </div>
          </Notice>
        )}
      </Show>
      <ul class="offers">
        {/* By name: a card stays, with its focus and its dialog, when the list is looked at anew. */}
        <For each={props.offers.map(({ name }) => name)}>
          {(name) => (
            <Show when={props.offers.find((offer) => offer.name === name)}>
              {(offer) => (
                <OfferCard
                  offer={offer()}
                  current={shelf.current(props.role)?.name === name}
                  onDownload={props.onDownload}
                />
              )}
            </Show>
          )}
        </For>
      </ul>
      <Show when={job()}>
        {(now) => (
          <div class="stack">
            <span class="small nums">{now().words}</span>
            <ProgressBar label={now().words} value={now().share} />
          </div>
        )}
      </Show>
      <Show when={shelf.problems()[props.role]}>
        {(what) => (
          <div data-testid="folder-problem">
            <Notice tone="bad">{what()}</Notice>
          </div>
        )}
      </Show>
      <div class="row">
        <FolderButton
          label={`Import another model for ${roleNames[props.role].toLowerCase()} from a folder`}
          testId="role-folder"
          disabled={job() !== undefined}
          onFolder={(files) => void shelf.importFolder(props.role, null, files)}
        >
          Another model from a folder…
        </FolderButton>
      </div>
    </section>
  );
}
