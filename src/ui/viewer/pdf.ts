import { getDocument, GlobalWorkerOptions, TextLayer, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

export { TextLayer };
export type { PDFDocumentProxy };

/**
 * What pdf.js needs beside its code, from our own origin by hashed address. `no-inline`: a data:
 * address could not be fetched under connect-src 'self'.
 */
const assets = {
  fonts: import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  cMaps: import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  wasm: import.meta.glob<string>('/node_modules/pdfjs-dist/wasm/*.wasm', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
};

async function fetchAsset(kind: keyof typeof assets, name: string): Promise<Uint8Array> {
  const found = Object.entries(assets[kind]).find(([path]) => path.endsWith(`/${name}`));
  if (!found) throw new Error(`pdf.js asked for ${name}, which is not part of it.`);
  const response = await fetch(found[1]);
  if (!response.ok) throw new Error(`${name} could not be read.`);
  return new Uint8Array(await response.arrayBuffer());
}

class Fonts {
  fetch = ({ filename }: { filename: string }) => fetchAsset('fonts', filename);
}
class Wasm {
  fetch = ({ filename }: { filename: string }) => fetchAsset('wasm', filename);
}
class CMaps {
  fetch = async ({ name }: { name: string }) => ({
    cMapData: await fetchAsset('cMaps', `${name}.bcmap`),
    isCompressed: true,
  });
}

/** Opens a PDF for drawing; `destroy()` it in the end. The bytes go to the worker of pdf.js. */
export function openPdf(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerSrc = workerUrl;
  return getDocument({
    data: bytes,
    StandardFontDataFactory: Fonts,
    CMapReaderFactory: CMaps,
    WasmFactory: Wasm,
    useWorkerFetch: false,
    useSystemFonts: false,
  }).promise;
}
