import { argumentsAt, type Arguments } from './arguments';
import type { Chunk } from './chunks';
import { isKin, listAt, single, startsClause, type List } from './lists';
import { add, aside, finish, note, type Relative, type State } from './parse-state';
import type { VerbPhrase } from './verbs';

/** Reads the noun phrase at `i`: a subject to be, or the subject of a relative clause. */
export function nounAt(chunks: readonly Chunk[], i: number, state: State): number {
  const list = predicated(chunks, listAt(chunks, i, true));
  aside(state, list);
  const { relative } = state;
  state.relative = null;
  // "the house that | Smith bought"
  if (
    relative &&
    relative.word !== 'whose' &&
    relative.word !== 'who' &&
    isOwnVerb(chunks[list.next])
  )
    return objectRelative(chunks, list, relative, state);
  if (relative?.word === 'whose') {
    // "whose father was": the antecedent owns the subject.
    const first = list.members[0]!;
    const owner = relative.antecedent;
    const words = [
      ...owner.words,
      { ...first.words[0]!, text: "'s", lower: "'s", tag: 'PART' as const },
      ...first.words,
    ];
    state.free = { ...list, members: [{ ...first, words, owned: owner.words.length + 1, of: -1 }] };
    state.outer = relative.outer;
    state.inRelative = true;
    note(state, list);
    return list.next;
  }
  const [subject] = state.clause?.subjects ?? [];
  if (
    subject &&
    isKin(list.members[0]!) &&
    chunks[i - 1]?.kind === 'comma' &&
    chunks[list.next]?.kind !== 'vp'
  ) {
    // "was born in Budapest, | the son of X" is about the one who was born.
    aside(state, { ...list, appositions: [{ of: subject, is: list.members[0]! }] });
    return list.next;
  }
  if (
    state.free &&
    chunks[i - 1]?.kind === 'comma' &&
    /^an?$/.test(list.members[0]!.words[0]!.lower)
  ) {
    // "The series, | a sequel to X, | was made": not the subject.
    aside(state, {
      ...list,
      appositions: [{ of: state.free.members.at(-1)!, is: list.members[0]! }],
    });
    note(state, list);
    state.freeEnd = list.next;
    return list.next;
  }
  state.free = list;
  state.freeEnd = list.next;
  note(state, list);
  return list.next;
}

/** "A native of Los Angeles, | he is": the first phrase says what the second is. */
function predicated(chunks: readonly Chunk[], list: List): List {
  const [first] = list.members;
  const after = chunks[list.next + 1];
  const det = first!.words[0]!.lower;
  const says =
    (/^an?$/.test(det) || (det === 'the' && first!.of > 0 && !first!.proper)) &&
    list.members.length === 1 &&
    list.appositions.length === 0;
  if (
    !says ||
    chunks[list.next]?.kind !== 'comma' ||
    after?.kind !== 'np' ||
    !startsClause(chunks, list.next + 1)
  )
    return list;
  return { ...list, appositions: [{ of: after, is: first! }] };
}

const isOwnVerb = (piece: Chunk | undefined): boolean =>
  piece?.kind === 'vp' && (piece.form === 'finite' || piece.form === 'participle');

function objectRelative(
  chunks: readonly Chunk[],
  list: List,
  relative: Relative,
  state: State,
): number {
  const verb = chunks[list.next] as VerbPhrase;
  const args = argumentsAt(chunks, list.next + 1, verb);
  const antecedent = single(relative.antecedent, args.next);
  const dated = relative.antecedent.head.tag === 'DATE' || relative.antecedent.head.tag === 'NUM';
  const prep =
    relative.prep || (relative.word === 'where' || (relative.word === 'when' && dated) ? 'in' : '');
  // A phrase that ends in a bare preposition takes the antecedent: "the house that he lived in".
  const dangles =
    chunks[args.next]?.kind === 'prep' ? (chunks[args.next] as { word: string }).word : '';
  const filled: Arguments =
    prep || dangles || args.objects || relative.word === 'when'
      ? prep || dangles
        ? { ...args, phrases: [...args.phrases, { prep: prep || dangles, list: antecedent }] }
        : args
      : { ...args, objects: antecedent };
  add(state, list.members, verb, filled, [], false);
  state.outer = relative.outer;
  state.inRelative = true;
  state.free = null;
  finish(state, args);
  return dangles ? args.next + 1 : args.next;
}
