import { createSignal, For, onCleanup, Show, type JSX } from 'solid-js';
import type { Answer, Citation } from '../../core/types';
import { formatRoute } from '../route';
import { useServices } from '../services';
import { TrustBadge } from '../shared/Badge';
import { placeOf } from './describe-answer';

/** The Viewer at a citation. */
export const citationHref = (answer: Answer, citation: Citation): string =>
  formatRoute({
    panel: 'viewer',
    document: citation.document,
    span: [citation.start, citation.end],
    citation: { answer: answer.id, number: citation.number },
  });

/** The numbers behind a sentence: a look on hover or focus, the source on a press. */
export function CitationMarks(props: {
  readonly answer: Answer;
  readonly numbers: readonly number[];
  /** Tells equal numbers in several sentences apart. */
  readonly place: string;
}): JSX.Element {
  const find = (number: number) => props.answer.citations.find((one) => one.number === number);
  return (
    <span class="cites">
      <For each={props.numbers}>
        {(number) => (
          <Show when={find(number)}>
            {(citation) => (
              <CitationMark answer={props.answer} citation={citation()} place={props.place} />
            )}
          </Show>
        )}
      </For>
    </span>
  );
}

const showAfterMs = 180;

function CitationMark(props: {
  readonly answer: Answer;
  readonly citation: Citation;
  readonly place: string;
}): JSX.Element {
  const { router } = useServices();
  const [open, setOpen] = createSignal(false);
  let link!: HTMLAnchorElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (afterMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => setOpen(true), afterMs);
  };
  const hide = () => {
    clearTimeout(timer);
    setOpen(false);
  };
  onCleanup(() => clearTimeout(timer));
  const id = () => `cite-${props.answer.id}-${props.place}-${props.citation.number}`;
  return (
    <>
      <a
        ref={link}
        id={id()}
        class="cite"
        data-testid="citation"
        data-number={props.citation.number}
        href={citationHref(props.answer, props.citation)}
        aria-label={`Source ${props.citation.number}: ${placeOf(props.citation)}`}
        aria-describedby={open() ? `${id()}-look` : undefined}
        onPointerEnter={(event) => event.pointerType === 'mouse' && show(showAfterMs)}
        onPointerLeave={hide}
        // Focus that came from a press leads to the Viewer anyway.
        onFocus={() => link.matches(':focus-visible') && show(0)}
        onBlur={hide}
        on:keydown={(event) => event.key === 'Escape' && hide()}
        onClick={() => {
          hide();
          router.rememberFocus(id());
        }}
      >
        {props.citation.number}
      </a>
      <Show when={open()}>
        <Look id={`${id()}-look`} citation={props.citation} at={link} />
      </Show>
    </>
  );
}

/** A look at the source, beside its number. In the top layer, so nothing cuts it off. */
function Look(props: {
  readonly id: string;
  readonly citation: Citation;
  readonly at: HTMLElement;
}): JSX.Element {
  const place = (box: HTMLSpanElement) =>
    queueMicrotask(() => {
      if (!box.isConnected) return;
      box.showPopover?.();
      const at = props.at.getBoundingClientRect();
      const { width, height } = box.getBoundingClientRect();
      const gap = 8;
      const above = at.top - height - gap;
      box.style.left = `${Math.max(gap, Math.min(at.left - 12, innerWidth - width - gap))}px`;
      box.style.top = `${above > gap ? above : at.bottom + gap}px`;
    });
  return (
    <span
      ref={place}
      id={props.id}
      role="tooltip"
      popover="manual"
      class="look"
      data-testid="citation-preview"
    >
      <span class="look-head small">
        <strong class="truncate">{props.citation.title}</strong>
        <TrustBadge trust={props.citation.trust} />
      </span>
      <span class="quote">{props.citation.quote}</span>
      <span class="small dim truncate">{placeOf(props.citation)}</span>
    </span>
  );
}
