/**
 * The level of a line that stands alone and reads like a heading, or null. Modest: chapters by
 * their word, numbered titles, roman numerals, and unless `capitals` is false, a few words in capitals.
 */
export function looksLikeHeading(line: string, capitals = true): number | null {
  if (line.length > 90 || !/[\p{L}\p{N}]/u.test(line)) return null;
  const named = divisions.exec(line);
  if (named) return /^(?:part|book|volume|act)$/i.test(named[1]!) ? 1 : 2;
  if (/^[IVXLC]{1,7}\.?$/.test(line)) return 2;
  const level = numberedLevel(line);
  if (level !== null) return level;
  if (!capitals || /[.,;:!?]$/.test(line)) return null;
  const letters = line.replace(/[^\p{L}]/gu, '');
  const words = line.split(' ').length;
  const inCapitals =
    letters.length >= 4 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
  return inCapitals && words <= 10 && line.length <= 70 && !/\d{3,}|\|| {2,}/.test(line) ? 2 : null;
}

/** A heading that names a part, not what it is about: no title of a document. */
export function isGenericHeading(line: string): boolean {
  return (
    divisions.test(line) ||
    /^(?:\d+(?:\.\d+)*\.?\s|(?:table of )?contents$|abstract$|summary$|index$|inhalt(?:sverzeichnis)?$|[ivxlc]+\.?$)/i.test(
      line,
    )
  );
}

/** `3` -> 1, `3.2 Data` -> 2, `3.2.1. Cleaning` -> 3; `Article 4`, `IV. Results` -> 1; null for other lines. */
export function numberedLevel(line: string): number | null {
  const words = line.split(' ');
  if (words.length > 14 || /[,;:]$/.test(line) || /\p{Ll}\.$/u.test(line)) return null;
  const digits = /^(\d{1,2}(?:\.\d{1,2}){0,4})(\.?)\s+(?=[\p{Lu}\p{Lo}"“(])/u.exec(line);
  if (digits) {
    const depth = digits[1]!.split('.').length;
    // "12 Monkeys came" is rather text; a whole section number wants its stop or a short title.
    if (Number(digits[1]!.split('.')[0]) > 30) return null;
    return depth > 1 || digits[2] === '.' || words.length <= 7 ? Math.min(6, depth) : null;
  }
  return /^(?:[IVX]{1,5}|[A-H])\.\s+\p{Lu}/u.test(line) && words.length <= 10 ? 1 : null;
}

const count =
  '(?:[ivxlc]+|\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|the\\s+\\w+)';
const divisions = new RegExp(
  `^(part|book|volume|act|chapter|section|article|scene|appendix|letter|canto|epilogue|prologue|preface|introduction|foreword|afterword|annex|schedule|exhibit)(?:\\s+(?:${count}|[a-z])\\b(?:[.:\\s–—-].*)?|\\s*:?\\s*)$`,
  'i',
);
