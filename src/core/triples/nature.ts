import type { Language } from './words';

/** What a name stands for, as far as it shows. */
export type Nature = 'male' | 'female' | 'person' | 'thing' | 'group' | 'unknown';
/** What a pronoun asks for. */
export type Gender = 'male' | 'female' | 'thing' | 'group';

export function pronounGender(pronoun: string): Gender | null {
  if (/^(?:he|him|his|himself)$/.test(pronoun)) return 'male';
  if (/^(?:she|her|hers|herself)$/.test(pronoun)) return 'female';
  if (/^(?:it|its|itself)$/.test(pronoun)) return 'thing';
  if (/^(?:they|them|their|theirs|themselves)$/.test(pronoun)) return 'group';
  return null;
}

/** Words that take up the same thing: a "western" is "the film" of the next sentence. */
export function sameKind(noun: string): readonly string[] {
  return synonyms.find((set) => set.includes(noun)) ?? [noun];
}
const synonyms: readonly (readonly string[])[] = [
  'film movie western drama comedy thriller musical documentary romance feature sequel remake melodrama'.split(
    ' ',
  ),
  'song single track ballad hit'.split(' '),
  'album record ep soundtrack compilation'.split(' '),
  'book novel novella memoir autobiography'.split(' '),
  'company firm corporation manufacturer publisher business brand subsidiary startup'.split(' '),
  'series show sitcom programme program'.split(' '),
  'band group duo trio quartet ensemble'.split(' '),
  'club team side'.split(' '),
  'town city village municipality settlement commune hamlet'.split(' '),
  'school college university academy institute'.split(' '),
  'agreement contract lease'.split(' '),
];

/** Whether a text says "he" or "she" more often; null when as often. */
export function genderOfPassage(text: string): 'male' | 'female' | null {
  const male = text.match(/\b(?:he|his|him)\b/gi)?.length ?? 0;
  const female = text.match(/\b(?:she|her|hers)\b/gi)?.length ?? 0;
  return male === female ? null : male > female ? 'male' : 'female';
}

/** Words of a name that no person bears. */
const bodies =
  /\b(?:theat(?:re|er)|university|college|school|academy|institute|museum|church|hospital|hotel|street|road|river|lake|mount|park|bridge|award|prize|medal|foundation|company|corporation|inc|ltd|gmbh|records|studios?|pictures|press|club|f\.?c|united|county|district|province|republic|kingdom|empire|party|union|league|cup|championship|festival|airport|station|railway|building|house|castle|palace|island|war|battle|act|treaty)\b/i;

/** By titles, first names and words that no person bears. */
export function natureOf(name: string, language: Language): Nature {
  const words = name.toLowerCase().split(/\s+/);
  if (bodies.test(name)) return 'thing';
  if (/ and /.test(name)) return 'group';
  if (/^(?:mr|sir|lord|king|prince|emperor|father|brother)\b/i.test(name)) return 'male';
  if (/^(?:mrs|ms|miss|lady|queen|princess|empress|dame|sister)\b/i.test(name)) return 'female';
  const kind = language.kind(words[0]!.normalize('NFD').replace(/\p{M}/gu, ''));
  if (words.length < 5 && (kind === 'male' || kind === 'female')) return kind;
  return 'unknown';
}

/** Does a noun name a kind of person? By the dictionary, else by its ending. */
export function isRole(noun: string, language: Language): boolean {
  const kind = language.kind(noun);
  if (kind === 'role') return true;
  if (kind !== null || notPeople.has(noun)) return false;
  return /(?:ist|ician|ologist|grapher|writer|player|maker|keeper|man|woman|person|or|eer|ess|er)$/.test(
    noun,
  );
}
const notPeople = new Set(
  'number river water paper letter order center centre computer chapter theater theatre newspaper tower chamber quarter winter summer power matter layer border folder corner cover dinner offer motor sensor factor sector error color colour floor door harbor harbour corridor tenor minor major manor monitor mirror terror horror trailer thriller poster container cluster disaster register transfer remainder parameter cemetery copper silver fiber fever cancer shower flower weather helicopter character process business congress address success progress fortress wilderness illness'.split(
    ' ',
  ),
);
