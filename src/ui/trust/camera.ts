/** From the plane of the map to the canvas: `screen = plane * k + (x, y)`, in CSS pixels. */
export interface Camera {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export const leastScale = 0.05;
export const mostScale = 8;
const margin = 36;

/** Everything that is shown, in the middle and as large as it goes, but at most twice its size. */
export function fit(
  places: Float32Array,
  shown: Uint8Array,
  width: number,
  height: number,
): Camera {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < shown.length; i++) {
    if (!shown[i]) continue;
    const [x, y] = [places[2 * i]!, places[2 * i + 1]!];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left > right || width <= 0 || height <= 0) return { k: 1, x: width / 2, y: height / 2 };
  const room = (space: number, size: number): number =>
    Math.max(20, space - 2 * margin) / Math.max(1, size);
  const k = Math.min(1.6, Math.max(leastScale, Math.min(room(width, right - left), room(height, bottom - top)))); // prettier-ignore
  return {
    k,
    x: width / 2 - (k * (left + right)) / 2,
    y: height / 2 - (k * (top + bottom)) / 2,
  };
}
