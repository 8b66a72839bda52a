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

/** How two lines meet: characters that the first loses at its end, and what goes between. */
export interface Joint {
  readonly drop: 0 | 1;
  readonly glue: '' | ' ';
}

/**
 * Lines of a paragraph meet with a space; without one between scripts that have none; a word cut at
 * the line end is made whole, keeping its hyphen where the document writes it with one elsewhere,
 * or where capitals or numbers follow.
 */
export function jointOf(before: string, next: string, vocabulary: Vocabulary): Joint {
  const end = before.slice(-40);
  if (unspaced.test(end.at(-1) ?? '') && unspaced.test(next[0] ?? '')) return { drop: 0, glue: '' };
  const first = /(\p{L}+)[-\u2010\u00AD]$/u.exec(end)?.[1]?.toLowerCase();
  if (first !== undefined) {
    const rest = /^\p{L}+(?:-\p{L}+)*/u.exec(next)?.[0];
    if (rest === undefined || !/^\p{Ll}/u.test(rest)) return { drop: 0, glue: '' };
    const second = rest.toLowerCase();
    const isWhole = vocabulary.words.has(first + second);
    const keeps = vocabulary.hyphenated.has(`${first}-${second}`) || prefixes.has(first);
    return { drop: keeps && !isWhole ? 0 : 1, glue: '' };
  }
  const dash = /\S[\u2013\u2014/]$/.test(end) && /^\p{L}/u.test(next);
  return { drop: 0, glue: dash ? '' : ' ' };
}

/** Lines as one text. Pieces are put together at the end: a long text is not copied for each line. */
export function joinLines(
  lines: Iterable<string>,
  vocabulary: Vocabulary,
  onLine: (index: number, start: number) => void = () => {},
): string {
  const parts: string[] = [];
  let length = 0;
  let index = 0;
  for (const line of lines) {
    const last = parts.length - 1;
    if (last >= 0) {
      const { drop, glue } = jointOf(parts[last]!, line, vocabulary);
      if (drop === 1) parts[last] = parts[last]!.slice(0, -1);
      parts[last] += glue;
      length += glue.length - drop;
    }
    onLine(index++, length);
    parts.push(line);
    length += line.length;
  }
  return parts.join('');
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
