import { createMemo, onCleanup, onMount, Show, type JSX } from 'solid-js';
import type { Citation } from '../../core/types';
import type { ViewerRoute } from '../route';
import { useServices } from '../services';
import { Button } from '../shared/Button';
import { ChevronLeftIcon, ChevronRightIcon } from '../shared/icons';

/** To the next and the previous citation of the answer that led here; J and K do the same. */
export function CitationSteps(props: { readonly route: ViewerRoute }): JSX.Element {
  const { ask, router } = useServices();
  const citations = createMemo((): readonly Citation[] => {
    const { citation } = props.route;
    return citation ? (ask.find(citation.answer)?.citations ?? []) : [];
  });
  const index = () => citations().findIndex((one) => one.number === props.route.citation?.number);
  const step = (by: 1 | -1) => {
    const { citation } = props.route;
    const next = citations()[index() + by];
    if (!citation || !next) return;
    router.replace({
      panel: 'viewer',
      document: next.document,
      span: [next.start, next.end],
      citation: { answer: citation.answer, number: next.number },
    });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select'))
      return;
    if (event.key === 'j') step(1);
    if (event.key === 'k') step(-1);
  };
  onMount(() => addEventListener('keydown', onKey));
  onCleanup(() => removeEventListener('keydown', onKey));
  return (
    <Show when={citations().length > 0 && index() >= 0}>
      <div class="row citation-steps" role="group" aria-label="Citations of the answer">
        <Button
          kind="quiet"
          size="small"
          icon
          aria-label="Previous citation"
          data-testid="citation-previous"
          disabled={index() <= 0}
          onClick={() => step(-1)}
        >
          <ChevronLeftIcon size={16} />
        </Button>
        <span class="small nums" data-testid="citation-position">
          {index() + 1} of {citations().length}
        </span>
        <Button
          kind="quiet"
          size="small"
          icon
          aria-label="Next citation"
          data-testid="citation-next"
          disabled={index() >= citations().length - 1}
          onClick={() => step(1)}
        >
          <ChevronRightIcon size={16} />
        </Button>
      </div>
    </Show>
  );
}
