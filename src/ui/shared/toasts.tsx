import { createEffect, For, type JSX } from 'solid-js';
import { createStore, produce } from 'solid-js/store';
import { Button } from './Button';
import { CloseIcon } from './icons';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

export interface Toasts {
  readonly list: readonly Toast[];
  /** Shows a line for a few seconds, longer when it offers an undo; returns its id. */
  show(
    text: string,
    options?: {
      readonly tone?: Toast['tone'];
      readonly undo?: () => void;
      readonly label?: string;
    },
  ): number;
  close(id: number): void;
}

const plainMs = 4000;
const actionMs = 9000;

/** The short messages at the edge. They are read out too; nothing that matters is said only here. */
export function createToasts(): Toasts {
  const [list, setList] = createStore<Toast[]>([]);
  let last = 0;
  const close = (id: number) => setList((toasts) => toasts.filter((toast) => toast.id !== id));
  return {
    get list() {
      return list;
    },
    show(text, options = {}) {
      const id = ++last;
      const undo = options.undo;
      setList(
        produce((toasts) => {
          toasts.push({
            id,
            text,
            tone: options.tone ?? 'plain',
            action: undo ? { label: options.label ?? 'Undo', run: undo } : null,
          });
          // Three at most: more would hide the page.
          if (toasts.length > 3) toasts.shift();
        }),
      );
      setTimeout(() => close(id), undo || options.tone === 'bad' ? actionMs : plainMs);
      return id;
    },
    close,
  };
}

export function ToastList(props: { readonly toasts: Toasts }): JSX.Element {
  let box!: HTMLDivElement;
  // In the top layer, so that a modal dialog does not cover an undo.
  createEffect(() => {
    if (!box.showPopover) return;
    if (box.matches(':popover-open')) box.hidePopover();
    if (props.toasts.list.length > 0) box.showPopover();
  });
  return (
    <div ref={box} class="toasts" popover="manual" role="status" aria-live="polite">
      <For each={props.toasts.list}>
        {(toast) => (
          <div class="toast" data-tone={toast.tone} data-testid="toast">
            <span>{toast.text}</span>
            {toast.action && (
              <Button
                size="small"
                onClick={() => {
                  props.toasts.close(toast.id);
                  toast.action?.run();
                }}
              >
                {toast.action.label}
              </Button>
            )}
            <Button
              icon
              size="small"
              aria-label="Dismiss"
              onClick={() => props.toasts.close(toast.id)}
            >
              <CloseIcon size={14} />
            </Button>
          </div>
        )}
      </For>
    </div>
  );
}
