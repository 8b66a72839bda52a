import { piecesPerPath, type Lit, type Scene } from './draw-map';

/** Dashes of a contradiction on the screen, and how many there are at most: long lines get longer ones. */
const dash = 6;
const mostDashes = 24;
/** Marks need room: shorter lines have none. */
const leastForMark = 26;

/**
 * Support: a full line with a small ring in its middle. Contradiction: a broken line with a cross in
 * its middle. Of one file: a hair line. Told apart without colour, and by width.
 */
export function drawEdges(canvas: CanvasRenderingContext2D, scene: Scene, lit: Lit): void {
  const { model, palette } = scene;
  const first = model.edges.findIndex(({ kind }) => kind !== 'contradict');
  const contradictions = first < 0 ? model.edges.length : first;
  for (const bright of lit ? [false, true] : [true]) {
    const faint = bright ? 1 : 0.16;
    const part = { scene, lit, bright };
    const stroke = (): void => canvas.stroke();
    canvas.globalAlpha = 0.7 * faint;
    canvas.strokeStyle = palette.source;
    canvas.lineWidth = 1;
    inParts(canvas, part, model.relations, model.edges.length, [line], stroke);

    canvas.globalAlpha = faint;
    canvas.strokeStyle = palette.support;
    canvas.lineWidth = scene.swift ? 1 : 2;
    inParts(canvas, part, contradictions, model.relations, [line], stroke);
    if (!scene.swift) {
      canvas.fillStyle = palette.ground;
      inParts(canvas, part, contradictions, model.relations, [ring], () => {
        canvas.fill();
        canvas.stroke();
      });
    }
    canvas.strokeStyle = palette.contradict;
    inParts(canvas, part, 0, contradictions, [dashes, cross], stroke);
  }
  canvas.globalAlpha = 1;
  for (const [edge, width] of [
    [scene.hoveredEdge, 3.5],
    [scene.chosenEdge, 4.5],
  ] as const) {
    if (edge < 0 || !scene.shown.edges[edge]) continue;
    const isAgainst = model.edges[edge]!.kind === 'contradict';
    canvas.strokeStyle = isAgainst ? palette.contradict : palette.support;
    canvas.lineWidth = width;
    const part = { scene, lit: null, bright: true };
    const traces = isAgainst ? [dashes, cross] : [line];
    inParts(canvas, part, edge, edge + 1, traces, () => canvas.stroke());
  }
}

/** Adds an edge to the path, by its start, its way and its length on the screen. */
type Trace = (
  canvas: CanvasRenderingContext2D,
  x: number,
  y: number,
  dx: number,
  dy: number,
  length: number,
) => void;

interface Part {
  readonly scene: Scene;
  readonly lit: Lit;
  readonly bright: boolean;
}

/** Paints every edge of a range that is shown and in sight. */
function inParts(
  canvas: CanvasRenderingContext2D,
  { scene, lit, bright }: Part,
  from: number,
  to: number,
  traces: readonly Trace[],
  paint: () => void,
): void {
  const { model, places, camera, shown, width, height } = scene;
  const { ends } = model;
  let pieces = 0;
  for (let e = from; e < to; e++) {
    if (!shown.edges[e]) continue;
    const [a, b] = [ends[2 * e]!, ends[2 * e + 1]!];
    if (lit && (lit[a] === 1 && lit[b] === 1) !== bright) continue;
    const ax = places[2 * a]! * camera.k + camera.x;
    const ay = places[2 * a + 1]! * camera.k + camera.y;
    const bx = places[2 * b]! * camera.k + camera.x;
    const by = places[2 * b + 1]! * camera.k + camera.y;
    if (Math.max(ax, bx) < 0 || Math.max(ay, by) < 0) continue;
    if (Math.min(ax, bx) > width || Math.min(ay, by) > height) continue;
    if (pieces === 0) canvas.beginPath();
    for (const trace of traces) trace(canvas, ax, ay, bx - ax, by - ay, Math.hypot(bx - ax, by - ay)); // prettier-ignore
    if (++pieces < piecesPerPath) continue;
    paint();
    pieces = 0;
  }
  if (pieces > 0) paint();
}

const line: Trace = (canvas, x, y, dx, dy) => {
  canvas.moveTo(x, y);
  canvas.lineTo(x + dx, y + dy);
};

/** By hand: the canvas's own dashes are ten times slower. */
const dashes: Trace = (canvas, x, y, dx, dy, length) => {
  const count = Math.min(mostDashes, Math.max(2, Math.round(length / (2 * dash))));
  const step = 1 / (2 * count - 1);
  for (let i = 0; i < count; i++) {
    const t = 2 * i * step;
    canvas.moveTo(x + dx * t, y + dy * t);
    canvas.lineTo(x + dx * (t + step), y + dy * (t + step));
  }
};

const cross: Trace = (canvas, x, y, dx, dy, length) => {
  if (length < leastForMark) return;
  const [mx, my] = [x + dx / 2, y + dy / 2];
  // Turned with the line, so that it never hides in it.
  const [ux, uy] = [(4 * dx) / length, (4 * dy) / length];
  canvas.moveTo(mx - ux - uy, my - uy + ux);
  canvas.lineTo(mx + ux + uy, my + uy - ux);
  canvas.moveTo(mx - ux + uy, my - uy - ux);
  canvas.lineTo(mx + ux - uy, my + uy + ux);
};

const ring: Trace = (canvas, x, y, dx, dy, length) => {
  if (length < leastForMark) return;
  canvas.moveTo(x + dx / 2 + 3.2, y + dy / 2);
  canvas.arc(x + dx / 2, y + dy / 2, 3.2, 0, 2 * Math.PI);
};
