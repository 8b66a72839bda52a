import type { Lit, Scene } from './draw-map';

const size = 11.5;
const lineHeight = 15;
const longest = 28;
/** Pictures of more than this have names where there is room for them. */
const most = 60;

/** Names below the nodes: what is chosen or pointed at first, then the largest; none over another. */
export function drawLabels(canvas: CanvasRenderingContext2D, scene: Scene, lit: Lit): void {
  const { palette } = scene;
  canvas.font = `${size}px system-ui, sans-serif`;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'top';
  canvas.lineJoin = 'round';
  const taken: [left: number, top: number, right: number, bottom: number][] = [];
  for (const i of namedNodes(scene, lit)) {
    const node = scene.model.nodes[i]!;
    const x = scene.places[2 * i]! * scene.camera.k + scene.camera.x;
    const below = Math.max(1.2, scene.model.radius[i]! * scene.camera.k) + 4;
    const y = scene.places[2 * i + 1]! * scene.camera.k + scene.camera.y + below;
    const text = node.label.length > longest ? `${node.label.slice(0, longest - 1)}…` : node.label;
    const half = canvas.measureText(text).width / 2 + 3;
    if (x + half < 0 || x - half > scene.width || y + lineHeight < 0 || y > scene.height) continue;
    const isSpecial = i === scene.chosenNode || i === scene.hoveredNode;
    const meets = taken.some(
      ([left, top, right, bottom]) =>
        x - half < right && x + half > left && y < bottom && y + lineHeight > top,
    );
    if (meets && !isSpecial) continue;
    taken.push([x - half, y, x + half, y + lineHeight]);
    canvas.strokeStyle = palette.ground;
    canvas.lineWidth = 3.5;
    canvas.strokeText(text, x, y);
    canvas.fillStyle = palette.text;
    canvas.fillText(text, x, y);
  }
}

function namedNodes({ model, shown, camera, chosenNode, hoveredNode }: Scene, lit: Lit): number[] {
  const special = [chosenNode, hoveredNode].filter((i) => i >= 0 && shown.nodes[i]);
  const rest: number[] = [];
  for (let i = 0; i < model.nodes.length; i++) {
    if (!shown.nodes[i] || special.includes(i)) continue;
    const isFile = model.nodes[i]!.kind === 'document';
    // Passages are named by their first words: too many, unless one is looked at.
    if (lit ? !lit[i] || !isFile : !isFile) continue;
    if (model.radius[i]! * camera.k > 3.2) rest.push(i);
  }
  if (rest.length <= most) return [...special, ...rest];
  rest.sort((a, b) => model.radius[b]! - model.radius[a]! || a - b);
  return [...special, ...rest.slice(0, 4 * most)];
}
