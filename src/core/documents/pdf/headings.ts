import { looksLikeHeading, numberedLevel } from '../headings';
import type { Paragraph } from './lines';

/** An entry of the file's outline: its depth from 1. */
export interface OutlineEntry {
  readonly title: string;
  readonly depth: number;
  /** 0-based page, or null when the file does not say. */
  readonly page: number | null;
}

export interface BodyType {
  readonly size: number;
  readonly font: string;
}

/** What most of the text is set in. */
export function bodyType(paragraphs: readonly Paragraph[]): BodyType {
  const sizes = new Map<number, number>();
  const fonts = new Map<string, number>();
  for (const paragraph of paragraphs)
    for (const line of paragraph.lines) {
      const size = Math.round(line.size * 2) / 2;
      sizes.set(size, (sizes.get(size) ?? 0) + line.text.length);
      fonts.set(line.font, (fonts.get(line.font) ?? 0) + line.text.length);
    }
  const most = <K>(counts: ReadonlyMap<K, number>, none: K): K =>
    [...counts].reduce<readonly [K, number]>((a, b) => (b[1] > a[1] ? b : a), [none, 0])[0];
  return { size: most(sizes, 10), font: most(fonts, '') };
}

/** Levels of those paragraphs that are headings. `textOf` gives a paragraph's joined text. */
export function headingLevels(
  paragraphs: readonly Paragraph[],
  body: BodyType,
  outline: readonly OutlineEntry[],
  textOf: (paragraph: Paragraph) => string,
): ReadonlyMap<Paragraph, number> {
  const entries = new Map<string, OutlineEntry[]>();
  for (const entry of outline) {
    const key = titleKey(entry.title);
    if (key.length >= 2) entries.set(key, [...(entries.get(key) ?? []), entry]);
  }
  const found: Found[] = [];
  const doubtful: Found[] = [];
  for (const [i, paragraph] of paragraphs.entries()) {
    if (paragraph.lines.length > 4) continue;
    const text = textOf(paragraph);
    if (text.length > 250 || !/\p{L}/u.test(text)) continue;
    const size = paragraph.lines[0]!.size;
    const entry = entries
      .get(titleKey(text))
      ?.find((e) => e.page === null || Math.abs(e.page - paragraph.page) <= 1);
    const numbered = numberedLevel(text) ?? (looksLikeHeading(text) !== null ? 0 : null);
    if (entry) found.push({ paragraph, size, level: entry.depth, outlined: true });
    else {
      const sign = headingSign(paragraph, text, numbered, body, paragraphs[i + 1]);
      if (sign !== 'none')
        (sign === 'sure' ? found : doubtful).push({
          paragraph,
          size,
          level: numbered || null,
          outlined: false,
        });
    }
  }
  // A line that only its font sets apart is a heading where surer ones share that font, or none are.
  const fonts = new Set(found.map(({ paragraph }) => paragraph.lines[0]!.font));
  const shared = doubtful.filter(
    ({ paragraph }) => found.length === 0 || fonts.has(paragraph.lines[0]!.font),
  );
  return assignLevels([...found, ...shared]);
}

interface Found {
  readonly paragraph: Paragraph;
  readonly size: number;
  readonly level: number | null;
  readonly outlined: boolean;
}

function headingSign(
  paragraph: Paragraph,
  text: string,
  numbered: number | null,
  body: BodyType,
  next: Paragraph | undefined,
): 'sure' | 'doubtful' | 'none' {
  const size = paragraph.lines[0]!.size;
  const words = text.split(' ').length;
  if (words > 30 || /^(?:figure|fig\.|table|abb\.|tabelle)\s*\d/i.test(text)) return 'none';
  if (text.replace(/[^\p{L}]/gu, '').length < 2) return 'none';
  // Names of columns stand apart from each other.
  if (paragraph.lines[0]!.segments.length > (numbered ? 3 : 2)) return 'none';
  if (size >= body.size * 1.13) return numbered !== null || !/[,;]$/.test(text) ? 'sure' : 'none';
  if (size < body.size * 0.95 || paragraph.lines.length > 2) return 'none';
  const otherFont = paragraph.lines.every((line) => line.font !== body.font);
  if (otherFont && numbered !== null) return 'sure';
  if (numbered !== null && (numbered >= 2 || numbered === 0) && paragraph.lines.length === 1)
    return paragraph.above > 1.2 ? 'sure' : 'none';
  const standsOut =
    otherFont &&
    paragraph.lines.length === 1 &&
    words <= 10 &&
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) &&
    !/[.,;]$/.test(text) &&
    paragraph.above > 1.15 &&
    next?.lines[0]?.font === body.font &&
    next.lines.length > 1;
  return standsOut ? 'doubtful' : 'none';
}

/** Numbered headings by their numbers, the others by size: larger print is further out. */
function assignLevels(found: readonly Found[]): ReadonlyMap<Paragraph, number> {
  const round = (size: number): number => Math.round(size * 2) / 2;
  const known = new Map<number, number>();
  for (const { size, level } of found)
    if (level !== null) known.set(round(size), Math.min(level, known.get(round(size)) ?? 6));
  const largestKnown = Math.max(0, ...known.keys());
  const sizes = [...new Set(found.filter((f) => f.level === null).map((f) => round(f.size)))]
    .filter((size) => !known.has(size))
    .sort((a, b) => b - a);
  // A title larger than every numbered heading pushes those down by one.
  const titles = sizes.filter((size) => size > largestKnown).length;
  const shift = known.size > 0 ? Math.min(1, titles) : 0;
  const levels = new Map<Paragraph, number>();
  for (const { paragraph, size, level, outlined } of found) {
    const rank = sizes.indexOf(round(size)) + 1;
    const own =
      level !== null
        ? level + shift
        : known.has(round(size))
          ? known.get(round(size))! + shift
          : round(size) > largestKnown
            ? known.size > 0
              ? 1
              : Math.min(4, rank)
            : Math.max(...known.values()) + 1 + shift;
    levels.set(paragraph, Math.min(6, outlined && level !== null ? level + shift : own));
  }
  return levels;
}

function titleKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^\s*(?:\d+(?:\.\d+)*\.?|[ivx]+\.|chapter\s+\w+:?)\s+/i, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
