/** A piece of text as pdf.js places it: upright, origin at the lower left of the page, points. */
export interface PageItem {
  readonly text: string;
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly width: number;
  /** Font size. */
  readonly size: number;
  /** Name of the font within the document; tells fonts apart, no more. */
  readonly font: string;
  readonly rtl: boolean;
}

export interface PageItems {
  readonly width: number;
  readonly height: number;
  readonly items: readonly PageItem[];
}

/** Words on one baseline without a wide gap between them. */
export interface Segment {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly font: string;
  readonly rtl: boolean;
}

/** A gap wider than this (in font sizes) parts two segments: the least gutter or cell gap that is seen in print. */
const segmentGap = 0.95;
/** A gap wider than this (in font sizes) is a space between words. */
const wordGap = 0.13;

/** Joins items to segments, wherever in the file they were drawn; top to bottom, then left to right. */
export function segmentsOf(items: readonly PageItem[]): Segment[] {
  const words = items.filter((item) => item.text.trim() !== '' && item.size > 0);
  const segments: Segment[] = [];
  for (const line of baselines(words)) {
    const main = line.reduce((a, b) => (b.text.length * b.size > a.text.length * a.size ? b : a));
    const rtl = line.filter((item) => item.rtl).reduce((n, item) => n + item.text.length, 0);
    const isRtl = rtl * 2 > line.reduce((n, item) => n + item.text.trim().length, 0);
    let run: PageItem[] = [];
    let right = -Infinity;
    for (const item of line) {
      if (run.length > 0 && item.x - right > segmentGap * Math.max(main.size * 0.8, item.size)) {
        segments.push(join(run, isRtl));
        run = [];
        right = -Infinity;
      }
      if (run.some((other) => isOverprint(other, item))) continue;
      run.push(item);
      right = Math.max(right, item.x + item.width);
    }
    if (run.length > 0) segments.push(join(run, isRtl));
  }
  return segments;
}

/** The same word drawn twice, a hair apart, to look bold or shadowed. */
function isOverprint(a: PageItem, b: PageItem): boolean {
  return (
    a.text === b.text && Math.abs(a.x - b.x) < a.size * 0.2 && Math.abs(a.y - b.y) < a.size * 0.2
  );
}

interface Baseline {
  readonly items: PageItem[];
  readonly low: number;
  readonly high: number;
  readonly size: number;
}

/** Items that share a baseline, raised and lowered small print included, each line left to right. */
function baselines(items: readonly PageItem[]): PageItem[][] {
  const lines: Baseline[] = [];
  // Large print first, so that a footnote mark joins the line that it is raised above.
  for (const item of items.slice().sort((a, b) => b.size - a.size || b.y - a.y || a.x - b.x)) {
    let best: Baseline | undefined;
    let most = 0;
    for (const line of lines) {
      // Small print joins what it touches: of two columns, lines are seldom level.
      const merit =
        item.size > line.size * 0.8
          ? overlap(item, line.low, line.high) - 0.6
          : Math.max(...line.items.map((other) => touch(item, other)));
      if (merit > most) [best, most] = [line, merit];
    }
    if (best) best.items.push(item);
    else lines.push({ items: [item], ...extent(item), size: item.size });
  }
  return lines.sort((a, b) => b.low - a.low).map((line) => line.items.sort((a, b) => a.x - b.x));
}

function extent(item: PageItem): { low: number; high: number } {
  return { low: item.y - item.size * 0.2, high: item.y + item.size * 0.7 };
}

/** Share of an item's height that lies between `low` and `high`; negative when apart. */
function overlap(item: PageItem, low: number, high: number): number {
  const own = extent(item);
  return (Math.min(own.high, high) - Math.max(own.low, low)) / (own.high - own.low);
}

/** Positive when `item` is raised or lowered against `other` and close to its side. */
function touch(item: PageItem, other: PageItem): number {
  const gap = Math.max(0, other.x - item.x - item.width, item.x - other.x - other.width);
  if (gap > item.size * 1.2) return -1;
  const { low, high } = extent(other);
  return overlap(item, low, high) - 0.5 - (0.2 * gap) / item.size;
}

function join(run: readonly PageItem[], rtl: boolean): Segment {
  const ordered = rtl ? run.slice().sort((a, b) => b.x - a.x) : run;
  const main = ordered.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  let text = '';
  let last: PageItem | undefined;
  for (const item of ordered) {
    if (last) {
      const gap = rtl ? last.x - (item.x + item.width) : item.x - (last.x + last.width);
      if (
        gap > wordGap * Math.min(last.size, item.size) &&
        !/\s$/.test(text) &&
        !/^\s/.test(item.text)
      )
        text += ' ';
    }
    text += item.text;
    last = item;
  }
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    x0: Math.min(...run.map((item) => item.x)),
    x1: Math.max(...run.map((item) => item.x + item.width)),
    y: main.y,
    size: main.size,
    font: main.font,
    rtl,
  };
}
