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
  return { text: decodeBytes(bytes, encoding), encoding };
}

/** Decodes by a name that TextDecoder knows, or UTF-32; @throws TypeError when `fatal` and a byte does not fit. */
export function decodeBytes(bytes: Uint8Array, encoding: string, fatal = false): string {
  if (encoding.startsWith('utf-32')) return utf32(bytes, encoding === 'utf-32le');
  const text = new TextDecoder(encoding, { fatal }).decode(bytes);
  // Node 20 reads windows-1252 as Latin-1: the signs from 0x80 to 0x9f come out as controls.
  return encoding === 'windows-1252'
    ? text.replace(/[\u0080-\u009f]/g, (char) => windows1252[char.charCodeAt(0) - 0x80]!)
    : text;
}

/** 0x80 to 0x9f of windows-1252 (WHATWG index); unassigned ones stay controls. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

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
    return decodeBytes(bytes, encoding, true);
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
 * The most likely legacy encoding. Detectors are sure only of some dozens of letters beyond ASCII;
 * with fewer, East Asian encodings are known by how flawlessly they read, and text that is mostly
 * ASCII is taken for Western European.
 */
function guess(bytes: Uint8Array): string {
  const sample = bytes.length > 200_000 ? bytes.subarray(0, 200_000) : bytes;
  let high = 0;
  let controls = 0;
  let ascii = 0;
  for (const byte of sample) {
    if (byte > 0x7f) high++;
    if (byte > 0x7f && byte < 0xa0) controls++;
    if ((byte | 32) >= 0x61 && (byte | 32) <= 0x7a) ascii++;
  }
  const found = analyse(sample)
    .map((match) => ({ encoding: supported(match.name), confidence: match.confidence }))
    .filter((match) => match.encoding !== null && !match.encoding.startsWith('utf-'));
  const best = found[0];
  const bestIsAsian = best !== undefined && eastAsian.test(best.encoding!);
  if (best && best.confidence >= 50 && (!bestIsAsian || reads(sample, best.encoding!, asianLetter)))
    return best.encoding!;
  if (controls > high * 0.25 && reads(sample, 'shift_jis', asianLetter)) return 'shift_jis';
  if (reads(sample, 'euc-kr', /[\uac00-\ud7af]/gu)) return 'euc-kr';
  if (high < 24 && ascii > high) return 'windows-1252';
  return best && !bestIsAsian && best.confidence >= 10 ? best.encoding! : 'windows-1252';
}

const eastAsian = /^(?:shift_jis|euc-jp|euc-kr|big5|gbk|gb18030)$/;
const asianLetter = /[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff01-\uff5e]/gu;

/** True when the bytes are valid in an encoding and nearly all letters beyond ASCII are `letter`. */
function reads(bytes: Uint8Array, encoding: string, letter: RegExp): boolean {
  const text = strictly(bytes, encoding);
  if (text === null) return false;
  const letters = text.match(/[^\x00-\x7f]/gu) ?? [];
  return letters.length > 0 && (text.match(letter) ?? []).length >= letters.length * 0.85;
}
