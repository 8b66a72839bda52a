import {
  defaultSettings,
  presets,
  settingsSchema,
  withSettings,
  type PresetName,
  type Setting,
  type Settings,
  type SettingsPatch,
} from '../../core/settings';

export type SettingValue = number | boolean | string;

/** One setting as the panel shows it. */
export interface SettingRow {
  readonly group: string;
  readonly key: string;
  readonly label: string;
  readonly setting: Setting;
}

/** Every setting of the schema, in its order. */
export const settingRows: readonly SettingRow[] = Object.entries(settingsSchema).flatMap(
  ([group, entries]) =>
    Object.entries(entries as Readonly<Record<string, Setting>>).map(([key, setting]) => ({
      group,
      key,
      label: humanise(key),
      setting,
    })),
);

/** `lambdaFeedback` -> "Lambda feedback"; short symbols (k1, rrf) stay as they are. */
export function humanise(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.length <= 3 ? key : words.charAt(0).toUpperCase() + words.slice(1);
}

export const valueOf = (settings: Settings, row: SettingRow): SettingValue =>
  (settings as unknown as Record<string, Record<string, SettingValue>>)[row.group]?.[row.key] ??
  row.setting.default;

export const patchOf = (row: SettingRow, value: SettingValue): SettingsPatch =>
  ({ [row.group]: { [row.key]: value } }) as SettingsPatch;

/** What is wrong with a typed value, in words, or null. */
export function problemOf(setting: Setting, typed: string): string | null {
  if (setting.type !== 'number') return null;
  const value = Number(typed);
  const isIn = typed.trim() !== '' && value >= setting.min && value <= setting.max;
  return isIn ? null : `A number from ${setting.min} to ${setting.max}`;
}

/** How finely a number is stepped by the arrows: whole where the range and default are whole. */
export function stepOf(setting: Extract<Setting, { type: 'number' }>): number | 'any' {
  const whole = [setting.default, setting.min, setting.max].every(Number.isInteger);
  return whole && setting.max - setting.min >= 3 ? 1 : 'any';
}

/** Rows whose group, name, meaning or source holds every word. */
export function searchRows(rows: readonly SettingRow[], text: string): readonly SettingRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ group, key, label, setting }) => {
    const all = `${group} ${key} ${label} ${setting.meaning} ${setting.source}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

export interface PresetRow {
  readonly name: PresetName;
  readonly label: string;
  readonly about: string;
}

const presetWords: Readonly<Record<PresetName, readonly [label: string, about: string]>> = {
  default: ['Touchstone', 'Everything on, with the values that did best in our ablation'],
  plain: ['Plain RAG', 'Top passages, no trust, no check: what most tools do'],
  trustprop: ['TrustPropRAG', 'Trust propagation with the values of the paper'],
  reliablerag: ['ReliableRAG', 'Reasoning chains over credible triples'],
  selfcorrecting: ['Self-Correcting RAG', 'Knapsack context and tree search over drafts'],
};

export const presetRows: readonly PresetRow[] = (Object.keys(presets) as PresetName[]).map(
  (name) => ({ name, label: presetWords[name][0], about: presetWords[name][1] }),
);

/** The whole of the settings under a preset; a preset only says where it differs from the default. */
export const settingsOf = (name: PresetName): Settings =>
  withSettings(defaultSettings, presets[name] as SettingsPatch);

/** The preset that the settings are equal to, or null when they are the person's own. */
export function presetOf(settings: Settings): PresetName | null {
  const isEqual = (other: Settings) =>
    settingRows.every((row) => valueOf(settings, row) === valueOf(other, row));
  return presetRows.find(({ name }) => isEqual(settingsOf(name)))?.name ?? null;
}
