import { failure } from '../errors';
import { presets, type SettingsPatch } from '../settings';

const off = {
  trust: { enabled: false },
  chains: { enabled: false },
  context: { method: 'topk' },
  search: { enabled: false },
} as const satisfies SettingsPatch;

/**
 * What an evaluation compares: plain retrieval and reading; plain with the judge and one part each
 * switched on; everything; and the three papers' presets.
 */
export const modes: Readonly<Record<string, SettingsPatch>> = {
  plain: presets.plain,
  judged: off,
  trust: { ...off, trust: { enabled: true } },
  chains: { ...off, chains: { enabled: true } },
  context: { ...off, context: { method: 'mmkp' } },
  search: { ...off, search: { enabled: true } },
  full: {},
  trustprop: presets.trustprop,
  reliablerag: presets.reliablerag,
  selfcorrecting: presets.selfcorrecting,
};

/** @throws BadSetting for an unknown name */
export function modeSettings(name: string): SettingsPatch {
  const patch = modes[name];
  if (!patch)
    throw failure(
      'BadSetting',
      `Unknown mode "${name}"; there are ${Object.keys(modes).join(', ')}.`,
    );
  return patch;
}
