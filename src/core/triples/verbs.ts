import type { Word } from './words';

export interface VerbPhrase {
  readonly kind: 'vp';
  readonly words: readonly Word[];
  /** Lemma of the word that carries the meaning. */
  readonly lemma: string;
  readonly form: 'finite' | 'participle' | 'gerund' | 'infinitive';
  readonly passive: boolean;
  readonly copula: boolean;
  readonly negated: boolean;
}

/** Be, have, do and the modals, in any form that the tagger gives. */
export const isVerbal = (w: Word | undefined): boolean => w?.tag === 'VERB' || w?.tag === 'AUX';
export const isNot = (w: Word | undefined): boolean =>
  w !== undefined && /^(?:not|n't|n’t|never)$/.test(w.lower);

/** The verb group that starts at `from`, with the index after it. */
export function verbPhrase(words: readonly Word[], from: number): [VerbPhrase, number] | null {
  let i = from;
  // "to be", "not to leave", "also directed"
  while (words[i]?.tag === 'ADV' || isNot(words[i])) i++;
  if (
    words[i]?.lower === 'to' &&
    (isVerbal(words[i + 1]) || (words[i + 1]?.tag === 'ADV' && isVerbal(words[i + 2])))
  )
    i++;
  while (words[i]?.tag === 'ADV') i++;
  if (!isVerbal(words[i])) return null;
  if (words[i]!.tag === 'VERB' && attributive(words, i)) return null;
  let to = i;
  let main = i;
  for (;;) {
    const word = words[to];
    if (isVerbal(word)) {
      // "is a man | was": a second finite verb after a finished one starts anew.
      if (
        to > i &&
        words[main]!.tag === 'VERB' &&
        !/ing$/.test(word!.lower) &&
        words[to - 1]!.lower !== 'to' &&
        !/^(?:get|have)$/.test(words[main]!.lemma)
      )
        break;
      if (word!.tag === 'VERB' && to > i && attributive(words, to)) break;
      main = to;
      to++;
    } else if (word && (word.tag === 'ADV' || isNot(word))) {
      let ahead = to;
      while (words[ahead]?.tag === 'ADV' || isNot(words[ahead])) ahead++;
      const next = words[ahead];
      if (isVerbal(next) || (next?.tag === 'ADP' && words[main]!.tag === 'VERB') || isNot(word))
        to = ahead;
      else break;
    } else if (word && particles.test(word.lower) && opensInfinitive(words, to + 1)) to++;
    else if (word?.lower === 'to' && isVerbal(words[to + 1])) to++;
    else if (word && word.tag === 'PART' && !/^['’]/.test(word.text) && isVerbal(words[to + 1]))
      to++;
    else break;
  }
  while (to > main + 1 && words[to - 1]!.tag === 'ADV' && words[to]?.tag !== 'ADP') to--;
  const group = words.slice(from, to);
  return [describe(group, words[main]!), to];
}

const opensInfinitive = (words: readonly Word[], i: number): boolean =>
  words[i]?.lower === 'to' && isVerbal(words[i + 1]);

function describe(group: readonly Word[], main: Word): VerbPhrase {
  const verbs = group.filter(isVerbal);
  const first = verbs[0]!;
  const beAt = verbs.findIndex((w) => forms.be.has(w.lower));
  const lemma = forms.be.has(main.lower) ? 'be' : forms.have.has(main.lower) ? 'have' : main.lemma;
  const participleLast = isParticiple(main);
  const startsTo = group.find((w) => isVerbal(w) || w.lower === 'to')!.lower === 'to';
  const form = startsTo
    ? 'infinitive'
    : /ing$/.test(first.lower) && first.tag === 'VERB'
      ? 'gerund'
      : verbs.length === 1 &&
          first.tag === 'VERB' &&
          isParticiple(first) &&
          !neverPassive.has(lemma)
        ? 'participle'
        : first.lower === 'being' || first.lower === 'having'
          ? 'gerund'
          : 'finite';
  return {
    kind: 'vp',
    words: group,
    lemma,
    form,
    passive: beAt >= 0 && beAt < verbs.length - 1 && participleLast,
    copula: lemma === 'be' || /^(?:become|remain)$/.test(lemma),
    negated: group.some(isNot),
  };
}

const particles = /^(?:on|up|out|off|down|over|away|back)$/;
/** Verbs whose "-ed" is always a past tense. */
const neverPassive = new Set(
  'die live work premiere premier debut air screen serve appear arrive remain retire graduate compete specialize specialise move belong consist feature occur happen exist participate perform return emigrate debut reside rise'.split(
    ' ',
  ),
);
const forms = {
  be: new Set("be is am are was were been being 's 're 'm ’s ’re".split(' ')),
  have: new Set("have has had having 've ’ve".split(' ')),
};

/** Could be a past participle: a participle and a past tense often look the same. */
export function isParticiple(word: Word): boolean {
  return (
    /(?:ed|en|wn|ght|nt|ept|elt|old|ade|aid|ung|orn)$/.test(word.lower) || irregular.has(word.lower)
  );
}
const irregular = new Set(
  'set put cut hit let read led fed met won built held lost found made sold told born done gone seen known shown begun run become come left fought bought brought thought taught caught spread shot hosted cast kept sung'.split(
    ' ',
  ),
);

/** "a renowned singer", "the leading actor": a verb form that only describes the noun after it. */
export function attributive(words: readonly Word[], i: number): boolean {
  const word = words[i]!;
  if (!/ing$/.test(word.lower) && !isParticiple(word)) return false;
  const before = words[i - 1];
  const next = words[i + 1];
  if (!before || !next) return false;
  const described =
    /^(?:NOUN|PROPN|ADJ)$/.test(next.tag) ||
    (next.tag === 'NUM' && /^an?$/.test(before.lower)) ||
    (next.tag === 'VERB' && attributive(words, i + 1));
  if (!described) return false;
  if (before.tag === 'DET' || (before.tag === 'PRON' && possessives.has(before.lower))) return true;
  // "a poet, and registered nurse."
  if (before.tag === 'CCONJ' && next.tag === 'NOUN')
    return isParticiple(word) && (words[i + 2]?.tag ?? 'PUNCT') === 'PUNCT';
  if (before.tag === 'ADP' && before.lower !== 'by')
    return next.tag === 'NOUN' && /s$/.test(next.lower);
  return (
    (before.tag === 'ADJ' || before.tag === 'NUM' || before.tag === 'PART') &&
    next.tag === 'NOUN' &&
    before.lower !== 'to' &&
    !isNot(before)
  );
}

export const possessives = new Set('his her its their my our your whose'.split(' '));
