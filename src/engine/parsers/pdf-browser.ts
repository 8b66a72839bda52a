import { getDocument, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { openOptions, type PdfRuntime } from './pdf-runtime';

/** Where the tables for East Asian fonts lie after the build, by name. */
const cmapUrls = import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

/**
 * pdf.js in browsers: a worker of its own beside the engine's, because importing its worker here
 * would take over this worker's messages, and because only a worker can be ended when a file hangs it.
 */
export function createBrowserPdf(): PdfRuntime {
  let current: { readonly thread: Worker; readonly pdf: PDFWorker } | undefined;
  const start = (): { readonly thread: Worker; readonly pdf: PDFWorker } => {
    const thread = new Worker(workerUrl, { type: 'module', name: 'pdf' });
    return {
      thread,
      pdf: new PDFWorker({ port: thread as never, verbosity: openOptions.verbosity }),
    };
  };
  return {
    open(data) {
      current ??= start();
      return getDocument({
        ...openOptions,
        CMapReaderFactory: CMapReader,
        useWorkerFetch: false,
        worker: current.pdf,
        data,
      });
    },
    abandon() {
      current?.pdf.destroy();
      current?.thread.terminate();
      current = undefined;
    },
  };
}

/** pdf.js asks for a table by name; each is a file of our own origin. */
class CMapReader {
  async fetch({
    name,
  }: {
    name: string;
  }): Promise<{ cMapData: Uint8Array; isCompressed: boolean }> {
    const url = cmapUrls[`/node_modules/pdfjs-dist/cmaps/${name}.bcmap`];
    if (url === undefined) throw new Error(`Unknown CMap ${name}.`);
    const response = await fetch(new URL(url, import.meta.url));
    if (!response.ok) throw new Error(`CMap ${name}: HTTP ${response.status}.`);
    return { cMapData: new Uint8Array(await response.arrayBuffer()), isCompressed: true };
  }
}
