import { createSignal, For, onCleanup, onMount, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Dialog } from '../shared/Dialog';
import { focusQuestion } from '../ask/focus-question';

const shortcuts: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'Go to the question'],
  [['Enter'], 'Ask'],
  [['Shift', 'Enter'], 'New line in the question'],
  [['Esc'], 'Leave the Viewer, close what is open'],
  [['J'], 'Next citation, in the Viewer'],
  [['K'], 'Previous citation, in the Viewer'],
  [['?'], 'This list'],
];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The keys that work everywhere, and the list of all. */
export function Shortcuts(): JSX.Element {
  const { router } = useServices();
  const [open, setOpen] = createSignal(false);
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (event.key === '/') {
      event.preventDefault();
      if (router.route().panel !== 'ask') router.go({ panel: 'ask' });
      focusQuestion();
    }
    if (event.key === '?') {
      event.preventDefault();
      setOpen(true);
    }
  };
  onMount(() => addEventListener('keydown', onKey));
  onCleanup(() => removeEventListener('keydown', onKey));
  return (
    <Dialog title="Keyboard" open={open()} onClose={() => setOpen(false)}>
      <table class="data-table">
        <tbody>
          <For each={shortcuts}>
            {([keys, what]) => (
              <tr>
                <td>
                  <span class="row">
                    <For each={keys}>{(key) => <kbd>{key}</kbd>}</For>
                  </span>
                </td>
                <td>{what}</td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </Dialog>
  );
}
