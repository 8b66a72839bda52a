import { fold } from '../passages/terms';

/**
 * The spelling family of a name: case, accents, "the", brackets, punctuation and a possessive "'s"
 * do not matter.
 *
 * @example entityKey('The Beatles (band)') === entityKey('Beatles')
 */
export function entityKey(name: string): string {
  return fold(name)
    .replace(/\s*[([][^)\]]*[)\]]/g, ' ')
    .replace(/['’]s?(?=\s|$)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|a|an) (?=.)/, '');
}

/** "J. R. Smith" -> ["j", "r", "smith"]. */
const parts = (key: string): string[] => key.split(' ').filter(Boolean);

/** Whether two names of more than one word agree up to initials and left-out middle names. */
export function sameByInitials(a: string, b: string): boolean {
  const [x, y] = [parts(a), parts(b)];
  if (x.length < 2 || y.length < 2 || x.at(-1) !== y.at(-1)) return false;
  const [short, long] = x.length <= y.length ? [x, y] : [y, x];
  if (!agrees(short[0]!, long[0]!)) return false;
  // Every given name of the shorter must appear, in order, in the longer.
  let at = 0;
  for (const given of short.slice(0, -1)) {
    while (at < long.length - 1 && !agrees(given, long[at]!)) at++;
    if (at++ >= long.length - 1) return false;
  }
  return (
    short.some((word, i) => i < short.length - 1 && word.length === 1) || short.length < long.length
  );
}

const agrees = (a: string, b: string): boolean =>
  a === b || (a.length === 1 && b.startsWith(a)) || (b.length === 1 && a.startsWith(b));

/** "NATO" of "North Atlantic Treaty Organization"; small words may lend a letter or not. */
export function acronymOf(name: string): readonly string[] {
  const words = name.split(/[\s-]+/).filter((w) => /^\p{L}/u.test(w));
  if (words.length < 2) return [];
  const letters = (list: readonly string[]): string =>
    list.map((w) => w[0]!.toUpperCase()).join('');
  return [letters(words.filter((w) => /^\p{Lu}/u.test(w))), letters(words)];
}
