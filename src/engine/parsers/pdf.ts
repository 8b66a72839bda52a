import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { createBuilder } from '../../core/documents/build';
import { isoDate } from '../../core/documents/date';
import { assemblePdf } from '../../core/documents/pdf/assemble';
import type { OutlineEntry } from '../../core/documents/pdf/headings';
import type { PageItem, PageItems } from '../../core/documents/pdf/segments';
import { failure } from '../../core/errors';
import type { ParsedDocument } from '../../core/types';
import { meaningfulTitle } from './office';
import { pdfRuntime, type PdfRuntime } from './pdf-runtime';
import type { ParseContext } from './types';

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
  const info = await metadata(document, context);
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

async function readPage(
  document: PDFDocumentProxy,
  number: number,
  form: boolean,
  context: ParseContext,
): Promise<PageItems> {
  const page = await document.getPage(number);
  try {
    const viewport = page.getViewport({ scale: 1 });
    const items = await textItems(page, viewport.transform, context.limits.itemsPerPage);
    if (form) items.push(...(await formItems(page, viewport.transform)));
    if (await isScan(page, items, context)) items.length = 0;
    return { width: viewport.width, height: viewport.height, items: upright(items) };
  } finally {
    page.cleanup();
  }
}

/** A picture with next to no text, such as the stamp of a scanner program, counts as a page without text. */
async function isScan(
  page: PDFPageProxy,
  items: readonly PageItem[],
  context: ParseContext,
): Promise<boolean> {
  const characters = items.reduce((sum, item) => sum + item.text.trim().length, 0);
  if (characters === 0 || characters >= stampCharacters) return false;
  const { fnArray } = await within(
    page.getOperatorList(),
    context.limits.pageMs / 4,
    context.signal,
  );
  return fnArray.some(
    (operation) => operation >= firstImageOperation && operation <= lastImageOperation,
  );
}

/** A page with fewer characters than this and a picture is taken for scanned. */
const stampCharacters = 12;
/** pdf.js OPS.paintImageMaskXObject to OPS.paintImageMaskXObjectRepeat. */
const firstImageOperation = 83;
const lastImageOperation = 89;

type Matrix = readonly number[];
interface Placed extends PageItem {
  /** Direction of its baseline in quarter turns: 0 upright. */
  readonly turns: number;
}

/** Streamed, so that a page made of endless text is left where the limit is reached. */
async function textItems(page: PDFPageProxy, view: Matrix, most: number): Promise<Placed[]> {
  const reader = page.streamTextContent().getReader() as ReadableStreamDefaultReader<{
    items: readonly {
      readonly str?: string;
      readonly dir?: string;
      readonly transform?: Matrix;
      readonly width?: number;
      readonly fontName?: string;
    }[];
  }>;
  const items: Placed[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return items;
    for (const { str, transform, width = 0, fontName = '', dir } of value.items)
      if (str && transform)
        items.push(place(str, multiply(view, transform), width, fontName, dir === 'rtl'));
    // Left unread, not cancelled: pdf.js goes on to fill a cancelled stream and throws. The worker
    // waits for the reader, until the document is closed.
    if (items.length >= most) return items.slice(0, most);
  }
}

function multiply(a: Matrix, b: Matrix): number[] {
  const [a0, a1, a2, a3, a4, a5] = a as [number, number, number, number, number, number];
  const [b0, b1, b2, b3, b4, b5] = b as [number, number, number, number, number, number];
  return [
    a0 * b0 + a2 * b1,
    a1 * b0 + a3 * b1,
    a0 * b2 + a2 * b3,
    a1 * b2 + a3 * b3,
    a0 * b4 + a2 * b5 + a4,
    a1 * b4 + a3 * b5 + a5,
  ];
}

/** The view turns y downwards; here it grows upwards from the first line's side again. */
function place(text: string, m: Matrix, width: number, font: string, rtl: boolean): Placed {
  const [a, b, c, d, e, f] = m as [number, number, number, number, number, number];
  const turns = Math.abs(a) >= Math.abs(b) ? (a < 0 && d > 0 ? 2 : 0) : b < 0 ? 1 : 3;
  return { text, x: e, y: -f, width, size: Math.hypot(c, d), font, rtl, turns };
}

/**
 * All items upright: a page whose text is mostly turned is turned as a whole; on others a few turned
 * pieces (a stamp along the margin) are left out, unless they are a good part of it.
 */
