import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '../../src/core/settings';
import type { Answer } from '../../src/core/types';
import { createEngine, type EngineDeps } from '../../src/engine/engine';
import { createFakeModels } from '../../src/engine/models/fake';
import { createMemoryStore } from '../../src/engine/storage/memory';
import type { Store } from '../../src/engine/storage/types';
import type { EngineApi } from '../../src/link/api';
import type { AskEvent, AskOptions } from '../../src/link/ask';
import { fileOf, never } from '../support/library';

const boats = 'boat,berth,metres\nFulmar,A1,14\nTern,A2,9\nPetrel,B1,7\n';
const birds = 'bird,count\npuffin,412\nrazorbill,88\n';
const howMany = 'How many rows does the list of boats have?';

let store: Store;
let clock: number;
beforeEach(() => {
  store = createMemoryStore();
  clock = 1_000;
});

/** As the page's worker opens it; over the same store it is the same library. */
const open = (change: Partial<EngineDeps> = {}): Promise<EngineApi> =>
  createEngine({
    store,
    models: createFakeModels(),
    writer: () => null,
    storage: {
      reason: null,
      estimate: () => Promise.resolve({ usage: 1, quota: 2 }),
      persisted: () => Promise.resolve(false),
    },
    now: () => ++clock,
    pause: () => Promise.resolve(),
    requests: () => [],
    ...change,
  });

const everything: AskOptions = { collection: null, after: [], settings: {} };
const ask = (engine: EngineApi, question: string, options = everything): Promise<Answer> =>
  engine.ask(question, options, () => {}, never());

async function add(engine: EngineApi, files: Record<string, string>, collection = 'all') {
  const list = Object.entries(files).map(([path, text]) => fileOf(path, text));
  await engine.importFiles(list, collection, () => {}, never());
}

describe('the engine', () => {
  it('answers from what was imported; every citation is the text of its document', async () => {
    const engine = await open();
    await add(engine, { 'boats.csv': boats, 'birds.csv': birds });
    const events: AskEvent[] = [];
    const answer = await engine.ask(howMany, everything, (event) => events.push(event), never());
    expect(answer).toMatchObject({ kind: 'answered', short: '3', question: howMany });
    expect(events.at(-1)).toEqual({ type: 'answer', answer });
    expect(answer.citations.map(({ number }) => number)).toEqual([1, 2, 3]);
    for (const { document, start, end, quote, path } of answer.citations) {
      const { parsed } = await engine.view(document);
      expect(parsed.text.slice(start, end)).toBe(quote);
      expect(path).toBe('boats.csv');
    }
  });

  it('abstains over an empty library, and over one that does not speak of it', async () => {
    const engine = await open();
    const nothing = { kind: 'abstained', short: '', citations: [], sentences: [] };
    expect(await ask(engine, 'Who sails the Fulmar?')).toMatchObject(nothing);
    await add(engine, { 'birds.csv': birds });
    expect(await ask(engine, 'Who sails the Fulmar?')).toMatchObject(nothing);
  });

  it('never cites a deleted document, nor one of another collection', async () => {
    const engine = await open();
    await add(engine, { 'boats.csv': boats }, 'harbour');
    await add(engine, { 'birds.csv': birds }, 'cliffs');
    const onCliffs = await ask(engine, howMany, { ...everything, collection: 'cliffs' });
    const document = (await engine.documents()).find(({ paths }) => paths[0] === 'boats.csv')!;
    const used = ({ citations, nearest, evidence }: Answer) =>
      [...citations, ...nearest, ...evidence.candidates].map((one) => one.document);
    expect(used(onCliffs)).not.toContain(document.id);
    expect(used(await ask(engine, howMany))).toContain(document.id);
    await engine.deleteDocuments([document.id]);
    expect(used(await ask(engine, howMany))).not.toContain(document.id);
  });

  it('is the same library when it is opened again', async () => {
    const before = await open();
    await add(before, { 'boats.csv': boats });
    const answer = await ask(before, howMany);
    await before.changeSettings({ answer: { cited: 2 } });
    const after = await open();
    expect(await after.documents()).toEqual(await before.documents());
    expect(await after.history()).toEqual([answer]);
    expect((await after.settings()).answer.cited).toBe(2);
    const again = await ask(after, howMany);
    expect(again.short).toBe('3');
    expect(again.citations).toHaveLength(2);
  });

  it('keeps nothing of a question that was stopped', async () => {
    const engine = await open();
    await add(engine, { 'boats.csv': boats });
    const controller = new AbortController();
    const stopAt = ({ type }: AskEvent) => type === 'stage' && controller.abort();
    const asked = engine.ask(howMany, everything, stopAt, controller.signal);
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(await engine.history()).toEqual([]);
    expect((await ask(engine, howMany)).short).toBe('3');
  });

  it('forgets everything when asked to', async () => {
    const engine = await open();
    await add(engine, { 'boats.csv': boats });
    await ask(engine, howMany);
    await engine.changeSettings({ answer: { cited: 1 } });
    await engine.deleteEverything();
    expect(await engine.documents()).toEqual([]);
    expect(await engine.history()).toEqual([]);
    expect(await engine.settings()).toEqual(defaultSettings);
    expect((await ask(engine, howMany)).kind).toBe('abstained');
  });
});

describe('settings of the engine', () => {
  it('add up, each change on top of those before', async () => {
    const engine = await open();
    await engine.changeSettings({ answer: { cited: 2 } });
    const settings = await engine.changeSettings({ answer: { rivals: 0 }, trust: { alpha: 0.1 } });
    expect(settings.answer).toMatchObject({ cited: 2, rivals: 0 });
    expect(settings.trust.alpha).toBe(0.1);
  });

  it('refuse what is out of range or unknown, and stay as they were', async () => {
    const engine = await open();
    for (const bad of [
      { answer: { cited: 99 } },
      { answer: { cited: '3' } },
      { answer: { verify: 'yes' } },
      { retrieval: { mode: 'guess' } },
      { answer: { mood: 1 } },
      { weather: { rain: 1 } },
    ])
      await expect(engine.changeSettings(bad as never)).rejects.toMatchObject({
        name: 'BadSetting',
      });
    expect(await engine.settings()).toEqual(defaultSettings);
    expect((await engine.changeSettings({ answer: { cited: 5 } })).answer.cited).toBe(5);
  });

  it('that another version kept are dropped where this one does not know them', async () => {
    const value = { answer: { cited: 4, mood: 1, rivals: -3 }, weather: { rain: true } };
    await store.batch([{ table: 'values', put: { id: 'settings', value } }]);
    const engine = await open();
    const settings = await engine.settings();
    expect(settings.answer).toEqual({ ...defaultSettings.answer, cited: 4 });
    expect(settings).not.toHaveProperty('weather');
    await engine.changeSettings({ answer: { around: 0 } });
    expect((await store.get('values', 'settings'))?.value).toEqual({
      answer: { cited: 4, around: 0 },
    });
  });
});
