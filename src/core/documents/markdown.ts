import { marked } from 'marked';
import type { ParsedDocument } from '../types';
import { createBuilder } from './build';
import { isoDate } from './date';
import { addHtmlText } from './html';

/**
 * Reads Markdown (GitHub flavour) through its HTML, so that headings, lists, tables and code read
 * as they do there. Title and date from the front matter, else the first heading.
 */
export function parseMarkdown(text: string, maxCharacters = Infinity): ParsedDocument {
  const front = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text);
  const facts = frontMatter(front?.[1] ?? '');
  const builder = createBuilder(maxCharacters);
  const body = front ? text.slice(front[0].length) : text;
  addHtmlText(builder, marked.parse(body, { async: false, gfm: true }));
  return builder.finish({ title: facts.get('title') ?? '', date: isoDate(facts.get('date')) });
}

/** `name: value` lines of YAML or, with `=`, of TOML; nested values are left. */
function frontMatter(text: string): Map<string, string> {
  const facts = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const match = /^(\w+)\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|(.*))$/.exec(line);
    if (match) facts.set(match[1]!.toLowerCase(), (match[2] ?? match[3] ?? match[4] ?? '').trim());
  }
  return facts;
}
