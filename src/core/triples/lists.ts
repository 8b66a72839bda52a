import type { Chunk } from './chunks';
import type { NounPhrase } from './nouns';
import { nameStart } from './phrasing';

/** Noun phrases that share a place in a clause: "Bette Davis, Tom Hanks and Barry Sullivan". */
export interface List {
  readonly members: readonly NounPhrase[];
  /** What a comma explains: "Fu Xiong, the Prince of Donghai". */
  readonly appositions: readonly { readonly of: NounPhrase; readonly is: NounPhrase }[];
  /** Further names after an "of": "the son of John | and Mary". */
  readonly also: readonly NounPhrase[];
  readonly next: number;
}

/** A list of one. */
export const single = (np: NounPhrase, next: number): List => ({
  members: [np],
  appositions: [],
  also: [],
  next,
});

/**
 * Reads the list that starts with the noun phrase at `i`.
 *
 * @param asSubject whether a verb is to follow: then the last member may be followed by one
 */
export function listAt(chunks: readonly Chunk[], i: number, asSubject: boolean): List {
  const first = chunks[i] as NounPhrase;
  const members = [first];
  const appositions: { of: NounPhrase; is: NounPhrase }[] = [];
  const also: NounPhrase[] = [];
  let next = i + 1;
  for (;;) {
    const last = members.at(-1)!;
    const joined = conjunct(chunks, next, asSubject);
    if (joined) {
      const np = chunks[joined] as NounPhrase;
      const together = describedTogether(last, np) ?? oneThing(chunks, last, joined);
      if (together) {
        members[members.length - 1] = together;
        next = joined + 1;
        continue;
      }
      if (lendsOf(last, np)) members[members.length - 1] = withOf(last, np);
      if (sharesOf(last, np)) also.push(np);
      else if (!alike(last, np)) break;
      else members.push(np);
      next = joined + 1;
      break;
    }
    const after = chunks[next + 1];
    if (chunks[next]?.kind !== 'comma' || after?.kind !== 'np') break;
    if (isListed(chunks, next + 1, asSubject) && sharesOf(last, after)) {
      also.push(after);
      next += 2;
      continue;
    }
    if (isListed(chunks, next + 1, asSubject) && alike(last, after) && !namesRole(last, after)) {
      members.push(after);
      next += 2;
      continue;
    }
    if (isHonour(after) && last.proper) {
      // "Eric Chan, SBS (born 1959)"
      members[members.length - 1] = { ...last, bracket: after.bracket };
      next += 2;
      continue;
    }
    // "the singer of its predecessor, Stormtroopers": the name explains the nearer noun.
    if (isBareRole(last) && after.proper && !isListed(chunks, next + 1, asSubject)) {
      // "by singer-songwriter, Van Morrison"
      members[members.length - 1] = after;
      appositions.push({ of: last, is: after });
      next += 2;
      break;
    }
    const near = last.inner && !last.proper && explains(last.inner, after) ? last.inner : last;
    // "the community of Elgin, Illinois"
    if (after.place && last.inner?.proper) break;
    if (!explains(near, after) || (!asSubject && startsClause(chunks, next + 1))) break;
    appositions.push({ of: near, is: after });
    next += 2;
    const more = conjunct(chunks, next, false);
    if (
      more &&
      explains(near, chunks[more] as NounPhrase) &&
      !(chunks[more] as NounPhrase).proper
    ) {
      appositions.push({ of: near, is: chunks[more] as NounPhrase });
      next = more + 1;
    }
    if (chunks[next]?.kind !== 'comma') continue;
    if (isListed(chunks, next + 1, asSubject) || conjunct(chunks, next, asSubject)) continue;
    if (asSubject) next++;
    break;
  }
  return { members, appositions, also, next };
}

/** Index of the noun phrase after "and", "or" or ", and" at `i`, unless that one starts a clause. */
function conjunct(chunks: readonly Chunk[], i: number, asSubject: boolean): number {
  let at = i;
  if (chunks[at]?.kind === 'comma') at++;
  const conj = chunks[at];
  if (!conj) return 0;
  const joins =
    (conj.kind === 'conj' && /^(?:and|or|nor|&)$/.test(conj.word)) ||
    (conj.kind === 'prep' && conj.word === 'as well as');
  if (!joins || chunks[at + 1]?.kind !== 'np') return 0;
  return !asSubject && startsClause(chunks, at + 1, 0) ? 0 : at + 1;
}

/** Whether "and X" closes the list that goes on at `i`. */
function isListed(chunks: readonly Chunk[], i: number, asSubject: boolean): boolean {
  let at = i;
  while (chunks[at]?.kind === 'np') {
    if (conjunct(chunks, at + 1, asSubject)) return true;
    if (chunks[at + 1]?.kind !== 'comma') return false;
    at += 2;
  }
  return false;
}

/**
 * Whether the noun phrase at `i` is the subject of a verb of its own.
 *
 * @param reach how many phrases may stand between it and its verb: "the budget | for 2023 | was"
 */
export function startsClause(chunks: readonly Chunk[], i: number, reach = 1): boolean {
  let at = i + 1;
  let skipped = 0;
  for (;;) {
    if (chunks[at]?.kind === 'adv') at++;
    else if (skipped < reach && chunks[at]?.kind === 'prep' && chunks[at + 1]?.kind === 'np') {
      at += 2;
      skipped++;
    } else break;
  }
  const verb = chunks[at];
  return (
    verb?.kind === 'vp' &&
    (verb.form === 'finite' ||
      (verb.form === 'participle' && at === i + 1 && chunks[at + 1]?.kind === 'np'))
  );
}

