import type { Metric } from '../../src/core/evaluation/metrics';

export interface Bar {
  readonly label: string;
  readonly values: readonly (Metric | null)[];
}

const colours = ['#b8860b', '#4a5568', '#2b6cb0', '#9b2c2c'];
const rowHeight = 18;
const left = 130;
const width = 420;

/** Grouped horizontal bars of shares with their intervals, as one SVG that needs nothing else. */
export function barChart(title: string, series: readonly string[], bars: readonly Bar[]): string {
  const block = rowHeight * series.length + 10;
  const height = 60 + block * bars.length;
  const x = (share: number) => left + share * width;
  const parts: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 70} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="10" y="20" font-size="14" font-weight="600">${escape(title)}</text>`,
    ...series.map(
      (name, s) =>
        `<rect x="${left + s * 130}" y="28" width="10" height="10" fill="${colours[s]}"/><text x="${left + 14 + s * 130}" y="37">${escape(name)}</text>`,
    ),
  ];
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    parts.push(
      `<line x1="${x(share)}" x2="${x(share)}" y1="46" y2="${height - 14}" stroke="#ddd"/><text x="${x(share)}" y="${height - 2}" text-anchor="middle" fill="#666">${100 * share} %</text>`,
    );
  bars.forEach(({ label, values }, b) => {
    const top = 50 + b * block;
    parts.push(`<text x="${left - 8}" y="${top + 13}" text-anchor="end">${escape(label)}</text>`);
    values.forEach((metric, s) => {
      if (!metric) return;
      const y = top + s * rowHeight;
      parts.push(
        `<rect x="${left}" y="${y}" width="${metric.value * width}" height="${rowHeight - 4}" fill="${colours[s]}"/>`,
        `<line x1="${x(metric.low)}" x2="${x(metric.high)}" y1="${y + 7}" y2="${y + 7}" stroke="#000" stroke-width="1.5"/>`,
        `<text x="${x(Math.max(metric.value, metric.high)) + 6}" y="${y + 11}">${(100 * metric.value).toFixed(0)}</text>`,
      );
    });
  });
  return [...parts, '</svg>', ''].join('\n');
}

const escape = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
