import type * as PdfJs from 'pdfjs-dist';

export type PdfTask = PdfJs.PDFDocumentLoadingTask;

/** How pdf.js runs here: in a worker of its own in browsers, in this thread in Node. */
export interface PdfRuntime {
  /** Starts to open a file; takes the bytes over. */
  open(data: Uint8Array): PdfTask;
  /** Ends whatever hangs; the next `open` starts afresh. */
  abandon(): void;
}

/** What never changes: no code from the file is run, no fonts are drawn, no picture over 36 megapixels is unpacked. */
export const openOptions = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWasm: false,
  enableXfa: false,
  stopAtErrors: false,
  maxImageSize: 36_000_000,
  verbosity: 0,
} as const;

let runtime: Promise<PdfRuntime> | undefined;

/** The runtime of this environment, made once. */
export function pdfRuntime(): Promise<PdfRuntime> {
  const isNode = 'process' in globalThis && !('WorkerGlobalScope' in globalThis);
  runtime ??= isNode
    ? import('./pdf-node').then((module) => module.createNodePdf())
    : import('./pdf-browser').then((module) => module.createBrowserPdf());
  return runtime;
}
