import type { Unit } from './units';

/** Units `from` to `to` (excluded) make one passage. */
export type Range = readonly [from: number, to: number];

/**
 * Cuts a run of units into passages so that the sum of squared misses of `target` tokens is least
 * (as lines of a paragraph are broken by Knuth and Plass, 1981), never over `most` tokens. It is
 * cheaper to cut between paragraphs than within, cheapest before a heading, and dear right after one.
 */
export function pack(units: readonly Unit[], target: number, most: number): Range[] {
  const n = units.length;
  const best = new Float64Array(n + 1).fill(Infinity);
  const from = new Int32Array(n + 1);
  best[0] = 0;
  for (let end = 1; end <= n; end++) {
    let tokens = 0;
    for (let start = end - 1; start >= Math.max(0, end - mostUnits); start--) {
      tokens += units[start]!.tokens;
      if (start < end - 1 && tokens > most) break;
      const miss = (tokens - target) / target;
      const cost = best[start]! + miss * miss + cutCost(units, end);
      if (cost < best[end]!) {
        best[end] = cost;
        from[end] = start;
      }
    }
  }
  const ranges: Range[] = [];
  for (let end = n; end > 0; end = from[end]!) ranges.push([from[end]!, end]);
  return ranges.reverse();
}

/** Units in a passage at most: a bound for units that a tokenizer counts as nothing. */
const mostUnits = 600;

/** What it costs to end a passage before unit `at`. */
function cutCost(units: readonly Unit[], at: number): number {
  const next = units[at];
  if (next === undefined) return 0;
  if (units[at - 1]!.heading) return 10;
  if (next.heading) return -0.1;
  return { paragraph: 0, line: 0.03, sentence: 0.1, piece: 0.2 }[next.after];
}
