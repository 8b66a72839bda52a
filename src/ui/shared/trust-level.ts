import { settingsSchema } from '../../core/settings';

export type TrustLevel = 'high' | 'medium' | 'low';

/** HIGH, MEDIUM or LOW as TrustPropRAG section 3.4 has it; trust in [0, 1]. */
export function trustLevel(
  trust: number,
  high: number = settingsSchema.trust.high.default,
  low: number = settingsSchema.trust.low.default,
): TrustLevel {
  return trust >= high ? 'high' : trust <= low ? 'low' : 'medium';
}
