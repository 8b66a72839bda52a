import { describe, expect, test, vi } from 'vitest';
import { defaultSettings, withSettings, type Settings } from '../../src/core/settings';
import type { DocumentId, DocumentRecord, Passage, PassageId } from '../../src/core/types';
import { findCandidates, type TrustSource } from '../../src/engine/ask/search';
import { createEmitter, type EngineContext, type LibraryChange } from '../../src/engine/context';
import { createFactsService, type FactsService } from '../../src/engine/facts/service';
import { createFakeModels } from '../../src/engine/models/fake';
import type { Writer } from '../../src/engine/models/types';
import { createIndexes } from '../../src/engine/pipeline/indexes';
import { createMemoryStore } from '../../src/engine/storage/memory';
import { splitSentences } from '../../src/core/lib/sentences';
import type { FactsProgress } from '../../src/link/facts';

const never = new AbortController().signal;
const nothing = () => {};

interface Library {
  readonly context: EngineContext;
  readonly facts: FactsService;
  add(name: string, title: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

function createLibrary(
  options: {
    readonly settings?: Settings | (() => Settings);
    readonly writer?: Writer;
    readonly trust?: TrustSource;
    readonly background?: boolean;
  } = {},
): Library {
  const settings = () =>
    typeof options.settings === 'function' ? options.settings() : (options.settings ?? defaultSettings); // prettier-ignore
  const models = createFakeModels();
  const context: EngineContext = {
    store: createMemoryStore(),
    models,
    writer: () => options.writer ?? null,
    settings,
    indexes: createIndexes(settings),
    now: () => 0,
    changed: createEmitter<LibraryChange>(),
  };
  return {
    context,
    facts: createFactsService(context, () => options.trust ?? { trustOf: () => 0.5 }, {
      background: options.background ?? false,
    }),
    async add(name, title, text) {
      const record = recordOf(name, title, text);
      const passage = passageOf(record.id, text);
      await context.store.batch([
        { table: 'documents', put: record },
        { table: 'passages', put: passage },
      ]);
      context.indexes.add(record, [passage], await models.embed([`${title}\n${text}`], never));
      context.changed.emit({ type: 'documents' });
    },
    async remove(name) {
      const id = name as DocumentId;
      await context.store.batch([
        { table: 'documents', delete: id },
        { table: 'passages', deleteWhere: 'document', equals: id },
        { table: 'triples', deleteWhere: 'document', equals: id },
      ]);
      context.indexes.remove(id);
      context.changed.emit({ type: 'documents' });
    },
  };
}

function recordOf(name: string, title: string, text: string): DocumentRecord {
  return {
    id: name as DocumentId,
    title,
    format: 'text',
    bytes: text.length,
    paths: [`notes/${name}.txt`],
    collection: '',
    added: 0,
    modified: null,
    date: null,
    pages: 0,
    passages: 1,
    characters: text.length,
    warnings: [],
    stage: 'embedded',
    versions: { parser: 1, chunker: 1, embedder: 'fake@1' },
  };
}

function passageOf(document: DocumentId, text: string): Passage {
  return {
    id: `${document}#0` as PassageId,
    document,
    ordinal: 0,
    start: 0,
    end: text.length,
    text,
    sentences: splitSentences(text),
    headings: [],
    page: null,
    kind: 'prose',
    header: [],
    tokens: text.split(' ').length,
  };
}

const film = [
  'film',
  'Payment on Demand',
  'Payment on Demand is a 1951 film directed by Curtis Bernhardt.',
] as const;
const man = [
  'man',
  'Curtis Bernhardt',
  'Curtis Bernhardt was born in Worms. He died in 1981.',
] as const;
const query = { text: '', entity: null, sort: 'document', limit: 100 } as const;

async function filmLibrary(): Promise<Library> {
  const library = createLibrary();
  await library.add(...film);
  await library.add(...man);
  await library.add('other', 'Tides', 'The moon causes the tides of the sea.');
  await library.facts.extractFacts(nothing, never);
  return library;
}

describe('facts of a library', () => {
  test('an empty library has none', async () => {
    const { facts } = createLibrary();
    await facts.extractFacts(nothing, never);
    expect(await facts.facts(query)).toEqual({ facts: [], total: 0 });
    expect(await facts.entities('', 10)).toEqual([]);
    expect(await facts.factsProgress()).toMatchObject({
      done: 0,
      total: 0,
      triples: 0,
      running: false,
    });
  });

  test('are extracted with progress, and say where they stand', async () => {
    const library = createLibrary();
    await library.add(...film);
    const seen: FactsProgress[] = [];
    await library.facts.extractFacts((p) => seen.push(p), never);
    expect(seen.at(-1)).toMatchObject({ done: 1, total: 1, checked: 1, running: false });
    const { facts } = await library.facts.facts(query);
    expect(facts.map((f) => f.triple.tail)).toContain('Curtis Bernhardt');
    for (const { triple } of facts) expect(film[2].slice(...triple.sentence)).toBe(film[2]);
  });

  test('a second run extracts only what is new; a new service reads what is stored', async () => {
    const library = await filmLibrary();
    const before = library.facts.store.version;
    await library.facts.extract(nothing, never);
    expect(library.facts.store.version).toBe(before);
    const again = createFactsService(library.context);
    expect((await again.factsProgress()).triples).toBe(
      (await library.facts.factsProgress()).triples,
    );
  });

  test('two who ask at once share one run; stopping it stops it for both', async () => {
    const library = createLibrary();
    await library.add(...film);
    await library.add(...man);
    const controller = new AbortController();
    const seen: number[] = [];
    const first = library.facts.extractFacts((p) => seen.push(p.done), never);
    const second = library.facts.extractFacts(
      (p) => p.done === 1 && controller.abort(),
      controller.signal,
    );
    await expect(second).rejects.toThrow(/abort/i);
    await expect(first).rejects.toThrow(/abort/i);
    expect(Math.max(...seen)).toBe(1);
    expect((await library.facts.factsProgress()).running).toBe(false);
  });

  test('in the background they are found by themselves after an import', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const library = createLibrary({ background: true });
      await library.add(...film);
      await vi.advanceTimersByTimeAsync(1000);
      await library.add(...man);
      await vi.advanceTimersByTimeAsync(1000);
      // Not while files still come in.
      expect((await library.facts.factsProgress()).done).toBe(0);
      await vi.advanceTimersByTimeAsync(2500);
      await library.facts.extractFacts(nothing, never);
      expect((await library.facts.factsProgress()).done).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('an abort stops between passages and the rest is done later', async () => {
    const library = createLibrary();
    await library.add(...film);
    await library.add(...man);
    const controller = new AbortController();
    const run = library.facts.extractFacts((p) => {
      if (p.done === 1) controller.abort();
    }, controller.signal);
    await expect(run).rejects.toThrow(/abort/i);
    expect((await library.facts.factsProgress()).done).toBe(1);
    await library.facts.extractFacts(nothing, never);
    expect((await library.facts.factsProgress()).done).toBe(2);
  });

  test('go with their document', async () => {
    const library = await filmLibrary();
    await library.remove('film');
    const { facts } = await library.facts.facts(query);
    expect(facts.some((f) => f.triple.document === film[0])).toBe(false);
    const kept = await library.context.store.keys('values');
    expect(kept.filter((key) => key.endsWith(':film'))).toEqual([]);
    expect(kept).toContain('facts:man');
    expect(facts.length).toBeGreaterThan(0);
  });

  test('are found by words and by entity, whatever its spelling', async () => {
    const { facts } = await filmLibrary();
    expect((await facts.facts({ ...query, text: 'worms born' })).total).toBe(1);
    const about = await facts.facts({ ...query, entity: 'curtis BERNHARDT' });
    expect(about.total).toBeGreaterThanOrEqual(3);
    expect((await facts.entities('curt', 5))[0]).toEqual({
      name: 'Curtis Bernhardt',
      facts: about.total,
    });
  });

  test('are to be found and compared anew when settings give the task to another', async () => {
    const writer: Writer = {
      generate: async (prompt) =>
        prompt.includes('knowledge triples')
          ? '<Payment on Demand; directed by; Curtis Bernhardt>'
          : 'Score: 3',
      sample: async () => [],
      choose: async (_, options) => Float32Array.from(options, () => 1 / options.length),
    };
    let settings = defaultSettings;
    const library = createLibrary({ settings: () => settings, writer });
    await library.add(...film);
    await library.facts.extractFacts(nothing, never);
    expect(await library.facts.factsProgress()).toMatchObject({ done: 1, checked: 1 });
    const byRules = (await library.facts.facts(query)).total;
    settings = withSettings(defaultSettings, { facts: { evaluator: 'writer' } });
    expect(await library.facts.factsProgress()).toMatchObject({ done: 1, checked: 0 });
    settings = withSettings(settings, { facts: { extractor: 'writer' } });
    expect(await library.facts.factsProgress()).toMatchObject({ done: 0, checked: 0 });
    await library.facts.extractFacts(nothing, never);
    expect(await library.facts.factsProgress()).toMatchObject({ done: 1, checked: 1 });
    const { facts, total } = await library.facts.facts(query);
    expect(total).toBe(1);
    expect(byRules).toBeGreaterThan(1);
    expect(facts[0]!.credibility).toBe(3);
  });

  test('lines of a language model that cannot be believed are counted', async () => {
    const writer: Writer = {
      generate: async () =>
        '<Payment on Demand; directed by; Curtis Bernhardt>\n<Payment on Demand; stars; Greta Garbo>\nnonsense',
      sample: async () => [],
      choose: async (_, options) => Float32Array.from(options, () => 1 / options.length),
    };
    const settings = withSettings(defaultSettings, { facts: { extractor: 'writer' } });
    const library = createLibrary({ settings, writer });
    await library.add(...film);
    await library.facts.extractFacts(nothing, never);
    expect(await library.facts.factsProgress()).toMatchObject({ triples: 1, rejectedLines: 2 });
    const mark = library.facts.store.mark('film' as DocumentId);
    expect(mark?.rejected.map((r) => r.why)).toEqual([
      '"Greta Garbo" does not stand in the text',
      'not of the form <head; relation; tail>',
    ]);
  });
});

describe('credibility', () => {
  test('is 5 for what nobody else mentions, and says so', async () => {
    const library = createLibrary();
    await library.add(...man);
    await library.facts.extractFacts(nothing, never);
    const [fact] = (await library.facts.facts(query)).facts;
    expect(fact!.credibility).toBe(5);
    expect(await library.facts.whyCredible(fact!.triple.id)).toEqual([
      { label: 'No other source mentions it', push: 0, document: null, sentence: null },
    ]);
  });

  test('rises with support and falls with contradiction, and names the source', async () => {
    const library = createLibrary();
    await library.add('budget', 'Budget', 'The bridge cost 12 million in Kellwick.');
    await library.add(
      'report',
      'Report',
      'The bridge cost 12 million in Kellwick, says the council report of June.',
    );
    await library.facts.extractFacts(nothing, never);
    const supported = (await library.facts.facts({ ...query, text: 'cost budget' })).facts[0]!;
    expect(supported.credibility).toBeGreaterThan(5);
    expect((await library.facts.whyCredible(supported.triple.id)).map((r) => r.label)).toContain(
      'Supported by report.txt, trust MEDIUM',
    );

    await library.add(
      'letter',
      'Letter',
      'The bridge cost 15 million in Kellwick and nothing else happened.',
    );
    await library.facts.extractFacts(nothing, never);
    const now = (await library.facts.facts({ ...query, text: 'cost budget' })).facts[0]!;
    expect(now.credibility).toBeLessThan(supported.credibility);
    const reasons = await library.facts.whyCredible(now.triple.id);
    expect(reasons.map((r) => r.label)).toContain('Contradicted by letter.txt, trust MEDIUM');
    expect(reasons.find((r) => r.label.startsWith('Contradicted'))!.sentence).toContain(
      '15 million',
    );
  });

  test('a source that nobody trusts contradicts nothing', async () => {
    const trust: TrustSource = { trustOf: () => 0 };
    const library = createLibrary({ trust });
    await library.add('budget', 'Budget', 'The bridge cost 12 million in Kellwick.');
    await library.add('letter', 'Letter', 'The bridge cost 15 million in Kellwick.');
    await library.facts.extractFacts(nothing, never);
    for (const { credibility } of (await library.facts.facts(query)).facts)
      expect(credibility).toBe(5);
  });

  test('deleting the other source brings it back to 5', async () => {
    const library = createLibrary();
    await library.add('budget', 'Budget', 'The bridge cost 12 million in Kellwick.');
    await library.add('letter', 'Letter', 'The bridge cost 15 million in Kellwick.');
    await library.facts.extractFacts(nothing, never);
    expect((await library.facts.facts(query)).facts[0]!.credibility).toBeLessThan(5);
    await library.remove('letter');
    expect((await library.facts.facts(query)).facts[0]!.credibility).toBe(5);
  });
});

describe('chains', () => {
  const ask = async (library: Library, question: string, settings = defaultSettings) => {
    const vector = await library.context.models.embed([question], never);
    const candidates = findCandidates(
      library.context.indexes,
      question,
      vector,
      { trustOf: () => 0.5 },
      settings,
    );
    return library.facts.chainer.chains(question, vector, candidates, settings, never);
  };

  test('join the fact of one document to that of another', async () => {
    const library = await filmLibrary();
    const { chains, passages, sentences } = await ask(
      library,
      'Where was the director of Payment on Demand born?',
    );
    const joins = chains.some((c) => new Set(c.triples.map((t) => t.document)).size > 1);
    expect(joins).toBe(true);
    expect(sentences).toContain('Payment on Demand is directed by Curtis Bernhardt.');
    expect(passages.map((i) => library.context.indexes.passage(i).document)).toContain('man');
    for (const chain of chains) {
      expect(chain.score).toBeGreaterThan(0);
      expect(chain.score).toBeLessThanOrEqual(1);
      expect(chain.steps.length).toBe(chain.triples.length + Number(chain.ended));
    }
  });

  test('the next hop is found in the library although it was no candidate', async () => {
    const library = await filmLibrary();
    const question = 'Where was the director of Payment on Demand born?';
    const vector = await library.context.models.embed([question], never);
    const all = findCandidates(
      library.context.indexes,
      question,
      vector,
      { trustOf: () => 0.5 },
      defaultSettings,
    );
    const first = all.filter((c) => c.passage.document === film[0]);
    const { passages } = await library.facts.chainer.chains(
      question,
      vector,
      first,
      defaultSettings,
      never,
    );
    expect(passages.map((i) => library.context.indexes.passage(i).document)).toContain('man');
  });

  test('a name that nothing is written about is searched for', async () => {
    const library = createLibrary();
    await library.add(...film);
    await library.add(
      'list',
      'Births',
      'In the year 1899 the town of Worms saw Curtis Bernhardt come.',
    );
    await library.facts.extract(nothing, never);
    const question = 'Where was the director of Payment on Demand born?';
    const vector = await library.context.models.embed([question], never);
    const all = findCandidates(
      library.context.indexes,
      question,
      vector,
      { trustOf: () => 0.5 },
      defaultSettings,
    );
    const first = all.filter((c) => c.passage.document === film[0]);
    const { passages } = await library.facts.chainer.chains(
      question,
      vector,
      first,
      defaultSettings,
      never,
    );
    expect(passages.map((i) => library.context.indexes.passage(i).document)).toContain('list');
  });

  test('chains keep to the passages that may be used', async () => {
    const library = await filmLibrary();
    const question = 'Where was the director of Payment on Demand born?';
    const vector = await library.context.models.embed([question], never);
    const isFilm = (i: number) => library.context.indexes.passage(i).document === film[0];
    const candidates = findCandidates(
      library.context.indexes,
      question,
      vector,
      { trustOf: () => 0.5 },
      defaultSettings,
      isFilm,
    );
    const { chains, passages } = await library.facts.chainer.chains(
      question,
      vector,
      candidates,
      defaultSettings,
      never,
      isFilm,
    );
    expect(chains.length).toBeGreaterThan(0);
    expect(passages.every(isFilm)).toBe(true);
  });

  test('a library without facts has no chains', async () => {
    const library = createLibrary();
    await library.add(...film);
    expect(await ask(library, 'Who directed it?')).toEqual({
      chains: [],
      passages: [],
      sentences: [],
    });
  });

  test('a language model chooses by option letters, and may stop', async () => {
    const prompts: string[] = [];
    const writer: Writer = {
      generate: async () => '',
      sample: async () => [],
      choose: async (prompt, options) => {
        prompts.push(prompt);
        const chosen = prompt.includes('no need for additional') ? 0 : 1;
        return Float32Array.from(options, (_, i) => (i === chosen % options.length ? 1 : 0));
      },
    };
    const settings = withSettings(defaultSettings, { chains: { selector: 'writer' } });
    const library = createLibrary({ settings, writer });
    await library.add(...film);
    await library.add(...man);
    await library.facts.extract(nothing, never);
    const { chains } = await ask(library, 'Who directed Payment on Demand?', settings);
    expect(chains).toHaveLength(1);
    expect(chains[0]).toMatchObject({ ended: true, score: 1 });
    expect(chains[0]!.triples).toHaveLength(1);
    expect(prompts[0]).not.toContain('no need for additional');
    expect(prompts[1]).toContain('A. no need for additional knowledge triples');
  });

  test('an abort stops them', async () => {
    const library = await filmLibrary();
    const vector = await library.context.models.embed(['x'], never);
    await expect(
      library.facts.chainer.chains('x', vector, [], defaultSettings, AbortSignal.abort()),
    ).rejects.toThrow(/abort/i);
  });
});
