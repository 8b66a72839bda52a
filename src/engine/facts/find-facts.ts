import { entityKey } from '../../core/triples/entities';
import type { NameIndex } from '../../core/triples/names';
import type { Triple } from '../../core/types';
import type { Fact, FactQuery } from '../../link/facts';
import type { Indexes } from '../pipeline/indexes';
import type { FactStore } from './fact-store';

/** Facts that hold all words of a search, about one entity if given, in the order asked for. */
export function findFacts(
  facts: FactStore,
  indexes: Pick<Indexes, 'document'>,
  names: NameIndex | null,
  credibility: (triple: Triple) => number,
  { text, entity, sort, limit }: FactQuery,
): { readonly facts: readonly Fact[]; readonly total: number } {
  const wanted = entityKey(text).split(' ').filter(Boolean);
  const id = names && entity !== null ? names.entity(entity) : -1;
  const found: Fact[] = [];
  for (const triple of facts.all()) {
    if (names && !isAbout(triple, id, names)) continue;
    const title = indexes.document(triple.document)?.title ?? '';
    if (wanted.length > 0) {
      const all = entityKey(`${triple.head} ${triple.relation} ${triple.tail} ${title}`);
      if (!wanted.every((word) => all.includes(word))) continue;
    }
    found.push({ triple, credibility: credibility(triple), title });
  }
  // Sorting is stable: equal ones stay in the order of the text.
  if (sort === 'credibility') found.sort((a, b) => a.credibility - b.credibility);
  else found.sort((a, b) => a.title.localeCompare(b.title));
  return { facts: found.slice(0, limit), total: found.length };
}

const isAbout = ({ head, tail }: Triple, entity: number, names: NameIndex): boolean =>
  entity >= 0 && (names.entity(head) === entity || names.entity(tail) === entity);

/** Entities whose name has a word that begins so, by how many facts name them. */
export function findEntities(
  facts: FactStore,
  { entities }: NameIndex,
  prefix: string,
  limit: number,
): { readonly name: string; readonly facts: number }[] {
  const wanted = entityKey(prefix);
  const counts = new Map<number, number>();
  for (const { head, tail } of facts.all())
    for (const entity of new Set([entities.find(head), entities.find(tail)]))
      if (entity >= 0) counts.set(entity, (counts.get(entity) ?? 0) + 1);
  const fits = (name: string): boolean => ` ${entityKey(name)}`.includes(` ${wanted}`);
  return [...counts]
    .map(([entity, n]) => ({ names: entities.names(entity), facts: n }))
    .filter(({ names }) => wanted === '' || names.some(fits))
    .map(({ names, facts: n }) => ({ name: names[0] ?? '', facts: n }))
    .sort((a, b) => b.facts - a.facts || a.name.localeCompare(b.name))
    .slice(0, limit);
}
