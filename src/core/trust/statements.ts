import { stems } from '../lib/words';
import { tripleText } from '../triples/facts';
import type { Passage, Span, Triple } from '../types';

/** Something a passage says, short enough to be judged: a fact of it, or a whole short sentence. */
export interface Statement {
  /** As the judge reads it. */
  readonly text: string;
  /** What it is about, empty for a whole sentence; the rest is what it says of it. */
  readonly subject: string;
  readonly predicate: string;
  readonly negated: boolean;
  /** Stems of its content words, and of its subject's. */
  readonly words: ReadonlySet<string>;
  readonly subjectWords: ReadonlySet<string>;
  /** False for a sentence that no fact was found in: it may be a premise, but claims nothing. */
  readonly claims: boolean;
}

/** A sentence of a passage with what it says. */
export interface StatedSentence {
  readonly text: string;
  /** Offsets into the document's text. */
  readonly span: Span;
  /** Stems of its content words and of the subjects its pronouns stand for. */
  readonly words: ReadonlySet<string>;
  readonly negated: boolean;
  /** At least one. */
  readonly statements: readonly Statement[];
}

/** A whole sentence is a statement of its own up to this many words; longer ones confuse the judge. */
const longestWhole = 20;
/** Content words below which nothing is stated. */
const fewestWords = 3;

/**
 * The sentences of a passage that state something, each with its statements. Headings, questions and
 * fragments state nothing.
 * @param triples of this passage
 */
export function statedSentences(passage: Passage, triples: readonly Triple[]): StatedSentence[] {
  const bySentence = new Map<number, Triple[]>();
  for (const triple of triples) {
    const list = bySentence.get(triple.sentence[0]);
    if (list) list.push(triple);
    else bySentence.set(triple.sentence[0], [triple]);
  }
  const result: StatedSentence[] = [];
  for (const [start, end] of passage.sentences) {
    const span: Span = [passage.start + start, passage.start + end];
    const text = passage.text.slice(start, end);
    if (text.endsWith('?')) continue;
    const statements = (bySentence.get(span[0]) ?? []).map(statementOf);
    if (passage.kind === 'prose' && text.split(/\s+/).length <= longestWhole)
      statements.push(wholeStatement(text, statements.length > 0));
    const said = statements.filter(({ words }) => words.size >= fewestWords);
    if (said.length === 0) said.push(wholeStatement(text, false));
    if (said[0]!.words.size < fewestWords) continue;
    const words = new Set(stems(text));
    for (const { subjectWords } of said) for (const word of subjectWords) words.add(word);
    result.push({ text, span, words, negated: negation.test(text), statements: said });
  }
  return result;
}

/** The first sentence of a passage, as it stands. */
export function firstSentence({ text, start, sentences }: Passage): StatedSentence {
  const [from, to] = sentences[0] ?? [0, text.length];
  const sentence = text.slice(from, to);
  const words = stems(sentence);
  return {
    text: sentence,
    span: [start + from, start + to],
    words,
    negated: negation.test(sentence),
    statements: [wholeStatement(sentence, false)],
  };
}

function statementOf(triple: Triple): Statement {
  return {
    text: `${tripleText(triple)}.`,
    subject: triple.head,
    predicate: `${triple.relation} ${triple.tail}`,
    negated: triple.negated,
    words: stems(`${triple.head} ${triple.relation} ${triple.tail}`),
    subjectWords: stems(triple.head),
    claims: true,
  };
}

function wholeStatement(text: string, claims: boolean): Statement {
  return {
    text,
    subject: '',
    predicate: text,
    negated: negation.test(text),
    words: stems(text),
    subjectWords: new Set(),
    claims,
  };
}

/** A denial; not the "not" of ", not altitude", which only sets one thing against another. */
const negation = /(?<!,\s(?:and |but )?)\bnot\b|\b(?:never|no longer|nobody|none)\b|n['’]t\b/i;
