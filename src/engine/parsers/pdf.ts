import type { PDFDocumentProxy } from 'pdfjs-dist';
import { createBuilder } from '../../core/documents/build';
import { assemblePdf } from '../../core/documents/pdf/assemble';
import type { PageItems } from '../../core/documents/pdf/segments';
import { failure } from '../../core/errors';
import type { ParsedDocument } from '../../core/types';
import { readInfo } from './pdf-info';
import { readPage } from './pdf-items';
import { pdfRuntime, type PdfRuntime } from './pdf-runtime';
import type { ParseContext } from './types';
import { within } from './within';

/**
 * Reads a PDF page by page; `assemblePdf` turns the placed words into text. Pages without text are
 * named in the warnings.
 * @throws DocumentEncrypted, DocumentDamaged, DocumentNoText, DocumentTooLarge
 */
export async function parsePdf(bytes: ArrayBuffer, context: ParseContext): Promise<ParsedDocument> {
  const runtime = await pdfRuntime();
  // A copy: pdf.js takes the buffer over, the caller keeps the original for the viewer.
  const task = runtime.open(new Uint8Array(bytes.slice(0)));
  try {
    const document = await open(task.promise, runtime, context);
    if (document.numPages > context.limits.pages)
      throw failure(
        'DocumentTooLarge',
        `It has ${document.numPages} pages; up to ${context.limits.pages} are read. Split it.`,
      );
    return await readPages(document, runtime, context);
  } finally {
    await within(task.destroy(), 2000).catch(() => runtime.abandon());
  }
}

async function open(
  promise: Promise<PDFDocumentProxy>,
  runtime: PdfRuntime,
  context: ParseContext,
): Promise<PDFDocumentProxy> {
  try {
    return await within(promise, context.limits.openMs, context.signal);
  } catch (error) {
    context.signal.throwIfAborted();
    const name = (error as { name?: string }).name;
    if (name === 'PasswordException')
      throw failure(
        'DocumentEncrypted',
        'It is protected by a password. Save a copy without one and add that.',
        error,
      );
    if (name === 'TimeoutError') {
      runtime.abandon();
      throw failure(
        'DocumentDamaged',
        'It could not be opened in reasonable time; it is damaged or made to be so.',
        error,
      );
    }
    throw failure(
      'DocumentDamaged',
      'It is damaged and cannot be opened. Print or export it to PDF again from where it came.',
      error,
    );
  }
}

async function readPages(
  document: PDFDocumentProxy,
  runtime: PdfRuntime,
  context: ParseContext,
): Promise<ParsedDocument> {
  const builder = createBuilder(context.limits.characters);
  const total = document.numPages;
  const pages: PageItems[] = [];
  const blank: number[] = [];
  const failed: number[] = [];
  const cut: number[] = [];
  let characters = 0;
  const info = await readInfo(document, context);
  for (let number = 1; number <= total; number++) {
    context.onProgress(number - 1, total);
    await context.pause();
    context.signal.throwIfAborted();
    let page: PageItems = { width: 0, height: 1, items: [] };
    try {
      const read = readPage(document, number, info.form, context);
      page = await within(read, context.limits.pageMs, context.signal);
      if (page.items.length >= context.limits.itemsPerPage) cut.push(number);
    } catch (error) {
      context.signal.throwIfAborted();
      failed.push(number);
      if ((error as { name?: string }).name === 'TimeoutError') {
        runtime.abandon();
        for (let rest = number + 1; rest <= total; rest++) failed.push(rest);
        pages.push(page);
        break;
      }
    }
    if (!failed.includes(number) && page.items.length === 0) blank.push(number);
    characters += page.items.reduce((sum, item) => sum + item.text.length, 0);
    if (characters > context.limits.characters)
      throw failure(
        'DocumentTooLarge',
        `It holds more than ${context.limits.characters.toLocaleString('en')} characters of text. Split it.`,
      );
    pages.push(page);
  }
  context.onProgress(total, total);
  if (pages.every((page) => page.items.length === 0)) throw noText(total, failed.length);
  if (blank.length > 0) builder.warn(`${pageList(blank)} no text (scanned or empty?).`);
  if (failed.length > 0) builder.warn(`${pageList(failed)} not been read: damaged.`);
  if (cut.length > 0) builder.warn(`${pageList(cut)} more text than is read from one page.`);
  return assemblePdf(pages, info, builder, context.pause);
}

function noText(pages: number, failed: number): Error {
  if (failed === pages)
    return failure(
      'DocumentDamaged',
      'It is damaged: none of its pages can be read. Export it to PDF again from where it came.',
    );
  return failure(
    'DocumentNoText',
    `${pages === 1 ? 'Its only page has no text' : `None of its ${pages} pages has text`}: it seems to be scanned (or empty). Run text recognition (OCR) on it and add the result.`,
  );
}

/** "Page 3 has", "Pages 3, 5-9 have". */
export function pageList(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const n of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else runs.push([n, n]);
  }
  const text = runs.map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`)).join(', ');
  return numbers.length === 1 ? `Page ${text} has` : `Pages ${text} have`;
}
