import { parseDocument } from 'htmlparser2';
import { isoDate } from '../../core/documents/date';
import { allText, find, type HtmlElement, type HtmlNode } from '../../core/documents/html-tree';
import { oneLine } from '../../core/lib/text';
import type { Zip } from './zip';

/** Parses XML; names keep their prefix. */
export function parseXml(xml: string): readonly HtmlNode[] {
  return parseDocument(xml, { xmlMode: true }).children;
}

/** Elements by local name, whatever the prefix. */
export function byName(nodes: readonly HtmlNode[], name: string): HtmlElement[] {
  return find(nodes, (element) => localName(element.name) === name);
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Title and date that an Office file says of itself. */
export function coreProperties(zip: Zip): { title: string; date: string | null } {
  const xml = zip.text('docProps/core.xml');
  if (xml === null) return { title: '', date: null };
  const nodes = parseXml(xml);
  const text = (name: string): string => {
    const element = byName(nodes, name)[0];
    return element ? oneLine(allText(element)) : '';
  };
  return {
    title: meaningfulTitle(text('title')),
    date: isoDate(text('modified')) ?? isoDate(text('created')),
  };
}

/** Titles that programs write by themselves say nothing; they become empty. */
export function meaningfulTitle(title: string): string {
  const text = oneLine(title);
  const automatic =
    /^(?:untitled\b.*|unbenannt\b.*|\(anonymous\)|anonymous|\(unspecified\)|none|slide 1|document\s*\d*|dokument\s*\d*|doc\d*|presentation\d*|title|microsoft word\b.*|powerpoint presentation|.*\.(?:docx?|pdf|dvi|tex|indd|qxd|xlsx?|pptx?|rtf|wpd|ps))$/i;
  return text.length < 3 || automatic.test(text) ? '' : text;
}
