import { acronymOf, entityKey, sameByInitials } from './entities';

/** Names of one thing, across all documents. */
export interface EntityIndex {
  readonly size: number;
  /** Which thing a name means; -1 when the library has no fact that names it. */
  find(name: string): number;
  /** Every spelling of a thing, the most frequent first. */
  names(entity: number): readonly string[];
}

export interface EntityBuilder {
  /** Counts a mention. */
  add(name: string): void;
  /** A text said that both are the same: "is also known as". */
  alias(a: string, b: string): void;
  finish(): EntityIndex;
}

/**
 * Links names by spelling family: case, accents, "the", brackets (by key), "J. R. Smith" with
 * "John Ronald Smith" when only one long form fits, "NATO" with the one name it abbreviates, and
 * what a text said to be the same.
 */
export function createEntityBuilder(): EntityBuilder {
  const ids = new Map<string, number>();
  const spellings: Map<string, number>[] = [];
  const parent: number[] = [];

  function idOf(name: string): number {
    const key = entityKey(name);
    if (key === '') return -1;
    let id = ids.get(key);
    if (id === undefined) {
      id = parent.length;
      ids.set(key, id);
      parent.push(id);
      spellings.push(new Map());
    }
    return id;
  }
  function root(id: number): number {
    let at = id;
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!;
    return at;
  }
  const join = (a: number, b: number): void => {
    parent[root(a)] = root(b);
  };

  return {
    add(name) {
      const id = idOf(name);
      if (id < 0) return;
      const counts = spellings[id]!;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    alias(a, b) {
      const [x, y] = [idOf(a), idOf(b)];
      if (x >= 0 && y >= 0) join(x, y);
    },
    finish() {
      for (const [short, long] of [...byInitials(ids), ...byAcronym(ids, spellings)])
        join(short, long);
      const members = new Map<number, Map<string, number>>();
      for (let id = 0; id < parent.length; id++) {
        const all = members.get(root(id)) ?? new Map<string, number>();
        for (const [name, count] of spellings[id]!) all.set(name, (all.get(name) ?? 0) + count);
        members.set(root(id), all);
      }
      return {
        size: members.size,
        find(name) {
          const id = ids.get(entityKey(name));
          return id === undefined ? -1 : root(id);
        },
        names: (entity) =>
          [...(members.get(entity) ?? [])].sort((a, b) => b[1] - a[1]).map(([name]) => name),
      };
    },
  };
}

/** Names with initials or fewer given names, where exactly one longer form fits. */
function* byInitials(ids: ReadonlyMap<string, number>): Iterable<[number, number]> {
  const byLast = new Map<string, string[]>();
  for (const key of ids.keys()) {
    const words = key.split(' ');
    if (words.length < 2 || words.length > 5 || words.some((w) => /\d/.test(w))) continue;
    const last = words.at(-1)!;
    const bucket = byLast.get(last);
    if (bucket) bucket.push(key);
    else byLast.set(last, [key]);
  }
  for (const bucket of byLast.values()) {
    // A last word that hundreds share ("film", "university") is no family name.
    if (bucket.length < 2 || bucket.length > mostPerLastName) continue;
    for (const short of bucket) {
      if (
        !short
          .split(' ')
          .slice(0, -1)
          .some((w) => w.length === 1)
      )
        continue;
      const fits = bucket.filter(
        (long) => long.length > short.length && sameByInitials(short, long),
      );
      if (fits.length === 1) yield [ids.get(short)!, ids.get(fits[0]!)!];
    }
  }
}
const mostPerLastName = 60;

function* byAcronym(
  ids: ReadonlyMap<string, number>,
  spellings: readonly ReadonlyMap<string, number>[],
): Iterable<[number, number]> {
  const short = new Map<string, number>();
  for (const [, id] of ids)
    for (const name of spellings[id]!.keys()) if (/^\p{Lu}{3,8}$/u.test(name)) short.set(name, id);
  if (short.size === 0) return;
  const long = new Map<string, Set<number>>();
  for (const [, id] of ids)
    for (const name of spellings[id]!.keys())
      for (const letters of acronymOf(name))
        if (short.has(letters)) long.set(letters, (long.get(letters) ?? new Set()).add(id));
  for (const [letters, id] of short) {
    const fits = long.get(letters);
    if (fits?.size === 1) yield [id, [...fits][0]!];
  }
}
