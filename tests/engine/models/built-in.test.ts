import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createNodeModels, modelsFolder } from '../../support/node-models';

const never = new AbortController().signal;
const models = createNodeModels();
afterAll(() => models.dispose());

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

describe.skipIf(!existsSync(`${modelsFolder}all-MiniLM-L6-v2/card.json`))('built-in models', () => {
  it('are whole: every file as its card says, the self-test passed', async () => {
    for (const role of ['embed', 'judge', 'read'] as const)
      await models.load(role, () => {}, never);
    const { roles, dimensions } = await models.describe();
    expect(dimensions).toBe(384);
    expect(roles.embed).toMatchObject({ id: 'all-MiniLM-L6-v2@1', device: 'node', dtype: 'q8' });
    expect(roles.judge?.id).toMatch(/^touchstone-judge@/);
    expect(roles.read?.id).toMatch(/^touchstone-reader@/);
  });

  it('put a question near its answer, far from other things', async () => {
    const vectors = await models.embed(
      ['How do I reset my password?', 'I forgot my login credentials', 'A kitten rests on a rug'],
      never,
    );
    const row = (i: number) => vectors.subarray(i * 384, (i + 1) * 384);
    expect(dot(row(0), row(0))).toBeCloseTo(1, 4);
    expect(dot(row(0), row(1))).toBeGreaterThan(dot(row(0), row(2)) + 0.3);
  });

  it('tell entailment from contradiction, and find a claim inside a long premise', async () => {
    const premise = 'The bridge was opened in 1932 by Maria Silva, the mayor of Lisbon.';
    const judged = await models.entail(
      [
        { premise, hypothesis: 'The bridge was opened in 1932.' },
        { premise, hypothesis: 'The bridge was opened in 1955.' },
        {
          premise: `${premise} ${'It has two lanes. '.repeat(300)}`,
          hypothesis: 'The bridge was opened in 1932.',
        },
      ],
      never,
    );
    expect(judged[0]).toBeGreaterThan(0.8);
    expect(judged[5]).toBeGreaterThan(0.8);
    expect(judged[6]).toBeGreaterThan(0.3);
    for (let i = 0; i < 3; i++)
      expect(judged.subarray(i * 3, i * 3 + 3).reduce((a, b) => a + b)).toBeCloseTo(1, 5);
  });

  it('read an answer out of text with accents and emoji, offsets exact', async () => {
    const context = '🐈 “Crème brûlée” was invented, they say, by François Massialot in 1691.';
    const [who = [], ...rest] = await models.read(
      'Who invented crème brûlée?',
      [context],
      2,
      never,
    );
    expect(rest).toEqual([]);
    expect(who[0]?.text).toBe('François Massialot');
    for (const span of who) expect(context.slice(span.start, span.end)).toBe(span.text);
    expect(who[0]?.score).toBeGreaterThan(who[1]?.score ?? 0);
  });

  it('count tokens without marks', async () => {
    expect([...(await models.countTokens(['one two', '', 'embeddings'], never))]).toEqual([
      2, 0, 4,
    ]);
  });
});

describe.skipIf(!existsSync(`${modelsFolder}smollm2-135m-instruct/card.json`))(
  'the built-in writer',
  () => {
    const ask = 'What is the capital of France? Answer with the city alone.';

    it('is whole and passes its self-test; it goes on with a text, and replies to a message', async () => {
      await models.load('write', () => {}, never);
      expect((await models.describe()).roles.write).toMatchObject({
        id: 'smollm2-135m-instruct@1',
        device: 'node',
        dtype: 'q8',
      });
      const plain = { maxTokens: 1, plain: true };
      expect(await models.writer.generate('The capital of France is', plain, () => {}, never)).toBe(
        ' Paris',
      );
      const pieces: string[] = [];
      const options = { maxTokens: 20 };
      const reply = await models.writer.generate(ask, options, (p) => pieces.push(p), never);
      expect(reply).toContain('Paris');
      expect(pieces.join('')).toBe(reply);
    });

    it('finds the right option likelier than wrong ones, and all together certain', async () => {
      const cities = ['Berlin', 'Paris', 'Madrid', 'Oslo', 'Rome'];
      const weights = await models.writer.choose(ask, cities, never);
      expect(weights.indexOf(Math.max(...weights))).toBe(1);
      expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
    });
  },
);
