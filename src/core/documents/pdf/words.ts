import { cleanCharacters } from '../../lib/text';

/** Which words a document uses, to tell a hyphen of the line end from one of the word. */
export interface Vocabulary {
  readonly words: ReadonlySet<string>;
  readonly hyphenated: ReadonlySet<string>;
}

export function vocabularyOf(texts: Iterable<string>): Vocabulary {
  const words = new Set<string>();
  const hyphenated = new Set<string>();
  for (const text of texts)
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+(?:-\p{L}+)*-?/gu))
      if (!word.endsWith('-')) (word.includes('-') ? hyphenated : words).add(word);
  return { words, hyphenated };
}

/**
 * Joins two lines of a paragraph: with a space; without one between scripts that have none; a word
 * cut at the line end is made whole, keeping its hyphen where the document writes it with one
 * elsewhere, or where capitals or numbers follow.
 */
export function joinText(before: string, next: string, vocabulary: Vocabulary): string {
  if (before === '') return next;
  if (unspaced.test(before.at(-1)!) && unspaced.test(next[0] ?? '')) return before + next;
  const cut = /(\p{L}+)[-\u2010\u00AD]$/u.exec(before);
  if (cut) {
    const rest = /^(\p{L}+(?:-\p{L}+)*)/u.exec(next)?.[1];
    if (rest === undefined) return before + next;
    const [first, second] = [cut[1]!.toLowerCase(), rest.toLowerCase()];
    const lower = /^\p{Ll}/u.test(rest);
    const keep =
      !lower ||
      (vocabulary.hyphenated.has(`${first}-${second}`) && !vocabulary.words.has(first + second)) ||
      (!vocabulary.words.has(first + second) && prefixes.has(first));
    return (keep ? before : before.slice(0, -1)) + next;
  }
  return /[\u2013\u2014/]$/.test(before) && /^\p{L}/u.test(next) && !/\s.$/u.test(before)
    ? before + next
    : `${before} ${next}`;
}

const unspaced = /[\u3000-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uFF00-\uFFEF]/;
/** First parts that keep their hyphen unless the document shows the word without. */
const prefixes = new Set(
  'self well non half all ex quasi cross high low long short real full part state up so end open large small'.split(
    ' ',
  ),
);

/** A line of a PDF as it goes into the text. */
export function cleanLine(text: string): string {
  return cleanCharacters(text)
    .replace(/(?<=\p{L})↵(?=\p{L})/gu, 'ff') // what macOS makes of TeX's ligature when it prints to PDF
    .replace(/\s+/g, ' ')
    .trim();
}
