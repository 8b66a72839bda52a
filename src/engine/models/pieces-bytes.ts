import type { Pieces } from './pieces';
import type { Tokens } from './tokens';

/**
 * Places of byte-level BPE pieces (GPT-2, RoBERTa): each letter of a piece's name stands for one byte
 * of the text's UTF-8, so that the pieces, laid end to end, are the text. The space in front of a
 * word belongs to its first piece and not to its place.
 */
export function bytePieces(text: string, tokens: Tokens): Pieces {
  const plain = tokens.plain(text);
  const ids = tokens.encode(text);
  const places = placesOf(plain);
  const names = namesOf(tokens.vocabulary);
  const starts: number[] = [];
  const ends: number[] = [];
  const opens: boolean[] = [];
  const lengths = ids.map((id) => names.get(id)?.length ?? 0);
  // Some tokenizers put a space in front of the text.
  let at = places.length - 1 - lengths.reduce((sum, length) => sum + length, 0);
  for (const length of lengths) {
    let start = places[Math.max(0, at)] ?? plain.length;
    const end = places[Math.max(0, at + length)] ?? plain.length;
    at += length;
    while (start < end && /\s/.test(plain.charAt(start))) start++;
    starts.push(start);
    ends.push(end);
    opens.push(start < end && (start === 0 || !inWord(plain, start)));
  }
  return { ids, starts, ends, opens };
}

const letter = /[\p{L}\p{N}\p{M}]/u;
const inWord = (text: string, at: number): boolean =>
  letter.test(text.charAt(at - 1)) && letter.test(text.charAt(at));

/** UTF-16 offset of each UTF-8 byte, and of the end; bytes inside a character count as its start. */
function placesOf(text: string): readonly number[] {
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let k = 0; k < bytes; k++) places.push(at);
    at += character.length;
  }
  places.push(at);
  return places;
}

const known = new WeakMap<ReadonlyMap<string, number>, ReadonlyMap<number, string>>();

function namesOf(vocabulary: ReadonlyMap<string, number>): ReadonlyMap<number, string> {
  const found = known.get(vocabulary);
  if (found) return found;
  const names = new Map([...vocabulary].map(([name, id]) => [id, name] as const));
  known.set(vocabulary, names);
  return names;
}
