import { argumentsAt, placesAt, type Arguments, type PrepPhrase } from './arguments';
import { describedBy, relativeOf, roleOf } from './attach';
import { createState, type Clause, type Piece, type Relative, type State } from './clause';
import type { Chunk } from './chunks';
import type { NounPhrase } from './nouns';
import type { VerbPhrase } from './verbs';
import { isKin, listAt, single, startsClause, type List } from './lists';

/** Shallow parse of a chunked sentence: who does what, in the order of the text. */
export function parse(chunks: readonly Chunk[]): Piece[] {
  const state = createState();
  let i = 0;
  while (i < chunks.length) i = step(chunks, i, state);
  return state.pieces;
}

function step(chunks: readonly Chunk[], i: number, state: State): number {
  const piece = chunks[i]!;
  switch (piece.kind) {
    case 'np':
      return nounAt(chunks, i, state);
    case 'prep':
      return prepAt(chunks, i, state);
    case 'rel':
      state.afterConjunction = chunks[i - 1]?.kind === 'conj';
      state.relative = relativeOf(state, piece.word, '');
      state.lastRelative = state.relative;
      return i + 1;
    case 'sub':
      state.hypothetical =
        /^(?:if|unless|whether)$/.test(piece.word) ||
        (piece.word === 'that' && doubted(state.latest));
      state.relative = null;
      state.free = null;
      return i + 1;
    case 'stop':
      if (/^[;.!?]/.test(piece.word)) {
        const fresh = createState();
        Object.assign(state, { ...fresh, pieces: state.pieces, lastNoun: state.lastNoun });
      } else if (piece.word === ':') state.free = null;
      return i + 1;
    case 'vp':
      return verbAt(chunks, i, piece, state);
    default:
      return i + 1;
  }
}

function doubted(clause: Clause | null): boolean {
  return clause !== null && doubting.has(clause.verb.lemma);
}
const doubting = new Set(
  'deny doubt claim allege believe suggest speculate rumor rumour suspect hope wish propose pretend'.split(
    ' ',
  ),
);

