import { describe, expect, it } from 'vitest';
import { amendsOther, type SideFacts } from '../../../src/core/answer/conflict';

const side = (date: string, amends: boolean, trust = 0.5): SideFacts =>
  ({ group: {}, trust, date, amends }) as unknown as SideFacts;

describe('an amending statement', () => {
  it('replaces an older one, not a newer one, and only if it says so', () => {
    expect(amendsOther(side('2025-02-14', true), side('2023-04', false))).toBe(true);
    expect(amendsOther(side('2023-04', true), side('2025-02-14', false))).toBe(false);
    expect(amendsOther(side('2025-02-14', false), side('2023-04', false))).toBe(false);
  });

  it('replaces nothing when it is trusted less', () => {
    expect(amendsOther(side('2025-02-14', true, 0.1), side('2023-04', false))).toBe(false);
    expect(amendsOther(side('2025-02-14', true, 0.45), side('2023-04', false))).toBe(true);
  });
});
