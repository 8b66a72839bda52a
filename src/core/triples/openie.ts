import { bracketFacts } from './brackets';
import { chunk } from './chunks';
import { parse } from './parse';
import { prepare } from './prepare';
import { createResolver } from './resolve';
import { tell, type Fact } from './tell';
import { tidy } from './phrasing';
import type { Span } from '../types';
import type { Language } from './words';

export interface SentenceFact extends Fact {
  /** Which sentence of the passage says it. */
  readonly sentence: number;
}

/**
 * Rule-based open information extraction: tags, noun and verb groups, clauses, facts. Negation is
 * kept, pronouns are resolved to the last matching subject or to the title.
 *
 * @param text a passage of prose
 * @param sentences offsets into `text`
 * @param title the document's title; what stands in brackets is not part of the name
 */
export function openFacts(
  text: string,
  sentences: readonly Span[],
  title: string,
  language: Language,
): SentenceFact[] {
  const name = titleName(title);
  const titleWords = name === null ? [] : language.tag(name).map((w) => w.lower);
  const resolver = createResolver(name, text, language);
  const tokens = language.tag(text);
  const facts: SentenceFact[] = [];
  let at = 0;
  for (const [sentence, [start, end]] of sentences.entries()) {
    while (at < tokens.length && tokens[at]!.start < start) at++;
    const from = at;
    while (at < tokens.length && tokens[at]!.start < end) at++;
    const words = tokens.slice(from, at);
    if (words.length < 3 || words.length > longestSentence) continue;
    const pieces = parse(chunk(prepare(words, titleWords, text, language), language));
    const seen = new Set<string>();
    for (const fact of tell(pieces, resolver, (who, inside) =>
      bracketFacts(who, inside, resolver.mayBePerson(who), language),
    )) {
      const key = `${fact.head}\t${fact.relation}\t${fact.tail}`;
      if (!seen.has(key)) facts.push({ ...fact, sentence });
      seen.add(key);
    }
  }
  return facts;
}

/** Past this a "sentence" is a list or a table that lost its line breaks. */
const longestSentence = 120;

/** "Beginners (film)" -> "Beginners"; null for a title that is no name. */
export function titleName(title: string): string | null {
  const name = tidy(
    title
      .replace(/\s*\([^)]*\)/g, '')
      .replace(/ (?:film|disc|video|bibli)ography$/i, '')
      .replace(/\.(?:pdf|docx?|txt|md|html?|csv|tsv|epub|odt|xlsx|eml|rtf)$/i, ''),
  );
  const isList = /^(?:list|index|outline|timeline|lists) of /i.test(name);
  return name === '' || isList || name.split(' ').length > 12 ? null : name;
}
