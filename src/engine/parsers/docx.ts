import mammoth from 'mammoth';
import { createBuilder } from '../../core/documents/build';
import { addHtmlText } from '../../core/documents/html';
import { failure } from '../../core/errors';
import type { ParsedDocument } from '../../core/types';
import { coreProperties } from './office';
import { withPlainMath } from './office-math';
import type { ParseContext } from './types';
import type { Zip } from './zip';

/**
 * Reads a Word document through mammoth's HTML: headings by style, lists, tables, foot- and
 * endnotes at the end with their mark, text boxes; comments and deleted text are left out.
 * @throws DocumentDamaged
 */
export async function parseDocx(
  bytes: ArrayBuffer,
  zip: Zip,
  context: ParseContext,
): Promise<ParsedDocument> {
  context.onProgress(0, 1);
  await context.pause();
  const html = await toHtml(withPlainMath(zip)?.slice().buffer ?? bytes);
  await context.pause();
  const builder = createBuilder(context.limits.characters);
  addHtmlText(builder, html);
  context.onProgress(1, 1);
  const facts = coreProperties(zip);
  return builder.finish(facts);
}

async function toHtml(bytes: ArrayBuffer): Promise<string> {
  // mammoth takes a Buffer in Node and an ArrayBuffer in browsers.
  const node = (globalThis as { Buffer?: { from(bytes: ArrayBuffer): Uint8Array } }).Buffer;
  const input = node ? { buffer: node.from(bytes) } : { arrayBuffer: bytes };
  try {
    const { value } = await mammoth.convertToHtml(input as { arrayBuffer: ArrayBuffer }, {
      styleMap,
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    });
    return value.replace(/\s*<a href="#(?:foot|end)note-ref-\d+">↑<\/a>/g, '');
  } catch (error) {
    throw failure(
      'DocumentDamaged',
      'It is damaged: the document inside cannot be read. Open it in Word or LibreOffice and save it again.',
      error,
    );
  }
}

const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h2:fresh",
  "p[style-name='heading 7'] => h6:fresh",
  "p[style-name='heading 8'] => h6:fresh",
  "p[style-name='heading 9'] => h6:fresh",
];
