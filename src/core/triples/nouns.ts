import { attributive, isParticiple, isVerbal, possessives } from './verbs';
import type { Language, Word } from './words';

/** A noun phrase: words, the word it is about, and phrases hung on it. */
export interface NounPhrase {
  readonly kind: 'np';
  readonly words: readonly Word[];
  /** Last word before any "of": "the second wife of John" is about "wife". */
  readonly head: Word;
  /** Index in `words` of the "of" that ends the core, or -1. */
  readonly of: number;
  /** The phrase after that "of", or null. */
  readonly inner: NounPhrase | null;
  /** Index in `words` after a possessor's "'s" ("Bernhardt 's | wife"), or 0. */
  readonly owned: number;
  readonly proper: boolean;
  readonly plural: boolean;
  /** Whether the dictionary knows it as a place. */
  readonly place: boolean;
  /** Lower-cased personal pronoun when that is all it is. */
  readonly pronoun: string | null;
  /** Words that stood in brackets after it. */
  readonly bracket: readonly Word[];
}

/** A sentence as it is read: words, what stood in brackets (by the word before), the dictionary. */
export interface Source {
  readonly words: readonly Word[];
  readonly brackets: ReadonlyMap<number, readonly Word[]>;
  readonly language: Language;
}

export const nominal = (w: Word | undefined): boolean =>
  w !== undefined && /^(?:NOUN|PROPN|NUM|DATE|SYM|X)$/.test(w.tag);

/** The noun phrase that starts at `from`, with the index after it. */
export function nounPhrase(source: Source, from: number): [NounPhrase, number] | null {
  const { words, brackets } = source;
  if (from >= words.length) return null;
  const alone = pronounAt(words, from);
  if (alone === 'none') return null;
  if (alone === 'pronoun') return [phrase(source, [words[from]!], from), from + 1];
  let i = from;
  let owned = 0;
  let end = from;
  while (i < words.length) {
    const word = words[i]!;
    if (nominal(word)) {
      end = ++i;
      // A bracket ends a name, but not in "the People's Mujahedin (MEK) politician".
      if (brackets.has(i - 1) && words[i]?.tag !== 'NOUN') break;
    } else if (isPossessive(word) && i > from && startsNoun(words, i + 1)) owned = ++i - from;
    else if (isHeadless(words, i, from)) {
      end = i + 1;
      break;
    } else if (!describes(words, i, from, owned)) break;
    else i++;
  }
  const core = words.slice(from, end);
  if (!core.some(nominal) && core.at(-1)?.tag !== 'ADJ') return null;
  // "of" nearly always belongs to the noun before it.
  const open = words[end]?.lower === 'of' && !brackets.has(end - 1);
  const inner = open ? wholeName(source, core, nounPhrase(source, end + 1)) : null;
  const next = inner ? inner[1] : end;
  return [
    phrase(source, words.slice(from, next), next - 1, core.length, owned, inner?.[0] ?? null),
    next,
  ];
}

/** Does `from` hold a pronoun on its own, a word that is no noun phrase, or the start of one? */
function pronounAt(words: readonly Word[], from: number): 'pronoun' | 'none' | 'start' {
  const { tag, lower } = words[from]!;
  const pointing = tag === 'DET' && /^(?:this|that|these|those)$/.test(lower);
  if (tag !== 'PRON' && !pointing) return 'start';
  const more = startsNoun(words, from + 1) && words[from + 1]!.tag !== 'PRON';
  if (more && (pointing || possessives.has(lower))) return 'start';
  if (personal.has(lower)) return 'pronoun';
  if (!vague.has(lower) || (more && words[from + 1]!.tag !== 'DET')) return 'none';
  return 'pronoun';
}

const personal = new Set(
  'he she it they him her them we us i you me himself herself itself themselves this these those that'.split(
    ' ',
  ),
);
const vague = new Set('one some many most all both each others another none who what'.split(' '));

