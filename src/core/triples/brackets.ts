import type { Fact } from './tell';
import { plain } from './phrasing';
import { isYear } from './prepare';
import type { Language, Word } from './words';

/**
 * What brackets after a name tell: "(15 April 1899 – 22 February 1981)", "(born 5 May 1900 in
 * Rome)", "(NATO)", "(née Smith)", "(1946)".
 *
 * @param person whether the name is, or may well be, someone's
 */
export function bracketFacts(
  name: string,
  words: readonly Word[],
  person: boolean,
  language: Language,
): Fact[] {
  const facts: Fact[] = [];
  for (const part of split(words, (w) => w.text === ';'))
    facts.push(...partFacts(name, part, person, language));
  return facts;
}

function partFacts(
  name: string,
  words: readonly Word[],
  person: boolean,
  language: Language,
): Fact[] {
  const fact = (relation: string, tail: readonly Word[]): Fact[] =>
    tail.length === 0 ? [] : [{ head: name, relation, tail: plain(tail), negated: false }];
  const [first] = words;
  if (!first) return [];
  const sides = split(words, (w) => /^[–—-]$/.test(w.text));
  if (sides.length === 2) {
    const [birth, death] = sides.map((side) => when(side, language, true));
    const from = birth?.date ?? [];
    const to = death?.date ?? [];
    if (from.length + to.length === 0) return [];
    // Plain years may be a reign, a war, a term: only full dates, or a person, make a life of it.
    if (!person && !words.some((w) => w.tag === 'DATE'))
      return words.every(
        (w) => isYear(w) || w.tag === 'PUNCT' || w.tag === 'SYM' || w.lower === 'present',
      )
        ? fact('dates from', words)
        : [];
    return [
      ...life(name, 'was born', birth!),
      ...(to.length > 0 ? life(name, 'died', death!) : []),
    ];
  }
  if (/^(?:born|b|b\.)$/.test(first.lower)) {
    const rest = words.slice(1).filter((w, i) => !(i === 0 && w.text === '.'));
    const { date, place, alias } = when(rest, language);
    return [...life(name, 'was born', { date, place, alias: [] }), ...fact('was born as', alias)];
  }
  if (/^(?:died|d|d\.)$/.test(first.lower))
    return life(
      name,
      'died',
      when(
        words.slice(1).filter((w) => w.text !== '.'),
        language,
      ),
    );
  if (/^(?:née|nee|né)$/.test(first.lower)) return fact('was born as', words.slice(1));
  const known =
    /^(?:also|formerly|previously|originally|commonly|better|abbreviated|internationally|popularly|simply|known|aka|or)$/.test(
      first.lower,
    );
  if (known) {
    const from = words.findIndex(
      (w, i) => i > 0 && (/^[\p{Lu}\d]/u.test(w.text) || w.quoted === true),
    );
    return from < 0
      ? []
      : fact(
          first.lower === 'formerly' || first.lower === 'previously'
            ? 'was formerly known as'
            : 'is also known as',
          until(words.slice(from), ','),
        );
  }
  if (words.length === 1 && isYear(first)) return fact('dates from', words);
  if (words.length === 1 && /^(?:[A-Z]\.?){2,8}$/.test(first.text))
    return fact('is also known as', words);
  return [];
}

interface When {
  readonly date: readonly Word[];
  readonly place: readonly Word[];
  readonly alias: readonly Word[];
}

function life(name: string, verb: string, { date, place }: When): Fact[] {
  const facts: Fact[] = [];
  const at = date.at(-1);
  if (at)
    facts.push({
      head: name,
      relation: `${verb} ${at.tag === 'DATE' && /\d.*\d{4}/.test(at.text) ? 'on' : 'in'}`,
      tail: plain(date),
      negated: false,
    });
  if (place.length > 0)
    facts.push({ head: name, relation: `${verb} in`, tail: plain(place), negated: false });
  return facts;
}

/** Date, place and other name of "c. 1893 in Rome, Italy" or "Kurt Bernhardt, 15 April 1899". */
function when(words: readonly Word[], language: Language, span = false): When {
  const at = words.findIndex((w) => w.tag === 'DATE' || isYear(w) || /^\d{3}$/.test(w.text));
  if (at < 0) return { date: [], place: [], alias: words.every(isNameWord) ? words : [] };
  const circa = at > 0 && /^(?:c|c\.|ca|ca\.|circa|around|about)$/.test(words[at - 1]!.lower);
  const date = words.slice(circa ? at - 1 : at, at + 1);
  const before = trim(words.slice(0, circa ? at - 1 : at));
  const rest = trim(words.slice(at + 1));
  const named = rest.length > 0 && (rest[0]!.lower === 'in' || /^\p{Lu}/u.test(rest[0]!.text));
  const place = named ? trim(rest[0]!.lower === 'in' ? rest.slice(1) : rest) : [];
  const ok =
    place.length > 0 && place.length < 9 && place.every((w) => isNameWord(w) || w.text === ',');
  const isPlace =
    before.length > 0 &&
    (language.kind(before.at(-1)!.lower) === 'place' || (span && before.every(isNameWord)));
  return {
    date,
    place: ok ? place : isPlace ? before : [],
    alias: !isPlace && before.length > 0 && before.every(isNameWord) ? before : [],
  };
}

const isNameWord = (w: Word): boolean =>
  /^\p{Lu}/u.test(w.text) || w.tag === 'PROPN' || w.lower === 'of';
const trim = (words: readonly Word[]): readonly Word[] => {
  let [from, to] = [0, words.length];
  while (from < to && words[from]!.tag === 'PUNCT') from++;
  while (to > from && words[to - 1]!.tag === 'PUNCT') to--;
  return words.slice(from, to);
};
const until = (words: readonly Word[], stop: string): readonly Word[] => {
  const at = words.findIndex((w) => w.text === stop);
  return at < 0 ? words : words.slice(0, at);
};

function split(words: readonly Word[], at: (word: Word) => boolean): Word[][] {
  const result: Word[][] = [[]];
  for (const word of words) {
    if (at(word)) result.push([]);
    else result.at(-1)!.push(word);
  }
  return result.filter((part) => part.length > 0);
}
