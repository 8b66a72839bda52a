import type { Component } from 'solid-js';
import { hasPanel } from '../panels';
import type { PanelName } from '../route';
import {
  AskIcon,
  EvaluationIcon,
  EvidenceIcon,
  FactsIcon,
  LibraryIcon,
  ModelsIcon,
  PrivacyIcon,
  SettingsIcon,
  TrustIcon,
} from '../shared/icons';

/** A place of the navigation. */
export interface Place {
  readonly panel: PanelName;
  readonly href: string;
  readonly label: string;
  readonly icon: Component<{ size?: number }>;
}

const place = (panel: PanelName, label: string, icon: Place['icon']): Place => ({
  panel,
  href: `#/${panel}`,
  label,
  icon,
});

interface PlaceGroup {
  readonly label: string;
  readonly places: readonly Place[];
}

/** In the order of use: the work, why to believe it, the machine room. */
const groups: readonly PlaceGroup[] = [
  {
    label: 'Work',
    places: [place('ask', 'Ask', AskIcon), place('library', 'Library', LibraryIcon)],
  },
  {
    label: 'Why to believe it',
    places: [
      place('evidence', 'Evidence', EvidenceIcon),
      place('trust', 'Trust map', TrustIcon),
      place('facts', 'Facts', FactsIcon),
      place('evaluation', 'Evaluation', EvaluationIcon),
    ],
  },
  {
    label: 'This machine',
    places: [
      place('models', 'Models', ModelsIcon),
      place('privacy', 'Privacy', PrivacyIcon),
      place('settings', 'Settings', SettingsIcon),
    ],
  },
];

export const placeGroups: readonly PlaceGroup[] = groups
  .map((group) => ({ ...group, places: group.places.filter(({ panel }) => hasPanel(panel)) }))
  .filter(({ places }) => places.length > 0);

/** What stands in the bar of a narrow window; the rest is in its menu. */
export const barPlaces: readonly Place[] = placeGroups
  .flatMap((group) => group.places)
  .filter(({ panel }) => ['ask', 'library', 'evidence', 'trust'].includes(panel));
