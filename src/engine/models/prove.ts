import { failure } from '../../core/errors';
import type { ModelCard, SelfTest } from './card';
import { embed, type Loaded } from './embedder';
import { entail } from './judge';
import { read } from './reader';

/** Two that mean the same, and one that has nothing to do with them. */
const texts = [
  'The cat sleeps on the sofa in the living room.',
  'A kitten is asleep on the couch.',
  'The central bank raised interest rates by a quarter of a point.',
];
/** The first follows, the second is contradicted. */
const pairs: readonly (readonly [string, string])[] = [
  ['The bridge was opened in 1932 by the mayor.', 'The bridge was opened in 1932.'],
  ['The bridge was opened in 1932 by the mayor.', 'The bridge was opened in 1955.'],
];
const question: readonly [string, string] = [
  'Who opened the bridge?',
  'The bridge was opened by Maria Silva in the spring of 1932. It has two lanes.',
];

/**
 * Runs a downloaded model on the CPU, which computes it as it was meant, and gives what other devices
 * are held against afterwards (the card's self-test). A model that gets plain examples wrong is
 * refused: its tokenizer, its labels or its pooling are not what they were taken for.
 *
 * @throws ModelCorrupt saying what it got wrong
 */
export async function prove(
  loaded: Loaded,
  columns: readonly number[],
  signal: AbortSignal,
): Promise<SelfTest | null> {
  const { card } = loaded;
  switch (card.role) {
    case 'embed': {
      const d = card.dimensions ?? 0;
      const vectors = await embed(loaded, texts, signal);
      const outputs = texts.map((_, i) => [...vectors.subarray(i * d, (i + 1) * d)]);
      const [a, b, c] = outputs as [number[], number[], number[]];
      if (!(dot(a, b) > dot(a, c)))
        throw wrong(
          card,
          'finds two sentences of one meaning less alike than two of none in common',
        );
      return { inputs: texts, outputs, tolerance: 0.98 };
    }
    case 'judge': {
      const asked = pairs.map(([premise, hypothesis]) => ({ premise, hypothesis }));
      const scores = await entail(loaded, columns, asked, signal);
      const outputs = pairs.map((_, i) => [...scores.subarray(3 * i, 3 * i + 3)]);
      const [same, other] = outputs as [number[], number[]];
      if (!(same[0]! > same[2]! && other[2]! > other[0]!))
        throw wrong(card, 'does not tell what follows from what is contradicted');
      return { inputs: pairs, outputs, tolerance: 0.05 };
    }
    case 'read': {
      const [[span] = []] = await read(loaded, question[0], [question[1]], 1, signal);
      if (!span?.text.includes('Silva'))
        throw wrong(card, `reads "${span?.text ?? 'nothing'}" where the answer is "Maria Silva"`);
      return { inputs: [question], outputs: [[span.text, span.score]], tolerance: 1 };
    }
    case 'write':
      return null;
  }
}

function wrong({ name }: ModelCard, what: string): Error {
  return failure(
    'ModelCorrupt',
    `"${name}" ${what}. It is not used; delete it and choose another model.`,
  );
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * b[i]!, 0);
