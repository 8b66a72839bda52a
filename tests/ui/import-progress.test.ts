import { describe, expect, it } from 'vitest';
import type { DocumentRecord } from '../../src/core/types';
import type { ImportEvent } from '../../src/link/library';
import {
  idleImport,
  importLeftMs,
  importShare,
  reduceImport,
  stageWords,
} from '../../src/ui/library/import-progress';

const sizes = new Map([
  ['big.txt', 300],
  ['small.txt', 100],
]);
const indexed = (path: string, duplicateOf: string | null = null): ImportEvent => ({
  type: 'indexed',
  path,
  document: {} as DocumentRecord,
  duplicateOf,
});
const fold = (events: readonly ImportEvent[]) =>
  events.reduce((state, event) => reduceImport(state, event, 1000, sizes), idleImport);

describe('import progress', () => {
  it('counts files by what became of them', () => {
    const state = fold([
      { type: 'started', files: 3 },
      indexed('big.txt'),
      indexed('small.txt', 'big.txt'),
      { type: 'failed', path: 'broken.pdf', error: 'DocumentDamaged', reason: 'It is damaged.' },
      { type: 'finished', indexed: 2, skipped: 0, failed: 1, cancelled: false },
    ]);
    expect(state).toMatchObject({
      running: false,
      indexed: 2,
      duplicates: 1,
      failed: 1,
      skipped: 0,
      through: 3,
      current: null,
    });
  });

  it('weighs files by their bytes: three of four hundred are three quarters', () => {
    expect(importShare(fold([{ type: 'started', files: 2 }, indexed('big.txt')]), sizes)).toBe(
      0.75,
    );
  });

  it('moves inside of a file, mostly while embedding', () => {
    const at = (done: number) =>
      importShare(
        fold([
          { type: 'started', files: 2 },
          { type: 'progress', path: 'big.txt', index: 0, stage: 'embedding', done, total: 10 },
        ]),
        sizes,
      );
    expect(at(0)).toBeCloseTo(0.75 * 0.18);
    expect(at(5)).toBeGreaterThan(at(0));
    expect(at(10)).toBeCloseTo(0.75 * 0.95);
  });

  it('counts files where sizes are not known', () => {
    const none = new Map<string, number>();
    const state = [{ type: 'started', files: 4 } as const, indexed('a')].reduce(
      (now, event) => reduceImport(now, event, 0, none),
      idleImport,
    );
    expect(importShare(state, none)).toBe(0.25);
  });

  it('says how long it takes only once it can know', () => {
    const state = fold([{ type: 'started', files: 2 }, indexed('small.txt')]);
    expect(importLeftMs(state, 0.25, 1500)).toBeNull();
    expect(importLeftMs(state, 0.25, 11_000)).toBe(30_000);
    expect(importLeftMs({ ...state, running: false }, 0.25, 11_000)).toBeNull();
  });

  it('is nothing of nothing before it starts', () => {
    expect(importShare(idleImport, sizes)).toBe(0);
  });

  it('tells stages in the units of the person', () => {
    const stage = { path: 'a.pdf', index: 0, done: 3, total: 12 } as const;
    expect(stageWords({ ...stage, stage: 'parsing' })).toBe('Reading page 3 of 12');
    expect(stageWords({ ...stage, stage: 'parsing', total: 1 })).toBe('Reading the text');
    expect(stageWords({ ...stage, stage: 'embedding' })).toBe(
      'Indexing its passages, 3 of 12 done',
    );
  });
});
