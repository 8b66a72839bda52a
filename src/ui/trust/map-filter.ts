import type { DocumentRecord } from '../../core/types';
import { folderOf } from '../shared/format';
import type { MapModel } from './map-model';

export interface MapFilter {
  /** Words that a file's title, path or shown passages must have, in any order. */
  readonly text: string;
  /** Only files under this folder; '' for all. */
  readonly folder: string;
  readonly onlyContradictions: boolean;
  /** Only files that are trusted this much at most, or have such a passage; 1 for all. */
  readonly most: number;
}

export const noFilter: MapFilter = { text: '', folder: '', onlyContradictions: false, most: 1 };

export const isFiltering = ({ text, folder, onlyContradictions, most }: MapFilter): boolean =>
  text.trim() !== '' || folder !== '' || onlyContradictions || most < 1;

/** 1 for what is shown, by node and by edge. */
export interface Shown {
  readonly nodes: Uint8Array;
  readonly edges: Uint8Array;
}

/**
 * What a filter leaves: the files that fit, their passages, and whatever these are related to — a
 * contradiction is shown with both its ends, though the other file does not fit.
 */
export function filterMap(
  model: MapModel,
  filter: MapFilter,
  documents: readonly DocumentRecord[],
): Shown {
  const { nodes, edges, ends, fileOf, relations } = model;
  const shownNodes = new Uint8Array(nodes.length);
  const shownEdges = new Uint8Array(edges.length);
  const fits = filesThatFit(model, filter, documents);
  const counts = (k: number): boolean =>
    k < relations && (!filter.onlyContradictions || edges[k]!.kind === 'contradict');
  if (!filter.onlyContradictions)
    nodes.forEach((_, i) => {
      if (fits.has(fileOf[i]!)) shownNodes[i] = 1;
    });
  for (let k = 0; k < edges.length; k++) {
    const [a, b] = [ends[2 * k]!, ends[2 * k + 1]!];
    if (!counts(k) || !(fits.has(fileOf[a]!) || fits.has(fileOf[b]!))) continue;
    shownEdges[k] = 1;
    for (const node of [a, b, fileOf[a]!, fileOf[b]!]) if (node >= 0) shownNodes[node] = 1;
  }
  for (let k = relations; k < edges.length; k++)
    if (shownNodes[ends[2 * k]!] && shownNodes[ends[2 * k + 1]!]) shownEdges[k] = 1;
  return { nodes: shownNodes, edges: shownEdges };
}

function filesThatFit(
  { nodes, fileOf }: MapModel,
  { text, folder, most }: MapFilter,
  documents: readonly DocumentRecord[],
): ReadonlySet<number> {
  const paths = new Map<string, readonly string[]>(
    documents.map(({ id, paths: all }) => [id, all]),
  );
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const texts = new Map<number, string>();
  const least = new Map<number, number>();
  nodes.forEach(({ label, trust, document, kind }, i) => {
    const file = fileOf[i]!;
    const own = kind === 'document' ? ` ${(paths.get(document) ?? []).join(' ')}` : '';
    texts.set(file, `${texts.get(file) ?? ''} ${label}${own}`);
    least.set(file, Math.min(least.get(file) ?? 1, trust));
  });
  const fits = new Set<number>();
  for (const [file, all] of texts) {
    const node = nodes[file];
    if (!node || least.get(file)! > most) continue;
    const lower = all.toLowerCase();
    if (!words.every((word) => lower.includes(word))) continue;
    if (folder && !(paths.get(node.document) ?? []).some((path) => isUnder(path, folder))) continue;
    fits.add(file);
  }
  return fits;
}

const isUnder = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** Every folder of the library and those above it, by name. */
export function foldersOf(documents: readonly DocumentRecord[]): readonly string[] {
  const folders = new Set<string>();
  for (const { paths } of documents)
    for (const path of paths)
      for (let folder = folderOf(path); folder; folder = folderOf(folder)) folders.add(folder);
  return [...folders].sort((a, b) => a.localeCompare(b));
}
