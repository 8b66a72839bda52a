import type { Chunk } from './chunks';
import type { NounPhrase } from './nouns';
import type { VerbPhrase } from './verbs';
import { listAt, single, startsClause, type List } from './lists';
import { plain } from './phrasing';

export interface PrepPhrase {
  readonly prep: string;
  readonly list: List;
}

/** What follows a verb: "gave | the book | to Mary | in 1990". */
export interface Arguments {
  readonly objects: List | null;
  /** "is | famous": the adjective and what is joined to it, or ''. */
  readonly adjective: string;
  readonly phrases: readonly PrepPhrase[];
  /** Whether more follows that narrows it: "the first director | to win". */
  readonly narrowed: boolean;
  readonly next: number;
}

export function argumentsAt(chunks: readonly Chunk[], from: number, verb: VerbPhrase): Arguments {
  let k = from;
  let objects: List | null = null;
  let adjective = '';
  const phrases: PrepPhrase[] = [];
  while (chunks[k]?.kind === 'adv') k++;
  const first = chunks[k];
  if (first?.kind === 'adj') [adjective, k] = adjectives(chunks, k, plain(first.words));
  else if (
    first?.kind === 'np' &&
    (verb.copula || !startsClause(chunks, k, saying.has(verb.lemma) ? 1 : 0))
  ) {
    objects = listAt(chunks, k, false);
    k = objects.next;
    // "gave him | the book"
    if (chunks[k]?.kind === 'np' && giving.has(verb.lemma) && !startsClause(chunks, k)) {
      phrases.push({ prep: 'to', list: objects });
      objects = listAt(chunks, k, false);
      k = objects.next;
    }
  }
  for (;;) {
    const at = prepositionAt(chunks, k);
    if (at < 0) break;
    const prep = (chunks[at] as { word: string }).word;
    const list = placesAt(chunks, at + 1, prep);
    phrases.push({ prep, list });
    k = list.next;
  }
  const after = chunks[k];
  const narrowed =
    phrases.length > 0 ||
    after?.kind === 'rel' ||
    (after?.kind === 'vp' && after.form !== 'finite');
  return { objects, adjective, phrases, narrowed, next: k };
}

/** Verbs after which a clause may stand without "that". */
const saying = new Set(
  'say think know believe find show state report claim hope argue note'.split(' '),
);
const giving = new Set(
  'give award offer teach tell send grant pay hand lend show earn win'.split(' '),
);

/** The adjective at `from` and those joined to it. */
function adjectives(chunks: readonly Chunk[], from: number, first: string): [string, number] {
  let text = first;
  let k = from + 1;
  for (;;) {
    const joint = chunks[k];
    const more = chunks[k + 1];
    if ((joint?.kind !== 'conj' && joint?.kind !== 'comma') || more?.kind !== 'adj') break;
    text += `${joint.kind === 'comma' ? ',' : ` ${joint.word}`} ${plain(more.words)}`;
    k += 2;
  }
  return [text, k];
}

/** Index of a preposition that goes on with the verb from `k`, or -1. */
function prepositionAt(chunks: readonly Chunk[], k: number): number {
  let p = k;
  while (chunks[p]?.kind === 'adv') p++;
  if (chunks[p]?.kind === 'comma' && chunks[p + 1]?.kind === 'prep' && !opensClause(chunks, p + 1))
    p++;
  if (chunks[p]?.kind !== 'prep' || chunks[p + 1]?.kind !== 'np') return -1;
  return p > k && startsClause(chunks, p + 1) ? -1 : p;
}

/** Whether the phrase at `p` begins a new clause: ", in 1951 he moved". */
function opensClause(chunks: readonly Chunk[], p: number): boolean {
  let k = p + 2;
  if (chunks[k]?.kind === 'comma') k++;
  return chunks[k]?.kind === 'np' && startsClause(chunks, k);
}

/** The list after a preposition, where "Worms, Germany" is one place. */
export function placesAt(
  chunks: readonly Chunk[],
  at: number,
  prep: string,
  asSubject = false,
): List {
  const np = chunks[at] as NounPhrase;
  if (!np.proper || !/^(?:in|at|near|from|of|to|outside)$/.test(prep))
    return listAt(chunks, at, asSubject);
  let next = at + 1;
  let { words, bracket } = np;
  for (;;) {
    const comma = chunks[next];
    const more = chunks[next + 1];
    if (comma?.kind !== 'comma' || more?.kind !== 'np') break;
    if (!more.proper || more.owned > 0 || more.words.length > 4) break;
    const known = more.place;
    const after = chunks[next + 2];
    if (
      !known &&
      (startsClause(chunks, next + 1) || after?.kind === 'conj' || after?.kind === 'vp')
    )
      break;
    words = [...words, ...comma.words, ...more.words];
    bracket = more.bracket;
    next += 2;
  }
  return words === np.words
    ? listAt(chunks, at, asSubject)
    : single({ ...np, words, bracket }, next);
}
