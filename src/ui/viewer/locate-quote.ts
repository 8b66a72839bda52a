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
  if (at >= 0) return withEdges(items, located(index, at, at + wanted.length), quote);
  return locatePieces(index, wanted);
}

/** Takes the marks around the words in, where the page has the same as the quote: the full stop. */
function withEdges(items: readonly string[], parts: Located[], quote: string): Located[] {
  const first = parts[0];
  const last = parts.at(-1);
  if (!first || !last) return parts;
  const opening = (/^[^\p{L}\p{N}]+/u.exec(quote)?.[0] ?? '').replace(/\s/g, '');
  const closing = (/[^\p{L}\p{N}]+$/u.exec(quote)?.[0] ?? '').replace(/\s/g, '');
  let { start } = first;
  for (let i = opening.length - 1; i >= 0 && items[first.item]?.[start - 1] === opening[i]; i--)
    start--;
  let { end } = last;
  for (let i = 0; i < closing.length && items[last.item]?.[end] === closing[i]; i++) end++;
  const moved = [{ ...first, start }, ...parts.slice(1)];
  return moved.with(-1, { ...moved.at(-1)!, end });
}

const leastPiece = 8;
const leastShare = 0.8;

/**
 * For words that stand otherwise on the page than in the text: a footnote's number in between,
 * columns of a table, a line that was taken for a heading. The longest piece that is there, then the
 * longest of the rest, and so on; null when too little of the quote is found that way.
 */
function locatePieces(index: Index, wanted: string): Located[] | null {
  const parts: Located[] = [];
  let found = 0;
  let behind = 0;
  for (let at = 0; at + leastPiece <= wanted.length;) {
    // The longest prefix of the rest that is on the page: if one is, each shorter one is, too.
    let length = 0;
    for (let step = wanted.length - at; step > 0; step = step === 1 ? 0 : Math.ceil(step / 2)) {
      const longer = length + step;
      if (at + longer > wanted.length) continue;
      if (index.text.includes(wanted.slice(at, at + longer))) length = longer;
    }
    if (length < leastPiece) {
      at++;
      continue;
    }
    const piece = wanted.slice(at, at + length);
    const next = index.text.indexOf(piece, behind);
    const start = next >= 0 ? next : index.text.indexOf(piece);
    parts.push(...located(index, start, start + length));
    found += length;
    behind = start + length;
    at += length;
  }
  return found >= leastShare * wanted.length ? inOrder(parts) : null;
}

/** Parts by their place, those that overlap joined: each letter is marked once. */
function inOrder(parts: readonly Located[]): Located[] {
  const joined: Located[] = [];
  for (const part of [...parts].sort((a, b) => a.item - b.item || a.start - b.start)) {
    const last = joined.at(-1);
    if (last?.item === part.item && part.start <= last.end)
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, part.end) };
    else joined.push(part);
  }
  return joined;
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
