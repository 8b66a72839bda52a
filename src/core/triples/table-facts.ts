import type { Passage } from '../types';
import type { SentenceFact } from './openie';

/**
 * Facts of a table's rows: the first cell is the head, each other column's name the relation.
 * `Item | Price` over `Radio | £80` gives <Radio; 's Price is; £80>. Without column names a row of
 * two cells is a fact of the document: <title; 's first is; second>.
 */
export function tableFacts(passage: Passage, title: string | null): SentenceFact[] {
  const facts: SentenceFact[] = [];
  for (const [sentence, [start, end]] of passage.sentences.entries()) {
    const cells = passage.text
      .slice(start, end)

      .split(/ \|(?: |$)/)
      .map((cell) => cell.trim());
    const [head = '', ...rest] = cells;
    if (head === '') continue;
    if (passage.header.length === 0) {
      if (title !== null && rest.length === 1 && rest[0] !== '')
        facts.push(fact(title, head, rest[0]!, sentence));
      continue;
    }
    for (const [i, cell] of rest.entries()) {
      const column = passage.header[i + 1] ?? '';
      if (cell !== '' && column !== '') facts.push(fact(head, column, cell, sentence));
    }
  }
  return facts;
}

const fact = (head: string, name: string, tail: string, sentence: number): SentenceFact => ({
  head,
  relation: `'s ${name} is`,
  tail,
  negated: false,
  sentence,
});
