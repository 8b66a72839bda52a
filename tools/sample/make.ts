/**
 * Builds the sample library: `npx tsx tools/sample/make.ts`. The plain files of public/sample are
 * written by hand; this makes the PDF and Word files from `sources/`, and `index.json` from
 * `questions.json` and what lies in the folder. Same sources, same bytes.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { renderDocx } from './docx';
import { renderPdf } from './pdf';
import { readSource } from './source';

const sampleFolder = fileURLToPath(new URL('../../public/sample/', import.meta.url));
const trust = 'Orrin Skerry Trust';

const made = [
  {
    path: 'science/petrels/storm-petrel-census-2024.pdf',
    author: 'Amara Lindell',
    date: '2024-11-20',
    pdf: { columns: 2, footer: 'Orrin Skerry Field Station, Report 51' },
  },
  {
    path: 'science/seals-2024.pdf',
    author: 'Joren Maas',
    date: '2025-02-12',
    pdf: { columns: 1, footer: 'Orrin Skerry Field Station, Report 52' },
  },
  {
    path: 'admin/annual-report-2024.pdf',
    author: trust,
    date: '2025-03-18',
    pdf: { columns: 1, footer: 'Orrin Skerry Trust, annual report 2024' },
  },
  { path: 'admin/minutes-2025-03-18.docx', author: 'Silje Orme', date: '2025-03-18', pdf: null },
  { path: 'handbook/volunteer-agreement.docx', author: trust, date: '2025-01-10', pdf: null },
] as const;

/** The made files, by path inside public/sample. */
export async function makeFiles(): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const { path, author, date, pdf } of made) {
    const name = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
    const source = readSource(readFileSync(new URL(`sources/${name}.md`, import.meta.url), 'utf8'));
    files.set(
      path,
      pdf
        ? await renderPdf(source, { ...pdf, author, date })
        : renderDocx(source, { author, date }),
    );
  }
  return files;
}

/** index.json: every file of the folder by path, and the questions. */
export function makeIndex(): string {
  const files = readdirSync(sampleFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(sampleFolder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== 'index.json')
    .sort();
  const questions = JSON.parse(
    readFileSync(new URL('questions.json', import.meta.url), 'utf8'),
  ) as unknown;
  return `${JSON.stringify({ files, questions }, null, 2)}\n`;
}

async function main(): Promise<void> {
  for (const [path, bytes] of await makeFiles()) {
    mkdirSync(dirname(join(sampleFolder, path)), { recursive: true });
    writeFileSync(join(sampleFolder, path), bytes);
    console.log(`${path}: ${bytes.length} bytes`);
  }
  writeFileSync(join(sampleFolder, 'index.json'), makeIndex());
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
