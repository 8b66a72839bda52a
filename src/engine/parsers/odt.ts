import { Parser } from 'htmlparser2';
import { createBuilder } from '../../core/documents/build';
import { isoDate } from '../../core/documents/date';
import { addHtmlText } from '../../core/documents/html';
import { allText } from '../../core/documents/html-tree';
import { failure } from '../../core/errors';
import { oneLine } from '../../core/lib/text';
import type { ParsedDocument } from '../../core/types';
import { byName, meaningfulTitle, parseXml } from './office';
import type { ParseContext } from './types';
import type { Zip } from './zip';

/**
 * Reads an OpenDocument text: its XML is near to HTML, so it is renamed to HTML and read as such.
 * Notes stay where they are, in brackets; annotations and deleted text are left out.
 * @throws DocumentDamaged, DocumentEncrypted
 */
export async function parseOdt(zip: Zip, context: ParseContext): Promise<ParsedDocument> {
  if (/encryption-data/.test(zip.text('META-INF/manifest.xml') ?? ''))
    throw failure(
      'DocumentEncrypted',
      'It is protected by a password. Save a copy without one and add that.',
    );
  const content = zip.text('content.xml');
  if (content === null) throw failure('DocumentDamaged', 'It is damaged: its text is missing.');
  context.onProgress(0, 1);
  const builder = createBuilder(context.limits.characters);
  addHtmlText(builder, toHtml(content));
  await context.pause();
  context.onProgress(1, 1);
  const meta = parseXml(zip.text('meta.xml') ?? '');
  const says = (name: string): string => {
    const element = byName(meta, name)[0];
    return element ? oneLine(allText(element)) : '';
  };
  return builder.finish({
    title: meaningfulTitle(says('title')),
    date: isoDate(says('date')) ?? isoDate(says('creation-date')),
  });
}

const skipped = new Set([
  'office:annotation',
  'text:tracked-changes',
  'office:forms',
  'text:note-citation',
  'text:sequence-decls',
  'office:styles',
  'office:automatic-styles',
  'text:index-title-template',
  'draw:object',
]);
const renamed: Readonly<Record<string, string>> = {
  'text:p': 'p',
  'text:list': 'ul',
  'text:list-item': 'li',
  'table:table': 'table',
  'table:table-row': 'tr',
  'table:table-header-rows': 'thead',
  'text:section': 'div',
};

function toHtml(xml: string): string {
  const parts: string[] = [];
  const open: string[] = [];
  let skipping = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (skipping > 0 || skipped.has(name)) {
          skipping++;
          return;
        }
        let tag = renamed[name] ?? '';
        let extra = '';
        if (name === 'text:h')
          tag = `h${Math.min(6, Number(attributes['text:outline-level'] ?? 1) || 1)}`;
        else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
          tag = 'td';
          const columns = attributes['table:number-columns-spanned'];
          const rows = attributes['table:number-rows-spanned'];
          extra = `${columns ? ` colspan="${Number(columns)}"` : ''}${rows ? ` rowspan="${Number(rows)}"` : ''}`;
          if (name === 'table:covered-table-cell') tag = '';
        } else if (name === 'text:line-break') parts.push('<br>');
        else if (name === 'text:tab') parts.push(' ');
        else if (name === 'text:s')
          parts.push(' '.repeat(Math.min(100, Number(attributes['text:c'] ?? 1) || 1)));
        else if (name === 'text:note-body') parts.push(' [');
        // A paragraph inside a note stays in the line that the note is in.
        if (tag === 'p' && open.includes('note')) tag = '';
        open.push(name === 'text:note-body' ? 'note' : tag);
        if (tag) parts.push(`<${tag}${extra}>`);
      },
      ontext(text) {
        if (skipping === 0) parts.push(text.replace(/&/g, '&amp;').replace(/</g, '&lt;'));
      },
      onclosetag() {
        if (skipping > 0) {
          skipping--;
          return;
        }
        const tag = open.pop();
        if (tag === 'note') parts.push(']');
        else if (tag) parts.push(`</${tag}>`);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return parts.join('');
}
