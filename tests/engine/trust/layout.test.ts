import { describe, expect, it } from 'vitest';
import { createLayout } from '../../../src/engine/trust/layout';
import type { LayoutGraph } from '../../../src/link/layout';

const never = () => new AbortController().signal;
const graph = (nodes: number, edges: readonly (readonly [number, number])[]): LayoutGraph => ({
  radius: new Float32Array(nodes).fill(5),
  ends: Uint32Array.from(edges.flat()),
  length: new Float32Array(edges.length).fill(18),
  strength: new Float32Array(edges.length).fill(0.3),
  aspect: 1,
  start: null,
});
const away = (places: Float32Array, i: number, j: number): number =>
  Math.hypot(places[2 * i]! - places[2 * j]!, places[2 * i + 1]! - places[2 * j + 1]!);

describe('the layout of the map', () => {
  it('brings together what is joined, and keeps nodes off each other', async () => {
    const layout = createLayout(() => 0);
    const places = await layout.arrange(graph(6, [[0, 1], [2, 3]]), () => {}, never()); // prettier-ignore
    expect(away(places, 0, 1)).toBeLessThan(away(places, 0, 2));
    expect(away(places, 2, 3)).toBeLessThan(away(places, 1, 3));
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < i; j++) expect(away(places, i, j)).toBeGreaterThan(10);
  });

  it('is the same every time', async () => {
    const one = graph(30, Array.from({ length: 40 }, (_, k) => [k % 30, (7 * k + 1) % 30] as const)); // prettier-ignore
    const places = () => createLayout(() => 0).arrange(one, () => {}, never());
    expect(await places()).toEqual(await places());
  });

  it('tells places on the way, and takes no graph and a single node', async () => {
    let clock = 0;
    let told = 0;
    await createLayout(() => (clock += 20)).arrange(graph(4, [[0, 1]]), () => told++, never());
    expect(told).toBeGreaterThan(5);
    const layout = createLayout(() => 0);
    expect(await layout.arrange(graph(0, []), () => {}, never())).toHaveLength(0);
    expect([...(await layout.arrange(graph(1, []), () => {}, never()))].every(Number.isFinite)).toBe(true); // prettier-ignore
  });

  it('leaves placed nodes about where they are, and begins a new one beside what it is joined to', async () => {
    const pairs = Array.from({ length: 100 }, (_, k) => [2 * k, 2 * k + 1] as const);
    const before = await createLayout(() => 0).arrange(graph(200, pairs), () => {}, never());
    const start = new Float32Array(402).fill(NaN);
    start.set(before);
    let clock = 0;
    const told: Float32Array[] = [];
    const after = await createLayout(() => (clock += 100)).arrange(
      { ...graph(201, [...pairs, [0, 200]]), start },
      (places) => told.push(places.slice()),
      never(),
    );
    const moved = (i: number): number =>
      Math.hypot(after[2 * i]! - before[2 * i]!, after[2 * i + 1]! - before[2 * i + 1]!);
    for (let i = 0; i < 200; i++) expect(moved(i)).toBeLessThan(60);
    // After the first step already, not at the rim where lone nodes begin.
    for (const places of [told[0]!, after]) expect(away(places, 200, 0)).toBeLessThan(35);
  });

  it('stops when it is told to, and when another begins', async () => {
    const controller = new AbortController();
    controller.abort();
    const layout = createLayout(() => performance.now());
    const big = graph(800, []);
    await expect(layout.arrange(big, () => {}, controller.signal)).rejects.toThrow();
    const first = layout.arrange(big, () => {}, never());
    const second = layout.arrange(graph(2, []), () => {}, never());
    await expect(first).rejects.toThrow();
    expect(await second).toHaveLength(4);
  });
});
