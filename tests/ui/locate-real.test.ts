import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../src/core/lib/sentences';
import { parseFile } from '../../src/engine/parsers';
import { locateAcross, locateQuote } from '../../src/ui/viewer/locate-quote';
import { pageAt } from '../../src/ui/viewer/marks';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const sample = at('../../public/sample/');
// Beside the repository on some machines; where it is not, these are skipped.
const shared = at('../../../shared/data/files/');

const files = [
  `${sample}admin/annual-report-2024.pdf`,
  `${sample}science/seals-2024.pdf`,
  `${sample}science/petrels/storm-petrel-census-2024.pdf`,
  `${shared}sample-files__multicolumn.pdf`,
  `${shared}unstructured__layout-parser-paper-fast.pdf`,
];

/** Sentences of the parsed text that are not found on the page that they say they stand on. */
async function missing(path: string): Promise<{ sentences: number; missing: string[] }> {
  const buffer = readFileSync(path);
  const bytes = () =>
    buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength) as ArrayBuffer;
  const { parsed } = await parseFile(bytes(), path, () => {}, new AbortController().signal);
  const pdf = await getDocument({ data: new Uint8Array(bytes()) }).promise;
  const pages: string[][] = [];
  for (let n = 1; n <= pdf.numPages; n++) {
    const { items } = await (await pdf.getPage(n)).getTextContent();
    pages.push(items.flatMap((item) => ('str' in item ? [item.str] : [])));
  }
  await pdf.destroy();
  const sentences = splitSentences(parsed.text).filter(([start, end]) =>
    /[\p{L}\p{N}]/u.test(parsed.text.slice(start, end)),
  );
  const lost = sentences.filter(([start, end]) => {
    const quote = parsed.text.slice(start, end);
    const page = pageAt(parsed.pages, start);
    const here = pages[page - 1] ?? [];
    return !locateQuote(here, quote) && !locateAcross(here, pages[page] ?? [], quote);
  });
  return {
    sentences: sentences.length,
    missing: lost.map(([start, end]) => parsed.text.slice(start, end)),
  };
}

describe('sentences as the parser gives them', () => {
  for (const path of files)
    it.skipIf(!existsSync(path))(
      `are all found on the drawn pages of ${path.slice(path.lastIndexOf('/') + 1)}`,
      async () => {
        const result = await missing(path);
        expect(result.missing).toEqual([]);
        expect(result.sentences).toBeGreaterThan(20);
      },
      60_000,
    );
});
