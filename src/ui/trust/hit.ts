import type { Camera } from './camera';
import type { Shown } from './map-filter';
import type { MapModel } from './map-model';

export type Hit = { readonly kind: 'node' | 'edge'; readonly index: number } | null;

/** What lies under a point of the canvas, or near enough for a finger: a node before an edge. */
export function hitAt(
  model: MapModel,
  places: Float32Array,
  shown: Shown,
  camera: Camera,
  point: readonly [x: number, y: number],
  slack: number,
): Hit {
  const [x, y] = [(point[0] - camera.x) / camera.k, (point[1] - camera.y) / camera.k];
  const near = slack / camera.k;
  let found = -1;
  let nearest = near;
  for (let i = 0; i < model.nodes.length; i++) {
    if (!shown.nodes[i]) continue;
    const outside = Math.hypot(places[2 * i]! - x, places[2 * i + 1]! - y) - model.radius[i]!;
    if (outside > nearest) continue;
    nearest = outside;
    found = i;
  }
  if (found >= 0) return { kind: 'node', index: found };
  nearest = near;
  for (let k = 0; k < model.relations; k++) {
    if (!shown.edges[k]) continue;
    const [a, b] = [2 * model.ends[2 * k]!, 2 * model.ends[2 * k + 1]!];
    const away = toSegment(x, y, places[a]!, places[a + 1]!, places[b]!, places[b + 1]!);
    if (away >= nearest) continue;
    nearest = away;
    found = k;
  }
  return found >= 0 ? { kind: 'edge', index: found } : null;
}

function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const along = squared > 0 ? ((x - ax) * dx + (y - ay) * dy) / squared : 0;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