function upright(items: readonly Placed[]): PageItem[] {
  const counts = [0, 0, 0, 0];
  for (const item of items) counts[item.turns]! += item.text.trim().length;
  const total = counts.reduce((a, b) => a + b, 0);
  const main = counts.indexOf(Math.max(...counts));
  const rare = (turns: number): boolean => turns !== main && counts[turns]! < total * 0.1;
  return items.filter((item) => !rare(item.turns)).map((item) => turn(item, main));
}

function turn({ turns: _turns, ...item }: Placed, main: number): PageItem {
  if (main === 1) return { ...item, x: item.y, y: -item.x };
  if (main === 3) return { ...item, x: -item.y, y: item.x };
  if (main === 2) return { ...item, x: -item.x, y: -item.y };
  return item;
}

/** What was filled into a form stands where its field is. */
async function formItems(page: PDFPageProxy, view: Matrix): Promise<Placed[]> {
  const items: Placed[] = [];
  for (const field of (await page.getAnnotations()) as readonly FormField[]) {
    if (field.subtype !== 'Widget' || field.hidden || !field.rect) continue;
    const value = fieldText(field);
    if (value === '') continue;
    const [x0, y0, , y1] = field.rect as [number, number, number, number];
    const lines = value.split(/\r\n?|\n/);
    const size = Math.min(11, Math.max(5, ((y1 - y0) / lines.length) * 0.75));
    for (const [i, line] of lines.entries()) {
      const baseline = lines.length === 1 ? y0 + (y1 - y0) * 0.25 : y1 - size * 1.2 * (i + 1);
      const matrix = multiply(view, [size, 0, 0, size, x0, baseline]);
      items.push(place(line, matrix, line.length * size * 0.5, 'form', false));
    }
  }
  return items;
}

interface FormField {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly rect?: readonly number[];
  readonly hidden?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly buttonValue?: string;
  readonly exportValue?: string;
  readonly password?: boolean;
}

function fieldText(field: FormField): string {
  if (field.password) return '';
  if (field.checkBox)
    return field.fieldValue !== undefined && field.fieldValue === field.exportValue ? '[x]' : '';
  if (field.radioButton)
    return field.fieldValue !== null && field.fieldValue === field.buttonValue ? '[x]' : '';
  if (Array.isArray(field.fieldValue))
    return field.fieldValue.filter((v) => typeof v === 'string').join(', ');
  return field.fieldType !== 'Btn' && typeof field.fieldValue === 'string' ? field.fieldValue : '';
}

interface Info {
  readonly title: string;
  readonly date: string | null;
  readonly outline: readonly OutlineEntry[];
  readonly form: boolean;
}

/** Title, date and outline; a damaged one counts as none. */
async function metadata(document: PDFDocumentProxy, context: ParseContext): Promise<Info> {
  const ask = <T>(promise: Promise<T>): Promise<T | null> =>
    within(promise, 5000, context.signal).catch(() => {
      context.signal.throwIfAborted();
      return null;
    });
  const data = await ask(document.getMetadata());
  const info = (data?.info ?? {}) as {
    Title?: unknown;
    CreationDate?: unknown;
    IsAcroFormPresent?: boolean;
  };
  const outline = await ask(readOutline(document, context));
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    title: meaningfulTitle(text(info.Title)),
    date: isoDate(text(info.CreationDate)),
    outline: outline ?? [],
    form: info.IsAcroFormPresent === true,
  };
}

interface OutlineNode {
  readonly title: string;
  readonly dest: unknown;
  readonly items: readonly OutlineNode[];
}

async function readOutline(
  document: PDFDocumentProxy,
  context: ParseContext,
): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const visit = async (nodes: readonly OutlineNode[], depth: number): Promise<void> => {
    for (const node of nodes) {
      if (entries.length >= 5000 || depth > 6) return;
      await context.pause();
      entries.push({ title: node.title, depth, page: await pageOf(document, node.dest) });
      await visit(node.items, depth + 1);
    }
  };
  await visit(((await document.getOutline()) ?? []) as readonly OutlineNode[], 1);
  return entries;
}

async function pageOf(document: PDFDocumentProxy, dest: unknown): Promise<number | null> {
  try {
    const explicit = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const target: unknown = Array.isArray(explicit) ? explicit[0] : null;
    if (typeof target === 'number') return target;
    return target === null ? null : await document.getPageIndex(target as never);
  } catch {
    return null;
  }
}

/** Rejects with TimeoutError after `ms`, with the signal's reason on abort. */
function within<T>(promise: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      end();
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      end();
      reject(Object.assign(new Error(`Not done after ${ms} ms.`), { name: 'TimeoutError' }));
    }, ms);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    promise.then(
      (value) => (end(), resolve(value)),
      (error: unknown) => (end(), reject(error as Error)),
    );
  });
}
