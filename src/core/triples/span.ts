import type { PrepPhrase } from './arguments';
import type { NounPhrase } from './nouns';
import type { Word } from './words';

/** "from 1986 | to 2013", "between A and B": one setting of two ends; null for others. */
export function span(
  phrase: PrepPhrase | undefined,
  after: PrepPhrase | undefined,
): readonly Word[] | null {
  const [from, to] = phrase?.list.members ?? [];
  if (!phrase || !from) return null;
  if (phrase.prep === 'between' && to && phrase.list.members.length === 2)
    return [...from.words, joint('and', from), ...to.words];
  const end = after?.list.members[0];
  const ends = phrase.prep === 'from' && end && /^(?:to|until|till|through)$/.test(after.prep);
  const alike = ends && (from.head.tag === end.head.tag || (isTime(from) && isTime(end)));
  return alike && !from.pronoun ? [...from.words, joint(after.prep, from), ...end.words] : null;
}
const isTime = (np: NounPhrase): boolean => np.head.tag === 'DATE' || np.head.tag === 'NUM';
const joint = (text: string, { head }: NounPhrase): Word => ({
  ...head,
  text,
  lower: text,
  lemma: text,
  tag: 'ADP',
});
