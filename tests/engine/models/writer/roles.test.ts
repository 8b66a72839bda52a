import { describe, expect, it } from 'vitest';
import type { SettingsPatch } from '../../../../src/core/settings';
import type { Answer, Passage } from '../../../../src/core/types';
import { createEngine } from '../../../../src/engine/engine';
import { loadEnglish, writerExtractor } from '../../../../src/engine/facts/extraction';
import { scoreByWriter } from '../../../../src/engine/facts/evaluator';
import { createFakeModels } from '../../../../src/engine/models/fake';
import type { Writer } from '../../../../src/engine/models/types';
import { createMemoryStore } from '../../../../src/engine/storage/memory';
import { fileOf, never } from '../../../support/library';
import { passageRow } from '../../../support/rows';

/** Replies with the same text to everything, and prefers the option at `favourite`. */
function fakeWriter(reply: string | Error, favourite = 0): Writer & { readonly prompts: string[] } {
  const prompts: string[] = [];
  const write = async (prompt: string) => {
    prompts.push(prompt);
    if (typeof reply !== 'string') throw reply;
    return reply;
  };
  return {
    prompts,
    async generate(prompt, _, onToken) {
      const text = await write(prompt);
      onToken(text);
      return text;
    },
    sample: async (prompt, n) => Promise.all(Array.from({ length: n }, () => write(prompt))),
    async choose(prompt, options) {
      prompts.push(prompt);
      return Float32Array.from(options, (_, i) => (i === favourite ? 0.75 : 0.25 / (options.length - 1))); // prettier-ignore
    },
  };
}

describe('a language model that words answers', () => {
  const files = {
    'bridge.txt': 'The bridge was opened in 1932 by Maria Silva. It has two lanes.',
    'ferry.txt': 'The ferry sails on Sundays. It was built in Porto.',
  };
  const draft: SettingsPatch = { answer: { draft: 'writer' } };

  async function ask(writer: Writer | null, settings = draft): Promise<Answer> {
    const engine = await createEngine({
      store: createMemoryStore(),
      models: createFakeModels(),
      writer: () => writer,
      storage: {
        reason: null,
        estimate: () => Promise.resolve({ usage: 1, quota: 2 }),
        persisted: () => Promise.resolve(false),
      },
      now: () => 1,
      pause: () => Promise.resolve(),
      requests: () => [],
    });
    const list = Object.entries(files).map(([path, text]) => fileOf(path, text));
    await engine.importFiles(list, 'all', () => {}, never());
    const options = { collection: null, after: [], settings };
    return engine.ask('When was the bridge opened?', options, () => {}, never());
  }

  it('is shown where the judge agrees, cited; other sentences are dropped with a reason', async () => {
    const writer = fakeWriter(
      'The bridge was opened in 1932 [1]. The bridge was opened in 1955. Bees make honey. It was not fin',
    );
    const answer = await ask(writer);
    expect(writer.prompts).toHaveLength(1);
    expect(answer).toMatchObject({ kind: 'answered', short: '1932', note: null });
    expect(answer.sentences).toMatchObject([
      { text: 'The bridge was opened in 1932.', by: 'writer', verdict: 'supported' },
    ]);
    const cited = answer.sentences[0]!.citations.map((number) =>
      answer.citations.find((citation) => citation.number === number)!,
    );
    expect(cited.map(({ path }) => path)).toEqual(['bridge.txt']);
    expect(files['bridge.txt'].slice(cited[0]!.start, cited[0]!.end)).toBe(cited[0]!.quote);
    const { sentences } = answer.evidence.draft!;
    expect(sentences.map(({ kept }) => kept)).toEqual([true, false, false]);
    for (const { why } of sentences.slice(1)) expect(why).toContain('no cited passage says so');
  });

  it.each([
    ['writes what no passage says', fakeWriter('Bees make honey.'), 'not supported'],
    ['writes no whole sentence', fakeWriter('The bridge was'), 'not supported'],
    ['says something true beside the question', fakeWriter('The bridge was opened by Maria Silva.'), 'not supported'], // prettier-ignore
    ['fails', fakeWriter(new Error('out of memory')), 'could not be used'],
  ])('that %s leaves the quotes, and the answer says so', async (_, writer, note) => {
    const answer = await ask(writer);
    expect(answer).toMatchObject({ kind: 'answered', short: '1932' });
    expect(answer.note).toContain(note);
    expect(answer.sentences.length).toBeGreaterThan(0);
    for (const sentence of answer.sentences) expect(sentence.by).toBeUndefined();
  });

  it('is not asked where rules have the task, which is the default', async () => {
    const writer = fakeWriter('The bridge was opened in 1932.');
    const answer = await ask(writer, {});
    expect(writer.prompts).toEqual([]);
    expect(answer.evidence.draft).toBeUndefined();
    expect(answer.sentences.every(({ by }) => by === undefined)).toBe(true);
  });

  it('an abort is an abort, and no note', async () => {
    const stopped = fakeWriter(new DOMException('stopped', 'AbortError'));
    await expect(ask(stopped)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a language model that scores facts', () => {
  const score = (writer: Writer) =>
    scoreByWriter(writer, 'bridge; opened in; 1932', 'The bridge opened in 1932.', never());

  it('gives the score it tells', async () => {
    const writer = fakeWriter('both exist. Step 2: it holds. Step 3: Score: 7');
    expect(await score(writer)).toBe(7);
    expect(writer.prompts).toHaveLength(1);
  });

  it('gives the mean of 0 to 10 under its probabilities where it tells none, or an impossible one', async () => {
    // 0.75 on 8, the rest even over the ten others, whose mean is 4.7.
    for (const reply of ['both exist.', 'Score: 12']) {
      const writer = fakeWriter(reply, 8);
      expect(await score(writer)).toBeCloseTo(0.75 * 8 + 0.25 * 4.7, 5);
      expect(writer.prompts[1]).toMatch(/Score:$/);
    }
  });
});

describe('a language model that extracts facts', () => {
  it('is believed in what stands in the passage, under its own name; tables stay with the rules', async () => {
    const writer = fakeWriter('<bridge; opened in; 1932>\n<bridge; opened by; Greta Garbo>');
    const extractor = writerExtractor(writer, 'small@2', await loadEnglish());
    expect(extractor.id).toBe('writer@1+small@2');
    const passage = passageRow('d', 0, 'The bridge opened in 1932.');
    const { triples, rejected } = await extractor.extract(passage, 'Bridge', never());
    expect(triples).toMatchObject([{ tail: '1932', extractor: 'writer@1+small@2' }]);
    expect(rejected).toHaveLength(1);
    const table = { ...passage, kind: 'table', header: ['a'] } as unknown as Passage;
    await extractor.extract(table, 'Bridge', never());
    expect(writer.prompts).toHaveLength(1);
  });
});
