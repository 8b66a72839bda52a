import PDFDocument from 'pdfkit';
import type { Source } from './source';

export interface PdfLayout {
  readonly columns: 1 | 2;
  /** Stands in the foot of every page, before the page number. */
  readonly footer: string;
  /** Creation date that the file tells, ISO 8601. */
  readonly date: string;
  readonly author: string;
}

type Style = 'title' | 'heading' | 'body';
const styles: Record<Style, { font: string; size: number; lead: number; after: number }> = {
  title: { font: 'Times-Bold', size: 18, lead: 22, after: 10 },
  heading: { font: 'Times-Bold', size: 12, lead: 16, after: 3 },
  body: { font: 'Times-Roman', size: 10.5, lead: 14, after: 7 },
};
const margin = 56;
const gutter = 24;

/** An A4 PDF with real text in reading order, title across the page, body in one or two columns. */
export async function renderPdf(source: Source, layout: PdfLayout): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    info: { Title: source.title, Author: layout.author, CreationDate: new Date(layout.date) },
  });
  const chunks: Uint8Array[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('end', resolve);
    document.on('error', reject);
  });
  draw(document, source, layout);
  document.end();
  await finished;
  return new Uint8Array(Buffer.concat(chunks));
}

function draw(document: PDFKit.PDFDocument, source: Source, layout: PdfLayout): void {
  const width = document.page.width - 2 * margin;
  const bottom = document.page.height - margin - 20;
  const columnWidth = (width - (layout.columns - 1) * gutter) / layout.columns;
  let page = 1;
  let top = margin;
  let column = 0;
  let y = margin;

  const write = (text: string, style: Style, x: number) => {
    const { font, size } = styles[style];
    document.font(font).fontSize(size).text(text, x, y, { lineBreak: false });
    y += styles[style].lead;
  };
  const foot = () =>
    document
      .font('Times-Italic')
      .fontSize(9)
      .text(`${layout.footer} – page ${page}`, margin, bottom + 16, { lineBreak: false });
  const nextColumn = () => {
    if (++column === layout.columns) {
      foot();
      document.addPage();
      page++;
      column = 0;
      top = margin;
    }
    y = top;
  };

  for (const line of breakLines(document, source.title, 'title', width))
    write(line, 'title', margin);
  y += styles.title.after;
  top = y;
  for (const block of source.blocks) {
    const style = block.kind === 'heading' ? 'heading' : 'body';
    const lines = breakLines(document, block.text, style, columnWidth);
    // A heading stays with the two lines that follow it.
    const needed = style === 'heading' ? lines.length * 16 + 2 * styles.body.lead : 0;
    if (style === 'heading' && y + needed > bottom) nextColumn();
    for (const line of lines) {
      if (y + styles[style].lead > bottom) nextColumn();
      write(line, style, margin + column * (columnWidth + gutter));
    }
    y += styles[style].after;
  }
  foot();
}

function breakLines(
  document: PDFKit.PDFDocument,
  text: string,
  style: Style,
  width: number,
): string[] {
  document.font(styles[style].font).fontSize(styles[style].size);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && document.widthOfString(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
