import { createEffect, createSignal, For, on, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { Dialog } from '../shared/Dialog';
import { HistoryIcon, PlusIcon } from '../shared/icons';
import { createMedia } from '../shared/media';
import { Composer } from './Composer';
import { HistoryList } from './HistoryList';
import { TurnView } from './TurnView';
import { Welcome } from './Welcome';

/** The conversation, the question below it, and what was asked before. */
export default function AskPanel(): JSX.Element {
  const { ask } = useServices();
  const [showingHistory, setShowingHistory] = createSignal(false);
  // The same width as in ask.css.
  const isWide = createMedia('(min-width: 1121px)');
  let thread!: HTMLDivElement;

  // A new question comes to the top, with room below: its answer then grows without a jump.
  createEffect(
    on(
      () => ask.turns.at(-1)?.key,
      (key, before) => {
        if (key && ask.turns.at(-1)?.state === 'running' && before !== key)
          thread.lastElementChild?.scrollIntoView({ block: 'start', behavior: 'smooth' });
      },
      { defer: true },
    ),
  );

  return (
    <div class="ask-layout">
      <div class="ask-column">
        <div class="ask-bar">
          <h1 class="visually-hidden" tabindex="-1">
            Ask
          </h1>
          <Show when={ask.turns.length > 0}>
            <Button
              kind="quiet"
              size="small"
              data-testid="new-conversation"
              onClick={() => ask.newConversation()}
            >
              <PlusIcon size={16} /> New conversation
            </Button>
          </Show>
          <Button
            kind="quiet"
            size="small"
            class="history-button"
            data-testid="history-open"
            onClick={() => setShowingHistory(true)}
          >
            <HistoryIcon size={16} /> History
          </Button>
        </div>
        <div class="thread" ref={thread}>
          <For each={ask.turns} fallback={<Welcome />}>
            {(turn, index) => <TurnView turn={turn} last={index() === ask.turns.length - 1} />}
          </For>
        </div>
        <Composer />
      </div>
      <Show when={isWide()}>
        <aside class="history-aside" aria-label="History">
          <HistoryList />
        </aside>
      </Show>
      <Dialog
        title="History"
        side="right"
        open={showingHistory()}
        onClose={() => setShowingHistory(false)}
      >
        <Show when={showingHistory()}>
          <HistoryList onOpen={() => setShowingHistory(false)} />
        </Show>
      </Dialog>
    </div>
  );
}
