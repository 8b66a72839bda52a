import { contentWords, coverage, stem, stems } from '../../core/lib/words';
import type { ReaderSpan } from '../../core/types';
import type { Models, ModelsDescription, Pair } from './types';

const dimensions = 64;

/**
 * Models without weights, for tests: the same input gives the same output everywhere, at once.
 * Texts that share words are near; a claim whose words are all in the premise is entailed, unless a
 * number or a "not" differs, which contradicts; the reader answers with the run of words around the
 * question's words, or with a number where "when" or "how many" is asked.
 */
export function createFakeModels(): Models {
  return {
    async embed(texts, signal) {
      signal.throwIfAborted();
      const vectors = new Float32Array(texts.length * dimensions);
      texts.forEach((text, i) => vectors.set(bagOfWords(text), i * dimensions));
      return vectors;
    },
    async entail(pairs, signal) {
      signal.throwIfAborted();
      return Float32Array.from(pairs.flatMap(judge));
    },
    async read(question, contexts, spans, signal) {
      signal.throwIfAborted();
      return contexts.map((context) => readSpans(question, context).slice(0, spans));
    },
    async countTokens(texts, signal) {
      signal.throwIfAborted();
      return Uint32Array.from(
        texts,
        (text) => (text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []).length,
      );
    },
    describe: () => Promise.resolve(description),
  };
}

const inUse = { id: 'fake@1', device: 'fake', dtype: 'fp32', threads: 1 } as const;
const description: ModelsDescription = {
  roles: { embed: inUse, judge: inUse, read: inUse, write: null },
  dimensions,
};

/** Signed hashing of stems, L2-normalised; the first number is set for a text without words. */
function bagOfWords(text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const s of stems(text)) {
    const h = hash(s);
    vector[h % dimensions] = (vector[h % dimensions] as number) + ((h >>> 16) & 1 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  if (length === 0) return vector.fill(1, 0, 1);
  return vector.map((x) => x / length);
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return h;
}

const negation = /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot)\b|n['’]t\b/giu;

function judge({ premise, hypothesis }: Pair): number[] {
  const covered = coverage(stems(hypothesis.replace(/\d[\d.,]*/g, '')), premise);
  if (covered < 0.6) return [0.05, 0.9, 0.05];
  const known = new Set(numbers(premise));
  const numberDiffers = known.size > 0 && numbers(hypothesis).some((n) => !known.has(n));
  const denied = (text: string) => (text.match(negation) ?? []).length % 2 === 1;
  if (numberDiffers || denied(premise) !== denied(hypothesis)) return [0.05, 0.05, 0.9];
  return covered === 1 ? [0.9, 0.08, 0.02] : [0.6, 0.35, 0.05];
}

function numbers(text: string): string[] {
  return (text.match(/\d[\d.,]*\d|\d/g) ?? []).map((n) => n.replace(/,/g, ''));
}

/** Capitalised runs and numbers that the question does not name, in the sentences that it is about. */
function readSpans(question: string, context: string): ReaderSpan[] {
  const asked = stems(question);
  const wantsNumber = /\b(?:when|how (?:many|much|long|old|far)|what year)\b/i.test(question);
  const spans: ReaderSpan[] = [];
  for (const sentence of context.matchAll(/[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]?/g)) {
    const share = coverage(asked, sentence[0]);
    for (const found of sentence[0].matchAll(
      /\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*)*|\d(?:[\d.,:/-]*\d)?/gu,
    )) {
      const start = sentence.index + found.index;
      const text = found[0];
      if (contentWords(text).every((w) => asked.has(stem(w)))) continue;
      const fits = /^\d/.test(text) === wantsNumber ? 4 : 0;
      const opens = found.index === 0 && !/^\d/.test(text) ? 2 : 0;
      spans.push({ text, start, end: start + text.length, score: 10 * share + fits - opens - 6 });
    }
  }
  return spans.sort((a, b) => b.score - a.score || a.start - b.start);
}
