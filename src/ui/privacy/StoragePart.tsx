import { createResource, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { count, formatBytes } from '../shared/format';
import { Meter } from '../shared/Meter';

/** What is kept in this browser, and whether the browser may throw it away. */
export function StoragePart(): JSX.Element {
  const { library, toasts } = useServices();
  const storage = () => library.state.storage;
  const [persisted, { mutate }] = createResource(
    async () => (navigator.storage?.persisted ? navigator.storage.persisted() : false),
    // With a value from the start, the panel does not wait for it.
    { initialValue: false },
  );
  const keep = async () => {
    const kept = await navigator.storage.persist();
    mutate(kept);
    toasts.show(
      kept
        ? 'The browser keeps the library until you delete it.'
        : 'The browser did not agree. It usually does once the page is bookmarked or installed. Until then, export the library now and then.',
    );
  };
  return (
    <section class="section" aria-label="Storage">
      <h2>What is kept in this browser</h2>
      <Show when={storage()}>
        {(now) => (
          <div class="card card-body stack">
            <p class="nums">
              {count(now().documents, 'document')} in {count(now().passages, 'passage')}
              <Show when={now().usedBytes !== null}>, {formatBytes(now().usedBytes ?? 0)}</Show>
              <Show when={now().quotaBytes}>
                {(quota) => <> of {formatBytes(quota())} that the browser allows</>}
              </Show>
            </p>
            <Show when={now().usedBytes !== null && now().quotaBytes}>
              <Meter
                value={(now().usedBytes ?? 0) / (now().quotaBytes ?? 1)}
                label="Storage used"
                tone="plain"
              />
            </Show>
            <Show
              when={now().kind === 'indexeddb'}
              fallback={<p>In memory only: it is gone when the tab closes. {now().reason}</p>}
            >
              <div class="row row-apart">
                <p class="small dim storage-promise">
                  {persisted.latest || now().persisted
                    ? 'The browser has promised not to clear it on its own.'
                    : 'When the disk runs full, the browser may clear it on its own.'}
                </p>
                <Show when={!(persisted.latest || now().persisted) && 'storage' in navigator}>
                  <Button size="small" data-testid="persist" onClick={() => void keep()}>
                    Ask the browser to keep it
                  </Button>
                </Show>
              </div>
            </Show>
          </div>
        )}
      </Show>
    </section>
  );
}
