import { For, Match, Show, Switch, type JSX } from 'solid-js';
import type { Span } from '../../core/types';
import type { Block } from './blocks';
import { cellSpans, headerSpan, runsOf } from './marks';

/** One block of a document: a heading, a paragraph or some rows, marked where it is quoted. */
export function BlockView(props: {
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
