import type { Pause } from '../cancel';
import { noPause } from '../cancel';
import { fold } from '../passages/terms';
import type { PassageId, Triple } from '../types';
import { createEntityBuilder, type EntityIndex } from './link';
import { titleName } from './openie';

/** Where the things that the library names are written about. */
export interface NameIndex {
  readonly entities: EntityIndex;
  /** Entities that a text names, each once, in order. */
  mentions(text: string): number[];
  /** The entity of a name, -1 when unknown. */
  entity(name: string): number;
  /** Passages of documents that bear its name. */
  titled(entity: number): readonly PassageId[];
  /** Passages that state something about it, outside those documents. */
  about(entity: number): readonly PassageId[];
}

export interface TitledPassages {
  readonly title: string;
  readonly passages: readonly PassageId[];
}

const aliasRelation =
  /(?:also|formerly|better|best|commonly) known as$|^is known as$|^was born as$/;

/** Indexes titles and the proper heads of triples. About 5 microseconds a name. */
export async function createNameIndex(
  documents: Iterable<TitledPassages>,
  triples: Iterable<Triple>,
  pause: Pause = noPause,
): Promise<NameIndex> {
  const builder = createEntityBuilder();
  const titles: { name: string; passages: readonly PassageId[] }[] = [];
  for (const { title, passages } of documents) {
    const name = titleName(title);
    if (name === null || !isName(name)) continue;
    builder.add(name);
    titles.push({ name, passages });
    await pause();
  }
  const heads = new Map<string, Set<PassageId>>();
  for (const { head, relation, tail, passage } of triples) {
    if (isName(head)) {
      builder.add(head);
      const seen = heads.get(head);
      if (seen) seen.add(passage);
      else heads.set(head, new Set([passage]));
    }
    if (aliasRelation.test(relation) && isName(tail) && isName(head)) builder.alias(head, tail);
    await pause();
  }
  const entities = builder.finish();
  const titled = group(titles.map(({ name, passages }) => [entities.find(name), passages]));
  const about = group([...heads].map(([name, passages]) => [entities.find(name), [...passages]]));
  for (const [entity, passages] of about) {
    const own = new Set(titled.get(entity));
    about.set(
      entity,
      passages.filter((p) => !own.has(p)),
    );
  }
  return {
    entities,
    mentions: (text) => mentionsIn(text, entities),
    entity: (name) => entities.find(name),
    titled: (entity) => titled.get(entity) ?? [],
    about: (entity) => about.get(entity) ?? [],
  };
}

function group(
  entries: readonly (readonly [number, readonly PassageId[]])[],
): Map<number, PassageId[]> {
  const result = new Map<number, PassageId[]>();
  for (const [entity, passages] of entries) {
    const list = result.get(entity);
    if (list) list.push(...passages);
    else result.set(entity, [...passages]);
  }
  return result;
}

/** Something that can be looked up: has a capital or a digit beyond "The", and is not only a number. */
export function isName(text: string): boolean {
  const name = text.replace(/^(?:the|a|an)\s+/i, '');
  return (
    name.length > 2 &&
    /\p{Lu}/u.test(name) &&
    /^[\p{Lu}\d"“(]/u.test(name) &&
    !/^[\d\W]+$/.test(name)
  );
}

/** Of head and tail, how many are established things: names, or tails that hold a date or a number. */
export function established({ head, tail }: Pick<Triple, 'head' | 'tail'>): 0 | 1 | 2 {
  const sides = [isName(head), isName(tail) || /\d/.test(tail)];
  return sides.filter(Boolean).length as 0 | 1 | 2;
}

const longestName = 8;

/** Runs of up to 8 words that are names; the longest at each place. */
function mentionsIn(text: string, entities: EntityIndex): number[] {
  const words =
    fold(text)
      .replace(/['’]s?(?=\W|$)/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const cased = text.replace(/['’]s?(?=\W|$)/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const aligned = cased.length === words.length;
  const found = new Set<number>();
  for (let i = 0; i < words.length; i++) {
    // Keys have no article before them: "the power" is no more a name than "power".
    if (/^(?:the|an?)$/.test(words[i]!)) continue;
    for (let n = Math.min(longestName, words.length - i); n > 0; n--) {
      // A lone word names something only when it is written like a name: "Power" and "power".
      if (n === 1 && aligned && !/^[\p{Lu}\d]/u.test(cased[i]!)) continue;
      const entity = entities.find(words.slice(i, i + n).join(' '));
      if (entity < 0) continue;
      found.add(entity);
      i += n - 1;
      break;
    }
  }
  return [...found];
}
