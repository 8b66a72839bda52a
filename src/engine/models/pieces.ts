import { failure } from '../../core/errors';
import { bytePieces } from './pieces-bytes';
import type { Tokens } from './tokens';

/** Word pieces with where each stands in the text, UTF-16 `[starts[i], ends[i])`. */
export interface Pieces {
  readonly ids: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Whether the piece begins a word (a `##` piece does not). */
  readonly opens: readonly boolean[];
}

/**
 * The pieces of a text by the model's tokenizer, with their places.
 * @throws ModelCorrupt for a kind of tokenizer whose pieces cannot be placed
 */
export function pieces(text: string, tokens: Tokens): Pieces {
  if (tokens.kind.kind === 'words') return wordPieces(text, tokens, tokens.kind.lower);
  if (tokens.kind.kind === 'bytes') return bytePieces(text, tokens);
  throw failure(
    'ModelCorrupt',
    'A reader with this kind of tokenizer cannot be used here: only WordPiece and byte-level BPE. Choose another one under Models.',
  );
}

/**
 * BERT's tokenisation (clean, space out Chinese, lower and strip accents where it is uncased, split
 * at spaces and punctuation, greedy longest pieces), done again here because transformers.js tells no
 * offsets. The ids are those of its tokenizer, quirks included; tests hold one against the other. A
 * word that the vocabulary cannot spell is one unknown piece over the whole word.
 */
function wordPieces(text: string, tokens: Tokens, isLower: boolean): Pieces {
  const ids: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const opens: boolean[] = [];
  for (const word of words(text, isLower)) {
    const spelled = spell(word, tokens);
    if (spelled === null) {
      ids.push(tokens.unknown);
      starts.push(word.starts[0] as number);
      ends.push(word.ends.at(-1) as number);
      opens.push(true);
      continue;
    }
    for (const [id, from, to] of spelled) {
      ids.push(id);
      starts.push(word.starts[from] as number);
      ends.push(word.ends[to - 1] as number);
      opens.push(from === 0);
    }
  }
  return { ids, starts, ends, opens };
}

/** The normalised characters (code points) of a word, each with the span that it came from. */
interface Word {
  readonly characters: string[];
  readonly starts: number[];
  readonly ends: number[];
}

const longestWord = 100;

function spell(
  word: Word,
  { vocabulary }: Tokens,
): [id: number, from: number, to: number][] | null {
  const { characters } = word;
  if (characters.length > longestWord) return null;
  const found: [number, number, number][] = [];
  let from = 0;
  while (from < characters.length) {
    let to = characters.length;
    let id: number | undefined;
    for (; to > from; to--) {
      const piece = characters.slice(from, to).join('');
      id = vocabulary.get(from > 0 ? `##${piece}` : piece);
      if (id !== undefined) break;
    }
    if (id === undefined) return null;
    found.push([id, from, to]);
    from = to;
  }
  return found;
}

const control = /^[\p{Cc}\p{Cf}\p{Co}\p{Cs}]$/u;
const space = /^\s$/;
const mark = /^\p{Mn}$/u;
const punctuation = /^[\p{P}\u0021-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007E]$/u;

/** A character that is kept, and the span of the text that it stands for. */
interface Kept {
  readonly character: string;
  readonly start: number;
  readonly end: number;
}

function* words(text: string, isLower: boolean): Generator<Word> {
  const kept = [...cleaned(text)];
  // Lowered as a whole: the Greek sigma looks at its neighbours.
  const joined = kept.map(({ character }) => character).join('');
  const lower = isLower ? joined.toLowerCase() : joined;
  let at = 0;
  let word: Word = { characters: [], starts: [], ends: [] };
  for (const { character, start, end } of kept) {
    const length = isLower ? character.toLowerCase().length : character.length;
    const cut = lower.slice(at, at + length);
    at += length;
    for (const part of isLower ? cut.normalize('NFD') : cut) {
      if (isLower && mark.test(part)) continue;
      const alone = punctuation.test(part);
      if (alone || space.test(part)) {
        if (word.characters.length > 0) yield word;
        if (alone) yield { characters: [part], starts: [start], ends: [end] };
        word = { characters: [], starts: [], ends: [] };
      } else {
        word.characters.push(part);
        word.starts.push(start);
        word.ends.push(end);
      }
    }
  }
  if (word.characters.length > 0) yield word;
}

/** Control characters out, every white space a space, Chinese characters between spaces. */
function* cleaned(text: string): Generator<Kept> {
  let end = 0;
  for (const character of text) {
    const start = end;
    end += character.length;
    const code = character.charCodeAt(0);
    if (code === 0 || code === 0xfffd || isControl(character)) continue;
    if (space.test(character)) yield { character: ' ', start, end };
    else if (isChinese(code)) {
      yield { character: ' ', start, end: start };
      yield { character, start, end };
      yield { character: ' ', start: end, end };
    } else yield { character, start, end };
  }
}

function isControl(character: string): boolean {
  return character !== '\t' && character !== '\n' && character !== '\r' && control.test(character);
}

/** CJK ideographs of the basic plane, as the tokenizer sees them (by UTF-16 unit). */
function isChinese(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}
