import { modes } from '../../core/evaluation/modes';
import { defaultSettings, withSettings } from '../../core/settings';

/** What a mode is, in one line. */
const meanings: Readonly<Record<string, string>> = {
  plain: 'Search and read the best passages; nothing is checked.',
  judged: 'Plain, and every sentence is checked by the judge.',
  trust: 'Judged, with trust deciding between sources.',
  chains: 'Judged, with chains of facts across documents.',
  context: 'Judged, with the passages chosen together within a budget.',
  search: 'Judged, with a search over alternative answers.',
  full: 'Everything on: what the Ask panel does by default.',
  trustprop: 'Trust as in the paper TrustPropRAG.',
  reliablerag: 'Chains of facts as in the paper ReliableRAG.',
  selfcorrecting: 'Budget and search as in the paper Self-Correcting RAG.',
};

/** A mode as it is offered. */
export interface ModeChoice {
  readonly name: string;
  readonly meaning: string;
}

/** All modes in the order of core/evaluation/modes. */
export const modeChoices: readonly ModeChoice[] = Object.keys(modes).map((name) => ({
  name,
  meaning: meanings[name] ?? '',
}));

/** What is compared when nothing was chosen: the least against everything. */
export const firstModes: readonly string[] = ['plain', 'full'];

/** What has to be known of the library before these modes can be compared fairly. */
export function preparationOf(names: readonly string[]): {
  readonly relations: boolean;
  readonly facts: boolean;
} {
  const settings = names.map((name) => withSettings(defaultSettings, modes[name] ?? {}));
  return {
    relations: settings.some(({ trust }) => trust.enabled),
    facts: settings.some(({ chains }) => chains.enabled),
  };
}
