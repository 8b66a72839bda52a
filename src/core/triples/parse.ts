import { argumentsAt, placesAt, type Arguments } from './arguments';
import { describedBy, relativeOf, roleOf } from './attach';
import type { Chunk } from './chunks';
import type { Clause, Piece } from './clause';
import type { List } from './lists';
import { nounAt } from './noun-at';
import { add, aside, createState, finish, note, type State } from './parse-state';
import type { VerbPhrase } from './verbs';

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
