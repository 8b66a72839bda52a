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
