import type { Component, JSX } from 'solid-js';

/** An icon says nothing by itself: the word stands beside it, or the button has a label. */
interface IconProps {
  readonly size?: number;
}

const stroke =
  (paths: () => JSX.Element): Component<IconProps> =>
  (props) => (
    <svg
      width={props.size ?? 18}
      height={props.size ?? 18}
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {paths()}
    </svg>
  );

const path = (d: string): Component<IconProps> => stroke(() => <path d={d} />);

/** The mark of the product: a dark stone, and the streak that gold leaves on it. */
export const TouchstoneMark: Component<IconProps> = (props) => (
  <svg width={props.size ?? 26} height={props.size ?? 26} viewBox="0 0 26 26" aria-hidden="true">
    <path
      d="M7.4 2.6 17.9 1.9c1 0 1.9.4 2.5 1.2l4 5.6c.5.7.7 1.6.5 2.4l-2.3 9.8c-.3 1.2-1.2 2.1-2.4 2.4l-9.9 1.8c-.9.2-1.9-.1-2.6-.8l-5.6-5.7c-.7-.7-1-1.7-.8-2.7L4.9 4.8c.3-1.2 1.3-2.1 2.5-2.2Z"
      fill="#3a3c41"
    />
    <path d="m7.4 2.6-2.5 2.2 5.1 3.4 9.4-1.3 1-3.8c-.6-.8-1.5-1.2-2.5-1.2Z" fill="#56585e" />
    <path d="m6.7 18.9 13.3-9.1" stroke="#e3b04b" stroke-width="2.6" stroke-linecap="round" />
    <path
      d="m9.6 20.3 5.7-3.9"
      stroke="#e3b04b"
      stroke-width="1.1"
      stroke-linecap="round"
      opacity=".75"
    />
  </svg>
);

