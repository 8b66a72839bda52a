import type { PDFDocumentProxy } from 'pdfjs-dist';
import { isoDate } from '../../core/documents/date';
import type { OutlineEntry } from '../../core/documents/pdf/headings';
import { meaningfulTitle } from './office';
import type { ParseContext } from './types';
import { within } from './within';

export interface PdfInfo {
  readonly title: string;
  readonly date: string | null;
  readonly outline: readonly OutlineEntry[];
  readonly form: boolean;
}

/** Title, date and outline; a damaged one counts as none. */
export async function readInfo(
  document: PDFDocumentProxy,
  context: ParseContext,
): Promise<PdfInfo> {
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
