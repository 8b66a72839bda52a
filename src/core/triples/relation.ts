import type { Clause } from './clause';
import { relationOf, thirdPerson } from './phrasing';

/** The verb as a relation; a shortened clause is written out again. */
export function relationText(
  clause: Clause,
  plural: boolean,
  reached: ReadonlyMap<Clause, string>,
): string {
  const { verb, base } = clause;
  if (!clause.reduced)
    return verb.form === 'participle' && clause.subjects.length === 0
      ? `was ${relationOf(verb)}`
      : relationOf(verb);
  if (verb.form === 'infinitive')
    return `${(base && reached.get(base)) ?? ''} ${relationOf(verb)}`.trim();
  if (verb.form === 'gerund') return thirdPerson(verb, plural);
  const be = base?.verb.copula
    ? base.verb.words.findLast((w) => /^(?:is|are|was|were)$/.test(w.lower))?.lower
    : undefined;
  const now = /^(?:located|situated|based|known|called|named)$/.test(verb.words.at(-1)!.lower);
  return `${be ?? (now ? 'is' : plural ? 'were' : 'was')} ${relationOf(verb)}`;
}