export const AskIcon = stroke(() => (
  <>
    <path d="M3 4.7c0-.9.8-1.7 1.7-1.7h8.6c.9 0 1.7.8 1.7 1.7v5.6c0 .9-.8 1.7-1.7 1.7H8.5L5 15v-3h-.3C3.8 12 3 11.2 3 10.3Z" />
    <path d="M6.2 6.2h5.6M6.2 8.8h3.4" />
  </>
));
export const LibraryIcon = path(
  'M3.5 3.5h2.8v11H3.5zM6.3 5h2.8v9.5H6.3zM10.3 4.3l2.6-.7 2.6 10.3-2.6.7z',
);
export const TrustIcon = stroke(() => (
  <>
    <circle cx="4.5" cy="5" r="1.8" />
    <circle cx="13.5" cy="4.5" r="1.8" />
    <circle cx="9" cy="13.3" r="2.2" />
    <path d="M6.3 4.9h5.4M5.3 6.6l2.6 4.8M12.7 6.1l-2.6 5.2" />
  </>
));
export const FactsIcon = stroke(() => (
  <>
    <circle cx="3.7" cy="9" r="1.6" />
    <circle cx="14.3" cy="9" r="1.6" />
    <path d="M5.3 9h2M10.7 9h2" />
    <rect x="7.3" y="6.9" width="3.4" height="4.2" rx="1" />
  </>
));
export const EvidenceIcon = stroke(() => (
  <>
    <path d="M3 4h12M3 9h7.5M3 14h4.5" />
    <path d="m10.5 13.5 1.7 1.7 3.3-3.7" />
  </>
));
export const ModelsIcon = stroke(() => (
  <>
    <rect x="4.5" y="4.5" width="9" height="9" rx="1.5" />
    <path d="M7 2v2.5M11 2v2.5M7 13.5V16M11 13.5V16M2 7h2.5M2 11h2.5M13.5 7H16M13.5 11H16" />
  </>
));
export const EvaluationIcon = path('M3 15V9.5M7 15V5M11 15V8M15 15V3M2 15h14');
export const PrivacyIcon = stroke(() => (
  <>
    <path d="M9 2.2 14.5 4v4.8c0 3.2-2.2 5.7-5.5 7-3.3-1.3-5.5-3.8-5.5-7V4Z" />
    <path d="m6.5 9 1.8 1.8 3.2-3.5" />
  </>
));
export const SettingsIcon = stroke(() => (
  <>
    <path d="M2.5 5.5h6M12.5 5.5h3M2.5 12.5h3M9.5 12.5h6" />
    <circle cx="10.5" cy="5.5" r="1.8" />
    <circle cx="7.5" cy="12.5" r="1.8" />
  </>
));
export const MoreIcon = path('M3 5h12M3 9h12M3 13h12');
export const CloseIcon = path('m4.5 4.5 9 9M13.5 4.5l-9 9');
export const SearchIcon = stroke(() => (
  <>
    <circle cx="8" cy="8" r="4.5" />
    <path d="m11.5 11.5 3.5 3.5" />
  </>
));
export const UploadIcon = path(
  'M9 11.5V3M5.8 6 9 2.8 12.2 6M3 11.5V14c0 .6.4 1 1 1h10c.6 0 1-.4 1-1v-2.5',
);
export const DownloadIcon = path(
  'M9 3v8.5M5.8 8.5 9 11.7l3.2-3.2M3 11.5V14c0 .6.4 1 1 1h10c.6 0 1-.4 1-1v-2.5',
);
export const CopyIcon = stroke(() => (
  <>
    <rect x="6.5" y="6.5" width="8.5" height="8.5" rx="1.5" />
    <path d="M11.5 6.5v-2c0-.8-.7-1.5-1.5-1.5H4.5C3.7 3 3 3.7 3 4.5V10c0 .8.7 1.5 1.5 1.5h2" />
  </>
));
export const TrashIcon = path(
  'M3 4.8h12M7 4.8V3h4v1.8M4.5 4.8l.7 9.7c0 .3.3.5.5.5h6.6c.2 0 .5-.2.5-.5l.7-9.7M7.5 7.8v4.4M10.5 7.8v4.4',
);
export const FolderIcon = path(
  'M2.5 5c0-.8.6-1.5 1.4-1.5h3l1.6 2h5.6c.8 0 1.4.6 1.4 1.4v6.2c0 .8-.6 1.4-1.4 1.4H3.9c-.8 0-1.4-.6-1.4-1.4Z',
);
export const FileIcon = path(
  'M5 2.5h5l3.5 3.5v8.5c0 .6-.4 1-1 1H5c-.6 0-1-.4-1-1v-11c0-.6.4-1 1-1ZM10 2.5V6h3.5',
);
export const RefreshIcon = path(
  'M14.8 8A6 6 0 0 0 4 5.5L3 6.8M3.2 10A6 6 0 0 0 14 12.5l1-1.3M3 3.5v3.3h3.3M15 14.5v-3.3h-3.3',
);
export const UndoIcon = path('M6 4 3 7l3 3M3 7h7.5a4 4 0 0 1 0 8H7');
export const ArrowUpIcon = path('M9 15V3.5M4.5 8 9 3.3 13.5 8');
export const ArrowLeftIcon = path('M15 9H3.5M8 4.5 3.3 9 8 13.5');
export const ChevronLeftIcon = path('M11 4 6 9l5 5');
export const ChevronRightIcon = path('m7 4 5 5-5 5');
export const ChevronDownIcon = path('m4 7 5 5 5-5');
export const PlusIcon = path('M9 3.5v11M3.5 9h11');
export const HistoryIcon = path('M3 9a6 6 0 1 0 1.8-4.3L3 6.5M3 3.2v3.3h3.3M9 6v3.3l2.2 1.4');
export const ThumbUpIcon = path(
  'M6 8v6.5M3.5 8H6l3-5.5c1 0 1.7.8 1.7 1.8V7h3c.9 0 1.5.8 1.4 1.6l-.8 4.7c-.1.7-.7 1.2-1.4 1.2H3.5c-.3 0-.5-.2-.5-.5v-5.5c0-.3.2-.5.5-.5Z',
);
export const ThumbDownIcon = path(
  'M6 10V3.5M3.5 10H6l3 5.5c1 0 1.7-.8 1.7-1.8V11h3c.9 0 1.5-.8 1.4-1.6l-.8-4.7c-.1-.7-.7-1.2-1.4-1.2H3.5c-.3 0-.5.2-.5.5v5.5c0 .3.2.5.5.5Z',
);
export const InfoIcon = stroke(() => (
  <>
    <circle cx="9" cy="9" r="6.5" />
    <path d="M9 8.3v4M9 5.8v.1" />
  </>
));
export const WarnIcon = path('M9 3 2.5 14.5h13ZM9 7.5v3.3M9 12.6v.1');
export const StopIcon: Component<IconProps> = (props) => (
  <svg width={props.size ?? 18} height={props.size ?? 18} viewBox="0 0 18 18" aria-hidden="true">
    <rect x="4.5" y="4.5" width="9" height="9" rx="1.5" fill="currentColor" />
  </svg>
);
export const SunIcon = stroke(() => (
  <>
    <circle cx="9" cy="9" r="3" />
    <path d="M9 2v1.5M9 14.5V16M2 9h1.5M14.5 9H16M4 4l1.1 1.1M12.9 12.9 14 14M14 4l-1.1 1.1M5.1 12.9 4 14" />
  </>
));
export const MoonIcon = path('M14.8 10.8A6.3 6.3 0 0 1 7.2 3.2a6.3 6.3 0 1 0 7.6 7.6Z');
export const SystemIcon = path('M2.5 4h13v8.5h-13zM6.5 15.5h5M9 12.5v3');
export const DisagreeIcon = path('M2.5 6h8M8 3.5 10.5 6 8 8.5M15.5 12h-8M10 9.5 7.5 12l2.5 2.5');
export const NotFoundIcon = stroke(() => (
  <>
    <circle cx="8" cy="8" r="4.5" />
    <path d="m11.5 11.5 3.5 3.5M6.3 8h3.4" />
  </>
));

