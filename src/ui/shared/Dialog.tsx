import { createEffect, createUniqueId, onCleanup, type JSX } from 'solid-js';
import { Button } from './Button';
import { CloseIcon } from './icons';

/**
 * A modal dialog on the platform's own `<dialog>`: it traps focus, closes on Escape and on a press
 * beside it, and gives the focus back to where it was.
 */
export function Dialog(props: {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly side?: 'middle' | 'right' | 'bottom';
  readonly class?: string;
  readonly children: JSX.Element;
}): JSX.Element {
  const id = createUniqueId();
  let dialog!: HTMLDialogElement;
  createEffect(() => {
    if (props.open && !dialog.open) dialog.showModal();
    if (!props.open && dialog.open) dialog.close();
  });
  onCleanup(() => dialog.close());
  return (
    <dialog
      ref={dialog}
      class={`dialog ${props.class ?? ''}`}
      data-side={props.side ?? 'middle'}
      aria-labelledby={id}
      on:close={() => props.onClose()}
      on:keydown={(event) => {
        // The page's own Escape (leave the Viewer) must not run as well.
        if (event.key === 'Escape') event.stopPropagation();
      }}
      on:click={(event) => {
        if (event.target === dialog) dialog.close();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{props.title}</h2>
        <Button kind="quiet" icon aria-label="Close" onClick={() => dialog.close()}>
          <CloseIcon />
        </Button>
      </div>
      <div class="dialog-body">{props.children}</div>
    </dialog>
  );
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly open: boolean;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: JSX.Element;
}): JSX.Element {
  return (
    <Dialog title={props.title} open={props.open} onClose={props.onClose}>
      <div>{props.children}</div>
      <div class="dialog-actions">
        <Button onClick={() => props.onClose()}>Cancel</Button>
        <Button
          kind={props.danger ? 'danger' : 'strong'}
          onClick={() => {
            props.onClose();
            props.onConfirm();
          }}
        >
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
