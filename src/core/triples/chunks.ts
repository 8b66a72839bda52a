import { nominal, nounPhrase, type NounPhrase, type Source } from './nouns';
import type { Prepared } from './prepare';
import { verbPhrase, type VerbPhrase } from './verbs';
import type { Language, Word } from './words';

export type Chunk =
  | NounPhrase
  | VerbPhrase
  | { readonly kind: 'prep'; readonly words: readonly Word[]; readonly word: string }
  | { readonly kind: 'adj'; readonly words: readonly Word[] }
  | { readonly kind: 'adv'; readonly words: readonly Word[] }
  | { readonly kind: 'conj'; readonly words: readonly Word[]; readonly word: string }
  | { readonly kind: 'rel'; readonly words: readonly Word[]; readonly word: string }
  | { readonly kind: 'sub'; readonly words: readonly Word[]; readonly word: string }
  | { readonly kind: 'comma'; readonly words: readonly Word[] }
  | { readonly kind: 'stop'; readonly word: string };

/** Cuts a sentence into noun phrases, verb groups and the words between them. */
export function chunk({ words, brackets }: Prepared, language: Language): Chunk[] {
  const source: Source = { words, brackets, language };
  const result: Chunk[] = [];
  let i = 0;
  while (i < words.length) {
    const [piece, next] = chunkAt(source, i);
    if (piece) result.push(piece);
    i = Math.max(next, i + 1);
  }
  return result;
}

function chunkAt(source: Source, i: number): [Chunk | null, number] {
  const { words } = source;
  const word = words[i]!;
  const one = [word];
  if (word.text === ',') return [{ kind: 'comma', words: one }, i + 1];
  // A full stop inside a sentence ends an abbreviation.
  if (word.text === '.' && i < words.length - 1) return [null, i + 1];
  if (word.lower === 'there') return [{ kind: 'adv', words: one }, i + 1];
  if (word.tag === 'PUNCT')
    return [/[\p{L}\p{N}]/u.test(word.text) ? null : { kind: 'stop', word: word.text }, i + 1];
  const compound = compoundPrepositions.find((p) => p.every((w, k) => words[i + k]?.lower === w));
  if (compound)
    return [
      { kind: 'prep', words: words.slice(i, i + compound.length), word: compound.join(' ') },
      i + compound.length,
    ];
  if (isRelative(words, i)) return [{ kind: 'rel', words: one, word: word.lower }, i + 1];
  if (isSubordinator(words, i)) return [{ kind: 'sub', words: one, word: word.lower }, i + 1];
  if (word.tag === 'CCONJ') return [{ kind: 'conj', words: one, word: word.lower }, i + 1];
  const verb = verbPhrase(words, i);
  if (verb) return verb;
  const noun = nounPhrase(source, i);
  if (noun) return noun;
  if (word.tag === 'ADP' || word.tag === 'SCONJ' || (word.lower === 'to' && word.tag === 'PART'))
    return [{ kind: 'prep', words: one, word: word.lower }, i + 1];
  if (word.tag === 'ADJ' || word.tag === 'NUM') return [{ kind: 'adj', words: one }, i + 1];
  if (word.tag === 'ADV') return [{ kind: 'adv', words: one }, i + 1];
  return [null, i + 1];
}

const compoundPrepositions = [
  ['such', 'as'],
  ['as', 'well', 'as'],
  ['along', 'with'],
  ['together', 'with'],
  ['because', 'of'],
  ['due', 'to'],
  ['according', 'to'],
  ['instead', 'of'],
  ['prior', 'to'],
  ['next', 'to'],
  ['out', 'of'],
  ['in', 'front', 'of'],
  ['on', 'behalf', 'of'],
  ['rather', 'than'],
  ['including'],
  ['alongside'],
] as const;

function isRelative(words: readonly Word[], i: number): boolean {
  const { lower } = words[i]!;
  if (/^(?:who|whom|whose|which)$/.test(lower)) return true;
  if (lower === 'where' || lower === 'when')
    return i > 0 && (nominal(words[i - 1]) || words[i - 1]!.text === ',');
  if (lower !== 'that' || i === 0) return false;
  const next = words[i + 1];
  return (
    nominal(words[i - 1]) &&
    next !== undefined &&
    /^(?:VERB|AUX|ADV|PRON|DET|PROPN)$/.test(next.tag)
  );
}

function isSubordinator(words: readonly Word[], i: number): boolean {
  const word = words[i]!;
  if (clauseOpeners.has(word.lower)) {
    if (!/^(?:before|after|since|until|as|like|once|than)$/.test(word.lower)) return true;
    // These also stand before plain noun phrases: a clause needs a verb with a subject of its own.
    const rest = words.slice(i + 1, i + 9);
    const stop = rest.findIndex((w) => w.tag === 'PUNCT' || w.tag === 'CCONJ' || w.tag === 'ADP');
    const inside = stop < 0 ? rest : rest.slice(0, stop);
    const verb = inside.findIndex(
      (w) => w.tag === 'AUX' || (w.tag === 'VERB' && !/ing$/.test(w.lower)),
    );
    return verb > 0 && inside.slice(0, verb).some((w) => nominal(w) || w.tag === 'PRON');
  }
  return word.lower === 'that';
}

const clauseOpeners = new Set(
  'because although though while whereas if unless whether when where how why before after since until as once than'.split(
    ' ',
  ),
);
