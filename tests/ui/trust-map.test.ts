import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentRecord } from '../../src/core/types';
import { fit } from '../../src/ui/trust/camera';
import { hitAt } from '../../src/ui/trust/hit';
import { filterMap, foldersOf, noFilter, type MapFilter } from '../../src/ui/trust/map-filter';
import { layoutOf, modelOf, sameShape, type MapModel } from '../../src/ui/trust/map-model';
import { mix, stepOf } from '../../src/ui/trust/palette';
import { fakeTrustMap } from '../support/fake-trust-map';

const map = fakeTrustMap(50, 90);
const model = modelOf(map);
const record = (id: string, path: string) => ({ id, paths: [path] }) as unknown as DocumentRecord;
const documents = Array.from({ length: 10 }, (_, f) =>
  record(`f${f}`, `letters/${f < 5 ? 'old/' : ''}${f}.txt`),
);
const filtered = (patch: Partial<MapFilter>) =>
  filterMap(model, { ...noFilter, ...patch }, documents);
const shownNodes = (of: MapModel, nodes: Uint8Array) => of.nodes.filter((_, i) => nodes[i]);
const everything = {
  nodes: new Uint8Array(50).fill(1),
  edges: new Uint8Array(model.edges.length).fill(1),
};

describe('the map by numbers', () => {
  it('has contradictions first, then agreements, then what joins a file', () => {
    const order = { contradict: 0, support: 1, source: 2 };
    const kinds = model.edges.map(({ kind }) => order[kind]);
    expect(kinds).toEqual([...kinds].sort());
    expect(model.relations).toBe(50);
    model.edges.forEach(({ a, b }, k) => {
      expect(model.nodes[model.ends[2 * k]!]!.id).toBe(a);
      expect(model.nodes[model.ends[2 * k + 1]!]!.id).toBe(b);
    });
  });

  it('shows trust by size, files larger than passages', () => {
    const one = modelOf({
      nodes: [
        { ...map.nodes[0]!, trust: 0 },
        { ...map.nodes[1]!, trust: 1 },
        { ...map.nodes[20]!, trust: 1 },
      ],
      edges: [],
    });
    expect([...one.radius]).toEqual([5, 14, 7]);
  });

  it('leaves out edges to what is not there, and takes an empty map', () => {
    expect(modelOf({ nodes: map.nodes.slice(0, 10), edges: map.edges }).edges).toEqual([]);
    const empty = modelOf({ nodes: [], edges: [] });
    expect(filterMap(empty, noFilter, []).nodes).toHaveLength(0);
    expect(layoutOf(empty, new Map(), 1).radius).toHaveLength(0);
  });

  it('keeps its places when only trust moved, and begins from them when nodes came', () => {
    const moved = modelOf({ ...map, nodes: map.nodes.map((node) => ({ ...node, trust: 0.1 })) });
    expect(sameShape(model, moved)).toBe(true);
    expect(sameShape(model, modelOf({ ...map, edges: map.edges.slice(1) }))).toBe(false);
    const known = new Map(map.nodes.slice(0, 40).map(({ id }, i) => [id, [i, -i] as const]));
    const { start } = layoutOf(model, known, 1);
    expect([...start!.slice(6, 8)]).toEqual([3, -3]);
    expect(start!.slice(80).every(Number.isNaN)).toBe(true);
    // With less than half known, all are placed anew.
    expect(layoutOf(model, new Map([...known].slice(0, 10)), 1).start).toBeNull();
  });
});