function nounAt(chunks: readonly Chunk[], i: number, state: State): number {
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

function prepAt(chunks: readonly Chunk[], i: number, state: State): number {
  const { word } = chunks[i] as { word: string };
  const after = chunks[i + 1];
  if (after?.kind === 'rel') {
    state.relative = relativeOf(state, after.word, word);
    return i + 2;
  }
  if (after?.kind === 'np') {
    const list = placesAt(chunks, i + 1, word, state.free !== null);
    aside(state, list);
    // "Demand | for oil": after a noun the phrase belongs to it.
    if (state.free && state.freeEnd === i) state.freeEnd = list.next;
    if (state.free === null && isSetting(word, list)) state.fronted.push({ prep: word, list });
    note(state, list);
    return list.next;
  }
  if (after?.kind === 'vp' && after.form === 'gerund') {
    const args = argumentsAt(chunks, i + 2, after);
    // "is known for | directing X" goes on with the verb; "After | leaving X, he" waits.
    const temporal = /^(?:before|after|since|upon|while|when)$/.test(word);
    if (state.latest && state.free === null && temporal)
      add(state, state.latest.subjects, after, args, [], true);
    else if (state.latest && state.free === null)
      add(
        state,
        state.latest.subjects,
        prefixed(after, word, chunks[i] as Chunk & { kind: 'prep' }),
        args,
        [],
        true,
        chunks[i - 1]?.kind === 'conj',
      );
    else state.dangling.push({ verb: after, args });
    finish(state, args);
    return args.next;
  }
  return i + 1;
}

const prefixed = (
  verb: VerbPhrase,
  _word: string,
  prep: { words: VerbPhrase['words'] },
): VerbPhrase => ({
  ...verb,
  form: 'infinitive',
  words: [...prep.words, ...verb.words],
});

/** Does the phrase say when or where, so that it holds for the clause that follows? */
const isSetting = (prep: string, { members: [np] }: List): boolean =>
  np !== undefined &&
  /^(?:in|on|at|during|since|after|before|until|by)$/.test(prep) &&
  (np.proper || np.head.tag === 'DATE' || np.head.tag === 'NUM');

function note(state: State, list: List): void {
  state.nouns.push(...list.members);
  state.lastNoun = list.members.at(-1)!;
}

function aside(state: State, list: List): void {
  state.pieces.push({ type: 'aside', list });
}

function finish(state: State, args: Arguments): void {
  for (const list of [args.objects, ...args.phrases.map((p) => p.list)])
    if (list) {
      aside(state, list);
      note(state, list);
    }
}

function add(
  state: State,
  subjects: readonly NounPhrase[],
  verb: VerbPhrase,
  args: Arguments,
  fronted: readonly PrepPhrase[],
  reduced: boolean,
  joined = false,
  expletive = false,
): void {
  const clause: Clause = {
    type: 'clause',
    subjects,
    verb,
    args,
    fronted,
    reduced,
    of:
      reduced && verb.form === 'participle' && objectsOf(state.clause).includes(subjects[0]!)
        ? subjects[0]!
        : null,
    base: reduced ? (verb.form === 'infinitive' && !joined ? state.latest : state.clause) : null,
    hypothetical: state.hypothetical || expletive,
  };
  state.pieces.push(clause);
  state.latest = clause;
  if (!reduced) state.clause = clause;
}

const objectsOf = (clause: Clause | null): readonly NounPhrase[] =>
  clause && !clause.verb.copula ? (clause.args.objects?.members ?? []) : [];

function verbAt(chunks: readonly Chunk[], i: number, verb: VerbPhrase, state: State): number {
  const own = argumentsAt(chunks, i + 1, verb);
  const args = borrowed(chunks, verb, own);
  const role = roleOf(chunks, i, verb, state);
  const { relative } = state;
  if (role === 'dangling') state.dangling.push({ verb, args });
  else if (role === 'reduced') {
    const aboutAll = chunks[i - 1]?.kind === 'comma' && consequence.test(verb.lemma);
    const subjects = aboutAll ? null : describedBy(chunks, i, verb, state);
    if (subjects) add(state, subjects, verb, args, [], true, chunks[i - 1]?.kind === 'conj');
  } else if (relative) {
    add(state, [relative.antecedent], verb, args, [], false);
    state.outer = relative.outer;
    state.inRelative = true;
    state.free = null;
  } else mainClause(chunks, i, verb, args, state);
  state.relative = null;
  finish(state, own);
  return own.next;
}

/** ", resulting in X": about the whole clause, not about its subject. */
const consequence =
  /^(?:result|lead|cause|make|allow|mean|bring|leave|give|include|follow|accord|concern|regard)$/;

function mainClause(
  chunks: readonly Chunk[],
  i: number,
  verb: VerbPhrase,
  args: Arguments,
  state: State,
): void {
  const resumes = state.inRelative && chunks[i - 1]?.kind === 'comma' && state.outer.length > 0;
  const subjects = state.free
    ? state.free.members
    : resumes
      ? state.outer
      : (state.clause?.subjects ?? []);
  // "Among his films were X": turned round, the subject comes after.
  if (subjects.length === 0 && chunks.slice(0, i).some((c) => c.kind === 'np')) return;
  if (subjects.length === 0 && !verb.passive && !verb.copula && verb.form !== 'participle') return;
  if (resumes || (state.free && !state.free.members[0]!.words.some((w) => w.text === "'s")))
    state.inRelative = false;
  const after = chunks[args.next];
  const expletive = subjects[0]?.pronoun === 'it' && after?.kind === 'sub' && after.word === 'that';
  add(state, subjects, verb, args, state.fronted, false, false, expletive);
  for (const { verb: v, args: a } of state.dangling) add(state, subjects, v, a, [], true);
  state.dangling = [];
  state.fronted = [];
  state.free = null;
}

/** "written and directed by X": the first verb borrows what follows the second. */
function borrowed(chunks: readonly Chunk[], verb: VerbPhrase, args: Arguments): Arguments {
  let k = args.next;
  const [prep, joint, next] = chunks.slice(k);
  if (prep?.kind === 'prep' && joint?.kind === 'conj' && next?.kind === 'vp') {
    // "directed by | and starring X"
    const { objects } = argumentsAt(chunks, k + 3, next);
    if (objects) return { ...args, phrases: [...args.phrases, { prep: prep.word, list: objects }] };
  }
  if (args.objects || args.adjective || args.phrases.length > 0) return args;
  if (chunks[k]?.kind === 'comma') k++;
  if (chunks[k]?.kind === 'conj') k++;
  const other = chunks[k];
  if (k === args.next || other?.kind !== 'vp' || (other.form !== verb.form && !verb.passive))
    return args;
  const more = borrowed(chunks, other, argumentsAt(chunks, k + 1, other));
  return { ...more, next: args.next };
}
