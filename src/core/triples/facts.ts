import type { Triple } from '../types';

/** What a person reads: "Curtis Bernhardt’s wife is Pearl Argyle". */
export function tripleText({ head, relation, tail }: Pick<Triple, 'head' | 'relation' | 'tail'>) {
  const joint = /^['’]s /.test(relation) ? '' : ' ';
  const owned =
    joint === '' && /s$/.test(head) ? relation.slice(0, 1) + relation.slice(2) : relation;
  return `${head}${joint}${owned} ${tail}`;
}

/** One sentence a triple, repeated ones once. */
export function triplesAsSentences(triples: readonly Triple[]): string[] {
  const seen = new Set<string>();
  const result: string[] = [];
  for (const triple of triples) {
    const text = tripleText(triple);
    const key = text.toLowerCase();
    if (seen.has(key)) continue;
    seen.add(key);
    result.push(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
  }
  return result;
}
