import { describe, expect, it } from 'vitest';
import { presets } from '../../../src/core/settings';
import { createMemoryStore } from '../../../src/engine/storage/memory';
import type { DocumentId } from '../../../src/core/types';
import { never } from '../../support/library';
import { build, island, openIsland, type Island } from './island';

async function withRelations(settings = {}): Promise<Island & { facts: string }> {
  const open = await openIsland(createMemoryStore(), { settings });
  await open.library.add(island);
  await build(open.trust);
  return { ...open, facts: `document:${await open.idOf('web/facts.txt')}` };
}

function largest(a: Record<string, number>, b: Record<string, number>): number {
  return Math.max(...Object.keys(a).map((key) => Math.abs(a[key]! - b[key]!)));
}

describe('feedback', () => {
  it('on one wrong file ranks it and its copy last, and what contradicts it first', async () => {
    const { trust, trustOfFiles, facts } = await withRelations();
    await trust.giveFeedback(facts, 'bad', 'answer');
    const after = await trustOfFiles();
    const order = Object.keys(after).sort((a, b) => after[a]! - after[b]!);
    expect(order.slice(0, 2).sort()).toEqual(['facts.txt', 'more-facts.txt']);
    expect(order[2]).toBe('bread.txt');
    expect(after['facts.txt']).toBeLessThan(0.3);
    expect(after['more-facts.txt']).toBeLessThan(0.4);
    expect(after['welcome.txt']).toBeGreaterThan(0.6);
    expect(after['bread.txt']).toBeCloseTo(0.5, 2);
  });

  it('is explained: by the sentences that disagree, and by the thumb that started it', async () => {
    const { trust, idOf, facts } = await withRelations();
    await trust.giveFeedback(facts, 'bad', 'answer');
    const welcome = `document:${await idOf('handbook/welcome.txt')}`;
    const behind = await trust.feedbackBehind(welcome);
    expect(behind[0]).toMatchObject({ kind: 'feedback', other: facts, label: 'Island facts' });
    expect(behind[0]!.towards).toBeCloseTo(0.9, 9);
    const passage = `passage:${await idOf('handbook/welcome.txt')}#1`;
    const reasons = await trust.whyTrust(passage);
    expect(reasons.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    const conflict = reasons.find(({ kind }) => kind === 'contradict')!;
    expect(conflict.relation!.sign).toBe(-1);
    expect(conflict.label).toContain('1863');
    // Its own file is no reason: the two are one.
    expect(reasons.map(({ kind }) => kind)).not.toContain('source');
    const ofFile = await trust.whyTrust(welcome);
    expect(ofFile.map(({ kind, other }) => [kind, other])).toEqual(
      reasons.map(({ kind, other }) => [kind, kind === 'prior' ? null : other]),
    );
    expect(ofFile.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(await trust.whyTrust('document:unknown')).toEqual([]);
  });

  it('taken back by undo leaves trust as it was, to 1e-9', async () => {
    const { trust, trustOfFiles, facts, idOf } = await withRelations();
    const states = [await trustOfFiles()];
    const welcome = `document:${await idOf('handbook/welcome.txt')}`;
    for (const [target, value] of [
      [facts, 'bad'],
      [welcome, 'good'],
      ['folder:web', 'bad'],
      [facts, 'good'],
      [facts, null],
    ] as const) {
      // prettier-ignore
      await trust.giveFeedback(target, value, 'map');
      states.push(await trustOfFiles());
    }
    expect(largest(states[0]!, states[1]!)).toBeGreaterThan(0.1);
    for (let i = states.length - 2; i >= 0; i--) {
      expect(await trust.undoFeedback()).not.toBeNull();
      expect(largest(await trustOfFiles(), states[i]!)).toBeLessThan(1e-9);
    }
    expect(await trust.undoFeedback()).toBeNull();
    expect(await trust.feedback()).toEqual([]);
  });

  it('replaces what was said before, and undo brings that back', async () => {
    const { trust, facts } = await withRelations();
    await trust.giveFeedback(facts, 'good', 'map');
    await trust.giveFeedback(facts, 'bad', 'answer');
    expect(await trust.feedback()).toMatchObject([{ target: facts, value: 'bad', from: 'answer' }]);
    expect(await trust.undoFeedback()).toMatchObject({ target: facts, value: 'bad' });
    expect(await trust.feedback()).toMatchObject([{ target: facts, value: 'good' }]);
  });

  it('survives a reload, with its undo', async () => {
    const store = createMemoryStore();
    const first = await openIsland(store);
    await first.library.add(island);
    await build(first.trust);
    const before = await first.trustOfFiles();
    await first.trust.giveFeedback(`document:${await first.idOf('web/facts.txt')}`, 'bad', 'map');
    const given = await first.trustOfFiles();
    const second = await openIsland(store);
    expect(largest(await second.trustOfFiles(), given)).toBeLessThan(1e-9);
    await second.trust.undoFeedback();
    expect(largest(await second.trustOfFiles(), before)).toBeLessThan(1e-9);
  });

  it('survives that the same bytes are imported again, under another name too', async () => {
    const { library, trust, trustOfFiles, facts } = await withRelations();
    await trust.giveFeedback(facts, 'bad', 'map');
    const given = await trustOfFiles();
    await library.add({ 'web/facts.txt': island['web/facts.txt'], 'copy/facts.txt': island['web/facts.txt'] }); // prettier-ignore
    expect(largest(await trustOfFiles(), given)).toBeLessThan(1e-9);
    expect(await trust.feedback()).toHaveLength(1);
  });

  it('travels with an exported library', async () => {
    const { library, trust, trustOfFiles, facts } = await withRelations();
    await trust.giveFeedback(facts, 'bad', 'map');
    const given = await trustOfFiles();
    const archive = await library.exportLibrary(() => {}, never());
    const other = await openIsland(createMemoryStore());
    await other.library.importLibrary(archive, () => {}, never());
    expect(largest(await other.trustOfFiles(), given)).toBeLessThan(1e-9);
    expect(await other.trust.conflicts()).toHaveLength(4);
    await build(other.trust);
    expect(other.judged).toEqual([]);
  });

  it('on a folder reaches all files in it, those that come later too', async () => {
    const { library, trust, trustOfFiles } = await withRelations();
    await trust.giveFeedback('folder:web', 'bad', 'library');
    await library.add({ 'web/late.txt': 'Late\nA page that came late.' });
    const after = await trustOfFiles();
    for (const file of ['facts.txt', 'more-facts.txt', 'late.txt'])
      expect(after[file]).toBeLessThan(0.3);
    expect(after['welcome.txt']).toBeGreaterThan(0.5);
    await trust.undoFeedback();
    expect((await trustOfFiles())['late.txt']).toBeCloseTo(0.5, 1);
  });

  it('on an answer goes to the passages its supported sentences cite', async () => {
    const { library, trust, idOf } = await withRelations();
    const id = await idOf('web/facts.txt');
    const citation = (number: number, ordinal: number) => ({ number, passage: `${id}#${ordinal}` });
    const answer = {
      id: 'one',
      sentences: [{ verdict: 'supported', citations: [2] }],
      citations: [citation(1, 0), citation(2, 1)],
    };
    await library.context.store.batch([{ table: 'history', put: { id: 'one', answer: answer as never } }]); // prettier-ignore
    await trust.giveFeedback('answer:one', 'bad', 'answer');
    expect((await trust.feedback()).map(({ target }) => target)).toEqual([`passage:${id}#1`]);
    await trust.undoFeedback();
    expect(await trust.feedback()).toEqual([]);
  });

  it('on nothing that is known is refused', async () => {
    const { trust } = await withRelations();
    await expect(trust.giveFeedback('answer:none', 'bad', 'x')).rejects.toMatchObject({ name: 'NotFound' }); // prettier-ignore
    await expect(trust.giveFeedback('nonsense', 'bad', 'x')).rejects.toMatchObject({ name: 'NotFound' }); // prettier-ignore
  });

  it('is there for answering at once', async () => {
    const { library, trust, facts } = await withRelations();
    const { indexes } = library.context;
    const [passage] = indexes.passagesOf(facts.slice('document:'.length) as DocumentId);
    await trust.giveFeedback(facts, 'bad', 'answer');
    expect(trust.trustOf(passage!)).toBeLessThan(0.4);
    expect(trust.trustOf(123_456)).toBe(0.5);
  });

  it('works the way of the paper by its preset', async () => {
    const { trust, trustOfFiles, facts } = await withRelations({ trust: presets.trustprop.trust });
    await trust.giveFeedback(facts, 'bad', 'answer');
    const after = await trustOfFiles();
    expect(after['facts.txt']).toBeLessThan(0.3);
    expect(after['more-facts.txt']).toBeLessThan(after['welcome.txt']!);
  });
});
