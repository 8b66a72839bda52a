import type { NounPhrase } from './nouns';
import { entityKey } from './entities';
import {
  genderOfPassage,
  isRole,
  natureOf,
  pronounGender,
  sameKind,
  type Gender,
  type Nature,
} from './nature';
import { plain } from './phrasing';
import type { Language, Word } from './words';

/** Someone or something that the text speaks of. */
interface Mention {
  readonly name: string;
  readonly key: string;
  nature: Nature;
  /** "film", "company": what the text said it is, so that "the film" finds it. */
  readonly kinds: Set<string>;
  /** Whether it was a subject yet. */
  told: boolean;
}

/**
 * Who "he", "its" and "the film" are: the last matching subject, or the document's title
 * (ReliableRAG, 3.1: the head defaults to the title).
 */
export interface Resolver {
  readonly title: string | null;
  /** Whether the text is about a thing that its title names, and said so. */
  isThing(): boolean;
  /** The phrase with its pronouns replaced; null when nothing matches. `self` is the clause's subject. */
  text(words: readonly Word[], self: string | null): string | null;
  /** The same, but "the film" stays as it is. */
  phrase(words: readonly Word[], self: string | null): string | null;
  /** Tells that the text named someone or something. */
  seen(name: string): void;
  /** Takes the first name of the text for another spelling of the title, if it is one; true then. */
  isTitle(name: string): boolean;
  /** Tells that `name` is another name of the title. */
  alias(name: string): void;
  /** Tells that a clause was about `name`. */
  subject(name: string, np: NounPhrase | null): void;
  /** Tells that `name` is a `noun` ("film director", "company"). */
  isA(name: string, noun: string): void;
  /** Whether `name` is someone, as far as the text and its name tell. */
  mayBePerson(name: string): boolean;
  /** Tells that `name` is someone: born, married, died. */
  person(name: string): void;
}

/**
 * @param title the document's title as a name, or null when it is none
 * @param passage the whole text: whether it says "she" or "he" tells the gender of its title
 */