const isPossessive = (word: Word): boolean => word.tag === 'PART' && /^['’]s?$/.test(word.text);

/** "the rich", "the first": an adjective without a noun. */
function isHeadless(words: readonly Word[], i: number, from: number): boolean {
  const next = words[i + 1];
  if (words[i]!.tag !== 'ADJ' || i === from || words[i - 1]!.tag !== 'DET') return false;
  return !startsNoun(words, i + 1) || (next!.tag === 'VERB' && !attributive(words, i + 1));
}

/** Can the word at `i` stand before the noun of a phrase that began at `from`? */
function describes(words: readonly Word[], i: number, from: number, owned: number): boolean {
  const word = words[i]!;
  const next = words[i + 1];
  const before = i > from ? words[i - 1] : undefined;
  switch (word.tag) {
    case 'DET':
      return (
        !before || owned === i - from || before.tag === 'DET' || /^(?:both|all)$/.test(before.lower)
      );
    case 'PRON':
      return !before;
    case 'ADJ':
      return startsNoun(words, i + 1) || joinsAdjectives(words, i + 1);
    case 'ADV':
      return (
        next !== undefined &&
        (next.tag === 'ADJ' ||
          next.tag === 'NUM' ||
          (next.tag === 'VERB' &&
            (attributive(words, i + 1) ||
              (before !== undefined && isParticiple(next) && nominal(words[i + 2])))))
      );
    case 'VERB':
      return (
        attributive(words, i) ||
        (before?.tag === 'ADV' && isParticiple(word) && words[from]!.tag === 'DET' && nominal(next))
      );
    default:
      return (
        (joinsAdjectives(words, i) && before?.tag === 'ADJ') ||
        (word.text === '&' && before !== undefined && nominal(next))
      );
  }
}

/** "Italian | and American | film producer", "young, angry man". */
function joinsAdjectives(words: readonly Word[], i: number): boolean {
  const joint = words[i];
  const joins = joint?.text === ',' || (joint?.tag === 'CCONJ' && joint.lower !== 'but');
  if (!joins || words[i + 1]?.tag !== 'ADJ') return false;
  return startsNoun(words, i + 2) || joinsAdjectives(words, i + 2);
}

function startsNoun(words: readonly Word[], i: number): boolean {
  const word = words[i];
  if (!word) return false;
  if (/^(?:NOUN|PROPN|NUM|DATE|SYM|X|ADJ|DET)$/.test(word.tag)) return true;
  if (word.tag === 'VERB') return /(?:ing|ed)$/.test(word.lower);
  return (
    word.tag === 'ADV' && /^(?:ADJ|NUM)$/.test(words[i + 1]?.tag ?? '') && startsNoun(words, i + 2)
  );
}

/** "Academy of Film and Television" is one name. */
function wholeName(
  source: Source,
  core: readonly Word[],
  inner: [NounPhrase, number] | null,
): [NounPhrase, number] | null {
  const { words } = source;
  if (!inner || !inner[0].proper || !bodies.test(core.at(-1)?.lower ?? '')) return inner;
  const at = inner[1];
  const more = words[at]?.lower === 'and' && words[at + 1]?.tag === 'PROPN';
  if (!more || words[at + 2]?.tag === 'PROPN' || isVerbal(words[at + 2])) return inner;
  return [phrase(source, [...inner[0].words, words[at]!, words[at + 1]!], at + 1), at + 2];
}

const bodies =
  /^(?:academy|museum|ministry|minister|department|university|institute|board|office|school|college|faculty|bureau|committee|council|society|association|federation|centre|center|secretary)$/;

/** @param last index of the phrase's last word, where a bracket may hang */
function phrase(
  { brackets, language }: Source,
  words: readonly Word[],
  last: number,
  core = words.length,
  owned = 0,
  inner: NounPhrase | null = null,
): NounPhrase {
  const head = words[core - 1]!;
  const pronoun =
    words.length === 1 && head.tag !== 'DATE' && personal.has(head.lower) ? head.lower : null;
  const proper = head.tag === 'PROPN';
  return {
    kind: 'np',
    words,
    head,
    of: core < words.length ? core : -1,
    inner,
    owned,
    proper,
    place: proper && !inner && isPlace(words, language),
    plural: pronoun
      ? /^(?:they|them|we|us|these|those|themselves)$/.test(pronoun)
      : head.tag === 'NOUN' && /[^s]s$/.test(head.lower) && !/(?:us|is)$/.test(head.lower),
    pronoun,
    bracket: brackets.get(last) ?? [],
  };
}

function isPlace(words: readonly Word[], language: Language): boolean {
  const name = words.map((w) => w.lower).join(' ');
  return language.kind(name.replace(/^the /, '')) === 'place';
}
