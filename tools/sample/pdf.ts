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

/** A line of text, or the space after a block. */
interface Line {
  readonly text: string;
  readonly style: Style;
  readonly height: number;
  /** Lines that must follow in the same column. */
  readonly keep: number;
}

function draw(document: PDFKit.PDFDocument, source: Source, layout: PdfLayout): void {
  const width = document.page.width - 2 * margin;
  const bottom = document.page.height - margin - 20;
  const columnWidth = (width - (layout.columns - 1) * gutter) / layout.columns;
  const write = ({ text, style }: Line, x: number, y: number) =>
    document
      .font(styles[style].font)
      .fontSize(styles[style].size)
      .text(text, x, y, { lineBreak: false });

  let top = margin;
  for (const line of toLines(document, source.title, 'title', width)) {
    write(line, margin, top);
    top += line.height;
  }
  let rest = source.blocks.flatMap((block) =>
    toLines(document, block.text, block.kind === 'heading' ? 'heading' : 'body', columnWidth),
  );
  for (let page = 1; ; page++) {
    // The columns of the last page end at the same height.
    const total = rest.reduce((sum, line) => sum + line.height, 0);
    const even = top + total / layout.columns + styles.heading.lead + styles.body.lead;
    const end = Math.min(bottom, even);
    for (let column = 0; column < layout.columns; column++) {
      const count = fill(rest, end - top);
      let y = top;
      for (const line of rest.slice(0, count)) {
        write(line, margin + column * (columnWidth + gutter), y);
        y += line.height;
      }
      rest = rest.slice(count);
      while (rest[0]?.text === '') rest = rest.slice(1);
    }
    document
      .font('Times-Italic')
      .fontSize(9)
      .text(`${layout.footer} – page ${page}`, margin, bottom + 16, { lineBreak: false });
    if (rest.length === 0) return;
    document.addPage();
    top = margin;
  }
}

/** How many lines fit into `room`; a heading stays with the lines that follow it. */
function fill(lines: readonly Line[], room: number): number {
  let count = 0;
  let used = 0;
  while (count < lines.length && used + lines[count]!.height <= room)
    used += lines[count++]!.height;
  if (count === lines.length) return count;
  for (let back = 1; back <= 3 && back < count; back++)
    if (lines[count - back]!.keep >= back) return count - back;
  return count;
}

function toLines(document: PDFKit.PDFDocument, text: string, style: Style, width: number): Line[] {
  const { lead, after } = styles[style];
  return [
    ...breakLines(document, text, style, width).map((line) => ({
      text: line,
      style,
      height: lead,
      keep: style === 'heading' ? 3 : 0,
    })),
    { text: '', style, height: after, keep: style === 'heading' ? 2 : 0 },
  ];
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
