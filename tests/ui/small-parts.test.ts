import { describe, expect, it } from 'vitest';
import {
  defaultSettings,
  presets,
  withSettings,
  type SettingsPatch,
} from '../../src/core/settings';
import { treeRows } from '../../src/ui/evidence/tree-rows';
import { suggestQuestions } from '../../src/ui/library/sample';
import { summariseModels } from '../../src/ui/models-ready';
import { isForeign, mergeRequests } from '../../src/ui/privacy/request-log';
import {
  humanise,
  presetOf,
  presetRows,
  problemOf,
  searchRows,
  settingRows,
  settingsOf,
  stepOf,
} from '../../src/ui/settings/setting-rows';
import {
  count,
  formatBytes,
  formatIsoDate,
  formatLeft,
  formatTook,
  folderOf,
} from '../../src/ui/shared/format';
import { trustLevel } from '../../src/ui/shared/trust-level';

describe('requests', () => {
  const home = 'https://a.example/app/';
  it('are at home on the own origin, and where nothing leaves', () => {
    for (const url of [
      'https://a.example/x.js',
      'data:text/plain,x',
      'blob:https://a.example/1',
      '/y',
    ])
      expect(isForeign(url, home)).toBe(false);
  });
  it('are foreign on any other origin, port and scheme included', () => {
    for (const url of [
      'https://b.example/',
      'http://a.example/',
      'https://a.example:444/',
      'http://',
    ])
      expect(isForeign(url, home)).toBe(true);
  });
  it('are listed once, newest first', () => {
    const one = { url: 'u', bytes: 1, at: 1, from: 'page' } as const;
    const two = { ...one, at: 2 };
    expect(mergeRequests([[one, two], [one], []])).toEqual([two, one]);
  });
});

describe('settings', () => {
  it('are all there, each with a meaning', () => {
    expect(settingRows.length).toBe(
      Object.values(defaultSettings).reduce((sum, group) => sum + Object.keys(group).length, 0),
    );
    expect(settingRows.every(({ setting }) => setting.meaning.length > 3)).toBe(true);
  });
  it('name the preset that they are equal to', () => {
    expect(presetOf(defaultSettings)).toBe('default');
    expect(presetOf(settingsOf('plain'))).toBe('plain');
    expect(presetOf(withSettings(defaultSettings, { trust: { alpha: 0.123 } }))).toBeNull();
  });
  it('know every preset by a name', () => {
    expect(presetRows.map((row) => row.name)).toEqual(Object.keys(presets));
    for (const { name } of presetRows)
      expect(settingsOf(name)).toEqual(
        withSettings(defaultSettings, presets[name] as SettingsPatch),
      );
  });
  it('refuse a number out of range, and no number at all', () => {
    const alpha = settingRows.find((row) => row.group === 'trust' && row.key === 'alpha')!.setting;
    expect(['0', '0.6', '1'].map((text) => problemOf(alpha, text))).toEqual([null, null, null]);
    for (const text of ['1.1', '-1', '', 'x'])
      expect(problemOf(alpha, text)).toContain('from 0 to 1');
  });
  it('step whole numbers by one, shares freely', () => {
    const find = (group: string, key: string) =>
      settingRows.find((row) => row.group === group && row.key === key)!.setting;
    const k = find('context', 'k');
    const alpha = find('trust', 'alpha');
    expect(k.type === 'number' && stepOf(k)).toBe(1);
    expect(alpha.type === 'number' && stepOf(alpha)).toBe('any');
  });
  it('are found by name, meaning and source', () => {
    expect(searchRows(settingRows, 'reciprocal rank').map((row) => row.key)).toEqual(['rrf']);
    expect(searchRows(settingRows, '')).toHaveLength(settingRows.length);
    expect(searchRows(settingRows, 'no such words')).toEqual([]);
  });
  it('have labels that read as words', () => {
    expect(['targetTokens', 'lambdaFeedback', 'k1', 'rrf'].map(humanise)).toEqual([
      'Target tokens',
      'Lambda feedback',
      'k1',
      'rrf',
    ]);
  });
});