/** "American singer-songwriter": a description that waits for its name. */
const isBareRole = (np: NounPhrase): boolean =>
  !np.proper &&
  !np.plural &&
  !np.inner &&
  !np.pronoun &&
  np.head.tag === 'NOUN' &&
  !/^(?:DET|PRON|NUM)$/.test(np.words[0]!.tag) &&
  roleEnding.test(np.head.lower);

/** "a British film | and television studio": one studio, not a film and a studio. */
function oneThing(chunks: readonly Chunk[], first: NounPhrase, at: number): NounPhrase | null {
  const np = chunks[at] as NounPhrase;
  const joint = chunks[at - 1];
  const isOne =
    joint?.kind === 'conj' &&
    /^an?$/.test(first.words[0]!.lower) &&
    first.inner === null &&
    first.head.tag === 'NOUN' &&
    !roleEnding.test(first.head.lower) &&
    np.words.length > 1 &&
    np.words[0]!.tag === 'NOUN' &&
    np.head.tag === 'NOUN' &&
    !roleEnding.test(np.head.lower);
  return isOne ? { ...np, words: [...first.words, ...joint.words, ...np.words] } : null;
}
const roleEnding = /(?:er|or|ist|ian|man|woman|ess|eer)$/;

/** "the founder | and director of X": the first borrows the "of" of the second. */
const lendsOf = (first: NounPhrase, np: NounPhrase): boolean =>
  !first.inner &&
  !first.proper &&
  !first.pronoun &&
  first.owned === 0 &&
  first.words[0]!.tag === 'DET' &&
  np.inner !== null &&
  !np.proper &&
  np.words[0]!.tag !== 'DET';
const withOf = (first: NounPhrase, np: NounPhrase): NounPhrase => ({
  ...first,
  of: first.words.length,
  inner: np.inner,
  words: [...first.words, ...np.words.slice(np.of)],
});

/** "the father of actor | and presenter Warwick Davis": one man. */
function describedTogether(first: NounPhrase, np: NounPhrase): NounPhrase | null {
  const role = first.inner ?? first;
  const bare =
    !role.proper &&
    !role.plural &&
    !role.inner &&
    role.words.length <= 4 &&
    role.head.tag === 'NOUN';
  const definite = role.words[0]!.tag === 'DET' && role.words[0]!.lower !== 'the';
  if (!bare || definite || np.words[0]!.tag === 'DET' || nameStart(np) === 0) return null;
  if (!first.inner) return np;
  return {
    ...first,
    words: [...first.words.slice(0, first.of + 1), ...np.words],
    inner: np,
    bracket: np.bracket,
  };
}

/** "an American director of film | and TV": a bare noun joins the one after "of". */
const sharesOf = (first: NounPhrase, np: NounPhrase): boolean =>
  first.inner !== null &&
  !first.proper &&
  (!np.inner || np.proper) &&
  np.owned === 0 &&
  first.words[0]!.tag === 'DET' &&
  !/^(?:DET|PRON)$/.test(np.words[0]!.tag) &&
  (first.inner.proper === np.proper || /^\p{Lu}{2,5}$/u.test(np.head.text));

/** Letters after a name: "OBE", "Jr.". */
const isHonour = (np: NounPhrase): boolean =>
  np.words.length === 1 &&
  /^(?:\p{Lu}{2,6}|[DR]-\p{Lu}{2}|[JS]r\.?|PhD|Ph\.D\.?|Esq\.?)$/u.test(np.words[0]!.text);

const alike = (a: NounPhrase, b: NounPhrase): boolean =>
  a.proper === b.proper || a.head.tag === b.head.tag || /^\p{Lu}{2,5}$/u.test(b.head.text);

/** "the son of X" */
export const isKin = (np: NounPhrase): boolean => np.inner !== null && kin.test(np.head.lower);
const kin =
  /^(?:son|daughter|child|grandson|granddaughter|brother|sister|wife|husband|widow|father|mother|nephew|niece|cousin|heir)$/;

const ranks =
  /^(?:duke|duchess|earl|count|countess|marquess|marquis|viscount|baron|baroness|lord|lady|king|queen|prince|princess|emperor|empress|margrave|margravine|landgrave|elector|archduke|bishop|archbishop|abbot)$/;

/** "her husband, Sir Johnston": not two people, although a list goes on after it. */
const namesRole = (first: NounPhrase, second: NounPhrase): boolean =>
  /^(?:his|her|its|their)$/.test(first.words[0]!.lower) &&
  !first.proper &&
  !first.plural &&
  second.proper;

/** Whether the second noun phrase can say what the first is. */
function explains(first: NounPhrase, second: NounPhrase): boolean {
  // "was born in Budapest, the son of X": the city is nobody's son.
  if (first.place && isKin(second)) return false;
  if (second.pronoun || first.pronoun || second.head.tag === 'DATE' || second.head.tag === 'NUM')
    return false;
  const det = second.words[0]!;
  if (first.proper && !second.proper)
    return /^(?:a|an|the|his|her|its|their)$/.test(det.lower) || second.of > 0 || det.tag === 'ADJ';
  if (first.proper && second.proper)
    return (
      second.of > 0 &&
      first.words[0]!.tag !== 'DET' &&
      (det.lower === 'the' || ranks.test(det.lower))
    );
  // "his wife, Pearl Argyle": the name explains the role.
  return (
    second.proper && !first.plural && /^(?:his|her|its|their|the)$/.test(first.words[0]!.lower)
  );
}
