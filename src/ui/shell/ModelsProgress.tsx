import { Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { formatBytes } from '../shared/format';
import { CloseIcon } from '../shared/icons';
import { ProgressBar } from '../shared/Meter';

/**
 * How far the models are, with a way to stop. It stands where nothing moves when it goes: at the
 * foot of the sidebar, or as a strip of a narrow window.
 */
export function ModelsProgress(props: { readonly strip?: boolean }): JSX.Element {
  const { backend, models } = useServices();
  const loading = () => {
    const now = models();
    return now.state === 'loading' ? now : null;
  };
  const share = () => {
    const now = loading();
    return now && now.total > 0 ? now.loaded / now.total : null;
  };
  const words = () => {
    const now = loading();
    if (!now) return 'Checking the models';
    return now.total > 0
      ? `Loading models: ${formatBytes(now.loaded)} of ${formatBytes(now.total)}`
      : 'Loading models';
  };
  return (
    <Show when={loading() || models().state === 'checking'}>
      <div
        class={props.strip ? 'strip' : 'models-foot'}
        role="region"
        aria-label="Models"
        data-testid="models-loading"
      >
        <span class="strip-text nums">{words()}</span>
        <Button
          kind="quiet"
          size="small"
          icon
          aria-label="Cancel loading"
          data-testid="models-cancel"
          onClick={() => backend.cancelLoading()}
        >
          <CloseIcon size={14} />
        </Button>
        <ProgressBar label={words()} value={share()} />
      </div>
    </Show>
  );
}
