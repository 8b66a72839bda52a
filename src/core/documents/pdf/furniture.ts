import { median } from './columns';
import { linesOf, type Line } from './lines';
import type { Segment } from './segments';

/**
 * Segments of running headers and footers: lines at the top or bottom edge of a page that return,
 * but for their numbers, on several pages at the same height; and page numbers.
 * @param heights page heights in points.
 */
export function runningLines(
  pages: readonly (readonly Segment[])[],
  heights: readonly number[],
): ReadonlySet<Segment> {
  const running = new Set<Segment>();
  const groups = new Map<string, { pages: Set<number>; segments: Segment[] }>();
  for (const [page, segments] of pages.entries()) {
    const height = heights[page]!;
    const lines = linesOf(segments);
    const edges = new Set([...lines.slice(0, 3), ...lines.slice(-3)]);
    for (const line of edges) {
      const place = line.y / height;
      if (place < 0.8 && place > 0.2) continue;
      if (nextToNumber(line, page + 1, segments)) for (const s of line.segments) running.add(s);
      const key = `${place > 0.5 ? 'top' : 'bottom'} ${Math.round(line.y / 6)} ${shape(line.text)}`;
      const group = groups.get(key) ?? { pages: new Set(), segments: [] };
      group.pages.add(page);
      group.segments.push(...line.segments);
      groups.set(key, group);
    }
  }
  for (const [key, group] of groups) {
    const isNumber =
      /^\w+ \d+ [^\p{L}]*(?:page |seite |p\. ?)?[#r][^\p{L}]*(?:(?:of|von|\/) ?#)?[^\p{L}]*$/u.test(
        key,
      );
    const needed = isNumber || pages.length <= 4 ? 2 : Math.min(3, pages.length);
    if (group.pages.size >= needed) for (const segment of group.segments) running.add(segment);
  }
  return running;
}

/** A line in small print that holds the page's own number and little else, such as "2 Z. Shen et al.". */
function nextToNumber(line: Line, page: number, all: readonly Segment[]): boolean {
  const [, before, after] = /^(\d{1,4})\s+\S|\S\s+(\d{1,4})$/.exec(line.text) ?? [];
  if (Number(before ?? after ?? 0) !== page || page === 1) return false;
  return line.text.length <= 80 && line.size < 0.97 * median(all.map((s) => s.size));
}

/** A line without what changes from page to page. */
function shape(text: string): string {
  const bare = text.trim().toLowerCase();
  return /^[ivxlc]+$/.test(bare)
    ? 'r'
    : bare.replace(/\d+/g, '#').replace(/\s+/g, ' ').slice(0, 120);
}
