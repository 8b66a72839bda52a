import { createRandom } from '../../src/core/lib/random';
import type { DocumentId, PassageId, Relation } from '../../src/core/types';
import type { TrustEdge, TrustMap, TrustNode } from '../../src/link/trust';

/**
 * A made-up trust map, the same every time: a fifth of the nodes are files, the others their
 * passages; files lie in neighbourhoods of ten, within which most relations are.
 * @param edges those that join a passage to its file included
 */
export function fakeTrustMap(nodes: number, edges: number): TrustMap {
  const random = createRandom(11);
  const files = Math.max(1, Math.round(nodes / 5));
  const fileName = (f: number) => `f${f}` as DocumentId;
  const made: TrustNode[] = [];
  for (let f = 0; f < files; f++)
    made.push({
      id: `document:${fileName(f)}`,
      kind: 'document',
      document: fileName(f),
      passage: null,
      span: null,
      label: `Letter ${f} of the archive`,
      trust: random(),
      prior: 0.5,
      feedback: f % 97 === 5 ? 'bad' : f % 89 === 7 ? 'good' : null,
    });
  const joined: TrustEdge[] = [];
  for (let p = files; p < nodes; p++) {
    const file = p % files;
    const passage = `${fileName(file)}#${p}` as PassageId;
    made.push({
      id: `passage:${passage}`,
      kind: 'passage',
      document: fileName(file),
      passage,
      span: [0, 30],
      label: `The boat of day ${p} came late.`,
      trust: Math.min(1, Math.max(0, made[file]!.trust + 0.2 * (random() - 0.5))),
      prior: 0.5,
      feedback: null,
    });
    joined.push({
      a: `passage:${passage}`,
      b: `document:${fileName(file)}`,
      kind: 'source',
      weight: 1,
      relation: null,
    });
  }
  const passages = made.filter(({ kind }) => kind === 'passage');
  const relations: TrustEdge[] = [];
  while (passages.length > 1 && relations.length < edges - joined.length) {
    const a = Math.floor(random() * passages.length);
    // Ten files further at most, and one in twelve anywhere.
    const away = random() < 1 / 12 ? random() * passages.length : 1 + random() * 9;
    const b = (a + Math.floor(away)) % passages.length;
    if (a === b) continue;
    relations.push(edgeBetween(passages[a]!, passages[b]!, random() < 0.35 ? -1 : 1, random()));
  }
  return { nodes: made, edges: [...relations, ...joined] };
}

function edgeBetween(a: TrustNode, b: TrustNode, sign: 1 | -1, random: number): TrustEdge {
  const weight = 0.5 + random / 2;
  const judged =
    sign > 0
      ? { entailment: weight, neutral: 1 - weight, contradiction: 0 }
      : { entailment: 0, neutral: 1 - weight, contradiction: weight };
  const relation: Relation = {
    a: a.passage!,
    b: b.passage!,
    documentA: a.document,
    documentB: b.document,
    sign,
    weight,
    spanA: [0, 30],
    spanB: [0, 30],
    textA: a.label,
    textB: b.label,
    forward: judged,
    backward: judged,
  };
  return { a: a.id, b: b.id, kind: sign > 0 ? 'support' : 'contradict', weight, relation };
}
