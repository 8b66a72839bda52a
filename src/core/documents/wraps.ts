/**
 * The width at which a text was wrapped by hand or by a mail program, in characters, or null when it
 * was not: most of its lines that have a successor then end just where the next word would not fit.
 */
export function wrapWidth(text: string): number | null {
  const lines = text.split('\n', 20_000);
  const lengths: number[] = [];
  for (let i = 0; i + 1 < lines.length; i++)
    if (lines[i]!.trim() !== '' && lines[i + 1]!.trim() !== '' && !startsItem(lines[i + 1]!))
      lengths.push(lines[i]!.trimEnd().length);
  if (lengths.length < 2) return null;
  const sorted = lengths.slice().sort((a, b) => a - b);
  const width = sorted[Math.floor(sorted.length * 0.95)]!;
  if (width < 38 || width > 160) return null;
  const full = lengths.filter((length) => length >= width * 0.78).length;
  return full / lengths.length >= 0.4 ? width : null;
}

/** True when `next` goes on with the line `before` was too narrow for. */
export function isWrapped(before: string, next: string, width: number | null): boolean {
  if (width === null || startsItem(next) || isRuled(before) || isRuled(next)) return false;
  const line = before.trimEnd();
  const first = /\S+/.exec(next)![0];
  if (indent(next) > indent(before) + 1 && !startsItem(before)) return false;
  if (line.length + 1 + first.length > width) return true;
  // Proportional type wraps unevenly: a line that is nearly full and does not end like a sentence.
  const goesOn = /^[\p{Ll}\p{N}(]/u.test(first) || !/[.!?:"”’)]$/.test(line);
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
