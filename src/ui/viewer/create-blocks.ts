import { createEffect, createSignal, onCleanup, type Accessor } from 'solid-js';
import type { ParsedDocument } from '../../core/types';
import { blocks, type Block } from './blocks';

/** Milliseconds of cutting before the page gets a turn. */
const sliceMs = 8;

/** The blocks of a document, growing while a long one is still being cut. */
export function createBlocks(parsed: Accessor<ParsedDocument>): Accessor<readonly Block[]> {
  const [list, setList] = createSignal<readonly Block[]>([]);
  createEffect(() => {
    const source = blocks(parsed());
    const found: Block[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    onCleanup(() => clearTimeout(timer));
    const cut = () => {
      const until = performance.now() + sliceMs;
      for (let next = source.next(); !next.done; next = source.next()) {
        found.push(next.value);
        if (performance.now() < until) continue;
        timer = setTimeout(cut, 0);
        break;
      }
      setList([...found]);
    };
    cut();
  });
  return list;
}
