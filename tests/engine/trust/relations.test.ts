import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/engine/storage/memory';
import type { RelationProgress } from '../../../src/link/trust';
import { never } from '../../support/library';
import { build, island, openIsland } from './island';

describe('relations between documents', () => {
  it('are found between statements that agree or disagree, with their sentences', async () => {
    const { library, trust } = await openIsland(createMemoryStore());
    await library.add(island);
    await build(trust);
    const conflicts = await trust.conflicts();
    expect(conflicts).toHaveLength(4);
    for (const { relation } of conflicts) {
      expect([relation.textA, relation.textB].sort()).toEqual([
        'The lighthouse on Orrin Skerry was first lit in 1863.',
        'The lighthouse on Orrin Skerry was first lit in 1873.',
      ]);
      const { parsed } = await library.view(relation.documentA);
      expect(parsed.text.slice(...relation.spanA)).toBe(relation.textA);
      expect(relation.forward.contradiction).toBeGreaterThan(0.5);
      expect(relation.a < relation.b).toBe(true);
    }
    const { edges } = await trust.trustMap();
    expect(edges.filter(({ kind }) => kind === 'support')).toHaveLength(2);
  });

  it('ask the judge for little, and never for the same twice', async () => {
    const store = createMemoryStore();
    const first = await openIsland(store);
    await first.library.add(island);
    await build(first.trust);
    const asked = first.judged.length;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(4);
    expect(new Set(first.judged.map((pair) => `${pair.premise}|${pair.hypothesis}`)).size).toBe(
      asked,
    );
    await build(first.trust);
    expect(first.judged).toHaveLength(asked);
    const again = await openIsland(store);
    await build(again.trust);
    expect(again.judged).toEqual([]);
    expect(await again.trust.conflicts()).toHaveLength(4);
  });

  it('of a new document are those with what is there', async () => {
    const { library, trust, judged } = await openIsland(createMemoryStore());
    const { 'web/more-facts.txt': later, ...first } = island;
    await library.add(first);
    await build(trust);
    expect(await trust.conflicts()).toHaveLength(2);
    const before = judged.length;
    await library.add({ 'web/more-facts.txt': later });
    await build(trust);
    expect(await trust.conflicts()).toHaveLength(4);
    // Its sentence was judged before, in another file.
    expect(judged.length - before).toBeLessThanOrEqual(2);
  });

  it('of a deleted document are gone, in memory and in the store', async () => {
    const store = createMemoryStore();
    const { library, trust, idOf } = await openIsland(store);
    await library.add(island);
    await build(trust);
    const id = await idOf('web/facts.txt');
    await library.deleteDocuments([id as never]);
    expect(await trust.conflicts()).toHaveLength(2);
    expect(JSON.stringify(await store.all('relations'))).not.toContain(id);
    await build(trust);
    expect(
      JSON.stringify([await store.all('values'), await store.all('judgements')]),
    ).not.toContain(id);
  });

  it('go on where a cancelled run stopped', async () => {
    const store = createMemoryStore();
    const stop = new AbortController();
    const { library, trust, judged } = await openIsland(store, {
      settings: { trust: { sentencePairs: 1 } },
      onJudge: () => {
        if (judged.length > 0) stop.abort();
      },
    });
    await library.add({
      ...island,
      'other/one.txt': 'One\nThe bridge over Kellwick sound was opened in 1902.',
      'other/two.txt': 'Two\nThe bridge over Kellwick sound was opened in 1912.',
    });
    await expect(build(trust, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await trust.relationProgress()).toMatchObject({ running: false });
    const kept = new Set((await store.all('judgements')).map(({ id }) => id));
    expect(kept.size).toBeGreaterThan(0);
    const again = await openIsland(store);
    await build(again.trust);
    expect(await again.trust.conflicts()).toHaveLength(5);
    expect(again.judged.length + kept.size).toBe((await store.all('judgements')).length);
  });

  it('tell how far they are, with an estimate', async () => {
    const { library, trust } = await openIsland(createMemoryStore());
    await library.add(island);
    expect(await trust.relationProgress()).toEqual({
      done: 0,
      total: 11,
      found: 0,
      leftMs: null,
      running: false,
    });
    const told: RelationProgress[] = [];
    await trust.buildRelations((progress) => told.push(progress), never());
    expect(told[0]).toMatchObject({ done: 0, total: 11, running: true, leftMs: null });
    expect(told.at(-1)).toMatchObject({ done: 11, total: 11, found: 6, running: false });
    for (let i = 1; i < told.length; i++)
      expect(told[i]!.done).toBeGreaterThanOrEqual(told[i - 1]!.done);
    expect(await trust.relationProgress()).toMatchObject({ done: 11, total: 11, found: 6 });
  });

  it('are joined by a second caller, not built twice', async () => {
    const { library, trust, judged } = await openIsland(createMemoryStore());
    await library.add(island);
    await Promise.all([build(trust), build(trust)]);
    expect(judged.length).toBeLessThanOrEqual(4);
  });

  it('need a judge, and say so', async () => {
    const { library, trust } = await openIsland(createMemoryStore(), {
      models: {
        describe: async () => ({
          roles: { embed: null, judge: null, read: null, write: null },
          dimensions: 64,
        }),
      },
    });
    await library.add(island);
    await expect(build(trust)).rejects.toMatchObject({ name: 'ModelMissing' });
  });

  it('of another judge take the place of those of the one before', async () => {
    const store = createMemoryStore();
    const open = await openIsland(store);
    const { 'handbook/welcome.txt': right, 'web/facts.txt': wrong } = island;
    await open.library.add({ 'handbook/welcome.txt': right, 'web/facts.txt': wrong });
    await build(open.trust);
    const inUse = { id: 'mild@1', device: 'fake', dtype: 'fp32', threads: 1 } as const;
    const mild = await openIsland(store, {
      models: {
        describe: async () => ({
          roles: { embed: inUse, judge: inUse, read: inUse, write: null },
          dimensions: 64,
        }),
        // Sees nothing that agrees or disagrees.
        entail: async (pairs) => Float32Array.from(pairs.flatMap(() => [0, 1, 0])),
      },
    });
    expect(await mild.trust.conflicts()).toHaveLength(1);
    const told: string[] = [];
    mild.library.context.changed.on(({ type }) => told.push(type));
    await build(mild.trust);
    expect(told).toContain('relations');
    expect(await mild.trust.conflicts()).toEqual([]);
    expect(await store.all('relations')).toEqual([]);
    // And back again, with what was judged then.
    const again = await openIsland(store);
    await build(again.trust);
    expect(again.judged).toEqual([]);
    expect(await again.trust.conflicts()).toHaveLength(1);
  });

  it('of an empty library are none', async () => {
    const { trust } = await openIsland(createMemoryStore());
    await build(trust);
    expect(await trust.conflicts()).toEqual([]);
    expect(await trust.trustMap()).toEqual({ nodes: [], edges: [] });
    expect(await trust.documentTrust()).toEqual({});
  });

  it('do not outlive a document that is deleted while it is compared', async () => {
    const store = createMemoryStore();
    let remove = async (): Promise<void> => {};
    const { library, trust, idOf } = await openIsland(store, { onJudge: () => remove() });
    await library.add(island);
    const id = await idOf('web/more-facts.txt');
    remove = () => library.deleteDocuments([id as never]);
    await build(trust);
    const rows = [
      await store.all('relations'),
      await store.all('judgements'),
      await store.all('values'),
    ];
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(await trust.conflicts()).toHaveLength(2);
  });
});
