import compromise from 'compromise/two';
import model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';
import type { Language, Tag, Word, WordKind } from './words';

/** What is used of compromise's model; its own types leave it open. */
interface CompromiseModel {
  readonly one: { readonly lexicon: Readonly<Record<string, string | readonly string[]>> };
}
/** One value a token; the two wink packages declare `its` differently. */
interface Tokens {
  out(its?: unknown): string[];
}

/**
 * English by two pure libraries: tags and lemmas from wink-nlp, names, places and roles from the
 * dictionary of compromise. Loading takes about 0.2 s, so make one and keep it.
 */
export function createEnglish(): Language {
  const nlp = winkNLP(model, ['sbd', 'pos']);
  const { its } = nlp;
  const { lexicon } = (compromise.model() as CompromiseModel).one;
  return {
    id: 'wink-2.4.0',
    tag(text) {
      const tokens = nlp.readDoc(plainLetters(text)).tokens() as unknown as Tokens;
      const values = tokens.out();
      const tags = tokens.out(its.pos) as Tag[];
      const lemmas = tokens.out(its.lemma);
      const spaces = tokens.out(its.precedingSpaces);
      const result: Word[] = [];
      let at = 0;
      for (const [i, value] of values.entries()) {
        at += spaces[i]!.length;
        const end = at + value.length;
        // The letters of the document, not the plain ones that were tagged.
        const own = text.slice(at, end);
        result.push({
          text: own,
          lower: value.toLowerCase(),
          lemma: lemmas[i]!,
          tag: tags[i]!,
          start: at,
          end,
        });
        at = end;
      }
      return result;
    },
    kind(lower) {
      const tags = Object.hasOwn(lexicon, lower) ? lexicon[lower] : undefined;
      if (tags === undefined) return null;
      for (const tag of typeof tags === 'string' ? [tags] : tags) {
        const kind = kinds[tag];
        if (kind) return kind;
      }
      return null;
    },
  };
}

const kinds: Readonly<Record<string, WordKind>> = {
  MaleName: 'male',
  FemaleName: 'female',
  FirstName: 'name',
  LastName: 'name',
  Person: 'name',
  City: 'place',
  Country: 'place',
  Region: 'place',
  Place: 'place',
  Organization: 'organization',
  SportsTeam: 'organization',
  Demonym: 'demonym',
  Actor: 'role',
  Month: 'month',
};

/** Same length, accents off: the tagger breaks words at letters it does not know ("Mieczysław"). */
function plainLetters(text: string): string {
  if (ascii.test(text)) return text;
  return text.replace(nonAscii, (letter) => {
    const plain = undecomposed[letter] ?? letter.normalize('NFD').charAt(0);
    return plain.length === letter.length ? plain : letter;
  });
}

const ascii = /^[\x00-\x7f]*$/;
const nonAscii = /\p{L}/gu;
const undecomposed: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ı: 'i',
  ß: 's',
  æ: 'a',
  Æ: 'A',
  œ: 'o',
  Œ: 'O',
  þ: 't',
  Þ: 'T',
  ħ: 'h',
  ŋ: 'n',
};
