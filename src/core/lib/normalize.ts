/**
 * SQuAD's normalisation of answers (evaluate-v1.1.py): lower case, punctuation out, articles out,
 * single spaces. The official script drops ASCII punctuation only and its `\b` is Unicode-aware;
 * JavaScript's is not, so articles are dropped as whole words between spaces.
 */
export function normalizeAnswer(text: string): string {
  return text
    .toLowerCase()
    .replace(/[!-/:-@[-`{-~]/g, '')
    .replace(/(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu, ' ')
    .split(/\s+/u)
    .filter(Boolean)
    .join(' ');
}

/** Tokens of a normalised answer; empty for an empty one. */
export function answerTokens(text: string): string[] {
  const normal = normalizeAnswer(text);
  return normal === '' ? [] : normal.split(' ');
}

/** Token F1 of two answers in [0, 1] (SQuAD): 1 when both are empty, 0 when one is. */
export function tokenF1(a: string, b: string): number {
  const left = answerTokens(a);
  const right = answerTokens(b);
  if (left.length === 0 || right.length === 0) return left.length === right.length ? 1 : 0;
  const counts = new Map<string, number>();
  for (const token of right) counts.set(token, (counts.get(token) ?? 0) + 1);
  let same = 0;
  for (const token of left) {
    const count = counts.get(token) ?? 0;
    if (count > 0) {
      same++;
      counts.set(token, count - 1);
    }
  }
  if (same === 0) return 0;
  const precision = same / left.length;
  const recall = same / right.length;
  return (2 * precision * recall) / (precision + recall);
}

/** True when `inner`, normalised, stands in `outer` as whole words. */
export function containsAnswer(outer: string, inner: string): boolean {
  const needle = normalizeAnswer(inner);
  return needle !== '' && ` ${normalizeAnswer(outer)} `.includes(` ${needle} `);
}
