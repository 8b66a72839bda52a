import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLocalWriter } from '../../../../src/engine/models/writer/writer';
import {
  alphabet,
  babble,
  createTinyCausal,
  recite,
  tinyTokens,
} from '../../../support/tiny-causal';

const never = () => new AbortController().signal;
const tiny = (next: Parameters<typeof createTinyCausal>[0], before?: () => void) => {
  const session = createTinyCausal(next, before);
  return { session, writer: createLocalWriter({ session, tokens: tinyTokens, window: 400 }) };
};
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), minLength: 1, maxLength: 6 });

describe('generate', () => {
  it('streams what it returns, and ends where the model ends', async () => {
    const { writer } = tiny(recite('who\n', 'ana torres'));
    const pieces: string[] = [];
    const text = await writer.generate('who', { maxTokens: 50 }, (p) => pieces.push(p), never());
    expect(text).toBe('ana torres');
    expect(pieces).toEqual([...'ana torres']);
  });

  it('writes at most maxTokens, and stops before a stop string', async () => {
    const { writer } = tiny(recite('who\n', 'ana torres\n\nmore'));
    const run = (options: { maxTokens: number; stop?: string[] }) =>
      writer.generate('who', options, () => {}, never());
    expect(await run({ maxTokens: 3 })).toBe('ana');
    expect(await run({ maxTokens: 50, stop: ['\n\n'] })).toBe('ana torres');
    expect(await run({ maxTokens: 1 })).toBe('a');
  });

  it('reads what two prompts share once', async () => {
    const { writer, session } = tiny(recite('', ''));
    const examples = 'examples '.repeat(20);
    await writer.generate(`${examples}one`, { maxTokens: 1 }, () => {}, never());
    expect(writer.counts.read).toBe(examples.length + 4);
    await writer.generate(`${examples}two`, { maxTokens: 1 }, () => {}, never());
    expect(writer.counts.read).toBe(examples.length + 4 + 4);
    // The same once more: only the last token, whose logits are needed.
    await writer.generate(`${examples}two`, { maxTokens: 1 }, () => {}, never());
    expect(writer.counts.read).toBe(examples.length + 4 + 4 + 1);
    expect(session.passes.every(([, tokens]) => tokens <= 64)).toBe(true);
  });

  it('gives the same text whether a beginning was known or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 2, maxLength: 4 }), async (words) => {
        const used = tiny(babble()).writer;
        const common = 'abc'.repeat(9);
        for (const w of words) {
          const options = { maxTokens: 6, temperature: 1, seed: 4 };
          const fresh = tiny(babble()).writer;
          const args = [`${common}${w}`, options, () => {}, never()] as const;
          expect(await used.generate(...args)).toBe(await fresh.generate(...args));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('stops before the next pass when an abort comes while it computes', async () => {
    const controller = new AbortController();
    const { writer, session } = tiny(recite('go\n', 'x'.repeat(300)), () => {
      if (session.passes.length === 9) controller.abort();
    });
    const pieces: string[] = [];
    const run = writer.generate('go', { maxTokens: 99 }, (p) => pieces.push(p), controller.signal);
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(session.passes).toHaveLength(10);
    expect(pieces).toHaveLength(10);
  });

  it('stops in the middle of a long prompt', async () => {
    const controller = new AbortController();
    const { writer, session } = tiny(babble(), () => controller.abort());
    const run = writer.generate('a'.repeat(350), { maxTokens: 9 }, () => {}, controller.signal);
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(session.passes).toEqual([[1, 64]]);
    expect(session.open()).toBe(0);
  });

  it('reads a prompt that is too long in part, and leaves room for the reply', async () => {
    const { writer, session } = tiny(babble());
    await writer.generate('a'.repeat(2000), { maxTokens: 5000 }, () => {}, never());
    const read = session.passes.reduce((sum, [, tokens]) => sum + tokens, 0);
    expect(read).toBeLessThanOrEqual(400);
  });

  it('frees every past but those it keeps for later prompts', async () => {
    const { writer, session } = tiny(babble());
    await writer.generate('one', { maxTokens: 5 }, () => {}, never());
    await writer.sample('two', 3, { maxTokens: 5 }, never());
    await writer.choose('three', ['a', 'bcd'], never());
    const controller = new AbortController();
    const stopped = writer.generate(
      'f',
      { maxTokens: 90 },
      () => controller.abort(),
      controller.signal,
    );
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    expect(session.open()).toBe(4);
    await writer.dispose();
    expect(session.open()).toBe(0);
  });
});

describe('sample', () => {
  it('gives n texts, the same for the same seed, others for another', async () => {
    const { writer } = tiny(babble());
    const draw = (seed: number) => writer.sample('say', 4, { maxTokens: 8, seed }, never());
    const first = await draw(1);
    expect(first).toHaveLength(4);
    expect(new Set(first).size).toBeGreaterThan(1);
    expect(await draw(1)).toEqual(first);
    expect(await draw(2)).not.toEqual(first);
    expect(await writer.sample('say', 0, { maxTokens: 8 }, never())).toEqual([]);
  });

  it('draws each text as it would be drawn alone, though all are written together', async () => {
    const { writer, session } = tiny(babble(3));
    const options = { maxTokens: 12, temperature: 1.3, topP: 0.9 };
    const together = await writer.sample('say', 5, { ...options, seed: 10 }, never());
    expect(Math.max(...session.passes.map(([rows]) => rows))).toBe(5);
    for (const [k, text] of together.entries())
      expect(await writer.generate('say', { ...options, seed: 10 + k }, () => {}, never())).toBe(
        text,
      );
  });
});

describe('choose', () => {
  /** Probability of the characters of a text, one after the other. */
  const brute = (next: ReturnType<typeof babble>, prompt: string, option: string) => {
    let p = 1;
    let read = tinyTokens.prompt(prompt, {}, 400);
    for (const id of tinyTokens.encode(option)) {
      const weights = Array.from(next(read), Math.exp);
      p *= weights[id]! / weights.reduce((a, b) => a + b);
      read = [...read, id];
    }
    return p;
  };

  it('gives each option its share of the probability of all, and sums to 1', async () => {
    await fc.assert(
      fc.asyncProperty(
        word,
        fc.array(word, { minLength: 1, maxLength: 6 }),
        async (prompt, options) => {
          const { writer, session } = tiny(babble(5));
          const got = await writer.choose(prompt, options, never());
          const all = options.map((option) => brute(babble(5), prompt, option));
          const sum = all.reduce((a, b) => a + b);
          all.forEach((p, i) => expect(got[i]).toBeCloseTo(p / sum, 4));
          expect(got.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
          const single = options.every((option) => option.length === 1);
          expect(session.passes).toHaveLength(single ? 1 : 2);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of nothing is nothing, of one option is 1; an empty option is a mistake', async () => {
    const { writer } = tiny(babble());
    expect(await writer.choose('x', [], never())).toHaveLength(0);
    expect([...(await writer.choose('x', ['a'], never()))]).toEqual([1]);
    await expect(writer.choose('x', ['a', ''], never())).rejects.toThrow('Option 2 of 2 is empty');
  });
});

it('the tiny model knows its alphabet', () => {
  expect(tinyTokens.decode(tinyTokens.encode('hello world.'))).toBe('hello world.');
  expect(alphabet.length).toBe(30);
});
