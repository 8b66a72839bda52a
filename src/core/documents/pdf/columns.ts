import type { Segment } from './segments';

/** A part of a page that is read from top to bottom before the next. */
export type Flow = readonly Segment[];

/**
 * Parts a page into what is read one after the other: where text stands in columns, a band of
 * columns between two full-width lines is read column by column. A column is a strip of lines that
 * mostly fill it with words; cells of a table are none.
 */
export function readingOrder(segments: readonly Segment[], depth = 0): Flow[] {
  if (segments.length < 8 || depth > 3) return [segments];
  const inTables = tableRows(segments, null);
  const gutter = findGutter(segments.filter((segment) => !inTables.has(segment)));
  if (gutter === null) return [segments];
  const rows = tableRows(segments, gutter);
  const side = (segment: Segment): -1 | 0 | 1 => (rows.has(segment) ? 0 : sideOf(segment, gutter));
  const rtl = segments.filter((s) => s.rtl).length * 2 > segments.length;
  const flows: Flow[] = [];
  let left: Segment[] = [];
  let right: Segment[] = [];
  let across: Segment[] = [];
  const endBand = (): void => {
    for (const column of rtl ? [right, left] : [left, right])
      if (column.length > 0) flows.push(...readingOrder(column, depth + 1));
    left = [];
    right = [];
  };
  const endAcross = (): void => {
    if (across.length > 0) flows.push(across);
    across = [];
  };
  for (const segment of segments.slice().sort((a, b) => b.y - a.y)) {
    const where = side(segment);
    if (where === 0) {
      endBand();
      across.push(segment);
    } else {
      endAcross();
      (where < 0 ? left : right).push(segment);
    }
  }
  endBand();
  endAcross();
  return flows;
}

interface Gutter {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
}

/** Left, right, or across: reaching into both columns by a good part of the narrower one. */
function sideOf(segment: Segment, gutter: Gutter): -1 | 0 | 1 {
  const middle = (gutter.from + gutter.to) / 2;
  const narrow = Math.min(gutter.from - gutter.left, gutter.right - gutter.to);
  const intoLeft = gutter.from - segment.x0;
  const intoRight = segment.x1 - gutter.to;
  if (segment.x0 < middle && segment.x1 > middle && Math.min(intoLeft, intoRight) > narrow * 0.12)
    return 0;
  return intoLeft > intoRight ? -1 : 1;
}

function findGutter(segments: readonly Segment[]): Gutter | null {
  if (segments.length < 8) return null;
  const left = Math.min(...segments.map((s) => s.x0));
  const right = Math.max(...segments.map((s) => s.x1));
  const width = Math.ceil(right - left);
  if (!(width > 60) || width > 20_000) return null;
  const covered = new Float64Array(width + 1);
  for (const s of segments)
    for (let x = Math.max(0, Math.ceil(s.x0 - left)); x < s.x1 - left; x++) covered[x]! += s.size;
  const most = covered.reduce((a, b) => Math.max(a, b), 0);
  let best: Gutter | null = null;
  let bestScore = 0;
  for (let from = 0; from <= width; from++) {
    if (covered[from]! > most * 0.35) continue;
    // The emptiest stretch around a low place.
    let to = from;
    let low = covered[from]!;
    while (to + 1 <= width && covered[to + 1]! <= most * 0.35) low = Math.min(low, covered[++to]!);
    let a = from;
    while (covered[a]! > low + most * 0.02) a++;
    let b = a;
    while (b + 1 <= to && covered[b + 1]! <= low + most * 0.02) b++;
    const gutter = { from: left + a, to: left + b + 1, left, right };
    const score = gutterScore(segments, gutter);
    if (score > bestScore) {
      best = gutter;
      bestScore = score;
    }
    from = to;
  }
  return best;
}

/** 0: no gutter; else the lines on its thinner side. */
function gutterScore(segments: readonly Segment[], gutter: Gutter): number {
  const size = median(segments.map((s) => s.size));
  if (gutter.to - gutter.from < size * 0.55) return 0;
  const sides = [-1, 1].map((side) => segments.filter((s) => sideOf(s, gutter) === side));
  const across = segments.filter((s) => sideOf(s, gutter) === 0);
  const lines = sides.map((side, i) =>
    columnLines(side, i === 0 ? gutter.from - gutter.left : gutter.right - gutter.to),
  );
  const characters = (list: readonly Segment[]): number =>
    list.reduce((n, s) => n + s.text.length, 0);
  if (characters(across) > 3 * characters(sides.flat())) return 0;
  return Math.min(...lines);
}

/** Lines of a would-be column of that width, or 0 when they do not read like a column of text. */
function columnLines(segments: readonly Segment[], width: number): number {
  const lines = new Map<number, { filled: number; text: string }>();
  for (const s of segments) {
    const key = Math.round(s.y / 2);
    const line = lines.get(key) ??
      lines.get(key - 1) ??
      lines.get(key + 1) ?? { filled: 0, text: '' };
    line.filled += s.x1 - s.x0;
    line.text += ` ${s.text}`;
    lines.set(key, line);
  }
  // By characters, so that a chart's many short labels do not outvote the text around it.
  let wordyCharacters = 0;
  let characters = 0;
  const fills: number[] = [];
  for (const line of new Set(lines.values())) {
    const text = line.text.trim();
    characters += text.length;
    if (text.split(' ').length < 3 && !cjkText.test(text)) continue;
    wordyCharacters += text.length;
    fills.push(line.filled / width);
  }
  const isText = fills.length >= 4 && median(fills) >= 0.5 && wordyCharacters >= characters * 0.7;
  return isText ? fills.length : 0;
}

const cjkText = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{6}/;

/**
 * Rows of a table: many short pieces on one baseline, row upon row, with the lines between them.
 * With a gutter only those that reach over it, which it must not part.
 */
function tableRows(segments: readonly Segment[], gutter: Gutter | null): ReadonlySet<Segment> {
  const lines: Segment[][] = [];
  for (const s of segments.slice().sort((a, b) => b.y - a.y)) {
    const line = lines.at(-1);
    if (line && line[0]!.y - s.y < 0.25 * s.size) line.push(s);
    else lines.push([s]);
  }
  const isShort = (line: readonly Segment[]): boolean =>
    line.every((s) => s.text.split(' ').length <= 6);
  const reachesOver = (line: readonly Segment[]): boolean =>
    gutter === null ||
    (line.some((s) => s.x1 < gutter.from + 1) && line.some((s) => s.x0 > gutter.to - 1));
  const isRow = lines.map((line) => line.length >= 4 && isShort(line) && reachesOver(line));
  const rows = new Set<Segment>();
  for (const [i, line] of lines.entries()) {
    const near = (j: number): boolean =>
      isRow[j] === true && Math.abs(lines[j]![0]!.y - line[0]!.y) < 3 * line[0]!.size;
    const above = near(i - 1) || near(i - 2);
    const below = near(i + 1) || near(i + 2);
    if (isRow[i] ? above || below : above && below && isShort(line))
      for (const s of line) rows.add(s);
  }
  return rows;
}

export function median(values: readonly number[]): number {
  const sorted = values.slice().sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
