/** Universal part-of-speech tags, and `DATE` for a whole date such as "22 February 1981". */
export type Tag =
  | 'ADJ'
  | 'ADP'
  | 'ADV'
  | 'AUX'
  | 'CCONJ'
  | 'DATE'
  | 'DET'
  | 'INTJ'
  | 'NOUN'
  | 'NUM'
  | 'PART'
  | 'PRON'
  | 'PROPN'
  | 'PUNCT'
  | 'SCONJ'
  | 'SYM'
  | 'VERB'
  | 'X';

/** A word (or a merged run: a date, a quoted title, a hyphenated word) of a text. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly lemma: string;
  readonly tag: Tag;
  /** Offsets into the tagged text. */
  readonly start: number;
  readonly end: number;
  /** Whether it stood in quotation marks, as a title does. */
  readonly quoted?: boolean;
}

/** What a dictionary knows of a lower-cased word on its own. */
export type WordKind =
  'male' | 'female' | 'name' | 'place' | 'organization' | 'demonym' | 'role' | 'month' | null;

/** What the rules need from a language library: tags, and a dictionary of names and roles. */
export interface Language {
  readonly id: string;
  /** Every token of `text`, in order, with exact offsets. */
  tag(text: string): Word[];
  kind(lower: string): WordKind;
}
