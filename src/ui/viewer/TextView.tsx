import { createVirtualizer } from '@tanstack/solid-virtual';
import { createEffect, createSignal, For, on, onCleanup, Show, type JSX } from 'solid-js';
import type { ParsedDocument, Span } from '../../core/types';
import { BlockView } from './BlockView';
import { createSections, type Section } from './create-sections';
import { blockAt } from './marks';

/** A document as structured text. Only what is in sight exists, so a book opens like a page. */
export function TextView(props: {
  readonly parsed: ParsedDocument;
  readonly marked: Span | null;
}): JSX.Element {
  const sections = createSections(() => props.parsed);
  const [margin, setMargin] = createSignal(0);
  let box!: HTMLDivElement;
  const scroller = () => document.getElementById('main');

  const virtual = createVirtualizer<HTMLElement, HTMLDivElement>({
    get count() {
      return sections().list.length;
    },
    getScrollElement: scroller,
    estimateSize: (index) => estimate(sections().list[index]),
    overscan: 1,
    get scrollMargin() {
      return margin();
    },
  });

  let frame = 0;
  onCleanup(() => cancelAnimationFrame(frame));
  const measure = () => {
    const main = scroller();
    if (main)
      setMargin(
        box.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop,
      );
  };
  // First roughly, by the estimated heights; then to the mark itself, once it is drawn.
  createEffect(
    on([() => props.parsed, () => props.marked], ([, marked]) => {
      cancelAnimationFrame(frame);
      let tries = 40;
      let seen = 0;
      const settle = () => {
        measure();
        if (!marked) {
          scroller()?.scrollTo({ top: 0 });
          return;
        }
        const mark = box.querySelector<HTMLElement>('[data-testid="highlight"]');
        if (!sections().complete) {
          // A long document is still being cut; its mark may be further down.
          frame = requestAnimationFrame(settle);
          return;
        }
        if (mark) {
          mark.scrollIntoView({ block: 'center' });
          // Heights above may still be corrected: hold it for a few frames.
          if (++seen > 4) {
            mark.focus({ preventScroll: true });
            return;
          }
        } else virtual.scrollToIndex(blockAt(sections().list, marked[0]), { align: 'center' });
        if (--tries > 0) frame = requestAnimationFrame(settle);
      };
      frame = requestAnimationFrame(settle);
    }),
  );

  return (
    <div
      ref={box}
      class="text-view"
      data-testid="text-view"
      style={{ height: `${virtual.getTotalSize()}px` }}
    >
      <For each={virtual.getVirtualItems()}>
        {(item) => (
          <Show when={sections().list[item.index]}>
            {(section) => (
              <div
                class="text-section"
                data-index={item.index}
                ref={(element) => queueMicrotask(() => virtual.measureElement(element))}
                style={{ transform: `translateY(${item.start - margin()}px)` }}
              >
                <For each={section().blocks}>
                  {(block) => (
                    <div class="text-block">
                      <Show when={block.page}>
                        {(page) => (
                          <div class="page-mark small dim" aria-label={`Page ${page()}`}>
                            {page()}
                          </div>
                        )}
                      </Show>
                      <BlockView block={block} text={props.parsed.text} marked={props.marked} />
                    </div>
                  )}
                </For>
              </div>
            )}
          </Show>
        )}
      </For>
    </div>
  );
}

/** A guess in pixels; the real height is measured once it is drawn. */
function estimate(section: Section | undefined): number {
  let pixels = 0;
  for (const block of section?.blocks ?? []) {
    if (block.kind === 'heading') pixels += 56;
    else if (block.kind === 'table') pixels += 40 * (block.lastRow - block.firstRow + 1);
    else pixels += 16 + 28 * Math.ceil((block.textEnd - block.start) / 78);
  }
  return pixels;
}
