/**
 * For each line the width, in characters, at which the text around it was wrapped by hand or by a
 * mail program; null where it was not. Wrapped text shows in that most lines with a successor are
 * nearly as long as the longest ones around them.
 */
export function wrapWidths(lines: readonly string[]): (number | null)[] {
  const lengths = lines.map((line, i) => {
    const next = lines[i + 1];
    const counts =
      line.trim() !== '' && next !== undefined && next.trim() !== '' && !startsItem(next);
    return counts ? line.trimEnd().length : -1;
  });
  return lines.map((_, i) => (lengths[i]! < 0 ? null : widthAround(lengths, i)));
}

/** Lines looked at, before or after: where a wrapped part begins or ends, one side is enough. */
const reach = 14;

function widthAround(lengths: readonly number[], at: number): number | null {
  return (
    widthOf(lengths.slice(at, at + reach)) ??
    widthOf(lengths.slice(Math.max(0, at - reach), at + 1))
  );
}

function widthOf(lengths: readonly number[]): number | null {
  const near = lengths.filter((length) => length >= 0).sort((a, b) => a - b);
  const width = near[Math.floor(near.length * 0.95)] ?? 0;
  if (width < 38 || width > 160) return null;
  const full = near.filter((length) => length >= width * 0.78).length;
  // A single pair of lines must be very nearly as long as lines are wrapped everywhere.
  return full >= near.length * 0.5 && (near.length > 1 || width >= 60) ? width : null;
}

/** True when `next` goes on with the line `before` was too narrow for. */
export function isWrapped(before: string, next: string, width: number | null): boolean {
  if (width === null || startsItem(next) || isRuled(before) || isRuled(next)) return false;
  const line = before.trimEnd();
  const first = /\S+/.exec(next)![0];
  if (indent(next) > indent(before) + 1 && !startsItem(before)) return false;
  if (line.length + 1 + first.length > width) return true;
  // Proportional type wraps unevenly: a line that is nearly full and does not end like a sentence.
  const goesOn = /^(?:[\p{Ll}\p{N}(]|\[\d)/u.test(first) || !/[.!?:"”’)]$/.test(line);
  return line.length >= width * 0.75 && goesOn;
}

function startsItem(line: string): boolean {
  return /^\s*(?:[•●▪■○◦·*+–—-]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s|>|\|)/i.test(line);
}

/** Rules and lines set in columns are no prose. */
function isRuled(line: string): boolean {
  return /\S(?: {3,}|\t)\S/.test(line) || /^[^\p{L}\p{N}]*$/u.test(line);
}

function indent(line: string): number {
  return line.length - line.trimStart().length;
}
