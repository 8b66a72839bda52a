/**
 * One spelling for characters that look alike, applied once, when a file is parsed: ligatures and
 * Arabic presentation forms become their letters, soft hyphens and zero-width or direction marks
 * go, odd spaces become plain ones, all line ends become `\n`. Composed (NFC). All later offsets
 * refer to what this returns, so quotes equal the document's text. Idempotent.
 */
export function cleanCharacters(raw: string): string {
  if (plain.test(raw)) return raw;
  return raw
    .replace(presentationForms, (match) => match.normalize('NFKC'))
    .replace(invisible, '')
    .replace(lineEnds, '\n')
    .replace(oddSpaces, ' ')
    .normalize('NFC');
}

/** One line: every run of white space is one space, none at the ends. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const plain = /^[\x20-\x7e\n\t]*$/;
/** Latin, Armenian and Hebrew ligatures, Arabic forms A and B. */
const presentationForms = /[\uFB00-\uFB06\uFB13-\uFB17\uFB1D-\uFDF9\uFE70-\uFEFC]+/g;
/**
 * Controls, soft hyphen, zero-width space, word joiner, byte order mark, direction marks. The
 * zero-width joiners stay: Persian and Indic scripts need them. Form feed stays: it ends a page.
 */
const invisible =
  /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\uFFF9-\uFFFB]/g;
const lineEnds = /\r\n?|[\u000B\u0085\u2028\u2029]/g;
const oddSpaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;
