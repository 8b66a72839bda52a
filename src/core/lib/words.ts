/** Words that carry no content of their own: for overlaps and claims, not for indexing. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after all also an and any are as at be because been before being between both but by can could
  did do does doing during each few for from further had has have having he her here hers him his how i if
  in into is it its itself just me more most my no nor not of off on once only or other our out over own
  same she should so some such than that the their theirs them then there these they this those through to
  too under until up us very was we were what when where which while who whom whose why will with would
  you your`.split(/\s+/),
);

const word = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

/** Lower-cased words without diacritics; "O'Neill", "U.S" and "2024-05-01" stay whole. */
export function words(text: string): string[] {
  return (fold(text).match(word) ?? []).map((w) => w.replace(/['’]s$/, ''));
}

/** Lower case, diacritics off. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Words that are not stop words. */
export function contentWords(text: string): string[] {
  return words(text).filter((w) => !stopWords.has(w));
}

/** A light stem: enough to make "released" meet "release" and "cities" meet "city". */
export function stem(w: string): string {
  if (w.length <= 3 || /\d/.test(w)) return w;
  return w
    .replace(/(?:ies)$/, 'y')
    .replace(/(?:sses)$/, 'ss')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?:ing|ed)$/, (suffix, at: number) => (at >= 3 ? '' : suffix))
    .replace(/e$/, '');
}

/** Share of `wanted` (a set of stems) that occurs in `text`; 0 for an empty set. */
export function coverage(wanted: ReadonlySet<string>, text: string): number {
  if (wanted.size === 0) return 0;
  const seen = new Set<string>();
  for (const w of words(text)) {
    const s = stem(w);
    if (wanted.has(s)) seen.add(s);
  }
  return seen.size / wanted.size;
}

/** Stems of the content words of a text. */
export function stems(text: string): Set<string> {
  return new Set(contentWords(text).map(stem));
}