/** Verdicts: full circle with a tick, two opposed bars, a broken circle. */
export const SupportedIcon: Component<IconProps> = (props) => (
  <svg width={props.size ?? 16} height={props.size ?? 16} viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="7" fill="currentColor" />
    <path
      d="m4.8 8.2 2.2 2.2 4.2-4.6"
      fill="none"
      stroke="var(--surface)"
      stroke-width="1.7"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
export const ContradictedIcon: Component<IconProps> = (props) => (
  <svg width={props.size ?? 16} height={props.size ?? 16} viewBox="0 0 16 16" aria-hidden="true">
    <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z" fill="currentColor" />
    <path
      d="m5.5 5.5 5 5m0-5-5 5"
      stroke="var(--surface)"
      stroke-width="1.7"
      stroke-linecap="round"
    />
  </svg>
);
export const UnsupportedIcon: Component<IconProps> = (props) => (
  <svg
    width={props.size ?? 16}
    height={props.size ?? 16}
    viewBox="0 0 16 16"
    fill="none"
    aria-hidden="true"
  >
    <circle
      cx="8"
      cy="8"
      r="6.2"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-dasharray="2.6 2.2"
    />
    <path d="M5.5 8h5" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
  </svg>
);

/** Trust as three layers of a deposit: how many are filled says the level. */
export const TrustLevelIcon: Component<IconProps & { readonly filled: 1 | 2 | 3 }> = (props) => (
  <svg width={props.size ?? 14} height={props.size ?? 14} viewBox="0 0 14 14" aria-hidden="true">
    <rect x="1" y="9.5" width="3.2" height="3.5" rx="1" fill="currentColor" />
    <rect
      x="5.4"
      y="5.5"
      width="3.2"
      height="7.5"
      rx="1"
      fill="currentColor"
      opacity={props.filled > 1 ? 1 : 0.28}
    />
    <rect
      x="9.8"
      y="1.5"
      width="3.2"
      height="11.5"
      rx="1"
      fill="currentColor"
      opacity={props.filled > 2 ? 1 : 0.28}
    />
  </svg>
);
