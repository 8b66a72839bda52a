import {
  createEffect,
  createResource,
  createSignal,
  For,
  on,
  onMount,
  Show,
  type JSX,
} from 'solid-js';
import type { ModelOffer } from '../../link/hub';
import { useServices } from '../services';
import { Notice } from '../shared/Notice';
import { AgreeDialog } from './AgreeDialog';
import { roles } from './choice';
import { RoleSection } from './RoleSection';

/** What computes here, where and why; and stronger models, a click away. */
export default function ModelsPanel(): JSX.Element {
  const { backend, shelf } = useServices();
  const [asked, setAsked] = createSignal<ModelOffer | null>(null);
  const [status, { refetch }] = createResource(
    () => backend.models.describe().catch(() => null),
    // With a value from the start, the panel does not wait for it.
    { initialValue: null },
  );
  onMount(() => void shelf.refresh());
  createEffect(
    on(
      // Offers are looked at anew when a switch has ended.
      () => [
        backend.choice(),
        shelf.offers(),
        ...roles.map((role) => backend.status().models[role]?.state),
      ],
      () => void refetch(),
      { defer: true },
    ),
  );
  return (
    <div class="panel">
      <header class="panel-head">
        <div>
          <h1 tabindex="-1">Models</h1>
          <p>
            Every model runs on this machine. The built-in ones came with the page; stronger ones
            are downloaded only when you ask for one, or imported from a folder, and then work
            without a network as well.
          </p>
        </div>
      </header>
      <Show when={backend.hub.open()}>
        <Notice>
          A model is being downloaded: until that is done, one worker of this page may connect to{' '}
          {new URL(backend.hub.address.origin).host}.
        </Notice>
      </Show>
      <Show when={shelf.offers()} fallback={<p class="dim">Looking at what there is…</p>}>
        {(offers) => (
          <For each={roles}>
            {(role) => (
              <RoleSection
                role={role}
                offers={offers().filter((offer) => offer.role === role)}
                inUse={status.latest?.roles[role] ?? null}
                onDownload={setAsked}
              />
            )}
          </For>
        )}
      </Show>
      <AgreeDialog
        offer={asked()}
        address={backend.hub.address}
        onAgree={(offer) => void shelf.download(offer)}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}
