import type { Lit, Scene } from './draw-map';

const size = 11.5;
const lineHeight = 15;
const longest = 28;
/** Names at most, and in a narrow picture; what agrees or contradicts comes first, then the largest. */
const most = 60;
const mostNarrow = 10;
const narrow = 480;
/** In pictures of at most this many nodes, names keep off the nodes as well. */
const mostAvoided = 300;

/** Names below or above the nodes: what is chosen or pointed at first, then the largest; none over another. */
export function drawLabels(canvas: CanvasRenderingContext2D, scene: Scene, lit: Lit): void {
  const { palette } = scene;
  canvas.font = `${size}px system-ui, sans-serif`;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'top';
  canvas.lineJoin = 'round';
  const taken: Box[] = [];
  const nodes = scene.model.nodes.length <= mostAvoided ? boxesOfNodes(scene) : [];
  for (const i of namedNodes(scene, lit)) {
    const node = scene.model.nodes[i]!;
    const text = node.label.length > longest ? `${node.label.slice(0, longest - 1)}…` : node.label;
    const half = canvas.measureText(text).width / 2 + 3;
    const { x, y, r } = discOf(scene, i);
    if (x + r < 0 || x - r > scene.width || y + r < 0 || y - r > scene.height) continue;
    const middle = Math.max(half, Math.min(scene.width - half, x));
    const boxAt = (top: number): Box => [middle - half, top, middle + half, top + lineHeight];
    const places = [boxAt(y + r + 3), boxAt(y - r - 3 - lineHeight)];
    const free = places.filter((box) => !taken.some((other) => meet(box, other)));
    const isSpecial = i === scene.chosenNode || i === scene.hoveredNode;
    const box = free.find((one) => !nodes.some((other) => meet(one, other))) ?? free[0] ?? (isSpecial ? places[0] : undefined); // prettier-ignore
    if (!box) continue;
    taken.push(box);
    canvas.strokeStyle = palette.ground;
    canvas.lineWidth = 3.5;
    canvas.strokeText(text, middle, box[1]);
    canvas.fillStyle = palette.text;
    canvas.fillText(text, middle, box[1]);
  }
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

const meet = (a: Box, b: Box): boolean => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

function discOf({ model, places, camera }: Scene, i: number) {
  return {
    x: places[2 * i]! * camera.k + camera.x,
    y: places[2 * i + 1]! * camera.k + camera.y,
    r: Math.max(1.2, model.radius[i]! * camera.k),
  };
}

function boxesOfNodes(scene: Scene): Box[] {
  return scene.model.nodes.flatMap((_, i): Box[] => {
    if (!scene.shown.nodes[i]) return [];
    const { x, y, r } = discOf(scene, i);
    return [[x - r, y - r, x + r, y + r]];
  });
}

function namedNodes(
  { model, shown, camera, width, chosenNode, hoveredNode }: Scene,
  lit: Lit,
): number[] {
  const special = [chosenNode, hoveredNode].filter((i) => i >= 0 && shown.nodes[i]);
  const rest: number[] = [];
  for (let i = 0; i < model.nodes.length; i++) {
    if (!shown.nodes[i] || special.includes(i)) continue;
    const isFile = model.nodes[i]!.kind === 'document';
    // Passages are named by their first words: too many, unless one is looked at.
    if (lit ? !lit[i] || !isFile : !isFile) continue;
    if (model.radius[i]! * camera.k > 3.2) rest.push(i);
  }
  rest.sort(
    (a, b) => model.related[b]! - model.related[a]! || model.radius[b]! - model.radius[a]! || a - b,
  );
  return [...special, ...rest.slice(0, width < narrow ? mostNarrow : most)];
}
