/** Colours of the map as a canvas needs them, read from the stylesheet (styles/trust.css). */
export interface Palette {
  /** Of a node by its trust, in steps of `1 / (length - 1)`. */
  readonly trust: readonly string[];
  readonly support: string;
  readonly contradict: string;
  readonly source: string;
  readonly text: string;
  readonly ground: string;
  readonly focus: string;
}

const steps = 12;

/** Of the theme as it is now: `light-dark()` is resolved by the browser on a probe element. */
export function readPalette(host: HTMLElement): Palette {
  const probe = document.createElement('span');
  probe.hidden = true;
  host.append(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(--map-${name})`;
    return getComputedStyle(probe).color;
  };
  const [low, middle, high] = [colour('low'), colour('middle'), colour('high')];
  const palette = {
    trust: Array.from({ length: steps + 1 }, (_, i) => between(low, middle, high, i / steps)),
    support: colour('support'),
    contradict: colour('contradict'),
    source: colour('source'),
    text: colour('text'),
    ground: colour('ground'),
    focus: colour('focus'),
  };
  probe.remove();
  return palette;
}

export const stepOf = (trust: number): number =>
  Math.min(steps, Math.max(0, Math.round(trust * steps)));

/** Low at 0.1, middle at 0.5, high at 0.9: feedback pulls no further than that. */
function between(low: string, middle: string, high: string, trust: number): string {
  const share = Math.min(1, Math.abs(trust - 0.5) / 0.4);
  return mix(middle, trust < 0.5 ? low : high, share);
}

/** Two colours as `rgb(r, g, b)`; what cannot be read is taken as it is. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [numbersOf(from), numbersOf(to)];
  if (!a || !b) return to;
  const parts = a.map((value, i) => Math.round(value + (b[i]! - value) * share));
  return `rgb(${parts.join(', ')})`;
}

function numbersOf(colour: string): readonly number[] | null {
  const parts = /^rgba?\(([^)]+)\)$/
    .exec(colour)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  return parts && parts.length >= 3 && parts.every((n) => !Number.isNaN(n))
    ? parts.slice(0, 3)
    : null;
}
