import type { Arguments, PrepPhrase } from './arguments';
import type { NounPhrase } from './nouns';
import type { VerbPhrase } from './verbs';
import type { List } from './lists';

/** A verb with its subjects and what follows it. */
export interface Clause {
  readonly type: 'clause';
  /** Empty: the document's title. */
  readonly subjects: readonly NounPhrase[];
  readonly verb: VerbPhrase;
  readonly args: Arguments;
  /** Phrases that stood before the subject: "In 1951, ...". */
  readonly fronted: readonly PrepPhrase[];
  /** Shortened ("directed by X", "starring Y", "to win Z"): the clause that it leans on, or null. */
  readonly reduced: boolean;
  readonly base: Clause | null;
  /** "features music | composed by X": the object of `base` that it describes. */
  readonly of: NounPhrase | null;
  /** Under "if", said to be doubted, or "it is said that": no fact. */
  readonly hypothetical: boolean;
}

/** Noun phrases with what they say by themselves: appositions, roles, brackets. */
export interface Aside {
  readonly type: 'aside';
  readonly list: List;
}

export type Piece = Clause | Aside;

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
