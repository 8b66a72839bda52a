import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { FakeSource } from './fake-documents';

/** Text of a PDF, line by line as pdf.js gives it; only so that the harness has a real one. */
export async function readPdf(path: string, url: string): Promise<FakeSource> {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const bytes = await (await fetch(url)).arrayBuffer();
  const pdf = await getDocument({ data: bytes.slice(0) }).promise;
  const pages: number[] = [];
  let text = '';
  for (let n = 1; n <= pdf.numPages; n++) {
    if (text) text += '\n\n';
    pages.push(text.length);
    const { items } = await (await pdf.getPage(n)).getTextContent();
    text += items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('');
  }
  await pdf.destroy();
  return { path, text, pages, size: bytes.byteLength, bytes: async () => bytes.slice(0) };
}
