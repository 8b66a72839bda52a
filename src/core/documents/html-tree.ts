import type { parseDocument } from 'htmlparser2';
import { oneLine } from '../lib/text';
import type { Cell } from './grid';

/** What the readers of HTML ask of the tree that htmlparser2 builds. */
export type HtmlNode = ReturnType<typeof parseDocument>['children'][number];
export type HtmlElement = Extract<HtmlNode, { readonly attribs: object }>;

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'attribs' in node;
}

export function attribute(node: HtmlElement, name: string): string | undefined {
  return node.attribs[name];
}

/** Elements that fit, in document order, without going below one that `stop` names. No recursion: pages may nest without end. */
export function find(
  nodes: readonly HtmlNode[],
  fits: (node: HtmlElement) => boolean,
  stop: (node: HtmlElement) => boolean = () => false,
): HtmlElement[] {
  const found: HtmlElement[] = [];
  const waiting = nodes.slice().reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node)) continue;
    if (fits(node)) found.push(node);
    if (!stop(node))
      for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]!);
  }
  return found;
}

/** All text below a node, with a space (or `newline` for `<br>`) where blocks meet. */
export function allText(
  node: HtmlNode,
  skip: (node: HtmlElement) => boolean = () => false,
  newline = ' ',
): string {
  const parts: string[] = [];
  const waiting: (HtmlNode | string)[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (next.type === 'text') parts.push(next.data);
    else if ('children' in next && !(isElement(next) && skip(next))) {
      if (isElement(next) && next.name === 'br') parts.push(newline);
      const apart = isElement(next) && /^(?:p|div|li|tr|td|th|dt|dd|h[1-6])$/.test(next.name);
      if (apart) waiting.push(' ');
      for (let i = next.children.length - 1; i >= 0; i--) waiting.push(next.children[i]!);
    }
  }
  return parts.join('');
}

/** Text of a small element, white space folded; null for one with more than 60 nodes or `most` letters. */
export function shortText(node: HtmlElement, most: number): string | null {
  const waiting: HtmlNode[] = [node];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen > 60) return null;
    const next = waiting.pop()!;
    if ('children' in next) waiting.push(...next.children.slice(0, 62));
  }
  const text = oneLine(allText(node, isHidden));
  return text.length <= most ? text : null;
}

const dropped = new Set(
  `script style noscript template nav iframe object embed applet svg canvas audio video map select input
  textarea button datalist head title meta link base ix:header ix:hidden`.split(/\s+/),
);
const boilerplate =
  /(?:^|\s)(?:noprint|mw-editsection|mw-jump-link|navbox|sr-only|visually-hidden|screen-reader-text|skip-link)(?:\s|$)/;

/** Not shown to a person, or not part of what the page says. */
export function isHidden(node: HtmlElement): boolean {
  if (dropped.has(node.name)) return true;
  const { hidden, style, role, class: classes } = node.attribs;
  if (hidden !== undefined || node.attribs['aria-hidden'] === 'true') return true;
  if (role === 'navigation' || role === 'search') return true;
  if (style !== undefined && /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style))
    return true;
  return classes !== undefined && boilerplate.test(classes);
}

/** A short block whose whole text is bold and that does not read as a sentence. */
export function isBoldBlock(node: HtmlElement): boolean {
  if (node.name !== 'p' && node.name !== 'div') return false;
  if (node.children.some((child) => isElement(child) && inner.test(child.name))) return false;
  const text = shortText(node, 120);
  if (text === null || text.length < 2 || /[.,;:!?]$/.test(text) || !/\p{L}/u.test(text))
    return false;
  return find(node.children, (e) => inner.test(e.name)).length === 0 && isAllBold(node, false);
}

const inner = /^(?:p|div|table|ul|ol|pre|br|img|h[1-6]|section|article)$/;

/** True when every letter below is bold: by an element, or by a style that none within takes back. */
function isAllBold(node: HtmlNode, inherited: boolean, depth = 0): boolean {
  if (depth > 100) return false;
  if (node.type === 'text') return inherited || node.data.trim() === '';
  if (!isElement(node) || isHidden(node)) return true;
  const style = /font-weight\s*:\s*(\w+)/i.exec(node.attribs['style'] ?? '')?.[1];
  const bold =
    style !== undefined
      ? /^(?:bold|bolder|[6-9]00)$/i.test(style)
      : inherited || /^(?:b|strong|th)$/.test(node.name);
  return node.children.every((child) => isAllBold(child, bold, depth + 1));
}

export interface HtmlTable {
  readonly rows: readonly (readonly Cell[])[];
  readonly caption: string;
  /** Rows of `<thead>`; null when there is none. */
  readonly headerRows: number | null;
}

/** Rows and cells of a table; a table inside a cell counts as text of that cell. */
export function cellsOf(table: HtmlElement): HtmlTable {
  const isTable = (e: HtmlElement): boolean => e.name === 'table' || isHidden(e);
  const inside = (name: string): HtmlElement[] =>
    find(table.children, (e) => e.name === name && !isHidden(e), isTable);
  const rows = inside('tr')
    .filter((row) => !isHidden(row))
    .map((row) =>
      row.children
        .filter(isElement)
        .filter((e) => (e.name === 'td' || e.name === 'th') && !isHidden(e)),
    );
  const head = inside('thead').flatMap((e) =>
    find(e.children, (row) => row.name === 'tr', isTable),
  );
  const caption = inside('caption')[0];
  return {
    rows: rows.map((row) => row.map(readCell)).filter((row) => row.length > 0),
    caption: caption ? oneLine(allText(caption, isHidden)) : '',
    headerRows: head.length > 0 ? head.length : null,
  };
}

function readCell(node: HtmlElement): Cell {
  const text = oneLine(allText(node, isHidden));
  const span = (name: string, most: number): number =>
    Math.min(most, Math.max(1, Math.trunc(Number(attribute(node, name)) || 1)));
  return {
    text,
    colspan: span('colspan', 100),
    rowspan: span('rowspan', 1000),
    heading: node.name === 'th',
    bold: text !== '' && shortText(node, 200) !== null && isAllBold(node, false),
  };
}

/** Tables that only arrange a page: one column, tables or headings within, or whole paragraphs in their cells. */
export function isLayoutTable(node: HtmlElement, rows: readonly (readonly Cell[])[]): boolean {
  const role = attribute(node, 'role');
  if (role === 'presentation' || role === 'none') return true;
  if (find(node.children, (e) => /^(?:h[1-6]|table)$/.test(e.name)).length > 0) {
    const size = rows.flat().reduce((sum, cell) => sum + cell.text.length, 0);
    const isSmall = size < 1000 && rows.length > 1 && rows.every((row) => row.length > 1);
    return !isSmall && !rows.some((row) => row.some((cell) => cell.heading));
  }
  const filled = rows.map((row) => row.filter((cell) => cell.text !== ''));
  if (filled.every((row) => row.length <= 1)) return true;
  const bullets = filled.filter((row) => row.length === 2 && isItemMark(row[0]!.text));
  if (bullets.length === filled.filter((row) => row.length > 0).length) return true;
  return filled.flat().some((cell) => cell.text.length > 1500);
}

/** A bullet, or the number of a list item: "•", "-", "3.", "(a)", "iv)". */
export function isItemMark(text: string): boolean {
  return /^(?:[•●▪■○◦·*–-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])$/i.test(text);
}
