import type { Language, Tag, Word } from './words';

/** Mends what the tagger gets wrong often enough to matter. */
export function retag(words: readonly Word[], language: Language): Word[] {
  const result = words.map((word) => ({ ...word }));
  // A headline capitalises everything, so capitals tell nothing.
  const headline = !result.some(
    (w) => /^(?:NOUN|VERB|ADJ|ADV)$/.test(w.tag) && /^\p{Ll}/u.test(w.text),
  );
  for (const [i, word] of result.entries()) {
    const next = result[i + 1];
    const before = result[i - 1];
    const mutable = word as { tag: Tag; lemma: string };
    if (/^[-–—:;,.!?/|•*]+$/.test(word.text)) mutable.tag = 'PUNCT';
    else if (word.quoted) mutable.tag = 'PROPN';
    else if (/^\d+(?:st|nd|rd|th)$/.test(word.lower)) mutable.tag = 'ADJ';
    else if (/^\p{Lu}{2,4}$/u.test(word.text) && /^an?$/.test(before?.lower ?? ''))
      mutable.tag = 'NOUN';
    else if (
      word.tag === 'VERB' &&
      /ing$/.test(word.lower) &&
      next?.lower === 'of' &&
      /^(?:DET|ADJ|NOUN)$/.test(before?.tag ?? '')
    )
      mutable.tag = 'NOUN';
    else if (word.text === 'The' && before?.tag === 'NOUN' && /^\p{Lu}/u.test(next?.text ?? ''))
      mutable.tag = 'PROPN';
    else if (
      particles.has(word.lower) &&
      before?.tag === 'PROPN' &&
      /^\p{Lu}/u.test(next?.text ?? '')
    )
      mutable.tag = 'PROPN';
    else if (word.tag === 'PROPN' && demonymBefore(language, word, next)) mutable.tag = 'ADJ';
    else if (word.tag === 'X' && /\p{L}/u.test(word.text)) mutable.tag = 'PROPN';
    else if (
      i > 0 &&
      !headline &&
      /^\p{Lu}/u.test(word.text) &&
      !/^(?:I|PRON|DET|AUX)$/.test(word.tag) &&
      word.text !== 'I' &&
      word.tag !== 'DATE' &&
      word.tag !== 'ADJ' &&
      !isFunction(word)
    )
      mutable.tag = 'PROPN';
    else if (
      i === 0 &&
      word.tag !== 'PROPN' &&
      ['male', 'female', 'name'].includes(language.kind(word.lower) ?? '') &&
      next?.tag === 'PROPN'
    )
      mutable.tag = 'PROPN';
  }
  adjectivesThatAreNouns(result);
  verbsThatAreNouns(result);
  nounsThatAreVerbs(result);
  return result;
}

/** "German film": describes, where "the Germans" and "German Shepherd" name. */
const demonymBefore = (language: Language, word: Word, next: Word | undefined): boolean =>
  language.kind(word.lower) === 'demonym' &&
  next !== undefined &&
  /^(?:NOUN|ADJ|CCONJ|VERB|PUNCT|PROPN)$/.test(next.tag);

const particles = new Set(
  'von van de der den di da du del della la le al bin bint ibn ben el ter ten zu dos das do y af av'.split(
    ' ',
  ),
);
const isFunction = (word: Word): boolean =>
  /^(?:ADP|CCONJ|SCONJ|PART|PUNCT|SYM|NUM)$/.test(word.tag);

/** "a 2014 single by", "something of": no noun follows to be described. */
function adjectivesThatAreNouns(words: Word[]): void {
  for (const [i, word] of words.entries()) {
    const mutable = word as { tag: Tag };
    if (/^(?:some|any|every|no)(?:thing|one|body)$/.test(word.lower)) mutable.tag = 'NOUN';
    if (word.tag !== 'ADJ' || !describedAlone.has(word.lower)) continue;
    const next = words[i + 1];
    if (!next || /^(?:ADP|PUNCT|CCONJ|VERB|AUX|PRON|SCONJ)$/.test(next.tag)) mutable.tag = 'NOUN';
  }
}
const describedAlone = new Set(
  'single musical comic native original feature hit solo double cover classic documentary short western academic professional official individual relative representative executive republican democrat catholic'.split(
    ' ',
  ),
);

/** "by bank transfer", "a drug overdose": a bare verb cannot follow a noun in the singular. */
function verbsThatAreNouns(words: Word[]): void {
  for (const [i, word] of words.entries()) {
    const before = words[i - 1];
    if (word.tag !== 'VERB' || word.lower !== word.lemma || before?.tag !== 'NOUN') continue;
    if (/s$/.test(before.lower) || irregularPlurals.has(before.lower) || isPast(word)) continue;
    (word as { tag: Tag }).tag = 'NOUN';
  }
}
const irregularPlurals = new Set(
  'people men women children police data media feet teeth mice'.split(' '),
);
const isPast = (word: Word): boolean =>
  /^(?:cut|put|set|hit|let|read|shut|cost|quit|spread|cast|beat|bid|hurt)$/.test(word.lower);

/** "The film stars Tom Hanks": a clause without a verb whose plural noun stands before a phrase. */
function nounsThatAreVerbs(words: Word[]): void {
  let verb = false;
  for (const [i, word] of words.entries()) {
    if (word.tag === 'VERB' || word.tag === 'AUX') verb = true;
    if (/^[.;:]$/.test(word.text)) verb = false;
    // "The bridge cost 12 million"
    const priced = /^costs?$/.test(word.lower) && words[i + 1]?.tag === 'NUM';
    if (verb || word.tag !== 'NOUN' || !(priced || /[^s]s$/.test(word.lower))) continue;
    const before = words[i - 1];
    const next = words[i + 1];
    if (!before || !next || !/^(?:NOUN|PROPN|PRON|ADV)$/.test(before.tag)) continue;
    if (!/^(?:DET|PROPN|PRON|NUM|ADP|NOUN|ADJ)$/.test(next.tag)) continue;
    if (
      words
        .slice(i + 1)
        .some((w) => w.tag === 'AUX' || (w.tag === 'VERB' && !/ing$|ed$/.test(w.lower)))
    )
      continue;
    if (next.tag === 'ADP' && next.lower === 'of') continue;
    (word as { tag: Tag }).tag = 'VERB';
    verb = true;
  }
}