describe('models taken together', () => {
  const ready = { state: 'ready', device: 'wasm' } as const;
  const loading = (loaded: number, total: number) =>
    ({ state: 'loading', loaded, total, file: 'f' }) as const;
  it('are ready when all three are', () => {
    expect(summariseModels({ embed: ready, judge: ready, read: ready }).state).toBe('ready');
    expect(summariseModels({ embed: ready, judge: ready }).state).toBe('loading');
    expect(summariseModels({}).state).toBe('loading');
  });
  it('add up their bytes, and say nothing of a sum that is not known', () => {
    expect(summariseModels({ embed: loading(1, 4), judge: loading(2, 6), read: ready })).toEqual({
      state: 'loading',
      loaded: 3,
      total: 10,
    });
    expect(
      summariseModels({ embed: loading(1, 4), judge: loading(2, 0), read: ready }),
    ).toMatchObject({ total: 0 });
  });
  it('have failed when one has, whatever the others do', () => {
    const failed = { state: 'failed', name: 'ModelCorrupt', message: 'm' } as const;
    expect(summariseModels({ embed: ready, judge: failed, read: loading(1, 2) })).toBe(failed);
  });
  it('are being checked once nothing is loading any more', () => {
    expect(summariseModels({ embed: ready, judge: { state: 'checking' }, read: ready }).state).toBe(
      'checking',
    );
  });
});

describe('the search tree', () => {
  const node = (id: number, parent: number, visits: number, best = false) => ({
    id,
    parent,
    visits,
    best,
    action: '',
    text: '',
    reward: 0,
  });
  it('reads from the root down, the best path first, then by visits', () => {
    const rows = treeRows([
      node(0, -1, 9, true),
      node(1, 0, 2),
      node(2, 0, 5),
      node(3, 0, 1, true),
      node(4, 3, 1),
    ]);
    expect(rows.map((row) => [row.node.id, row.depth])).toEqual([
      [0, 0],
      [3, 1],
      [4, 2],
      [2, 1],
      [1, 1],
    ]);
  });
  it('is empty without a search', () => {
    expect(treeRows([])).toEqual([]);
  });
  it('takes a node that is its own parent for a root', () => {
    expect(treeRows([node(0, 0, 1)])).toHaveLength(1);
  });
});

describe('suggested questions', () => {
  it('are of different kinds, the disagreement first, no follow-up among them', () => {
    const q = (question: string, kind: string, after: string | null = null) => ({
      question,
      kind,
      after,
    });
    const sample = {
      files: [],
      questions: [
        q('f', 'fact'),
        q('he', 'table', 'x'),
        q('c1', 'conflict'),
        q('c2', 'conflict'),
        q('u', 'unanswerable'),
      ],
    };
    expect(suggestQuestions(sample)).toEqual(['c1', 'u', 'f']);
  });
});

describe('words for numbers', () => {
  it('are as a person would say them', () => {
    expect(
      [0, 1, 1023, 1536, 5_000_000].map(formatBytes).map((text) => text.replace('\u00a0', ' ')),
    ).toEqual(['0 bytes', '1 bytes', '1023 bytes', '1.5 KB', '4.8 MB']);
    expect([count(1, 'file'), count(1200, 'file')]).toEqual(['1 file', '1,200 files']);
    expect([3000, 23_000, 130_000, 7_200_000].map(formatLeft)).toEqual([
      'a few seconds left',
      'about 30 s left',
      'about 2 min left',
      'about 2 h left',
    ]);
    expect([12, 1234, 65_000].map(formatTook)).toEqual(['12 ms', '1.2 s', '1 min 5 s']);
    expect(['2024-09-30', '2024-09', '2024', 'soon'].map(formatIsoDate)).toEqual([
      '30 Sept 2024',
      'Sept 2024',
      '2024',
      'soon',
    ]);
    expect(['a/b/c.txt', 'c.txt'].map(folderOf)).toEqual(['a/b', '']);
  });
  it('give trust its level at the thresholds of the paper', () => {
    expect([0.7, 0.69, 0.31, 0.3].map((trust) => trustLevel(trust))).toEqual([
      'high',
      'medium',
      'medium',
      'low',
    ]);
  });
});
