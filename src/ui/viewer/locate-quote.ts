/** A part of one string of a drawn page. */
export interface Located {
  readonly item: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a quote of the parsed text in the strings of a drawn page. Parsing joined lines, took
 * hyphens and ligatures apart and changed white space, so only letters and digits are compared.
 * @returns the parts of each string that it covers, or null when it is not there.
 */
export function locateQuote(items: readonly string[], quote: string): Located[] | null {
  const wanted = letters(quote);
  if (wanted === '') return null;
  const index = buildIndex(items);
  const at = index.text.indexOf(wanted);
  return at < 0 ? null : located(index, at, at + wanted.length);
}

/**
 * The same over two pages, for a quote that runs on: `null` where it is not, else the parts on the
 * first page and on the second.
 */
export function locateAcross(
  first: readonly string[],
  second: readonly string[],
  quote: string,
): readonly [Located[], Located[]] | null {
  const all = locateQuote([...first, ...second], quote);
  if (!all) return null;
  return [
    all.filter(({ item }) => item < first.length),
    all
      .filter(({ item }) => item >= first.length)
      .map((part) => ({ ...part, item: part.item - first.length })),
  ];
}

interface Index {
  /** Letters and digits of all items, one after the other. */
  readonly text: string;
  /** Item, and offset in it, of each unit of `text`. */
  readonly item: Uint32Array;
  readonly offset: Uint32Array;
}

const kept = /[\p{L}\p{N}]/u;

/** Letters and digits in lower case, ligatures and accents taken apart. */
function letters(text: string): string {
  let result = '';
  for (const char of text) result += lettersOf(char);
  return result;
}

function lettersOf(char: string): string {
  const code = char.charCodeAt(0);
  // The usual case first: decomposing each letter of a page would cost milliseconds.
  if (code < 128) return /[a-z0-9]/i.test(char) ? char.toLowerCase() : '';
  let result = '';
  for (const part of char.normalize('NFKD')) if (kept.test(part)) result += part.toLowerCase();
  return result;
}

function buildIndex(items: readonly string[]): Index {
  let text = '';
  const item: number[] = [];
  const offset: number[] = [];
  for (const [n, string] of items.entries()) {
    let at = 0;
    for (const char of string) {
      const found = lettersOf(char);
      for (let i = 0; i < found.length; i++) {
        item.push(n);
        offset.push(at);
      }
      text += found;
      at += char.length;
    }
  }
  return { text, item: Uint32Array.from(item), offset: Uint32Array.from(offset) };
}

function located(index: Index, from: number, to: number): Located[] {
  const parts: Located[] = [];
  for (let i = from; i < to;) {
    const item = index.item[i] ?? 0;
    const start = index.offset[i] ?? 0;
    let end = start;
    while (i < to && index.item[i] === item) end = (index.offset[i++] ?? 0) + 1;
    parts.push({ item, start, end });
  }
  return parts;
}
