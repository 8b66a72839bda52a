import type { Passage, Span, Triple, TripleId } from '../types';
import { openFacts, titleName } from './openie';
import { readReply, type Rejected } from './reply';
import { tableFacts } from './table-facts';
import type { Fact } from './tell';
import type { Language } from './words';

/** Raised when the rules change, so that stored triples are made anew. */
export const rulesVersion = 1;

/** `<name>@<version>`: part of what a stored triple was made by. */
export const rulesId = (language: Language): string => `rules@${rulesVersion}+${language.id}`;

/**
 * Triples of a passage by rules: open extraction from prose, a row's cells from tables.
 *
 * @param title of the document; the head of what has no head of its own
 */
export function extractByRules(passage: Passage, title: string, language: Language): Triple[] {
  const facts =
    passage.kind === 'table'
      ? tableFacts(passage, titleName(title))
      : openFacts(passage.text, passage.sentences, title, language);
  return facts.map((fact, n) =>
    toTriple(passage, n, fact, passage.sentences[fact.sentence]!, rulesId(language)),
  );
}

/** Triples that a language model's reply gives, and the lines that were refused. */
export function extractFromReply(
  passage: Passage,
  title: string,
  reply: string,
  extractor: string,
): { readonly triples: readonly Triple[]; readonly rejected: readonly Rejected[] } {
  const { facts, rejected } = readReply(reply, `${title}\n${passage.text}`);
  const triples = facts.map((fact, n) =>
    toTriple(passage, n, fact, nearestSentence(passage, fact), extractor),
  );
  return { triples, rejected };
}

function toTriple(
  passage: Passage,
  n: number,
  { head, relation, tail, negated }: Fact,
  [start, end]: Span,
  extractor: string,
): Triple {
  return {
    id: `${passage.id}/${n}` as TripleId,
    passage: passage.id,
    document: passage.document,
    head,
    relation,
    tail,
    negated,
    sentence: [passage.start + start, passage.start + end],
    extractor,
  };
}

/** The sentence that holds most words of a fact; the first of equals. */
function nearestSentence({ text, sentences }: Passage, fact: Fact): Span {
  const words = `${fact.head} ${fact.relation} ${fact.tail}`.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  let best: Span = sentences[0] ?? [0, text.length];
  let most = -1;
  for (const span of sentences) {
    const inside = new Set(
      text
        .slice(...span)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu),
    );
    const shared = (words ?? []).filter((w) => inside.has(w)).length;
    if (shared > most) [best, most] = [span, shared];
  }
  return best;
}
