import type { Chunk } from './chunks';
import type { NounPhrase } from './nouns';
import type { VerbPhrase } from './verbs';
import type { Relative, State } from './parse-state';

/** What a relative pronoun takes up. */
export const relativeOf = (state: State, word: string, prep: string): Relative | null =>
  state.lastNoun && {
    antecedent: antecedentOf(state, word),
    word,
    prep,
    outer: state.free ? state.free.members : (state.clause?.subjects ?? []),
  };

/** "was a wrestler | who competed" is about the subject; "the singer of X, | which" about X. */
function antecedentOf(state: State, word: string): NounPhrase {
  // "who has written X and | who is": the same man.
  if (state.afterConjunction && state.lastRelative?.word === word)
    return state.lastRelative.antecedent;
  const { lastNoun, clause, free, nouns } = state;
  const someone = /^(?:who|whom|whose)$/.test(word);
  const noun =
    (someone && nouns.findLast((np) => !isSomewhere(np))) ||
    (word === 'which' && nouns.findLast((np) => !isMoment(np))) ||
    lastNoun!;
  // "the lifespan of Gerald Ford, | who"
  if (someone && noun.inner?.proper && !noun.proper && !personal.test(noun.head.lower))
    return noun.inner;
  const complement = clause?.verb.copula && free === null && clause.args.objects;
  if (
    complement &&
    complement.members.includes(noun) &&
    clause.subjects.length === 1 &&
    /^(?:who|which|that|whose)$/.test(word)
  ) {
    const { inner } = noun;
    if (!(inner && word === 'which')) return clause.subjects[0]!;
  }
  return word === 'which' && noun.inner ? noun.inner : noun;
}

const isMoment = (np: NounPhrase): boolean => np.head.tag === 'DATE' || np.head.tag === 'NUM';
const isSomewhere = (np: NounPhrase): boolean => np.place || isMoment(np);
/** Nouns that are someone themselves. */
const personal =
  /(?:er|or|ist|ian|man|woman|ess|son|child|wife|husband|king|queen|prince|duke|head|member|president|chief|mother|father)s?$/;

/** Is the verb a clause's own, does it describe a noun before it, or one that is still to come? */
export function roleOf(
  chunks: readonly Chunk[],
  i: number,
  verb: VerbPhrase,
  state: State,
): 'own' | 'reduced' | 'dangling' {
  if (verb.form === 'infinitive') return state.latest ? 'reduced' : 'dangling';
  if (state.relative || verb.form === 'finite') return 'own';
  const nothing = state.free === null && state.clause === null;
  if (verb.form === 'gerund')
    // "With Ridgway | assuming command, ..." is about Ridgway.
    return nothing && chunks[i - 1]?.kind !== 'np' ? 'dangling' : 'reduced';
  // A participle, or a past tense that looks the same.
  if (nothing) return mainVerbAhead(chunks, i + 1) ? 'dangling' : 'own';
  const before = chunks[i - 1];
  const after = chunks[i + 1];
  const by = after?.kind === 'prep' && after.word === 'by';
  if (before?.kind === 'conj' || (before?.kind === 'comma' && chunks[i - 2]?.kind !== 'np')) {
    const { latest } = state;
    if (before.kind === 'conj' && latest)
      return latest.reduced && latest.verb.form === 'participle'
        ? 'reduced'
        : by
          ? 'reduced'
          : 'own';
  }
  // "Producers | from the network | collaborated"
  if (
    state.free &&
    state.freeEnd === i &&
    state.free.next < i &&
    !by &&
    !naming.test(verb.words.at(-1)!.lower)
  )
    return mainVerbAhead(chunks, i + 1) ? 'reduced' : 'own';
  if (state.free && state.free.next === i)
    return (by || after?.kind !== 'np') && mainVerbAhead(chunks, i + 1) ? 'reduced' : 'own';
  if (by) return 'reduced';
  if (before?.kind === 'comma')
    return after?.kind === 'np' && !naming.test(verb.words.at(-1)!.lower) ? 'own' : 'reduced';
  return before?.kind === 'np' ? 'reduced' : 'own';
}

const naming =
  /^(?:named|called|titled|entitled|nicknamed|known|dubbed|located|situated|based|set|born)$/;

/** Whether a finite verb follows in the same clause. */
function mainVerbAhead(chunks: readonly Chunk[], from: number): boolean {
  for (let k = from; k < chunks.length; k++) {
    const piece = chunks[k]!;
    if (piece.kind === 'vp') {
      if (piece.form === 'finite') return true;
      if (
        piece.form === 'participle' &&
        chunks[k - 1]?.kind !== 'conj' &&
        chunks[k - 1]?.kind === 'np'
      ) {
        // "Born in Worms, he | directed X"
        if (chunks[k - 2]?.kind === 'comma') return true;
      }
    }
    if (piece.kind === 'stop' || piece.kind === 'rel' || piece.kind === 'sub') return false;
    if (piece.kind === 'conj' && /^(?:and|but)$/.test(piece.word) && chunks[k + 1]?.kind !== 'np')
      return false;
  }
  return false;
}

const placing = /^(?:located|situated|based|named|called)$/;
const times = /^(?:years?|months?|weeks?|days?|hours?|minutes?|time|career|decades?)$/;
const innermost = (np: NounPhrase): NounPhrase => (np.inner ? innermost(np.inner) : np);

/** Whom a shortened clause is about. */
export function describedBy(
  chunks: readonly Chunk[],
  i: number,
  verb: VerbPhrase,
  state: State,
): readonly NounPhrase[] | null {
  const { clause, free, lastNoun } = state;
  if (verb.form === 'infinitive') return state.latest?.subjects ?? null;
  if (free && free.next === i) return free.members;
  const before = chunks[i - 1];
  if (before?.kind === 'conj' && state.latest?.reduced) return state.latest.subjects;
  const last = lastNoun && !lastNoun.pronoun ? lastNoun : null;
  // "part of the name of two villages, | located"
  const noun =
    last && placing.test(verb.words.at(-1)!.lower) && !last.proper ? innermost(last) : last;
  // "spent seven years | making"
  if (verb.form === 'gerund' && noun && times.test(noun.head.lower) && clause)
    return clause.subjects;
  const direct = before?.kind === 'np';
  if (clause?.verb.copula && clause.args.objects) {
    // "is a film | directed by": what is said of the film is said of the subject; "is known for
    // the book X | published in" is about X.
    const complement = last !== null && clause.args.objects.members.includes(last);
    if (complement || !direct || !noun?.head.quoted) return clause.subjects;
  }
  const names = naming.test(verb.words.at(-1)!.lower);
  if (noun && (direct || (before?.kind === 'comma' && names))) return [noun];
  return clause?.subjects ?? free?.members ?? null;
}