export function createResolver(
  title: string | null,
  passage: string,
  language: Language,
): Resolver {
  const mentions: Mention[] = [];
  /** Other names of the title. */
  const aliases = new Map<string, Mention>();
  let opened = false;
  const titled = title === null ? null : remember(title);
  const titleGender = genderOfPassage(passage);

  /** Latest last, unless it is only `touched`. */
  function remember(name: string, touched = false): Mention {
    const key = aliases.get(entityKey(name))?.key ?? entityKey(name);
    const known = mentions.findIndex((m) => m.key === key || isShortFor(m, name));
    if (known >= 0) {
      if (touched) return mentions[known]!;
      const mention = mentions.splice(known, 1)[0]!;
      mentions.push(mention);
      return mention;
    }
    const mention: Mention = {
      name,
      key,
      nature: natureOf(name, language),
      kinds: new Set(),
      told: false,
    };
    // What was not a subject yet comes behind all that were.
    if (touched) mentions.unshift(mention);
    else mentions.push(mention);
    return mention;
  }

  const find = (fits: (mention: Mention) => boolean): string | null =>
    mentions.findLast(fits)?.name ?? null;

  /** A text is about its title: once it was a subject, pronouns that fit it mean it. */
  function byPronoun(pronoun: string): string | null {
    const gender = pronounGender(pronoun);
    if (!gender) return null;
    if (titled?.told && matches(titled, gender)) return titled.name;
    return find((m) => matches(m, gender));
  }

  function matches(mention: Mention, gender: Gender): boolean {
    const { nature } = mention;
    if (gender === 'thing') return nature === 'thing' || nature === 'unknown' || nature === 'group';
    if (gender === 'group') return nature === 'group';
    if (nature === gender) return true;
    if (mention === titled && nature === 'person')
      return titleGender === null || titleGender === gender;
    if (mention === titled && nature === 'unknown')
      return titleGender === gender && /^(?!The )(?:\p{Lu}\S*(?: |$)){1,4}$/u.test(mention.name);
    return nature === 'person';
  }

  /** "West" under the title "Kanye", once "Kanye Omari West" was told to be him. */
  function lastNameOfAlias(name: string): string | null {
    if (titled === null || !/^\p{Lu}[\p{Ll}’'-]+$/u.test(name)) return null;
    const key = entityKey(name);
    return [...aliases.keys()].some((alias) => alias.endsWith(` ${key}`)) ? titled.name : null;
  }

  /** "Bernhardt" after "Curtis Bernhardt" is the same man, and a title keeps its full spelling. */
  function full(name: string): string {
    const key = entityKey(name);
    return (
      aliases.get(key)?.name ??
      lastNameOfAlias(name) ??
      mentions.find((m) => m.key === key)?.name ??
      mentions.findLast((m) => isShortFor(m, name))?.name ??
      name
    );
  }

  function phrase(words: readonly Word[], self: string | null): string | null {
    const first = words[0]!;
    if (words.length === 1 && vague.has(first.lower)) return null;
    if (words.length === 1 && pronounGender(first.lower)) return byPronoun(first.lower);
    if (owners.has(first.lower) && words.length > 1) {
      const gender = pronounGender(first.lower);
      if (!gender) return plain(words);
      const own = self === null ? undefined : mentions.find((m) => m.key === entityKey(self));
      const owner = own && matches(own, gender) ? own.name : byPronoun(first.lower);
      return owner === null ? null : `${possessive(owner)} ${plain(words.slice(1))}`;
    }
    return full(plain(words));
  }

  return {
    title,
    isThing: () =>
      titled !== null &&
      titled.told &&
      (titled.nature === 'thing' || titled.kinds.size > 0) &&
      !isPerson(titled),
    phrase,
    text(words, self) {
      if (/^(?:the|this)$/i.test(words[0]!.lower) && words.length === 2) {
        const nouns = sameKind(words[1]!.lower);
        const named = find((m) => nouns.some((noun) => m.kinds.has(noun)));
        if (named !== null) return named;
        // Nothing was said to be a film: then it is what the text is about.
        if (titled && nouns.length > 1 && titled.kinds.size === 0 && !isPerson(titled))
          return titled.name;
      }
      return phrase(words, self);
    },
    seen(name) {
      remember(name, true);
    },
    isTitle(name) {
      if (opened || titled === null) return false;
      opened = true;
      const key = entityKey(name);
      if (key === titled.key || !sharesName(key, titled.key)) return false;
      aliases.set(key, titled);
      return true;
    },
    alias(name) {
      if (titled !== null) aliases.set(entityKey(name), titled);
    },
    subject(name, np) {
      const mention = remember(name);
      mention.told = true;
      const gender = np?.pronoun ? pronounGender(np.pronoun) : null;
      if (mention.nature === 'unknown' && gender) mention.nature = gender;
      else if (mention.nature === 'unknown' && np && !np.proper && !np.pronoun)
        mention.nature = np.plural
          ? 'group'
          : language.kind(np.head.lower) === 'role'
            ? 'person'
            : 'thing';
    },
    isA(name, noun) {
      const mention = remember(name, true);
      const head = noun.toLowerCase().split(' ').at(-1)!;
      mention.kinds.add(head);
      if (groups.has(head)) mention.nature = 'group';
      else if (mention.nature === 'unknown')
        mention.nature = isRole(head, language) ? 'person' : 'thing';
    },
    mayBePerson(name) {
      const mention = mentions.find((m) => m.key === entityKey(name));
      const nature = mention?.nature ?? natureOf(name, language);
      return (
        /^(?:male|female|person)$/.test(nature) ||
        (mention === titled && titleGender !== null && nature === 'unknown')
      );
    },
    person(name) {
      const mention = remember(name, true);
      if (mention.nature === 'unknown' || mention.nature === 'thing') mention.nature = 'person';
    },
  };
}

/** "geraldine geri hoo dwellers" and "geri hoo" share a name that is not a small word. */
function sharesName(a: string, b: string): boolean {
  const words = new Set(a.split(' '));
  return b.split(' ').some((w) => w.length > 2 && words.has(w));
}

const isPerson = ({ nature }: Mention): boolean => /^(?:male|female|person)$/.test(nature);

const owners = new Set('his her its their my our your'.split(' '));
const vague = new Set(
  'this that these those there which what who whom one some many most all both each others another none such'.split(
    ' ',
  ),
);
const groups = new Set(
  'band group team duo trio quartet company club orchestra family couple organization organisation committee party brothers sisters'.split(
    ' ',
  ),
);

/** Whether `name` is the last name, or the first, of someone already named in full. */
function isShortFor(mention: Mention, name: string): boolean {
  if (!/^\p{Lu}[\p{Ll}’'-]+$/u.test(name)) return false;
  const words = mention.name.split(' ');
  // The last word of "Princess Pingyang" is a place.
  if (words.length < 2 || words.length > 5 || ranks.test(words[0]!)) return false;
  if (/^(?:male|female|person)$/.test(mention.nature))
    return words.at(-1) === name || words[0] === name;
  return (
    mention.nature === 'unknown' && words.at(-1) === name && words.every((w) => /^\p{Lu}/u.test(w))
  );
}

const ranks =
  /^(?:prince|princess|king|queen|duke|duchess|earl|count|countess|emperor|empress|saint|st\.?|sultan|pope|bishop|archbishop|archduke|archduchess)$/i;

export const possessive = (name: string): string => `${name}${/s$/.test(name) ? "'" : "'s"}`;
