import { analyse } from 'chardet';

export interface DecodedText {
  readonly text: string;
  /** Label of the encoding, as TextDecoder names it. */
  readonly encoding: string;
  /** How it was found: told by the file, valid UTF-8, or guessed from the bytes. */
  readonly by: 'mark' | 'declaration' | 'utf-8' | 'guess';
}

/**
 * Bytes to text: byte order mark (UTF-8, 16, 32), zero bytes that give UTF-16 or UTF-32 away, valid
 * UTF-8, the charset that HTML or XML declares, else the most likely legacy encoding. Never fails:
 * what cannot be decoded becomes U+FFFD.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const decoded = decode(bytes);
  return { ...decoded, text: mendTwice(decoded.text) };
}

/**
 * Text that went through UTF-8 twice ("â" and two control characters for a dash) is set right. Only
 * sequences with a control character in them: those can mean nothing else.
 */
function mendTwice(text: string): string {
  return text.replace(/[\u00C2-\u00F4][\u0080-\u00BF]{1,3}/g, (match) => {
    if (!/[\u0080-\u009F]/.test(match)) return match;
    return (
      strictly(
        Uint8Array.from(match, (char) => char.charCodeAt(0)),
        'utf-8',
      ) ?? match
    );
  });
}

function decode(bytes: Uint8Array): DecodedText {
  const marked = markOf(bytes);
  if (marked) return { ...decodeAs(bytes.subarray(marked.length), marked.encoding), by: 'mark' };
  const wide = zeroPattern(bytes);
  if (wide) return { ...decodeAs(bytes, wide), by: 'guess' };
  const utf8 = strictly(bytes, 'utf-8');
  if (utf8 !== null && !escapes(bytes)) return { text: utf8, encoding: 'utf-8', by: 'utf-8' };
  const declared = declaredCharset(bytes);
  if (declared && declared !== 'utf-8') {
    const text = strictly(bytes, declared);
    if (text !== null) return { text, encoding: declared, by: 'declaration' };
  }
  if (utf8 !== null) {
    const iso2022 = strictly(bytes, 'iso-2022-jp');
    if (iso2022 !== null && /[\u3040-\u30ff\u4e00-\u9fff]/.test(iso2022))
      return { text: iso2022, encoding: 'iso-2022-jp', by: 'guess' };
    return { text: utf8, encoding: 'utf-8', by: 'utf-8' };
  }
  if (mostlyUtf8(bytes)) return { ...decodeAs(bytes, 'utf-8'), by: 'guess' };
  return { ...decodeAs(bytes, guess(bytes)), by: 'guess' };
}

function markOf(b: Uint8Array): { encoding: string; length: number } | null {
  if (b[0] === 0xff && b[1] === 0xfe && b[2] === 0 && b[3] === 0 && b.length % 4 === 0)
    return { encoding: 'utf-32le', length: 4 };
  if (b[0] === 0 && b[1] === 0 && b[2] === 0xfe && b[3] === 0xff)
    return { encoding: 'utf-32be', length: 4 };
  if (b[0] === 0xef && b[1] === 0xbb && b[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (b[0] === 0xff && b[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (b[0] === 0xfe && b[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return null;
}

/** Wide encodings without a mark: most text has zeros in the high bytes of its letters and spaces. */
function zeroPattern(bytes: Uint8Array): string | null {
  const n = Math.min(bytes.length, 8192) & ~3;
  if (n < 4) return null;
  const zeros = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) if (bytes[i] === 0) zeros[i & 3]!++;
  const share = zeros.map((count) => count / (n / 4));
  const [a, b, c, d] = share as [number, number, number, number];
  if (a < 0.1 && c > 0.9 && d > 0.9) return 'utf-32le';
  if (d < 0.1 && a > 0.9 && b > 0.9) return 'utf-32be';
  const even = (a + c) / 2;
  const odd = (b + d) / 2;
  if (odd > 0.12 && even < 0.02) return 'utf-16le';
  if (even > 0.12 && odd < 0.02) return 'utf-16be';
  return null;
}

function decodeAs(bytes: Uint8Array, encoding: string): { text: string; encoding: string } {
  if (encoding.startsWith('utf-32'))
    return { text: utf32(bytes, encoding === 'utf-32le'), encoding };
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

function utf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength & ~3);
  const parts: string[] = [];
  for (let i = 0; i < view.byteLength; i += 4) {
    const code = view.getUint32(i, littleEndian);
    parts.push(
      code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\uFFFD' : String.fromCodePoint(code),
    );
  }
  return parts.join('').replace(/^\uFEFF/, '');
}

function strictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** ISO-2022 hides in ASCII behind escape sequences. */
function escapes(bytes: Uint8Array): boolean {
  for (let i = 0; i + 2 < bytes.length; i++)
    if (bytes[i] === 0x1b && (bytes[i + 1] === 0x24 || bytes[i + 1] === 0x28)) return true;
  return false;
}

function declaredCharset(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const label =
    /<\?xml[^>]{0,100}encoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1] ??
    /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1];
  return label ? supported(label) : null;
}

/** The name under which TextDecoder knows it, or null. */
export function supported(label: string): string | null {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return null;
  }
}

/** UTF-8 with a few bad bytes, such as a file cut in two: many whole sequences for each broken one. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, 1_000_000));
  let bad = 0;
  let good = 0;
  for (const char of text) {
    if (char === '\uFFFD') bad++;
    else if (char > '\u007f') good++;
  }
  return good >= 20 * bad;
}

/**
 * The most likely legacy encoding. Detectors need some dozens of letters beyond ASCII; with fewer,
 * an East Asian reading must be flawless and look like it, else Western European is taken.
 */
function guess(bytes: Uint8Array): string {
  const sample = bytes.length > 200_000 ? bytes.subarray(0, 200_000) : bytes;
  let high = 0;
  for (const byte of sample) if (byte > 0x7f) high++;
  const found = analyse(sample)
    .map((match) => ({ encoding: supported(match.name), confidence: match.confidence }))
    .filter((match) => match.encoding !== null && !match.encoding.startsWith('utf-'));
  const eastAsian = found.find(
    ({ encoding }) =>
      /^(?:shift_jis|euc-jp|euc-kr|big5|gbk|gb18030)$/.test(encoding!) &&
      readsEastAsian(sample, encoding!),
  );
  const best = found[0];
  if (
    eastAsian &&
    (eastAsian.confidence >= (best?.confidence ?? 0) || high * 3 > sample.length * 2)
  )
    return eastAsian.encoding!;
  if (high < 24) return 'windows-1252';
  return best && best.confidence >= 10 ? best.encoding! : 'windows-1252';
}

function readsEastAsian(bytes: Uint8Array, encoding: string): boolean {
  const text = strictly(bytes, encoding);
  if (text === null) return false;
  const letters = text.match(/[^\x00-\x7f]/gu) ?? [];
  const common = text.match(/[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]/gu) ?? [];
  return letters.length > 0 && common.length >= letters.length * 0.9;
}
