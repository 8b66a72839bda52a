import { zipSync } from 'fflate';
import { isElement, type HtmlElement, type HtmlNode } from '../../core/documents/html-tree';
import { localName, parseXml } from './office';
import type { Zip } from './zip';

/**
 * The same Word file with its formulas written out in a line ("x^2", "(a)/(b)", "√(x)"), because the
 * converter drops them; or null when it has none.
 */
export function withPlainMath(zip: Zip): Uint8Array | null {
  const path = 'word/document.xml';
  const xml = zip.text(path);
  if (xml === null || !/<m:oMath[\s>]/.test(xml)) return null;
  const rewritten = xml.replace(/<m:oMath(?:\s[^>]*)?>[\s\S]*?<\/m:oMath>/g, (math) => {
    const text = linear(parseXml(math)).replace(/&/g, '&amp;').replace(/</g, '&lt;');
    return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  });
  const flat = rewritten.replace(
    /<\/?m:oMathPara(?:\s[^>]*)?>|<m:oMathParaPr>[\s\S]*?<\/m:oMathParaPr>/g,
    '',
  );
  const entries: Record<string, Uint8Array> = {};
  for (const name of zip.names)
    if (!name.endsWith('/')) entries[name] = zip.bytes(name) ?? new Uint8Array();
  entries[path] = new TextEncoder().encode(flat);
  return zipSync(entries, { level: 0 });
}

function linear(nodes: readonly HtmlNode[]): string {
  return nodes.filter(isElement).map(element).join('');
}

/** Office Math markup (ECMA-376, 22.1) as a line of text. */
function element(node: HtmlElement): string {
  const part = (name: string): string => {
    const child = node.children.find((c) => isElement(c) && localName(c.name) === name);
    return child && isElement(child) ? linear(child.children) : '';
  };
  const group = (text: string): string => (/^[\p{L}\p{N}]*$/u.test(text) ? text : `(${text})`);
  switch (localName(node.name)) {
    case 't':
      return node.children.map((child) => (child.type === 'text' ? child.data : '')).join('');
    case 'f':
      return `${group(part('num'))}/${group(part('den'))}`;
    case 'sSup':
      return `${part('e')}^${group(part('sup'))}`;
    case 'sSub':
      return `${part('e')}_${group(part('sub'))}`;
    case 'sSubSup':
      return `${part('e')}_${group(part('sub'))}^${group(part('sup'))}`;
    case 'rad':
      return `${part('deg')}√${group(part('e'))}`;
    case 'd':
      return `(${part('e')})`;
    case 'nary': {
      const sign = /m:chr[^>]*m:val="([^"]+)"/.exec(propertiesOf(node))?.[1] ?? '∫';
      const from = part('sub') && `_${group(part('sub'))}`;
      const to = part('sup') && `^${group(part('sup'))}`;
      return `${sign}${from}${to} ${part('e')}`;
    }
    case 'func':
      return `${part('fName')}${group(part('e'))}`;
    default:
      return /Pr$/.test(node.name) ? '' : linear(node.children);
  }
}

function propertiesOf(node: HtmlElement): string {
  const properties = node.children.find((c) => isElement(c) && localName(c.name) === 'naryPr');
  if (!properties || !isElement(properties)) return '';
  return properties.children
    .filter(isElement)
    .map((child) => `<${child.name} m:val="${child.attribs['m:val'] ?? ''}">`)
    .join('');
}
