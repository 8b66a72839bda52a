import { For, Show, type JSX } from 'solid-js';
import type { Answer, Citation } from '../../core/types';
import { useServices } from '../services';
import { TrustBadge } from '../shared/Badge';
import { count } from '../shared/format';
import { Thumbs } from '../shared/Thumbs';
import { citationHref } from './CitationMark';
import { placeOf } from './describe-answer';

/** The sources in full: what was quoted, from where, how far it is trusted, and a thumb for each. */
export function SourceList(props: { readonly answer: Answer }): JSX.Element {
  return (
    <Show when={props.answer.citations.length > 0}>
      <div class="sources" role="group" aria-label="Sources">
        <h3 class="small dim">{count(props.answer.citations.length, 'source')}</h3>
        <ol>
          <For each={props.answer.citations}>
            {(citation) => <Source answer={props.answer} citation={citation} />}
          </For>
        </ol>
      </div>
    </Show>
  );
}

function Source(props: { readonly answer: Answer; readonly citation: Citation }): JSX.Element {
  const { library, router } = useServices();
  const id = () => `source-${props.answer.id}-${props.citation.number}`;
  const gone = () =>
    library.state.loaded &&
    !library.documents().some((document) => document.id === props.citation.document);
  return (
    <li class="source" data-testid="source" data-number={props.citation.number}>
      <span class="cite-number" aria-hidden="true">
        {props.citation.number}
      </span>
      <div class="source-main">
        <Show
          when={!gone()}
          fallback={
            <span>
              {props.citation.title} <span class="dim small">(deleted since)</span>
            </span>
          }
        >
          <a
            id={id()}
            href={citationHref(props.answer, props.citation)}
            onClick={() => router.rememberFocus(id())}
          >
            {props.citation.title}
          </a>
        </Show>
        <p class="quote">{props.citation.quote}</p>
        <p class="source-foot small dim">
          <span class="truncate">{placeOf(props.citation)}</span>
          <TrustBadge trust={props.citation.trust} />
        </p>
      </div>
      <Thumbs
        targets={[`passage:${props.citation.passage}`]}
        from="citation"
        what={`source ${props.citation.number}`}
      />
    </li>
  );
}
