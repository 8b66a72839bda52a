/**
 * Writes `public/models/<name>/card.json`: the facts of `tools/models/cards/<name>.json`, size and
 * SHA-256 of every file, and what the float weights make of a few inputs (the self-test's reference).
 *
 *     npx tsx tools/models/card.ts <name> [<folder with the float model in onnx/model.onnx>]
 *
 * Without a float folder the reference is that of the facts (a writer's comes from
 * `writer/reference.py`), else that of the old card, else taken from the quantised model itself.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { ModelCard, SelfTest } from '../../src/engine/models/card';
import { builtIn } from '../../src/engine/models/catalog';
import { modelsFolder } from '../../tests/support/node-models';
import { createModelsFrom, describeFiles, readFacts } from './float';

const never = new AbortController().signal;

const texts = [
  'The lease ends on 31 March 2026 unless either party gives three months notice.',
  'How long is the notice period?',
  'Photosynthesis turns light, water and carbon dioxide into sugar and oxygen.',
  'The museum is closed on Mondays. 42',
] as const;
const pairs = [
  ['The bridge was opened in 1932 and is 1,149 metres long.', 'The bridge opened in 1932.'],
  ['The bridge was opened in 1932 and is 1,149 metres long.', 'The bridge opened in 1955.'],
  ['A man is playing a guitar on stage.', 'The man is a famous musician.'],
  ['Anna lives in Berlin.', 'Anna does not live in Berlin.'],
] as const;
const questions = [
  ['When was the bridge opened?', 'The bridge was opened in 1932 and is 1,149 metres long.'],
  ['Who signed the contract?', 'On Friday the contract was signed by Maria Silva in Lisbon.'],
] as const;

/** Least cosine; largest difference of a probability; largest difference of a reader's score. */
const tolerance = { embed: 0.98, judge: 0.15, read: 1.5, write: 0 } as const;

async function main(name: string, float: string | undefined): Promise<void> {
  const folder = `${modelsFolder}${name}`;
  const facts = await readFacts(name);
  const files = await describeFiles(folder);
  const card = { ...facts, files };
  const old = await readFile(`${folder}/card.json`, 'utf8').then(
    (text) => JSON.parse(text) as ModelCard,
    () => null,
  );
  const selfTest =
    float === undefined
      ? (facts.selfTest ?? old?.selfTest ?? (await reference(folder, card)))
      : await reference(float, { ...card, dtype: 'fp32', files: await describeFiles(float) });
  await writeFile(`${folder}/card.json`, `${JSON.stringify({ ...card, selfTest }, null, 1)}\n`);
  console.log(`${name}@${card.revision}: ${Object.keys(files).length} files`);
}

/** What the model in `folder` makes of the inputs above. */
async function reference(folder: string, card: Omit<ModelCard, 'selfTest'>): Promise<SelfTest> {
  const models = createModelsFrom(folder, card);
  if (card.name !== builtIn[card.role as keyof typeof builtIn])
    throw new Error(`${card.name} is not the built-in ${card.role} model.`);
  const row = (all: Float32Array, n: number, i: number) =>
    [...all.subarray((i * all.length) / n, ((i + 1) * all.length) / n)].map(
      (x) => Math.round(x * 1e5) / 1e5,
    );
  try {
    if (card.role === 'embed') {
      const vectors = await models.embed(texts, never);
      const outputs = texts.map((_, i) => row(vectors, texts.length, i));
      return { inputs: texts, outputs, tolerance: tolerance.embed };
    }
    if (card.role === 'judge') {
      const all = await models.entail(
        pairs.map(([premise, hypothesis]) => ({ premise, hypothesis })),
        never,
      );
      const outputs = pairs.map((_, i) => row(all, pairs.length, i));
      return { inputs: pairs, outputs, tolerance: tolerance.judge };
    }
    const outputs: [string, number][] = [];
    for (const [question, context] of questions) {
      const [[span] = []] = await models.read(question, [context], 1, never);
      if (!span) throw new Error(`No span for "${question}".`);
      outputs.push([span.text, Math.round(span.score * 1e4) / 1e4]);
    }
    return { inputs: questions, outputs, tolerance: tolerance.read };
  } finally {
    await models.dispose();
  }
}

const [name, float] = process.argv.slice(2);
if (!name) throw new Error('Usage: npx tsx tools/models/card.ts <name> [<float folder>]');
await main(name, float);
