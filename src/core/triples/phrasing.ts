import type { NounPhrase } from './nouns';
import type { VerbPhrase } from './verbs';
import { possessives } from './verbs';
import type { Word } from './words';

/** Words as a person would write them: the spacing slips of scraped text are mended. */
export function plain(words: readonly Word[]): string {
  return tidy(words.map((w) => w.text).join(' '));
}

export function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ (['’](?:s|re|ve|ll|d|m)?)(?= |$)/g, '$1')
    .replace(/ n(['’])t\b/g, 'n$1t')
    .replace(/ ([,;:.!?%)])/g, '$1')
    .replace(/([$€£(]) /g, '$1')
    .replace(/(\p{L})- (?=\p{L})/gu, '$1-')
    .trim();
}

/** The verb group as a relation: fillers that carry no fact are dropped, negation never is. */
export function relationOf(vp: VerbPhrase): string {
  const text = plain(vp.words.filter((w) => !(w.tag === 'ADV' && fillers.has(w.lower))));
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const fillers = new Set(
  'also then later subsequently thus therefore however eventually finally soon simply already even still instead actually really'.split(
    ' ',
  ),
);

/** "starring" -> "stars": a clause shortened to a gerund, read as a sentence again. */
export function thirdPerson(vp: VerbPhrase, plural: boolean): string {
  const at = vp.words.findIndex((w) => w.tag === 'VERB' || w.tag === 'AUX');
  const word = vp.words[at];
  if (!word || !/ing$/.test(word.lower)) return relationOf(vp);
  const lemma = word.lower === 'being' ? 'be' : word.lower === 'having' ? 'have' : word.lemma;
  const form = plural
    ? lemma === 'be'
      ? 'are'
      : lemma
    : lemma === 'be'
      ? 'is'
      : lemma === 'have'
        ? 'has'
        : /(?:s|x|z|ch|sh)$/.test(lemma)
          ? `${lemma}es`
          : /[^aeiou]y$/.test(lemma)
            ? `${lemma.slice(0, -1)}ies`
            : `${lemma}s`;
  return relationOf({
    ...vp,
    words: vp.words.map((w, i) => (i === at ? { ...w, text: form, lower: form } : w)),
  });
}

/** Where a proper name begins that a description leads up to: "German film director | Carl Boese". */
export function nameStart(np: NounPhrase): number {
  const core = np.of < 0 ? np.words : np.words.slice(0, np.of);
  let start = core.length;
  while (start > 0 && isNameWord(core[start - 1]!)) start--;
  if (start === 0 || start === core.length || core[start - 1]!.tag !== 'NOUN') return 0;
  return /^\p{L}/u.test(core[start]!.text) || core[start]!.quoted ? start : 0;
}

/** Letters that follow a name without a comma. */
export const honours =
  /^(?:MBE|OBE|CBE|KBE|DBE|OAM|AO|AC|KCB|CB|KCMG|CMG|DSO|MC|VC|QC|KC|FRS|FBA|MP|PhD|MD|RA)$/;

const isNameWord = (w: Word): boolean => w.tag === 'PROPN';

/** What a phrase says about an owner: "his second wife" -> owner "his", rest "second wife". */
export function ownership(np: NounPhrase): {
  readonly owner: readonly Word[];
  readonly rest: readonly Word[];
  readonly by: 'pronoun' | 'name' | 'of';
} | null {
  const first = np.words[0]!;
  if (np.owned > 0)
    return { owner: np.words.slice(0, np.owned - 1), rest: np.words.slice(np.owned), by: 'name' };
  if (first.tag === 'PRON' && possessives.has(first.lower) && np.words.length > 1)
    return { owner: [first], rest: np.words.slice(1), by: 'pronoun' };
  if (
    np.of > 0 &&
    /^(?:the|its)$/.test(first.lower) &&
    !np.plural &&
    np.head.tag === 'NOUN' &&
    !amounts.has(np.head.lower)
  )
    return { owner: np.words.slice(np.of + 1), rest: np.words.slice(1, np.of), by: 'of' };
  return null;
}

const amounts = new Set(
  'one some most many number majority part rest end beginning series pair couple group set lot kind type sort form member half top course case result total amount variety range first second third last name title time'.split(
    ' ',
  ),
);
