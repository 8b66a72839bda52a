import { createMemo, createSignal, For, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Badge } from '../shared/Badge';
import { Button } from '../shared/Button';
import { count, formatBytes } from '../shared/format';
import { PrivacyIcon, WarnIcon } from '../shared/icons';
import { isForeign } from './request-log';

const shownAtFirst = 20;
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Every request since the page was opened, from the page, its workers and the service worker. */
export function RequestTable(): JSX.Element {
  const { requests: log, backend } = useServices();
  const hub = () => new URL(backend.hub.address.origin).host;
  const [all, setAll] = createSignal(false);
  const sorted = createMemo(() => {
    const foreign = (url: string) => (isForeign(url, location.href) ? 0 : 1);
    // What should not be there comes first; the sort is stable, so the newest stay on top.
    return [...log.requests()].sort((a, b) => foreign(a.url) - foreign(b.url));
  });
  const shown = () => (all() ? sorted() : sorted().slice(0, shownAtFirst));
  const clean = () => log.foreign() === 0;
  /** Only downloads of models, each of which the person agreed to. */
  const agreed = () =>
    !clean() &&
    log.requests().every(({ url, from }) => from === 'download' || !isForeign(url, location.href));
  const hosts = () =>
    [
      ...new Set(
        log
          .requests()
          .filter(({ url }) => isForeign(url, location.href))
          .map(({ url }) => new URL(url).host),
      ),
    ].join(', ');
  return (
    <section aria-label="Requests">
      <div class="privacy-verdict" data-clean={clean()} data-testid="privacy-verdict">
        <Show when={clean()} fallback={<WarnIcon size={30} />}>
          <PrivacyIcon size={30} />
        </Show>
        <div>
          <h2>
            {clean()
              ? 'Nothing left this machine'
              : agreed()
                ? 'Models were downloaded, as you agreed; nothing else left this machine'
                : count(log.foreign(), 'request to another site', 'requests to other sites')}
          </h2>
          <p class="small dim nums">
            {count(log.requests().length, 'request')} since the page was opened,{' '}
            {clean()
              ? `all to ${location.host}: the page itself and its models.`
              : `${log.foreign()} of them to ${hosts()}; these are listed first.`}
          </p>
          <p class="small dim" data-testid="privacy-hub">
            {backend.hub.open()
              ? `One worker may connect to ${hub()} now, for the download that you asked for.`
              : `Only a download that you ask for under Models may leave this origin: to ${hub()}.`}
          </p>
        </div>
      </div>
      <div class="table-scroll" role="region" aria-label="All requests" tabindex="0">
        <table class="data-table request-table">
          <thead>
            <tr>
              <th scope="col">Address</th>
              <th scope="col">By</th>
              <th scope="col" class="num">
                Size
              </th>
              <th scope="col" class="num">
                When
              </th>
            </tr>
          </thead>
          <tbody>
            <For each={shown()}>
              {(request) => {
                const foreign = isForeign(request.url, location.href);
                return (
                  <tr data-testid="request-row" data-foreign={foreign} data-url={request.url}>
                    <td class="request-url">
                      <Show when={foreign}>
                        <Badge tone="bad">
                          <WarnIcon size={13} /> other site
                        </Badge>{' '}
                      </Show>
                      {shorten(request.url)}
                    </td>
                    <td>{request.from}</td>
                    <td class="num">{request.bytes > 0 ? formatBytes(request.bytes) : ''}</td>
                    <td class="num">{clock.format(request.at)}</td>
                  </tr>
                );
              }}
            </For>
          </tbody>
        </table>
      </div>
      <Show when={!all() && sorted().length > shownAtFirst}>
        <div class="row more-row">
          <Button size="small" onClick={() => setAll(true)}>
            Show all {sorted().length}
          </Button>
        </div>
      </Show>
    </section>
  );
}

/** Our own origin goes without saying. */
function shorten(url: string): string {
  const own = `${location.origin}/`;
  return url.startsWith(own) ? `/${url.slice(own.length)}` : url;
}
