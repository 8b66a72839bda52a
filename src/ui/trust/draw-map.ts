import type { Camera } from './camera';
import { drawEdges } from './draw-edges';
import { drawLabels } from './draw-labels';
import type { Shown } from './map-filter';
import type { MapModel } from './map-model';
import { stepOf, type Palette } from './palette';

/** All that a picture of the map is made of. */
export interface Scene {
  readonly model: MapModel;
  /** x and y of each node in turn, in the plane of the map. */
  readonly places: Float32Array;
  readonly shown: Shown;
  readonly camera: Camera;
  readonly palette: Palette;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Index of the node that is chosen, and of the one under the pointer; -1 for none. */
  readonly chosenNode: number;
  readonly chosenEdge: number;
  readonly hoveredNode: number;
  readonly hoveredEdge: number;
  /** Hair lines without outlines, for a large map in motion: a fifth of the time. */
  readonly swift: boolean;
}

/** Paths of more pieces than this are slow to paint, and so are many paths. */
export const piecesPerPath = 40;

/** One picture. Pieces that look alike share their paths: thousands take milliseconds. */
export function drawMap(canvas: CanvasRenderingContext2D, scene: Scene): void {
  const lit = litBy(scene);
  canvas.clearRect(0, 0, scene.width, scene.height);
  drawEdges(canvas, scene, lit);
  drawNodes(canvas, scene, lit);
  drawLabels(canvas, scene, lit);
}

/** Nodes that stand out, as what is chosen is one of them or joined to it; null: all alike. */
export type Lit = Uint8Array | null;

function litBy({ model, chosenNode, chosenEdge, shown }: Scene): Lit {
  if (chosenNode < 0 && chosenEdge < 0) return null;
  const lit = new Uint8Array(model.nodes.length);
  const light = (node: number): void => {
    if (node >= 0) lit[node] = 1;
  };
  if (chosenEdge >= 0)
    for (const end of [model.ends[2 * chosenEdge]!, model.ends[2 * chosenEdge + 1]!]) {
      light(end);
      light(model.fileOf[end]!);
    }
  if (chosenNode >= 0) {
    light(chosenNode);
    light(model.fileOf[chosenNode]!);
    const isFile = model.nodes[chosenNode]!.kind === 'document';
    const own = (node: number): boolean =>
      node === chosenNode || (isFile && model.fileOf[node] === chosenNode);
    for (let k = 0; k < model.edges.length; k++) {
      const [a, b] = [model.ends[2 * k]!, model.ends[2 * k + 1]!];
      if (!shown.edges[k] || !(own(a) || own(b))) continue;
      for (const node of [a, b]) {
        light(node);
        light(model.fileOf[node]!);
      }
    }
  }
  return lit;
}

function drawNodes(canvas: CanvasRenderingContext2D, scene: Scene, lit: Lit): void {
  const { model, palette, shown, swift } = scene;
  const byStep = palette.trust.map((): number[] => []);
  for (let i = 0; i < model.nodes.length; i++)
    if (shown.nodes[i]) byStep[stepOf(model.nodes[i]!.trust)]!.push(i);
  canvas.strokeStyle = palette.ground;
  canvas.lineWidth = 1.5;
  for (const bright of lit ? [false, true] : [true]) {
    canvas.globalAlpha = bright ? 1 : 0.25;
    byStep.forEach((nodes, step) => {
      canvas.fillStyle = palette.trust[step]!;
      let pieces = 0;
      const paint = (): void => {
        if (pieces === 0) return;
        canvas.fill();
        if (!swift) canvas.stroke();
        pieces = 0;
      };
      for (const i of nodes) {
        if (lit && (lit[i] === 1) !== bright) continue;
        if (pieces === 0) canvas.beginPath();
        if (traceNode(canvas, scene, i, 0)) pieces++;
        if (pieces === piecesPerPath) paint();
      }
      paint();
    });
  }
  canvas.globalAlpha = 1;
  drawFeedback(canvas, scene);
  for (const [node, width] of [
    [scene.hoveredNode, 1.5],
    [scene.chosenNode, 3],
  ] as const) {
    if (node < 0 || !shown.nodes[node]) continue;
    canvas.beginPath();
    traceNode(canvas, scene, node, 3.5);
    canvas.strokeStyle = palette.focus;
    canvas.lineWidth = width;
    canvas.stroke();
  }
}

/** A file is a disc, a passage a square on its corner. False where it is out of sight. */
function traceNode(
  canvas: CanvasRenderingContext2D,
  { model, places, camera, width, height }: Scene,
  i: number,
  wider: number,
): boolean {
  const x = places[2 * i]! * camera.k + camera.x;
  const y = places[2 * i + 1]! * camera.k + camera.y;
  const r = Math.max(1.2, model.radius[i]! * camera.k) + wider;
  if (x + r < 0 || y + r < 0 || x - r > width || y - r > height) return false;
  if (model.nodes[i]!.kind === 'document') {
    canvas.moveTo(x + r, y);
    canvas.arc(x, y, r, 0, 2 * Math.PI);
  } else {
    const d = 1.25 * r;
    canvas.moveTo(x, y - d);
    canvas.lineTo(x + d, y);
    canvas.lineTo(x, y + d);
    canvas.lineTo(x - d, y);
    canvas.closePath();
  }
  return true;
}

/** A plus or a minus on what the person said something about. */
function drawFeedback(
  canvas: CanvasRenderingContext2D,
  { model, places, camera, shown, palette }: Scene,
): void {
  canvas.beginPath();
  for (let i = 0; i < model.nodes.length; i++) {
    const { feedback } = model.nodes[i]!;
    if (!feedback || !shown.nodes[i]) continue;
    const x = places[2 * i]! * camera.k + camera.x;
    const y = places[2 * i + 1]! * camera.k + camera.y;
    const arm = Math.min(6, Math.max(2.5, 0.5 * model.radius[i]! * camera.k));
    canvas.moveTo(x - arm, y);
    canvas.lineTo(x + arm, y);
    if (feedback === 'bad') continue;
    canvas.moveTo(x, y - arm);
    canvas.lineTo(x, y + arm);
  }
  // Dark on light, whatever the colour below.
  canvas.strokeStyle = palette.ground;
  canvas.lineWidth = 4.5;
  canvas.stroke();
  canvas.strokeStyle = palette.text;
  canvas.lineWidth = 2;
  canvas.stroke();
}
