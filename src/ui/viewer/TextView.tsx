import { createVirtualizer } from '@tanstack/solid-virtual';
import {
  createEffect,
  createSignal,
  For,
  Match,
  on,
  onCleanup,
  Show,
  Switch,
  type JSX,
} from 'solid-js';
import type { ParsedDocument, Span } from '../../core/types';
import type { Block } from './blocks';
import { createSections, type Section } from './create-sections';
import { blockAt, cellSpans, headerSpan, runsOf } from './marks';

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

function BlockView(props: {
  readonly block: Block;
  readonly text: string;
  readonly marked: Span | null;
}): JSX.Element {
  const table = () => (props.block.kind === 'table' ? props.block : null);
  const heading = () => (props.block.kind === 'heading' ? props.block : null);
  const words = () => (
    <Words
      text={props.text}
      start={props.block.start}
      textEnd={props.block.textEnd}
      end={props.block.end}
      marked={props.marked}
    />
  );
  return (
    <Switch
      fallback={
        <p class="text-prose" data-lines={props.block.kind === 'prose' && props.block.lines}>
          {words()}
        </p>
      }
    >
      <Match when={table()}>
        {(block) => <TableBlock block={block()} text={props.text} marked={props.marked} />}
      </Match>
      <Match when={heading()}>
        {(block) => (
          <div
            class="text-heading"
            role="heading"
            // The page has the title at level 1 and its own headings at 2.
            aria-level={Math.min(6, block().level + 1)}
            data-level={block().level}
          >
            {words()}
          </div>
        )}
      </Match>
    </Switch>
  );
}

/** Words, marked where they are quoted; the space behind them is there, but not to be seen. */
function Words(props: {
  readonly text: string;
  readonly start: number;
  readonly textEnd: number;
  readonly end: number;
  readonly marked: Span | null;
}): JSX.Element {
  return (
    <>
      <Runs text={props.text} start={props.start} end={props.textEnd} marked={props.marked} />
      <Show when={props.textEnd < props.end}>
        <span class="gap">
          <Runs text={props.text} start={props.textEnd} end={props.end} marked={props.marked} />
        </span>
      </Show>
    </>
  );
}

function Runs(props: {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly marked: Span | null;
}): JSX.Element {
  return (
    <For each={runsOf(props.text, props.start, props.end, props.marked)}>
      {(run) => (
        <Show when={run.marked} fallback={run.text}>
          <mark class="highlight" data-testid="highlight" tabindex="-1">
            {run.text}
          </mark>
        </Show>
      )}
    </For>
  );
}

function TableBlock(props: {
  readonly block: Extract<Block, { kind: 'table' }>;
  readonly text: string;
  readonly marked: Span | null;
}): JSX.Element {
  const rows = () =>
    props.block.table.rowSpans
      .slice(props.block.firstRow, props.block.lastRow)
      .map((span, index) => {
        const row = props.block.firstRow + index;
        const next = props.block.table.rowSpans[row + 1];
        const isLast = row === props.block.lastRow - 1;
        return {
          span,
          // Up to the next row, so that a quote over several rows keeps its line breaks.
          end: isLast ? props.block.end : (next?.[0] ?? span[1]),
          cells: props.block.table.rows[row] ?? [],
        };
      });
  const header = () => (props.block.firstRow === 0 ? headerSpan(props.block.table) : null);
  return (
    <div class="text-table">
      <table>
        <Show when={header()}>
          {(span) => (
            <thead>
              <Row
                head
                text={props.text}
                span={[span()[0], trimmedEnd(props.text, span())]}
                end={span()[1]}
                cells={props.block.table.header}
                marked={props.marked}
              />
            </thead>
          )}
        </Show>
        <tbody>
          <For each={rows()}>
            {(row) => (
              <Row
                text={props.text}
                span={row.span}
                end={row.end}
                cells={row.cells}
                marked={props.marked}
              />
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}

const trimmedEnd = (text: string, span: Span): number =>
  span[0] + text.slice(span[0], span[1]).trimEnd().length;

function Row(props: {
  readonly head?: boolean;
  readonly text: string;
  readonly span: Span;
  /** End of the white space behind the row. */
  readonly end: number;
  readonly cells: readonly string[];
  readonly marked: Span | null;
}): JSX.Element {
  const spans = () =>
    cellSpans(props.text, props.span, props.cells) ?? [
      { start: props.span[0], textEnd: props.span[1], end: props.span[1] },
    ];
  return (
    <tr>
      <For each={spans()}>
        {(cell, index) => {
          const isLast = () => index() === spans().length - 1;
          const words = () => (
            <Words
              text={props.text}
              start={cell.start}
              textEnd={cell.textEnd}
              end={isLast() ? props.end : cell.end}
              marked={props.marked}
            />
          );
          const span = () => (spans().length === 1 ? Math.max(1, props.cells.length) : 1);
          return props.head ? (
            <th scope="col" colSpan={span()}>
              {words()}
            </th>
          ) : (
            <td colSpan={span()}>{words()}</td>
          );
        }}
      </For>
    </tr>
  );
}
