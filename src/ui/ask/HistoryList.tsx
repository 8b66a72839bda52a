import { createSignal, For, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { ConfirmDialog } from '../shared/Dialog';
import { describeError } from '../shared/describe-error';
import { count, formatWhen } from '../shared/format';
import { TrashIcon } from '../shared/icons';

const shownAtFirst = 40;

/** What was asked before, newest first; kept in this browser until it is deleted. */
export function HistoryList(props: { readonly onOpen?: () => void }): JSX.Element {
  const { ask, toasts } = useServices();
  const [all, setAll] = createSignal(false);
  const [clearing, setClearing] = createSignal(false);
  const shown = () => (all() ? ask.history : ask.history.slice(0, shownAtFirst));
  const isOpen = (id: string) => ask.turns.some((turn) => turn.answer?.id === id);
  return (
    <div class="history">
      <div class="row row-apart">
        <h2 class="small dim">History</h2>
        <Show when={ask.history.length > 1}>
          <Button kind="quiet" size="small" onClick={() => setClearing(true)}>
            Clear
          </Button>
        </Show>
      </div>
      <Show
        when={ask.history.length > 0}
        fallback={<p class="small dim">Your questions will stand here.</p>}
      >
        <ul>
          <For each={shown()}>
            {(answer) => (
              <li class="history-item" data-testid="history-item" data-open={isOpen(answer.id)}>
                <button
                  type="button"
                  onClick={() => {
                    ask.open(answer);
                    props.onOpen?.();
                  }}
                >
                  <span class="history-question">{answer.question}</span>
                  <span class="small dim truncate">
                    {answer.kind === 'answered' ? answer.short : 'Not in your documents'}
                    <span class="nums"> · {formatWhen(answer.asked, Date.now())}</span>
                  </span>
                </button>
                <Button
                  kind="quiet"
                  size="small"
                  icon
                  data-testid="history-delete"
                  aria-label={`Delete "${answer.question}" from the history`}
                  onClick={() => ask.remove(answer)}
                >
                  <TrashIcon size={15} />
                </Button>
              </li>
            )}
          </For>
        </ul>
        <Show when={!all() && ask.history.length > shownAtFirst}>
          <Button kind="quiet" size="small" onClick={() => setAll(true)}>
            Show all {ask.history.length}
          </Button>
        </Show>
      </Show>
      <ConfirmDialog
        title="Clear the history?"
        open={clearing()}
        confirm="Clear the history"
        danger
        onClose={() => setClearing(false)}
        onConfirm={() =>
          void ask
            .clear()
            .catch((error: unknown) => toasts.show(describeError(error), { tone: 'bad' }))
        }
      >
        {count(ask.history.length, 'answer')} will be deleted from this browser. Documents and
        feedback stay.
      </ConfirmDialog>
    </div>
  );
}
