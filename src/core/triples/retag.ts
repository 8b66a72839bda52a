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
    else if (/^\d+(?:st|nd|rd|th)$/.test(word.lower) || spans.test(word.lower)) mutable.tag = 'ADJ';
    else if (word.lower === 'ever' && before?.tag === 'ADJ') mutable.tag = 'ADJ';
    else if (isPreposition(word, before, next)) mutable.tag = 'ADP';
    else if (/^\p{Lu}{2,4}$/u.test(word.text) && /^an?$/.test(before?.lower ?? ''))
      mutable.tag = 'NOUN';
    else if (
      word.tag === 'VERB' &&
      /ing$/.test(word.lower) &&
      next?.lower === 'of' &&
      /^(?:DET|ADJ|NOUN)$/.test(before?.tag ?? '')
    )
      mutable.tag = 'NOUN';
    else if (
      /^(?:over|about|around|nearly|under)$/.test(word.lower) &&
      next?.tag === 'NUM' &&
      !/^(?:PROPN|NOUN)$/.test(before?.tag ?? '') &&
      /^(?:NOUN|NUM|ADJ)$/.test(result[i + 2]?.tag ?? '')
    )
      // "had over 4 million members"
      mutable.tag = 'ADV';
    else if (i > 0 && !headline && isInsideName(word, before, next)) mutable.tag = 'PROPN';
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
/** "by Per Blom", "in The Hague", "Frederick William I of": small words written large, and "I". */
function isInsideName(word: Word, before: Word | undefined, next: Word | undefined): boolean {
  const isCapital = (w: Word | undefined): boolean => /^\p{Lu}\p{L}/u.test(w?.text ?? '');
  if (word.text === 'I')
    return before?.tag === 'PROPN' && next?.tag !== 'VERB' && next?.tag !== 'AUX';
  if (!/^(?:ADP|DET|CCONJ|SCONJ)$/.test(word.tag) || !isCapital(word)) return false;
  return isCapital(next) || (before?.tag === 'PROPN' && next?.tag === 'PROPN');
}

/** "a four-year, public school" */
const spans = /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)-\p{L}+$/u;

/** "Following the sale, ..." */
const isPreposition = (word: Word, before: Word | undefined, next: Word | undefined): boolean =>
  /^(?:following|regarding|concerning|excluding|considering|given)$/.test(word.lower) &&
  (before === undefined || before.text === ',') &&
  /^(?:DET|PROPN|NOUN|ADJ|NUM|PRON)$/.test(next?.tag ?? '');

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
    if (word.tag !== 'VERB' || word.lower !== word.lemma || isPast(word)) continue;
    const mutable = word as { tag: Tag };
    // "on the north coast of"
    if (words[i + 1]?.lower === 'of' && /^(?:DET|ADJ|NOUN)$/.test(before?.tag ?? ''))
      mutable.tag = 'NOUN';
    if (before?.tag !== 'NOUN' || /s$/.test(before.lower) || irregularPlurals.has(before.lower))
      continue;
    mutable.tag = 'NOUN';
  }
}
const irregularPlurals = new Set(
  'people men women children police data media feet teeth mice'.split(' '),
);
const isPast = (word: Word): boolean =>
  /^(?:cut|put|set|hit|let|read|shut|cost|quit|spread|cast|beat|bid|hurt)$/.test(word.lower);

const isPlural = (word: Word): boolean => /[^s]s$/.test(word.lower) && word.lemma !== word.lower;

/** "The film stars Tom Hanks": a clause without a verb whose plural noun stands before a phrase. */
function nounsThatAreVerbs(words: Word[]): void {
  let verb = false;
  for (const [i, word] of words.entries()) {
    if (word.tag === 'VERB' || word.tag === 'AUX') verb = true;
    if (/^[.;:]$/.test(word.text)) verb = false;
    // "The bridge cost 12 million"
    const priced = /^costs?$/.test(word.lower) && words[i + 1]?.tag === 'NUM';
    if (verb || word.tag !== 'NOUN' || !(priced || isPlural(word))) continue;
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
