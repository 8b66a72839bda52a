import { parseDocument } from 'htmlparser2';
import { oneLine } from '../lib/text';
import type { ParsedDocument } from '../types';
import { createBuilder, type Builder } from './build';
import { isoDate } from './date';
import { readGrid } from './grid';
import {
  allText,
  attribute,
  cellsOf,
  find,
  isBoldBlock,
  isElement,
  isHidden,
  isItemMark,
  isLayoutTable,
  shortText,
  type HtmlElement,
  type HtmlNode,
} from './html-tree';
import { addPlainText } from './plain';

/**
 * Reads HTML as a person sees it: headings, paragraphs, lists, tables with their header, `<pre>`
 * with its line ends; scripts, styles, menus and hidden parts are left out. Title from `<title>` or
 * the first heading, date from meta tags or `<time>`.
 */
export function parseHtml(html: string, maxCharacters = Infinity): ParsedDocument {
  const tree = parseDocument(html);
  const builder = createBuilder(maxCharacters);
  addHtml(builder, contentOf(tree.children));
  return builder.finish(htmlFacts(tree.children));
}

/** Adds HTML (a mail's body, a chapter of a book) to a document under construction. */
export function addHtmlText(builder: Builder, html: string): void {
  addHtml(builder, parseDocument(html).children);
}

/** What a page says of itself outside its text. */
function htmlFacts(nodes: readonly HtmlNode[]): { title: string; date: string | null } {
  const title = find(nodes, (e) => e.name === 'title')[0];
  const named = new Map<string, string>();
  for (const meta of find(nodes, (e) => e.name === 'meta')) {
    const key =
      attribute(meta, 'property') ?? attribute(meta, 'name') ?? attribute(meta, 'itemprop');
    if (key) named.set(key.toLowerCase(), attribute(meta, 'content') ?? '');
  }
  const linked = find(nodes, (e) => attribute(e, 'type') === 'application/ld+json')
    .map((e) => /"datePublished"\s*:\s*"([^"]+)"/.exec(allText(e))?.[1])
    .find((value) => value !== undefined);
  const time = find(nodes, (e) => e.name === 'time' && attribute(e, 'datetime') !== undefined)[0];
  const date = [
    ...dateNames.map((name) => named.get(name)),
    linked,
    time && attribute(time, 'datetime'),
  ].map(isoDate);
  return {
    title: oneLine(title ? allText(title) : '') || (named.get('og:title') ?? ''),
    date: date.find((value) => value !== null) ?? null,
  };
}

const dateNames = [
  'article:published_time',
  'datepublished',
  'citation_publication_date',
  'citation_date',
  'dc.date',
  'dcterms.created',
  'dcterms.date',
  'dc.date.issued',
  'pubdate',
  'date',
];

/** The main part where a page names one that holds a good share of its text; else the body. */
function contentOf(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const body = find(nodes, (e) => e.name === 'body')[0]?.children ?? nodes;
  const main = find(body, (e) => e.name === 'main' || attribute(e, 'role') === 'main');
  if (main.length !== 1) return body;
  const size = (list: readonly HtmlNode[]): number =>
    list.reduce((sum, node) => sum + allText(node, isHidden).length, 0);
  return size(main) * 4 >= size(body) ? main : body;
}

interface State {
  readonly builder: Builder;
  /** Inline text since the last block ended. */
  line: string;
  /** Mark of the list item that the next block begins: "- ", "3. ". */
  marker: string;
  /** How deep in lists; 0 outside. */
  depth: number;
  /** True until the first block of a list, a term or a definition was written. */
  close: boolean;
  /** Level of the last real heading. */
  level: number;
  readonly hasHeadings: boolean;
}

function addHtml(builder: Builder, nodes: readonly HtmlNode[]): void {
  const hasHeadings = find(nodes, (e) => /^h[1-6]$/.test(e.name)).length > 0;
  const state: State = {
    builder,
    line: '',
    marker: '',
    depth: 0,
    close: false,
    level: 0,
    hasHeadings,
  };
  visit(state, nodes, 0);
  flush(state);
}

/** Deeper nesting than this is not a page that a person wrote; its text is kept, flat. */
const maxDepth = 300;

function visit(state: State, nodes: readonly HtmlNode[], depth: number): void {
  for (const [i, node] of nodes.entries()) {
    if (isPageNumber(nodes, i)) continue;
    if (node.type === 'text') state.line += node.data;
    else if (isElement(node) && !isHidden(node)) {
      if (depth > maxDepth) state.line += ` ${allText(node, isHidden)} `;
      else element(state, node, depth + 1);
    } else if (node.type === 'cdata') visit(state, node.children, depth + 1);
  }
}

/** A number alone before a rule that breaks the page, as reports printed from HTML have. */
function isPageNumber(nodes: readonly HtmlNode[], at: number): boolean {
  const node = nodes[at]!;
  if (!isElement(node) || !/^(?:p|div)$/.test(node.name)) return false;
  if (!/^(?:[-–] ?)?\d{1,4}(?: ?[-–])?$/.test(shortText(node, 12) ?? '')) return false;
  const next = nodes
    .slice(at + 1, at + 6)
    .find((n) => isElement(n) && (n.name === 'hr' || shortText(n, 0) !== ''));
  return (
    next !== undefined &&
    isElement(next) &&
    /page-break|break-(?:after|before)\s*:\s*page/i.test(next.attribs['style'] ?? '')
  );
}

