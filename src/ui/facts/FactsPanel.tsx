import { For, Show, type JSX } from 'solid-js';
import { useServices } from '../services';
import { Button, LinkButton } from '../shared/Button';
import { EmptyState } from '../shared/EmptyState';
import { count } from '../shared/format';
import { FactsIcon } from '../shared/icons';
import { createFacts, pageSize } from './create-facts';
import { FactLine } from './FactLine';
import { FactsToolbar } from './FactsToolbar';
import { Finding } from './Finding';

/** What the documents state, fact by fact, with how far each can be believed and why. */
export default function FactsPanel(): JSX.Element {
  const { backend, toasts, library } = useServices();
  const facts = createFacts(backend, toasts, library.documents);
  const filtered = () => facts.query().text !== '' || facts.query().entity !== null;
  return (
    <div class="panel">
      <header class="panel-head">
        <div>
          <h1 tabindex="-1">Facts</h1>
          <p>
            What your documents state, taken apart: one line a fact. Credibility goes from 0 to 10
            and says how other sources speak of it; 5 means that nobody else mentions it.
          </p>
        </div>
      </header>
      <Show
        when={library.documents().length > 0}
        fallback={
          <EmptyState
            title="No documents yet"
            icon={<FactsIcon size={40} />}
            actions={<LinkButton href="#/library">Go to the library</LinkButton>}
          >
            Facts are found in your documents once there are some.
          </EmptyState>
        }
      >
        <Finding facts={facts} />
        <FactsToolbar facts={facts} />
        <Show when={facts.found()} fallback={<p class="dim">Looking…</p>}>
          {(found) => (
            <section class="section" aria-label="Facts found">
              <p class="small dim nums" data-testid="facts-count" role="status">
                {count(found().total, 'fact')}
                {filtered() ? (found().total === 1 ? ' that fits' : ' that fit') : ''}
              </p>
              <Show
                when={found().facts.length > 0}
                fallback={
                  <p class="dim" data-testid="no-facts">
                    {filtered()
                      ? 'No fact fits. Try fewer words, or another name.'
                      : 'No facts were found yet.'}
                  </p>
                }
              >
                <ul class="facts-list">
                  <For each={found().facts}>{(fact) => <FactLine fact={fact} facts={facts} />}</For>
                </ul>
              </Show>
              <Show when={found().total > found().facts.length}>
                <Button
                  data-testid="facts-more"
                  onClick={() => facts.change({ limit: facts.query().limit + pageSize })}
                >
                  Show more
                </Button>
              </Show>
            </section>
          )}
        </Show>
      </Show>
    </div>
  );
}
