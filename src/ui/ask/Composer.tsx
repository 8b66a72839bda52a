import { createEffect, For, Show, type JSX } from 'solid-js';
import { collectionsOf } from '../library/file-rows';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { ArrowUpIcon, StopIcon } from '../shared/icons';

/** The question. Enter asks, Shift+Enter breaks the line; while it runs the same button stops. */
export function Composer(): JSX.Element {
  const { ask, library, models } = useServices();
  let box!: HTMLTextAreaElement;
  const empty = () => library.state.loaded && library.documents().length === 0;
  const collections = () => collectionsOf(library.rows()).filter(({ documents }) => documents > 0);
  // The box grows with the question up to a few lines; the height is set by the page, not by CSS
  // `field-sizing`, which not every browser has.
  createEffect(() => {
    ask.question();
    box.style.height = 'auto';
    box.style.height = `${Math.min(box.scrollHeight, 176)}px`;
  });
  const submit = () => {
    if (ask.running()) return;
    void ask.submit(ask.question());
  };
  const hint = () => {
    const now = models();
    if (empty()) return 'Add documents first: there is nothing to ask yet.';
    if (now.state === 'loading' || now.state === 'checking')
      return 'The models are still loading. You can ask already; the answer waits for them.';
    return null;
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div class="composer-box">
        <label class="visually-hidden" for="question">
          Your question
        </label>
        <textarea
          id="question"
          ref={box}
          rows={1}
          data-testid="question"
          placeholder={ask.turns.length > 0 ? 'Ask a follow-up' : 'Ask your documents'}
          value={ask.question()}
          onInput={(event) => ask.setQuestion(event.currentTarget.value)}
          on:keydown={(event) => {
            // `isComposing`: Enter that ends an input method's composition is not ours.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
        <Show
          when={ask.running()}
          fallback={
            <Button
              type="submit"
              kind="primary"
              icon
              aria-label="Ask"
              data-testid="ask"
              disabled={!ask.question().trim() || empty()}
            >
              <ArrowUpIcon />
            </Button>
          }
        >
          <Button
            kind="strong"
            icon
            aria-label="Stop"
            data-testid="stop"
            onClick={() => ask.stop()}
          >
            <StopIcon />
          </Button>
        </Show>
      </div>
      <div class="composer-foot small dim">
        <Show when={collections().length > 1}>
          <label class="row">
            <span class="visually-hidden">Look in</span>
            <select
              class="select"
              onChange={(event) => ask.setCollection(event.currentTarget.value || null)}
            >
              <option value="">All collections</option>
              <For each={collections()}>
                {(one) => (
                  <option value={one.name} selected={ask.collection() === one.name}>
                    {one.name}
                  </option>
                )}
              </For>
            </select>
          </label>
        </Show>
        <span class="composer-hint">
          {hint() ?? (
            <span class="keys-hint">
              <kbd>/</kbd> to come here from anywhere
            </span>
          )}
        </span>
      </div>
    </form>
  );
}
