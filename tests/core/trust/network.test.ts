import { describe, expect, it } from 'vitest';
import { defaultSettings, presets, withSettings } from '../../../src/core/settings';
import { createPulls, parseTarget } from '../../../src/core/trust/feedback';
import { createNetwork } from '../../../src/core/trust/network';
import { descend } from '../../../src/core/trust/pgd';
import type { DocumentId, Feedback } from '../../../src/core/types';
import { feedback, nodes, p, relation } from './library';

const ours = defaultSettings.trust;
const paper = withSettings(defaultSettings, presets.trustprop).trust;
const none: ReadonlyMap<string, readonly number[]> = new Map();
const neutral = (n: number): Float64Array => new Float64Array(n).fill(0.5);

function trustOf(
  passages: ReturnType<typeof nodes>,
  relations: ReturnType<typeof relation>[],
  given: readonly Feedback[],
  folders = none,
  settings = ours,
): { tau: Float64Array; network: ReturnType<typeof createNetwork> } {
  const network = createNetwork({ passages, relations, folders }, settings);
  const pulls = createPulls(network, given, neutral(passages.length), settings);
  const start = neutral(network.graph.size);
  const { tau } = descend(network.graph, pulls, start, { tolerance: 1e-10, maxSteps: 20_000 });
  return { tau, network };
}

describe('the relation graph of a library', () => {
  it('joins the passages of a file by a hub', () => {
    const { graph, hubOfDocument } = createNetwork(
      { passages: nodes(['a', 3], ['b', 1]), relations: [], folders: none },
      ours,
    );
    expect(graph.size).toBe(6);
    expect(graph.edges.signed.length).toBe(4);
    expect(hubOfDocument.get('a' as DocumentId)).toBe(4);
  });

  it('joins them as a clique in the preset of the paper', () => {
    const { graph } = createNetwork(
      { passages: nodes(['a', 4], ['b', 1]), relations: [], folders: none },
      paper,
    );
    expect(graph.size).toBe(5);
    expect(graph.edges.signed.length).toBe(6);
  });

  it('leaves out relations of passages that are gone', () => {
    const relations = [relation(p('a', 0), p('b', 0), 1), relation(p('a', 0), p('gone', 0), -1)];
    const network = createNetwork(
      { passages: nodes(['a', 1], ['b', 1]), relations, folders: none },
      ours,
    );
    expect(network.relations).toEqual([relations[0]]);
  });

  it('keeps a contradiction inside one file', () => {
    const { tau } = trustOf(
      nodes(['a', 2]),
      [relation(p('a', 0), p('a', 1), -1)],
      [feedback(`passage:${p('a', 0)}`, 'bad')],
    );
    expect(tau[0]).toBeLessThan(0.5);
    expect(tau[1]).toBeGreaterThan(tau[0]!);
  });
});

describe('feedback', () => {
  it('on one wrong file ranks its copies last and what contradicts it first', () => {
    const passages = nodes(['wrong', 1], ['copy', 1], ['right', 1], ['other', 1]);
    const relations = [
      relation(p('wrong', 0), p('copy', 0), 1),
      relation(p('wrong', 0), p('right', 0), -1),
      relation(p('copy', 0), p('right', 0), -1),
    ];
    const { tau } = trustOf(passages, relations, [feedback('document:wrong', 'bad')]);
    expect(tau[0]).toBeLessThan(0.3);
    expect(tau[1]).toBeLessThan(0.35);
    expect(tau[2]).toBeGreaterThan(0.65);
    expect(tau[3]).toBeCloseTo(0.5, 9);
  });

  it('on a file weighs the same at any length', () => {
    for (const n of [1, 2, 20, 200, 1000]) {
      const { tau, network } = trustOf(nodes(['a', n]), [], [feedback('document:a', 'bad')]);
      const hub = tau[network.hubOfDocument.get('a' as DocumentId)!]!;
      expect(hub).toBeGreaterThan(0.1);
      expect(hub).toBeLessThan(0.16);
    }
  });

  it('on a folder reaches every file under it', () => {
    const passages = nodes(['a', 3], ['b', 2], ['c', 1]);
    const { tau } = trustOf(passages, [], [feedback('folder:old', 'bad')], new Map([['old', [0, 1, 2, 3, 4]]])); // prettier-ignore
    for (let i = 0; i < 5; i++) expect(tau[i]).toBeLessThan(0.3);
    expect(tau[5]).toBeCloseTo(0.5, 9);
  });

  it('on a folder in the preset of the paper falls on each passage, unless a closer one was given', () => {
    const passages = nodes(['a', 2], ['b', 1]);
    const network = createNetwork({ passages, relations: [], folders: new Map([['old', [0, 1, 2]]]) }, paper); // prettier-ignore
    const given = [feedback(`passage:${p('a', 1)}`, 'good'), feedback('document:b', 'good'), feedback('folder:old', 'bad')]; // prettier-ignore
    const pulls = createPulls(network, given, neutral(3), paper);
    expect(Array.from(pulls.feedbackTarget)).toEqual([0.1, 0.9, 0.9]);
    expect(Array.from(pulls.feedbackWeight)).toEqual([1, 1, 1]);
  });

  it('on something that is not there waits without effect', () => {
    const { tau } = trustOf(nodes(['a', 1]), [], [feedback('document:gone', 'bad'), feedback('folder:x', 'bad'), feedback('nonsense', 'bad')]); // prettier-ignore
    expect(tau[0]).toBeCloseTo(0.5, 9);
  });

  it('names its target by kind', () => {
    expect(parseTarget('passage:a#1')).toEqual({ kind: 'passage', id: 'a#1' });
    expect(parseTarget('folder:x/y: z')).toEqual({ kind: 'folder', path: 'x/y: z' });
    for (const bad of ['', 'a#1', 'passage:', ':x', 'answer:1'])
      expect(parseTarget(bad)).toBeNull();
  });
});
