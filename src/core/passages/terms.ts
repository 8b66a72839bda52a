import { stemmer } from 'stemmer';
import { stopWords } from '../lib/words';

/**
 * Words of a text as the keyword index knows them: folded (case, width, accents), stop words left
 * out, stemmed (Porter). Chinese, Japanese and Korean have no spaces to trust, so their runs become
 * overlapping pairs of characters.
 *
 * @example terms("The café's running costs") // ['cafe', 'run', 'cost']
 */
export function terms(text: string): string[] {
  const result: string[] = [];
  const folded = fold(text).replace(POSSESSIVE, '').replace(THOUSANDS, '');
  for (const [word] of folded.matchAll(WORD)) {
    if (EAST_ASIAN.test(word)) result.push(...pairs(word));
    else if (!leftOut.has(word)) result.push(stem(word));
  }
  return result;
}

/** Lower case without accents, ligatures or full-width forms: "Ærø, ﬁn, Ｚürich" -> "aero, fin, zurich". */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(UNDECOMPOSED, (letter) => plain[letter] ?? letter)
    .normalize('NFC');
}

// Only these marks are accents: vowel signs of Indic scripts and kana marks are letters' meaning.
const ACCENTS = /[\u0300-\u036f\u00ad]/g;
const UNDECOMPOSED = /[ßæœøłđðþı]/g;
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const POSSESSIVE = /['’]s(?![\p{L}\p{N}])/gu;
/** The comma of "1,250,000", not that of "2019,2020". */
const THOUSANDS = /(?<=(?<!\d)\d{1,3}(?:,\d{3})*),(?=\d{3}(?!\d))/g;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Function words, and what an apostrophe leaves over of "don't", "we've". */
const leftOut = new Set([...stopWords, ...'d don ll m re s t ve'.split(' ')]);
const LATIN = /^[a-z]+$/;

/** Words repeat, stemming costs: remembered, and forgotten all at once before it grows large. */
const stems = new Map<string, string>();
const MOST_STEMS = 50_000;

// Porter knows English only; words of other scripts and with digits stay as they are.
function stem(word: string): string {
  if (!LATIN.test(word)) return word;
  let known = stems.get(word);
  if (known === undefined) {
    known = stemmer(word);
    if (stems.size >= MOST_STEMS) stems.clear();
    stems.set(word, known);
  }
  return known;
}

function pairs(word: string): string[] {
  const letters = [...word];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, i) => letters[i]! + letter);
}
