import { For, Show, type JSX } from 'solid-js';
import type { DraftEvidence } from '../../core/types';
import { Badge } from '../shared/Badge';

/** What the language model wrote, sentence by sentence, and what became of it. */
export function Wording(props: { readonly draft: DraftEvidence | undefined }): JSX.Element {
  return (
    <Show when={props.draft}>
      {(draft) => (
        <section class="section" aria-label="Wording">
          <h2>What the language model wrote</h2>
          <Show when={draft().sentences.length === 0}>
            <p class="dim">No whole sentence.</p>
          </Show>
          <ul class="stack">
            <For each={draft().sentences}>
              {({ text, kept, why }) => (
                <li data-testid="written" data-kept={kept}>
                  {text} <Badge tone={kept ? 'gold' : 'bad'}>{kept ? 'kept' : 'dropped'}</Badge>{' '}
                  <span class="small dim">{why}</span>
                </li>
              )}
            </For>
          </ul>
        </section>
      )}
    </Show>
  );
}
