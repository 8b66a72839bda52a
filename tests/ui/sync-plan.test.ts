import { describe, expect, it } from 'vitest';
import type { ImportFile } from '../../src/link/library';
import { describePlan, planSync } from '../../src/ui/library/sync-plan';
import { fakeDocument } from '../support/fake-documents';

const file = (path: string, content: string, lastModified = 1): ImportFile => ({
  path,
  file: new File([content], 'x', { lastModified }),
});
const known = (path: string, text: string, more: object = {}) => ({
  ...fakeDocument({ path, text, modified: 1 }).record,
  ...more,
});

describe('a second look at a folder', () => {
  it('finds what was added, changed, moved and deleted', () => {
    const plan = planSync(
      'f',
      [
        file('f/same.txt', 'same'),
        file('f/changed.txt', 'a longer text', 2),
        file('f/sub/moved.txt', 'moved here'),
        file('f/new.txt', 'new one'),
      ],
      [
        known('f/same.txt', 'same'),
        known('f/changed.txt', 'short'),
        known('f/moved.txt', 'moved here'),
        known('f/gone.txt', 'gone for good'),
        known('elsewhere/gone.txt', 'not in this folder'),
      ],
    );
    expect(describePlan(plan)).toBe('1 added, 1 changed, 1 moved, 1 deleted');
    expect(plan.added[0]?.path).toBe('f/new.txt');
    expect(plan.changed[0]?.file.path).toBe('f/changed.txt');
    expect(plan.moved[0]?.old.paths).toEqual(['f/moved.txt']);
    expect(plan.deleted[0]?.paths).toEqual(['f/gone.txt']);
    expect(plan.unchanged).toBe(1);
  });

  it('finds nothing the second time', () => {
    const plan = planSync('f', [file('f/a.txt', 'a')], [known('f/a.txt', 'a')]);
    expect(describePlan(plan)).toBe('Nothing changed');
  });

  it('keeps a document that still has a copy, in the folder or outside', () => {
    const inside = known('f/one.txt', 'twice', { paths: ['f/one.txt', 'f/two.txt'] });
    const outside = known('f/three.txt', 'three', { paths: ['f/three.txt', 'other/three.txt'] });
    const plan = planSync('f', [file('f/two.txt', 'twice')], [inside, outside]);
    expect(plan.deleted).toEqual([]);
  });

  it('does not take a folder for another that begins with its name', () => {
    const plan = planSync('f', [], [known('folder/a.txt', 'a')]);
    expect(plan.deleted).toEqual([]);
  });

  it('does not call a file new that was refused before, unless it is another by now', () => {
    const refused = { path: 'f/x.png', bytes: 1, error: 'DocumentUnsupported' } as const;
    expect(planSync('f', [file('f/x.png', 'a')], [], [refused]).added).toEqual([]);
    expect(planSync('f', [file('f/x.png', 'ab')], [], [refused]).added).toHaveLength(1);
  });

  it('goes on with what a cancel, a closed tab or a full disk left undone', () => {
    const half = known('f/half.txt', 'half', { stage: 'parsed' });
    const undone = ['AbortError', 'QuotaExceeded', 'DeviceLost'].map((error, i) => ({
      path: `f/${i}.txt`,
      bytes: 1,
      error,
    }));
    const found = [file('f/half.txt', 'half'), ...undone.map(({ path }) => file(path, 'a'))];
    const plan = planSync('f', found, [half], undone);
    expect(plan.added).toHaveLength(4);
    expect(plan.unchanged).toBe(0);
  });

  it('calls a touched file changed', () => {
    const plan = planSync('f', [file('f/a.txt', 'a', 2)], [known('f/a.txt', 'a')]);
    expect(plan.changed).toHaveLength(1);
  });
});
