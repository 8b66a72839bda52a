/** Lets text through up to the first stop string. */
export interface StopFilter {
  /** What may be shown of the text so far and was not given out yet. */
  push(text: string): string;
  /** What was held back, when no stop came. */
  end(): string;
  readonly stopped: boolean;
}

/** A stop string may come in pieces, so the longest end of the text that could begin one is held back. */
export function createStopFilter(stops: readonly string[]): StopFilter {
  const wanted = stops.filter((stop) => stop !== '');
  let held = '';
  let stopped = false;
  return {
    get stopped() {
      return stopped;
    },
    push(text) {
      if (stopped) return '';
      held += text;
      const at = wanted.map((stop) => held.indexOf(stop)).filter((i) => i >= 0);
      if (at.length > 0) {
        stopped = true;
        return take(Math.min(...at));
      }
      return take(held.length - Math.max(0, ...wanted.map((stop) => overlap(held, stop))));
    },
    end: () => (stopped ? '' : take(held.length)),
  };

  function take(length: number): string {
    const out = held.slice(0, length);
    held = held.slice(length);
    return out;
  }
}

/**
 * True when the line that `text` has just ended was written twice before: a small model that has
 * nothing more to say says the same again and again.
 */
export function goesRound(text: string): boolean {
  if (!text.endsWith('\n')) return false;
  const lines = text.split('\n').map((line) => line.trim());
  const last = lines.at(-2);
  return last !== undefined && last !== '' && lines.filter((line) => line === last).length > 2;
}

/** Length of the longest end of `text` that is a beginning of `stop`. */
function overlap(text: string, stop: string): number {
  for (let n = Math.min(text.length, stop.length - 1); n > 0; n--)
    if (stop.startsWith(text.slice(-n))) return n;
  return 0;
}
