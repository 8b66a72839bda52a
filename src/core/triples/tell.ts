import type { PrepPhrase } from './arguments';
import type { NounPhrase } from './nouns';
import { possessives } from './verbs';
import type { List } from './lists';
import type { Clause, Piece } from './clause';
import { entityKey } from './entities';
import { honours, nameStart, ownership, plain, relationOf } from './phrasing';
import { relationText } from './relation';
import type { Resolver } from './resolve';
import { span } from './span';
import type { Word } from './words';

/** A triple that has no passage yet. */
export interface Fact {
  readonly head: string;
  readonly relation: string;
  readonly tail: string;
  readonly negated: boolean;
}

/**
 * Says the parsed pieces of one sentence as facts. Tells the resolver about each subject on the
 * way, so that a later "he" finds it.
 *
 * @param bracket says what stands in brackets after a name
 */
export function tell(
  pieces: readonly Piece[],
  resolver: Resolver,
  bracket: (name: string, words: readonly Word[]) => readonly Fact[],
): Fact[] {
  const facts: Fact[] = [];
  const told = new Set<NounPhrase>();
  /** Relation and object of the clause told last, for "left Paris | to join". */
  const reached = new Map<Clause, string>();
  let self: string | null = null;

  const [first] = pieces;
  if (first?.type === 'aside' && first.list.members.length === 1) nameTitle(first.list.members[0]!);
  for (const piece of pieces) {
    if (piece.type === 'aside') tellAside(piece.list);
    else if (!piece.hypothetical) tellClause(piece);
  }
  return facts;

  function push(head: string, relation: string, tail: string, negated = false): void {
    if (/^(?:one|some|many|most|all|both|each) of /.test(head)) return;
    if (/^the same \p{L}+$/u.test(tail)) return;
    if (head === tail || !/[\p{L}\p{N}]/u.test(tail) || !/\p{L}/u.test(head)) return;
    if (wordCount(head) > longest.head || wordCount(relation) > longest.relation) return;
    if (wordCount(tail) > longest.tail) return;
    if (
      resolver.title !== null &&
      /(?:known|called) as$|name is$/.test(relation) &&
      entityKey(tail) === entityKey(resolver.title)
    ) {
      resolver.alias(head);
      facts.push({ head: tail, relation: 'is also known as', tail: head, negated });
    } else facts.push({ head, relation, tail, negated });
  }

  /** The name in a phrase, its description left off, pronouns resolved. */
  function nameOf(np: NounPhrase, about = self): string | null {
    return resolver.text(withoutHonours(np.words.slice(nameStart(np))), about);
  }

  function tellAside(list: List): void {
    for (const np of [...list.members, ...list.also]) tellPhrase(np);
    for (const { of, is } of list.appositions) {
      const [name, role] = is.proper && !of.proper ? [is, of] : [of, is];
      const head = nameOf(name);
      if (head !== null) describe(head, role);
      tellPhrase(is);
    }
  }

  function tellPhrase(np: NounPhrase): void {
    if (told.has(np) || np.pronoun) return;
    told.add(np);
    if (np.inner) tellRole(np.inner);
    tellRole(np);
    if (np.proper && !np.inner) resolver.seen(plain(np.words.slice(nameStart(np))));
    if (np.bracket.length > 0 && (np.proper || np.head.quoted) && np.words[0]!.tag !== 'DET') {
      const name = nameOf(np);
      if (name !== null) {
        const inside = bracket(name, np.bracket);
        if (inside.some((f) => /^(?:was born|died)/.test(f.relation))) resolver.person(name);
        facts.push(...inside);
      }
    }
  }

  /** "film director Carl Boese": a role before a name. */
  function tellRole(np: NounPhrase): void {
    const start = nameStart(np);
    if (start > 0) {
      const name = nameOf(np);
      const words = np.words.slice(0, start).filter((w) => w.lower !== 'fellow');
      if (name !== null && words.length > 0 && !/[^s]s$/.test(words.at(-1)!.lower))
        describe(name, { ...np, words, of: -1, proper: false, inner: null, head: words.at(-1)! });
    }
  }

  /** `name` is what `np` says: "his wife" makes it someone's wife, "the son of X" the son of X. */
  function describe(name: string, np: NounPhrase): void {
    const first = np.words[0]!;
    const owner = np.owned > 0 || possessives.has(first.lower) ? ownership(np) : null;
    if (owner) {
      const who = resolver.text(owner.owner, self);
      if (who !== null && who !== name && owner.rest.length > 0)
        push(who, `'s ${plain(owner.rest)} is`, name);
      return;
    }
    is(name, 'is', np, false, []);
  }

  /** "X is a German film director", "X is the son of Y". */
  function is(
    name: string,
    verb: string,
    np: NounPhrase,
    negated: boolean,
    also: readonly NounPhrase[],
  ): void {
    const first = np.words[0]!;
    const core = np.of > 0 ? np.words.slice(0, np.of) : np.words;
    const noun = core.at(-1)!;
    if (!negated && noun.tag === 'NOUN' && !/^'s /.test(verb)) resolver.isA(name, noun.lower);
    if (np.inner && np.owned === 0) {
      const part = possessives.has(first.lower)
        ? resolver.text(core, name)
        : lowerArticle(plain(core));
      for (const of of [np.inner, ...also]) {
        const whole = nameOf(of, name);
        if (whole !== null && part !== null) push(name, `${verb} ${part} of`, whole, negated);
      }
    } else if (/^(?:a|an)$/.test(first.lower))
      push(name, `${verb} ${first.lower}`, plain(np.words.slice(1)), negated);
    else {
      const tail = resolver.phrase(np.words, name);
      if (tail !== null) push(name, verb, tail, negated || first.lower === 'no');
    }
  }

  function tellClause(clause: Clause): void {
    const heads =
      clause.subjects.length === 0 && resolver.title !== null
        ? [{ name: resolver.title, prefix: '', np: null }]
        : clause.subjects.map(headOf).filter((h) => h !== null);
    const plural = clause.subjects.length > 1 || clause.subjects[0]?.plural === true;
    const verb = relationText(clause, plural, reached);
    if (clause.of && !clause.of.proper && clause.base) tellThrough(clause, clause.base);
    if (clause.verb.copula && !clause.reduced && clause.subjects.length === 1)
      nameTitle(clause.subjects[0]!);
    for (const { name, prefix, np } of heads) {
      if (prefix !== '') resolver.subject(name, null);
      else {
        resolver.subject(name, np);
        if (livingVerbs.has(clause.verb.lemma)) resolver.person(name);
        self = name;
      }
      tellOne(
        name,
        clause.verb.form === 'infinitive' && clause.reduced ? verb : prefix + verb,
        clause,
      );
    }
  }

  /** "William Reeves Eason (...) was" under the title "B. Reeves Eason": the title's full name. */
  function nameTitle(np: NounPhrase): void {
    if (np.proper && !np.inner && np.owned === 0) {
      const alias = plain(withoutHonours(np.words));
      if (resolver.isTitle(alias) && resolver.title !== null)
        push(resolver.title, 'is also known as', alias);
    }
  }

  /** "The film features music | composed by X": the film features music composed by X. */
  function tellThrough(clause: Clause, base: Clause): void {
    const so = reached.get(base);
    const [np] = base.subjects;
    const name = np ? nameOf(np) : resolver.title;
    if (so === undefined || name === null || base.subjects.length > 1) return;
    for (const { prep, list } of clause.args.phrases)
      tellPhrases(name, `${so} ${relationOf(clause.verb)} ${prep}`, list, clause.verb.negated);
  }

  /** "the film's art direction" -> the film, "'s art direction ". */
  function headOf(
    np: NounPhrase,
  ): { readonly name: string; readonly prefix: string; readonly np: NounPhrase } | null {
    const owner = nameStart(np) === 0 ? ownership(np) : null;
    if (owner && !(owner.by === 'of' && np.proper)) {
      const name = resolver.text(owner.owner, self);
      return name === null ? null : { name, prefix: `'s ${plain(owner.rest)} `, np };
    }
    // "The music was composed by X": of the film that the text is about.
    const part = np.inner === null && parts.has(np.head.lower) && np.words.length <= 2;
    if (part && resolver.isThing())
      return { name: resolver.title!, prefix: `'s ${np.head.lower} `, np };
    const name = nameOf(np);
    return name === null ? null : { name, prefix: '', np };
  }

  function tellOne(name: string, verb: string, clause: Clause): void {
    const { args, fronted } = clause;
    const { negated, copula } = clause.verb;
    let base = args.adjective ? `${verb} ${args.adjective}` : verb;
    const members = args.objects?.members ?? [];
    const also = args.objects?.also ?? [];
    const tails = members.map((np) =>
      copula ? resolver.phrase(np.words, name) : nameOf(np, name),
    );
    for (const [k, np] of members.entries()) {
      const tail = tails[k] ?? null;
      // "the last film | in the series" is not the last film.
      if (copula && args.narrowed && !np.inner && np.words[0]!.lower === 'the') {
        if (np.head.tag === 'NOUN' && !/^'s /.test(base)) resolver.isA(name, np.head.lower);
        continue;
      }
      if (copula) is(name, base, np, negated, also);
      else if (tail !== null) push(name, base, tail, negated || np.words[0]!.lower === 'no');
    }
    const only = copula ? tails.at(-1) : tails.length === 1 ? tails[0] : null;
    if (only && wordCount(only) <= (copula ? 8 : 6)) base = `${base} ${only}`;
    for (const [k, phrase] of [...args.phrases, ...fronted].entries()) {
      const after = k < args.phrases.length ? args.phrases[k + 1] : undefined;
      const whole = span(phrase, after);
      if (whole) {
        const tail = resolver.text(whole, name);
        if (tail !== null) push(name, `${base} ${phrase.prep}`, tail, negated);
      } else if (!span(args.phrases[k - 1], k < args.phrases.length ? phrase : undefined))
        tellSetting(name, verb, base, clause, k < args.phrases.length ? k : -1, phrase);
    }
    if (args.adjective && args.phrases.length === 0) push(name, verb, args.adjective, negated);
    reached.set(clause, base);
  }

  /** One "preposition noun" of a clause; `k` is its place after the verb, -1 when it stood before. */
  function tellSetting(
    name: string,
    verb: string,
    base: string,
    { verb: { lemma, negated }, args }: Clause,
    k: number,
    { prep, list }: PrepPhrase,
  ): void {
    const before = args.phrases[k - 1];
    const noun = before?.list.members.at(-1);
    if (examples.has(prep)) {
      // "wrote for papers | including The Times", "titles include A | as well as B"
      if (before) tellPhrases(name, `${base} ${before.prep}`, list, negated);
      else if (args.objects) tellPhrases(name, verb, list, negated);
      return;
    }
    if (noun && before?.prep === 'as' && /^(?:to|for|of|at|in|with)$/.test(prep)) {
      // "served as Ambassador | to Brazil"
      const role = nameOf(noun, name);
      if (role !== null) tellPhrases(name, `${base} as ${role} ${prep}`, list, negated);
      return;
    }
    if (noun && prep === 'by' && (noun.head.quoted || sources.has(lemma))) {
      // "based on the novel Y | by Z": Z wrote Y.
      const work = nameOf(noun, name);
      if (work !== null && work !== name) {
        tellPhrases(work, 'is by', list, false);
        return;
      }
    }
    tellPhrases(name, `${base} ${prep}`, list, negated);
  }

  function tellPhrases(name: string, relation: string, list: List, negated: boolean): void {
    for (const np of [...list.members, ...list.also]) {
      const tail = nameOf(np, name);
      if (tail !== null) push(name, relation, tail, negated);
    }
  }
}

function withoutHonours(words: readonly Word[]): readonly Word[] {
  let end = words.length;
  while (end > 2 && honours.test(words[end - 1]!.text)) end--;
  return words.slice(0, end);
}

const lowerArticle = (text: string): string =>
  text.replace(/^(?:A|An|The) /, (a) => a.toLowerCase());

/** Prepositions that name members of what was said before. */
const examples = new Set(['including', 'such as', 'as well as']);
const sources = new Set(['base', 'adapt', 'inspire']);

/** What belongs to a work without being said to. */
const parts = new Set(
  'music score soundtrack lyrics screenplay script cinematography cast story plot'.split(' '),
);

/** Longer than this is a quotation, not a fact. */
const longest = { head: 10, relation: 12, tail: 18 };
const wordCount = (text: string): number => text.split(' ').length;
/** What only people do: tells "he" from "it". */
const livingVerbs = new Set(['bear', 'die', 'marry', 'graduate', 'retire']);
