import { Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { count } from '../shared/format';
import { Notice } from '../shared/Notice';
import { nameSome, type FileRow } from './file-rows';

/** Files that a closed tab or a cancel left between two stages, or before the first. */
export function Unfinished(props: { readonly rows: readonly FileRow[] }): JSX.Element {
  const { library } = useServices();
  const unfinished = () => props.rows.filter((row) => row.status === 'unfinished');
  const begun = () => unfinished().filter((row) => row.document).length;
  // Their bytes were never read: only the person can hand them in again.
  const unread = () => unfinished().filter((row) => !row.document);
  return (
    <Show when={unfinished().length > 0 && !library.importing()}>
      <div class="section" data-testid="unfinished">
        <Notice>
          <strong>
            {unfinished().length === 1
              ? '1 file was not finished.'
              : `${count(unfinished().length, 'file')} were not finished.`}
          </strong>{' '}
          <Show when={begun() > 0}>What was done so far is kept; going on does not repeat it.</Show>
          <Show when={unread().length > 0}>
            <p>
              {count(unread().length, 'file')} had not been read yet and must be added again:{' '}
              {nameSome(unread())}.
            </p>
          </Show>
          <div class="row">
            <Show
              when={begun() > 0}
              fallback={
                <Button
                  size="small"
                  onClick={() => void library.dismissAll(unread().map((row) => row.path))}
                >
                  Take {unread().length === 1 ? 'it' : 'them'} off the list
                </Button>
              }
            >
              <Button size="small" data-testid="resume" onClick={() => void library.resume()}>
                Go on
              </Button>
            </Show>
          </div>
        </Notice>
      </div>
    </Show>
  );
}
