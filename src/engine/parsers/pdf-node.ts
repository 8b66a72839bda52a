import type * as PdfJs from 'pdfjs-dist';
import { openOptions, type PdfRuntime } from './pdf-runtime';

/** pdf.js in Node: the legacy build, which needs no browser, in this thread. */
export async function createNodePdf(): Promise<PdfRuntime> {
  // Not written out, so that bundles for browsers leave it out.
  const name = 'pdfjs-dist/legacy/build/pdf.mjs';
  const pdfjs = (await import(/* @vite-ignore */ name)) as typeof PdfJs;
  const resolve = (import.meta as { resolve?: (name: string) => string }).resolve;
  const cmaps = resolve
    ? { cMapUrl: filePath(new URL('../../cmaps/', resolve(name))), cMapPacked: true }
    : {};
  return {
    open: (data) => pdfjs.getDocument({ ...openOptions, ...cmaps, data }),
    abandon: () => {},
  };
}

/** As node:url's fileURLToPath, which this zone does not know. */
function filePath(url: URL): string {
  return decodeURIComponent(url.pathname).replace(/^\/(?=[A-Za-z]:)/, '');
}
