import { contentWords, words } from '../lib/words';

/** What a passage says, as far as spelling shows: its numbers and the words of its names. */
export interface Facts {
  readonly numbers: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** The numbers ("4,318", "2024-11-20") and the words of the names in a text. */
export function factsOf(text: string): Facts {
  return {
    numbers: new Set(words(text).filter((word) => /\d/.test(word))),
    names: new Set(namesIn(text).flatMap((name) => name.trim().split(' '))),
  };
}

/**
 * True when the numbers of one text all stand in the other, and of the names of the one with fewer
 * at least `share` do. Passages on two films, or two drafts that differ in one figure, are alike by
 * cosine and still do not say the same.
 */
export function agree(a: Facts, b: Facts, share: number): boolean {
  const [fewer, more] = bySize(a.numbers, b.numbers);
  for (const number of fewer) if (!more.has(number)) return false;
  const [few, many] = bySize(a.names, b.names);
  let common = 0;
  for (const name of few) if (many.has(name)) common++;
  return common >= share * few.size;
}

const bySize = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size <= b.size ? ([a, b] as const) : ([b, a] as const);

const capitalised = String.raw`(?:(?:\p{Lu}\.)+|\p{Lu}[\p{L}\p{N}'’-]*)`;
const namePattern = new RegExp(
  String.raw`${capitalised}(?:\s+(?:(?:of|the|de|von|van|du|di|da|la|le)\s+)*${capitalised})*`,
  'gu',
);

/** Runs of capitalised words, as spaced keys; a first word that only opens a sentence is left out. */
export function namesIn(text: string): string[] {
  const found: string[] = [];
  for (const [name] of text.matchAll(namePattern)) {
    const parts = words(name);
    while (parts.length > 0 && contentWords(parts[0]!).length === 0) parts.shift();
    if (parts.length > 1 || (parts[0]?.length ?? 0) >= 3) found.push(` ${parts.join(' ')} `);
  }
  return found;
}