function element(state: State, node: HtmlElement, depth: number): void {
  const name = node.name;
  if (name === 'br') {
    state.line += lineBreak;
    return;
  }
  if (name === 'img') {
    const alt = oneLine(attribute(node, 'alt') ?? '');
    if (alt.split(' ').length > 3) state.line += ` [${alt}] `;
    return;
  }
  if (name === 'wbr') return;
  if (name === 'q') {
    state.line += '“';
    visit(state, node.children, depth);
    state.line += '”';
    return;
  }
  if (!blocks.has(name)) {
    visit(state, node.children, depth);
    return;
  }
  flush(state);
  if (/^h[1-6]$/.test(name)) {
    state.level = Number(name[1]);
    state.builder.heading(state.level, allText(node, isHidden));
  } else if (name === 'ul' || name === 'ol' || name === 'menu') list(state, node, depth);
  else if (name === 'table') table(state, node, depth);
  else if (name === 'pre') preformatted(state, node);
  else if (name === 'hr') return;
  else if (isBoldBlock(node) && state.depth === 0) boldHeading(state, node);
  else {
    visit(state, node.children, depth);
    flush(state);
    if (name === 'dt') state.close = true;
  }
}

const blocks = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
  figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol optgroup option p pre section
  summary table tbody td tfoot th thead tr ul`.split(/\s+/),
);

/** Stands for `<br>` while white space is still to be folded. */
const lineBreak = '\u0000';

function flush(state: State): void {
  const text = state.line
    .split(lineBreak)
    .map(oneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  state.line = '';
  if (text === '') return;
  const indent = '  '.repeat(Math.max(0, state.depth - 1));
  state.builder.block(indent + state.marker + text, { close: state.close });
  state.close = state.depth > 0;
  state.marker = '';
}

function list(state: State, node: HtmlElement, depth: number): void {
  const outer = { close: state.close, marker: state.marker };
  const ordered = node.name === 'ol';
  let number = Number(attribute(node, 'start') ?? 1);
  state.depth++;
  state.close = outer.close && state.depth > 1;
  for (const child of node.children) {
    if (isElement(child) && child.name === 'li' && !isHidden(child)) {
      flush(state);
      state.marker = isNote(child) ? `[${number}] ` : ordered ? `${number}. ` : '- ';
      number++;
      visit(state, child.children, depth + 1);
    } else visit(state, [child], depth + 1);
    flush(state);
    state.marker = '';
  }
  state.depth--;
  state.close = state.depth > 0;
}

/** Foot- and endnotes carry the mark that stands in the text: "[3] "; their ids may count otherwise. */
function isNote(item: HtmlElement): boolean {
  return /^(?:.*-)?(?:foot|end)note-\d+$/.test(attribute(item, 'id') ?? '');
}

/** A block that is nothing but bold, short text serves as a heading, below the real ones. */
function boldHeading(state: State, node: HtmlElement): void {
  const text = allText(node, isHidden);
  const level = state.hasHeadings
    ? state.level + 1
    : /^\s*part\b/i.test(text)
      ? 1
      : /^\s*(?:item|chapter|section|article)\s+\w/i.test(text)
        ? 2
        : 3;
  state.builder.heading(level, text);
}

function table(state: State, node: HtmlElement, depth: number): void {
  const { rows, caption, headerRows } = cellsOf(node);
  if (caption !== '') state.builder.block(caption);
  if (isLayoutTable(node, rows)) {
    layoutRows(state, node, depth);
    return;
  }
  const grid = readGrid(rows, headerRows);
  const width = grid.rows.reduce(
    (most, row) => Math.max(most, row.filter((c) => c !== '').length),
    0,
  );
  if (grid.header.length === 0 && (width < 2 || grid.rows.length < 2))
    for (const row of grid.rows)
      state.builder.block(row.filter((cell) => cell !== '').join(width > 2 ? ' | ' : ' '));
  else state.builder.table(grid.header, grid.rows);
  state.close = false;
}

/** Tables used for layout: each cell is a block of its own, but a lone bullet or number joins the text beside it. */
function layoutRows(state: State, node: HtmlElement, depth: number): void {
  for (const row of find(
    node.children,
    (e) => e.name === 'tr',
    (e) => e.name === 'table',
  )) {
    for (const cell of row.children) {
      if (!isElement(cell) || isHidden(cell)) continue;
      const text = oneLine(allText(cell, isHidden));
      if (state.marker === '' && isItemMark(text))
        state.marker = /[\da-z]/i.test(text) ? `${text} ` : '- ';
      else element(state, cell, depth + 1);
    }
    flush(state);
    if (state.marker !== '') state.builder.block(state.marker.trim());
    state.marker = '';
  }
}

function preformatted(state: State, node: HtmlElement): void {
  const text = allText(node, isHidden, '\n');
  const isCode = find(node.children, (e) => e.name === 'code').length > 0;
  if (isCode) state.builder.block(text.replace(/\n$/, ''));
  else addPlainText(state.builder, text, !state.hasHeadings);
}
