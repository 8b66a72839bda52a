import { strToU8, zipSync } from 'fflate';

/** Small files of every format, written here so that each reader is tested without other data. */

export interface PdfText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  /** 1 Times, 2 Times bold, 3 a Japanese font that is not in the file; its text is Shift-JIS bytes. */
  readonly font?: 1 | 2 | 3;
  /** Quarter turns against the clock. */
  readonly turned?: 0 | 1 | 2 | 3;
}

export interface PdfOptions {
  readonly info?: string;
  /** Draws a grey picture over these pages (0-based). */
  readonly pictures?: readonly number[];
  /** A password is needed: the check values in it fit none. */
  readonly encrypted?: boolean;
  /** Dictionary entries of widgets on page 1. */
  readonly fields?: readonly string[];
}

/** A PDF 1.4 with standard fonts (612 x 792 points); text is WinAnsi. */
export function pdfFile(
  pages: readonly (readonly PdfText[])[],
  options: PdfOptions = {},
): ArrayBuffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const stream = (data: string, more = ''): string =>
    `<< /Length ${data.length} ${more}>>\nstream\n${data}\nendstream`;
  add('');
  add('');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding >>');
  const japanese = add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 >> >>',
  );
  const composite = add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light-H /Encoding /90ms-RKSJ-H /DescendantFonts [${japanese} 0 R] >>`,
  );
  const picture = add(
    stream(
      '\x80',
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ',
    ),
  );
  const fields = (options.fields ?? []).map((field) =>
    add(`<< /Type /Annot /Subtype /Widget ${field} >>`),
  );
  const kids = pages.map((texts, number) => {
    const drawn = texts.map(
      ({ x, y, text, size = 10, font = 1, turned = 0 }) =>
        `BT /F${font} ${size} Tf ${['1 0 0 1', '0 1 -1 0', '-1 0 0 -1', '0 -1 1 0'][turned]} ${x} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`,
    );
    if (options.pictures?.includes(number)) drawn.push('q 612 0 0 792 0 0 cm /Im Do Q');
    const content = add(stream(drawn.join('\n')));
    const annots =
      number === 0 && fields.length > 0
        ? `/Annots [${fields.map((f) => `${f} 0 R`).join(' ')}]`
        : '';
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R ${annots} /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 ${composite} 0 R >> /XObject << /Im ${picture} 0 R >> >> >>`,
    );
  });
  objects[0] = `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields.map((f) => `${f} 0 R`).join(' ')}] >> >>`;
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((k) => `${k} 0 R`).join(' ')}] >>`;
  const info = options.info === undefined ? '' : `/Info ${add(`<< ${options.info} >>`)} 0 R`;
  const bogus = '<' + '5a'.repeat(32) + '>';
  const encrypt = options.encrypted
    ? `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${bogus} /U ${bogus} /P -44 >> /ID [<00> <00>]`
    : '';
  let out = '%PDF-1.4\n';
  const offsets = objects.map((body, i) => {
    const at = out.length;
    out += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const xref = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const at of offsets) out += `${String(at).padStart(10, '0')} 00000 n \n`;
  out += `trailer << /Size ${objects.length + 1} /Root 1 0 R ${info} ${encrypt} >>\nstartxref\n${xref}\n%%EOF\n`;
  return latin(out);
}

/** Lines of one column, top down. */
export function column(x: number, top: number, lines: readonly string[], size = 10): PdfText[] {
  return lines.map((text, i) => ({ x, y: top - i * size * 1.2, text, size }));
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A Word file around the XML of its body; `parts` are further entries, e.g. footnotes. */
export function docxFile(body: string, parts: Readonly<Record<string, string>> = {}): ArrayBuffer {
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${rel}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="n1" Type="${rel}/footnotes" Target="footnotes.xml"/><Relationship Id="n2" Type="${rel}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles ${word}>${[1, 2].map((n) => `<w:style w:type="paragraph" w:styleId="Heading${n}"><w:name w:val="heading ${n}"/></w:style>`).join('')}</w:styles>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${word} xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>${body}</w:body></w:document>`,
    ...parts,
  });
}

export const wordParagraph = (text: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export const wordTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

export const wordFootnotes = (notes: readonly string[]): string =>
  `<w:footnotes ${word}>${notes.map((note, i) => `<w:footnote w:id="${i + 1}">${wordParagraph(note)}</w:footnote>`).join('')}</w:footnotes>`;

export function epubFile(chapters: readonly string[], metadata = ''): ArrayBuffer {
  const items = chapters.map(
    (_, i) => `<item id="c${i}" href="text/c%20${i}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const files = Object.fromEntries(
    chapters.map((html, i) => [
      `OEBPS/text/c ${i}.xhtml`,
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${html}</body></html>`,
    ]),
  );
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    'OEBPS/book.opf': `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>${metadata}</metadata><manifest>${items.join('')}</manifest><spine>${chapters.map((_, i) => `<itemref idref="c${i}"/>`).join('')}</spine></package>`,
    ...files,
  });
}

export function odtFile(body: string, meta = ''): ArrayBuffer {
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?><office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'meta.xml': `<office:document-meta><office:meta>${meta}</office:meta></office:document-meta>`,
  });
}

export function xlsxFile(
  sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>,
): ArrayBuffer {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const names = Object.keys(sheets);
  const cell = (value: string | number, ref: string): string =>
    typeof value === 'number'
      ? `<c r="${ref}"><v>${value}</v></c>`
      : value === ''
        ? ''
        : `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const sheet = (rows: readonly (readonly (string | number)[])[]): string =>
    `<worksheet ${main}><dimension ref="A1:Z${rows.length}"/><sheetData>${rows
      .map(
        (row, r) =>
          `<row r="${r + 1}">${row.map((value, c) => cell(value, String.fromCharCode(65 + c) + (r + 1))).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`;
  return zip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${rel}"><workbookPr/><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${rel}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheet(sheets[name]!)]),
    ),
  });
}

export function zip(files: Readonly<Record<string, string>>): ArrayBuffer {
  return exact(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
}

/** Bytes of a string whose characters are bytes. */
export function latin(text: string): ArrayBuffer {
  return exact(Uint8Array.from(text, (char) => char.charCodeAt(0)));
}

export function utf8(text: string): ArrayBuffer {
  return exact(new TextEncoder().encode(text));
}

export function exact(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer;
}
