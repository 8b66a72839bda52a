import { createEffect, createSignal, onCleanup, type Accessor } from 'solid-js';
import type { ParsedDocument } from '../../core/types';
import { blocks, type Block } from './blocks';

/** Some blocks that are drawn and measured together: a book has hundreds, not ten thousands. */
export interface Section {
  readonly start: number;
  readonly end: number;
  readonly blocks: readonly Block[];
}

export interface Sections {
  readonly list: readonly Section[];
  /** False while a long document is still being cut. */
  readonly complete: boolean;
}

/** Milliseconds of cutting before the page gets a turn. */
const sliceMs = 8;
const charactersPerSection = 2500;
const blocksPerSection = 14;

/** Joins blocks to sections. */
export function* sections(source: Iterable<Block>): Generator<Section, void, undefined> {
  let group: Block[] = [];
  const section = (): Section => ({
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    blocks: group,
  });
  for (const block of source) {
    group.push(block);
    const { start, end } = section();
    if (group.length < blocksPerSection && end - start < charactersPerSection) continue;
    yield section();
    group = [];
  }
  if (group.length > 0) yield section();
}

/** The sections of a document: the first ones at once, all of them when they are cut. */
export function createSections(parsed: Accessor<ParsedDocument>): Accessor<Sections> {
  const [list, setList] = createSignal<Sections>({ list: [], complete: false });
  createEffect(() => {
    const source = sections(blocks(parsed()));
    const found: Section[] = [];
    let isFirst = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    onCleanup(() => clearTimeout(timer));
    const cut = () => {
      const until = performance.now() + sliceMs;
      let next = source.next();
      for (; !next.done; next = source.next()) {
        found.push(next.value);
        if (performance.now() >= until) break;
      }
      const complete = next.done === true;
      // In between nothing is shown anew: each change has all sections placed again.
      if (isFirst || complete) setList({ list: [...found], complete });
      isFirst = false;
      if (!complete) timer = setTimeout(cut, 0);
    };
    cut();
  });
  return list;
}
