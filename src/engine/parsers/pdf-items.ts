import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { PageItem, PageItems } from '../../core/documents/pdf/segments';
import type { ParseContext } from './types';
import { within } from './within';

/** Words of a page, upright, with what was filled into its form; none for a scan. */
export async function readPage(
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
    return upright(items, viewport.width, viewport.height);
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

/** As the view has it: x to the right, y downwards from the top of the page. */
function place(text: string, m: Matrix, width: number, font: string, rtl: boolean): Placed {
  const [a, b, c, d, e, f] = m as [number, number, number, number, number, number];
  const turns = Math.abs(a) >= Math.abs(b) ? (a < 0 && d > 0 ? 2 : 0) : b < 0 ? 1 : 3;
  return { text, x: e, y: f, width, size: Math.hypot(c, d), font, rtl, turns };
}

/**
 * All items upright, y upwards: a page whose text is mostly turned is turned as a whole; on others a
 * few turned pieces (a stamp along the margin) are left out, unless they are a good part of it.
 */
function upright(items: readonly Placed[], width: number, height: number): PageItems {
  const counts = [0, 0, 0, 0];
  for (const item of items) counts[item.turns]! += item.text.trim().length;
  const total = counts.reduce((a, b) => a + b, 0);
  const main = counts.indexOf(Math.max(...counts));
  const rare = (turns: number): boolean => turns !== main && counts[turns]! < total * 0.1;
  const turned = items
    .filter((item) => !rare(item.turns))
    .map(({ turns: _turns, ...item }) => ({ ...item, ...turnedTo(main, item, width, height) }));
  return main % 2 === 0
    ? { width, height, items: turned }
    : { width: height, height: width, items: turned };
}

/** Where a point of the view comes to lie when the page is turned so that quarter `main` is upright. */
function turnedTo(
  main: number,
  { x, y }: { readonly x: number; readonly y: number },
  width: number,
  height: number,
): { x: number; y: number } {
  if (main === 1) return { x: height - y, y: width - x };
  if (main === 2) return { x: width - x, y };
  if (main === 3) return { x: y, y: x };
  return { x, y: height - y };
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
