import { strToU8, zipSync, type Zippable } from 'fflate';
import type { Source } from './source';

export interface DocxFacts {
  readonly author: string;
  /** Creation date that the file tells, ISO 8601. */
  readonly date: string;
}

const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const packageTypes = 'http://schemas.openxmlformats.org/package/2006';
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A Word file with a title, headings and paragraphs: the smallest package that Word opens. */
export function renderDocx(source: Source, facts: DocxFacts): Uint8Array {
  const body = [
    paragraph(source.title, 'Title'),
    ...source.blocks.map((block) =>
      paragraph(block.text, block.kind === 'heading' ? 'Heading1' : 'Normal'),
    ),
  ].join('');
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${officeTypes}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${packageTypes}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${officeTypes}/styles" Target="styles.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${wordNamespace}"><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    'word/styles.xml': `<w:styles xmlns:w="${wordNamespace}">${style('Normal', 'Normal', 22, 160)}${style('Title', 'Title', 40, 240)}${style('Heading1', 'heading 1', 28, 120)}</w:styles>`,
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="${packageTypes}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escape(source.title)}</dc:title><dc:creator>${escape(facts.author)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${facts.date}T12:00:00Z</dcterms:created></cp:coreProperties>`,
  };
  // Zip times have no zone: a fixed local time keeps the bytes equal on every machine.
  const zipped: Zippable = {};
  for (const [name, xml] of Object.entries(files))
    zipped[name] = [strToU8(header + xml), { mtime: new Date(2025, 0, 1) }];
  return zipSync(zipped, { level: 9 });
}

const paragraph = (text: string, styleId: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${styleId}"/></w:pPr><w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`;

const style = (id: string, name: string, halfPoints: number, after: number) =>
  `<w:style w:type="paragraph" w:styleId="${id}"${id === 'Normal' ? ' w:default="1"' : ''}><w:name w:val="${name}"/><w:pPr><w:spacing w:after="${after}"/></w:pPr><w:rPr>${id === 'Normal' ? '' : '<w:b/>'}<w:sz w:val="${halfPoints}"/></w:rPr></w:style>`;

const escape = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
