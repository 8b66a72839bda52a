import { lazy, type Component } from 'solid-js';
import type { PanelName } from './route';
import AskPanel from './ask/AskPanel';
import LibraryPanel from './library/LibraryPanel';

/**
 * A panel is a file `<panel>/<Name>Panel.tsx` with a default export; its folder is its route. Adding
 * one needs no line here: it is found, loaded on demand, and appears in the navigation.
 */
const files = import.meta.glob<{ default: Component }>(
  ['./*/*Panel.tsx', '!./ask/*', '!./library/*'],
  {},
);

const panels: Readonly<Record<string, Component>> = {
  ask: AskPanel,
  library: LibraryPanel,
  ...Object.fromEntries(
    Object.entries(files).map(([path, load]) => [path.split('/')[1] ?? path, lazy(load)]),
  ),
};

export const hasPanel = (panel: PanelName): boolean => panel in panels;

/** The component of a route; the Ask panel where there is none. */
export const panelOf = (panel: PanelName): Component => panels[panel] ?? AskPanel;
