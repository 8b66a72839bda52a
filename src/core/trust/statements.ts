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
}

/** A sentence of a passage with what it says. */
export interface StatedSentence {
  readonly text: string;
  /** Offsets into the document's text. */
  readonly span: Span;
  /** Stems of its content words and of the subjects its pronouns stand for. */
  readonly words: ReadonlySet<string>;
  readonly negated: boolean;
  readonly statements: readonly Statement[];
}

/** A whole sentence is a statement of its own up to this many words; longer ones confuse the judge. */
const longestWhole = 20;
const fewestWords = 3;

/**
 * The sentences of a passage that state something, each with its statements. Headings, questions and
 * fragments state nothing: two of them can neither support nor contradict each other.
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
    const facts = bySentence.get(span[0]) ?? [];
    const text = passage.text.slice(start, end);
    if (facts.length === 0 || text.endsWith('?')) continue;
    const statements = facts.map(statementOf);
    const whole = wholeSentence(text);
    if (whole && passage.kind === 'prose') statements.push(whole);
    const words = new Set(stems(text));
    for (const { subjectWords } of statements) for (const word of subjectWords) words.add(word);
    const said = statements.filter((statement) => statement.words.size >= fewestWords);
    if (said.length > 0)
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
    statements: [wholeStatement(sentence)],
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
  };
}

/** null for a sentence that is too long to be judged as one. */
function wholeSentence(text: string): Statement | null {
  return text.split(/\s+/).length > longestWhole ? null : wholeStatement(text);
}

function wholeStatement(text: string): Statement {
  return {
    text,
    subject: '',
    predicate: text,
    negated: negation.test(text),
    words: stems(text),
    subjectWords: new Set(),
  };
}

const negation = /\b(?:not|never|no longer|nobody|none)\b|n['’]t\b/i;
