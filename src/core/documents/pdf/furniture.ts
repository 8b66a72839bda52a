import { linesOf } from './lines';
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
  const groups = new Map<string, { pages: Set<number>; segments: Segment[] }>();
  for (const [page, segments] of pages.entries()) {
    const height = heights[page]!;
    const lines = linesOf(segments);
    const edges = new Set([...lines.slice(0, 3), ...lines.slice(-3)]);
    for (const line of edges) {
      const place = line.y / height;
      if (place < 0.885 && place > 0.12) continue;
      const key = `${place > 0.5 ? 'top' : 'bottom'} ${Math.round(line.y / 6)} ${shape(line.text)}`;
      const group = groups.get(key) ?? { pages: new Set(), segments: [] };
      group.pages.add(page);
      group.segments.push(...line.segments);
      groups.set(key, group);
    }
  }
  const running = new Set<Segment>();
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

/** A line without what changes from page to page. */
function shape(text: string): string {
  const bare = text.trim().toLowerCase();
  return /^[ivxlc]+$/.test(bare)
    ? 'r'
    : bare.replace(/\d+/g, '#').replace(/\s+/g, ' ').slice(0, 120);
}
