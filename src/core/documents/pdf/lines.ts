import { median } from './columns';
import type { Segment } from './segments';

/** Everything on one baseline of a flow; more than one segment where wide gaps stand between. */
export interface Line {
  readonly segments: readonly Segment[];
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly font: string;
}

/** Lines of a flow, top to bottom. */
export function linesOf(flow: readonly Segment[]): Line[] {
  const lines: Segment[][] = [];
  for (const segment of flow.slice().sort((a, b) => b.y - a.y)) {
    const line = lines.at(-1);
    const y = line?.[0]!.y ?? Infinity;
    if (line && y - segment.y < 0.35 * Math.min(segment.size, line[0]!.size)) line.push(segment);
    else lines.push([segment]);
  }
  return lines.map(lineOf);
}

function lineOf(segments: readonly Segment[]): Line {
  const rtl = segments.filter((s) => s.rtl).length * 2 > segments.length;
  const ordered = segments.slice().sort((a, b) => (rtl ? b.x0 - a.x0 : a.x0 - b.x0));
  const main = ordered.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  return {
    segments: ordered,
    text: leaders(ordered.map((s) => s.text).join(' ')),
    x0: Math.min(...ordered.map((s) => s.x0)),
    x1: Math.max(...ordered.map((s) => s.x1)),
    y: main.y,
    size: main.size,
    font: main.font,
  };
}

/** Dotted leaders of a table of contents become one ellipsis. */
function leaders(text: string): string {
  return text.replace(/\s*(?:[.·_…]\s?){5,}/g, ' … ').trim();
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly lines: readonly Line[];
  readonly page: number;
  /** The last line reaches the right edge of its column, so the text may go on elsewhere. */
  readonly full: boolean;
  /** The first line stands further in than the column's others. */
  readonly indented: boolean;
  /** White space above, in line distances; Infinity at the top of a flow. */
  readonly above: number;
}

/** Groups lines of one column of text to paragraphs by gaps, indents, short last lines and size. */
export function paragraphsOf(lines: readonly Line[], page: number): Paragraph[] {
  if (lines.length === 0) return [];
  const left = edge(lines.map((line) => line.x0));
  const right = quantile(
    lines.map((line) => line.x1),
    0.9,
  );
  const gaps = lines.slice(1).map((line, i) => (lines[i]!.y - line.y) / line.size);
  const leading = Math.min(2.2, median(gaps.filter((gap) => gap > 0.7)) || 1.2);
  const paragraphs: Paragraph[] = [];
  let current: Line[] = [];
  let above = Infinity;
  const end = (): void => {
    const last = current.at(-1)!;
    paragraphs.push({
      kind: 'paragraph',
      lines: current,
      page,
      full: last.x1 >= right - (right - left) * 0.08,
      indented: current[0]!.x0 > left + 0.8 * current[0]!.size,
      above,
    });
    current = [];
  };
  for (const line of lines) {
    const before = current.at(-1);
    if (before && startsNew(before, line, current.length, left, right, leading)) {
      end();
      above = (before.y - line.y) / line.size / leading;
    }
    current.push(line);
  }
  end();
  return paragraphs;
}

function startsNew(
  before: Line,
  line: Line,
  lines: number,
  left: number,
  right: number,
  leading: number,
): boolean {
  const gap = (before.y - line.y) / Math.max(line.size, before.size);
  if (gap > leading * 1.4 + 0.1 || gap < 0) return true;
  const ratio = line.size / before.size;
  if (ratio > 1.08 || ratio < 0.92) return true;
  const width = right - left;
  const short = before.x1 < right - width * 0.15;
  const ended = /[.!?:;]["”’)\]]*$/.test(before.text);
  if (bullet.test(line.text) && (ended || short || !weakBullet.test(line.text))) return true;
  if (itemStart.test(line.text) && (ended || short)) return true;
  const indent = line.x0 - left;
  const beforeIndent = before.x0 - left;
  if (
    indent > 0.8 * line.size &&
    indent < width * 0.4 &&
    beforeIndent < 0.5 * line.size &&
    (ended || !short)
  )
    return true;
  if (lines >= 2 && beforeIndent > 0.8 * line.size && indent < 0.4 * line.size) return true;
  if (short && ended) return true;
  if (short && line.font !== before.font) return true;
  return before.x1 < right - width * 0.4 && !/^\p{Ll}/u.test(line.text);
}

/** Bullets, also those of symbol fonts in the private use area. */
export const bullet = /^(?:[•●▪■□○◦◆❖➢►▶✓✔\uF000-\uF0FF]|[-–—*·](?=\s))\s*/;
/** Signs that also stand within a sentence. */
const weakBullet = /^[-–—*·]/;
const itemStart = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\[\d{1,3}\])\s/i;

/** The left edge that most lines share (2-point grid). */
function edge(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) {
    const key = Math.round(value / 2);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  let best = 0;
  let most = 0;
  for (const [key, count] of counts)
    if (count > most || (count === most && key < best)) [best, most] = [key, count];
  return best * 2;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.slice().sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