describe('the filter', () => {
  it('shows everything where it asks for nothing', () => {
    expect(filtered({})).toEqual(everything);
  });

  it('finds words of title, path and passage, in any order, with what is related to them', () => {
    const { nodes, edges } = filtered({ text: 'archive 7' });
    const titles = shownNodes(model, nodes).filter(({ kind }) => kind === 'document');
    expect(titles.map(({ label }) => label)).toContain('Letter 7 of the archive');
    model.edges.forEach((edge, k) => {
      if (!edges[k] || edge.kind === 'source') return;
      // One end at least is of a file that fits.
      const files = [edge.relation!.documentA, edge.relation!.documentB];
      expect(files.some((file) => ['f7'].includes(file) || hasSeven(file))).toBe(true);
    });
    expect(filtered({ text: 'nothing has this' }).nodes.some(Boolean)).toBe(false);
  });
  const hasSeven = (file: string) =>
    map.nodes.some(({ document, label }) => document === file && label.includes('7'));

  it('shows a contradiction with both ends, and nothing else, where only those are asked for', () => {
    const { nodes, edges } = filtered({ onlyContradictions: true });
    model.edges.forEach((edge, k) => {
      if (edge.kind !== 'source') expect(edges[k]).toBe(edge.kind === 'contradict' ? 1 : 0);
      else if (edges[k]) expect(nodes[model.indexOf.get(edge.b)!]).toBe(1);
    });
    const inOne = new Set(
      model.edges.filter(({ kind }) => kind === 'contradict').flatMap(({ a, b }) => [a, b]),
    );
    for (const { id, kind } of shownNodes(model, nodes))
      if (kind === 'passage') expect(inOne.has(id)).toBe(true);
  });

  it('keeps to a folder, and to what is trusted little', () => {
    const old = filtered({ folder: 'letters/old' });
    for (let f = 0; f < 5; f++) expect(old.nodes[f]).toBe(1);
    expect(filtered({ folder: 'letters' })).toEqual(everything);
    const low = filtered({ most: 0 });
    expect(low.nodes.some(Boolean)).toBe(map.nodes.some(({ trust }) => trust === 0));
  });

  it('never shows an edge without its ends', () => {
    const filters = fc.record({
      text: fc.constantFrom('', 'boat', '3', 'letter 4', 'x'),
      folder: fc.constantFrom('', 'letters', 'letters/old'),
      onlyContradictions: fc.boolean(),
      most: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(filters, (filter) => {
        const { nodes, edges } = filtered(filter);
        model.edges.forEach((_, k) => {
          if (edges[k])
            expect([nodes[model.ends[2 * k]!], nodes[model.ends[2 * k + 1]!]]).toEqual([1, 1]);
        });
      }),
    );
  });

  it('knows every folder and those above', () => {
    expect(foldersOf(documents)).toEqual(['letters', 'letters/old']);
    expect(foldersOf([])).toEqual([]);
  });
});

describe('the camera', () => {
  it('has everything in sight, in the middle', () => {
    const coordinate = fc.integer({ min: -3000, max: 3000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 1 }), (points) => {
        const { k, x, y } = fit(
          Float32Array.from(points.flat()),
          new Uint8Array(points.length).fill(1),
          800,
          600,
        );
        for (const [px, py] of points) {
          expect(px * k + x).toBeGreaterThan(-1);
          expect(px * k + x).toBeLessThan(801);
          expect(py * k + y).toBeGreaterThan(-1);
          expect(py * k + y).toBeLessThan(601);
        }
      }),
    );
    expect(fit(new Float32Array(0), new Uint8Array(0), 800, 600)).toEqual({ k: 1, x: 400, y: 300 });
  });
});

describe('what lies under the pointer', () => {
  const two = modelOf({
    nodes: [map.nodes[20]!, map.nodes[21]!].map((node) => ({ ...node, trust: 0 })),
    edges: [{ ...map.edges[0]!, a: map.nodes[20]!.id, b: map.nodes[21]!.id }],
  });
  const shown = { nodes: Uint8Array.of(1, 1), edges: Uint8Array.of(1) };
  const places = Float32Array.of(0, 0, 100, 0);
  const at = (x: number, y: number, camera = { k: 2, x: 10, y: 20 }, what = shown) =>
    hitAt(two, places, what, camera, [x, y], 6);

  it('is a node before an edge, an edge between its ends, or nothing', () => {
    expect(at(10, 20)).toEqual({ kind: 'node', index: 0 });
    expect(at(210, 27)).toEqual({ kind: 'node', index: 1 });
    expect(at(110, 25)).toEqual({ kind: 'edge', index: 0 });
    expect(at(110, 30)).toBeNull();
    expect(at(260, 20)).toBeNull();
  });

  it('is nothing that is not shown', () => {
    expect(at(110, 20, { k: 2, x: 10, y: 20 }, { ...shown, edges: Uint8Array.of(0) })).toBeNull();
  });
});

describe('colours', () => {
  it('are mixed by share, and read as the browser writes them', () => {
    expect(mix('rgb(0, 0, 0)', 'rgb(200, 100, 50)', 0.5)).toBe('rgb(100, 50, 25)');
    expect(mix('rgba(0, 0, 0, 0.5)', 'rgb(200, 100, 50)', 1)).toBe('rgb(200, 100, 50)');
    expect(mix('red', 'gold', 0.5)).toBe('gold');
  });

  it('have a step for every trust', () => {
    expect([stepOf(0), stepOf(0.5), stepOf(1)]).toEqual([0, 6, 12]);
  });
});
