import type { Verdict } from '../../core/types';

/** Verdicts in words, wherever they are shown or written. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  supported: 'Supported',
  contradicted: 'Contradicted',
  unsupported: 'Not supported',
};
