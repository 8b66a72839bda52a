import { For, type JSX } from 'solid-js';
import type { HubAddress, ModelOffer } from '../../link/hub';
import { Button } from '../shared/Button';
import { Dialog } from '../shared/Dialog';
import { formatBytes } from '../shared/format';
import { titleParts } from './describe-model';

/** Says what would leave this machine, and to whom, before the first byte does. */
export function AgreeDialog(props: {
  readonly offer: ModelOffer | null;
  readonly address: HubAddress;
  readonly onAgree: (offer: ModelOffer) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const host = () => new URL(props.address.origin).host;
  const missing = () => Math.max(0, (props.offer?.bytes ?? 0) - (props.offer?.loaded ?? 0));
  return (
    <Dialog
      title={`Connect to ${host()}?`}
      open={props.offer !== null}
      onClose={() => props.onClose()}
    >
      <div class="stack" data-testid="agree">
        <p>
          {props.offer && titleParts(props.offer)[0]} is downloaded from <strong>{host()}</strong>,{' '}
          {props.offer?.exact ? '' : 'about '}
          {formatBytes(missing())}. For the length of the download, and for nothing else, this page
          may leave its own origin, to:
        </p>
        <ul class="agree-origins">
          <For each={[props.address.origin, ...props.address.files]}>
            {(origin) => (
              <li>
                <code>{origin}</code>
              </li>
            )}
          </For>
        </ul>
        <p class="small dim">
          They learn your network address and which model you take. No document, question or answer
          goes there. Every request is listed under Privacy.
        </p>
      </div>
      <div class="dialog-actions">
        <Button onClick={() => props.onClose()}>Cancel</Button>
        <Button
          kind="strong"
          data-testid="agree-go"
          onClick={() => {
            const { offer } = props;
            props.onClose();
            if (offer) props.onAgree(offer);
          }}
        >
          Connect and download
        </Button>
      </div>
    </Dialog>
  );
}
