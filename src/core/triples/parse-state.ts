import type { Arguments, PrepPhrase } from './arguments';
import type { Clause, Piece } from './clause';
import type { List } from './lists';
import type { NounPhrase } from './nouns';
import type { VerbPhrase } from './verbs';

/** A "who" or "which" that waits for its verb. */
export interface Relative {
  readonly antecedent: NounPhrase;
  readonly word: string;
  readonly prep: string;
  readonly outer: readonly NounPhrase[];
}

/** How far a sentence is read. */
export interface State {
  readonly pieces: Piece[];
  /** The last full clause of this sentence. */
  clause: Clause | null;
  /** The last clause of any form. */
  latest: Clause | null;
  /** Subjects to go back to when a relative clause ends. */
  outer: readonly NounPhrase[];
  inRelative: boolean;
  /** Every noun phrase so far, for "who" and "which". */
  readonly nouns: NounPhrase[];
  /** A noun phrase list that no verb has taken yet. */
  free: List | null;
  /** Where it ends, phrases that hang on it included. */
  freeEnd: number;
  lastNoun: NounPhrase | null;
  relative: Relative | null;
  /** The relative clause before, which "and who" goes on with. */
  lastRelative: Relative | null;
  afterConjunction: boolean;
  fronted: PrepPhrase[];
  /** Shortened clauses that wait for the subject to come: "Born in Worms, he ...". */
  dangling: { verb: VerbPhrase; args: Arguments }[];
  hypothetical: boolean;
}

export const createState = (): State => ({
  pieces: [],
  clause: null,
  latest: null,
  outer: [],
  inRelative: false,
  nouns: [],
  free: null,
  freeEnd: -1,
  lastNoun: null,
  relative: null,
  lastRelative: null,
  afterConjunction: false,
  fronted: [],
  dangling: [],
  hypothetical: false,
});

export function note(state: State, list: List): void {
  state.nouns.push(...list.members);
  state.lastNoun = list.members.at(-1)!;
}

export function aside(state: State, list: List): void {
  state.pieces.push({ type: 'aside', list });
}

export function finish(state: State, args: Arguments): void {
  for (const list of [args.objects, ...args.phrases.map((p) => p.list)])
    if (list) {
      aside(state, list);
      note(state, list);
    }
}

export function add(
  state: State,
  subjects: readonly NounPhrase[],
  verb: VerbPhrase,
  args: Arguments,
  fronted: readonly PrepPhrase[],
  reduced: boolean,
  joined = false,
  expletive = false,
): void {
  const clause: Clause = {
    type: 'clause',
    subjects,
    verb,
    args,
    fronted,
    reduced,
    of:
      reduced && verb.form === 'participle' && objectsOf(state.clause).includes(subjects[0]!)
        ? subjects[0]!
        : null,
    base: reduced ? (verb.form === 'infinitive' && !joined ? state.latest : state.clause) : null,
    hypothetical: state.hypothetical || expletive,
  };
  state.pieces.push(clause);
  state.latest = clause;
  if (!reduced) state.clause = clause;
}

const objectsOf = (clause: Clause | null): readonly NounPhrase[] =>
  clause && !clause.verb.copula ? (clause.args.objects?.members ?? []) : [];
