import { Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { count } from '../shared/format';
import { Notice } from '../shared/Notice';
import type { FileRow } from './file-rows';

/** Files that a closed tab or a cancel left between two stages. */
export function Unfinished(props: { readonly rows: readonly FileRow[] }): JSX.Element {
  const { library } = useServices();
  const unfinished = () => props.rows.filter((row) => row.status === 'unfinished').length;
  return (
    <Show when={unfinished() > 0 && !library.importing()}>
      <div class="section" data-testid="unfinished">
        <Notice>
          <strong>
            {unfinished() === 1
              ? '1 file was not finished.'
              : `${count(unfinished(), 'file')} were not finished.`}
          </strong>{' '}
          What was done so far is kept; going on does not repeat it.
          <div class="row">
            <Button size="small" data-testid="resume" onClick={() => void library.resume()}>
              Go on
            </Button>
          </div>
        </Notice>
      </div>
    </Show>
  );
}
