import type { AnswerGroup } from '../../core/answer/decide';
import type { Evidence, EvidenceCandidate, Proposal } from '../../core/types';
import type { Chosen } from './choose';
import type { Chained, Run } from './run';
import type { Found } from './search';

/** Keeps every part of every score, for "how this answer came about". */
export function keepEvidence(
  run: Run,
  chosen: Chosen,
  chained: Chained | null,
  groups: readonly AnswerGroup[],
  stages: Evidence['stages'],
  models: Evidence['models'],
): Evidence {
  return {
    candidates: chosen.order.map((found) => candidateOf(run, found, chosen)),
    proposals: groups.map((group) => proposalOf(run, group, chosen.taken)),
    budget: chosen.budget,
    chains: chained?.chains ?? [],
    tree: [],
    stages,
    nliCalls: run.judge.calls,
    models,
  };
}

function candidateOf(run: Run, found: Found, chosen: Chosen): EvidenceCandidate {
  const { passage } = found;
  const part = chosen.parts.get(found.index);
  return {
    passage: passage.id,
    document: passage.document,
    title: run.indexes.document(passage.document)?.title ?? '',
    page: passage.page,
    excerpt: passage.text.slice(0, 200),
    cosine: found.cosine,
    bm25: found.bm25,
    fused: found.fused,
    trust: found.trust,
    score: found.score,
    tokens: passage.tokens,
    redundancy: part?.redundancy ?? 0,
    group: part?.group ?? -1,
    taken: chosen.taken.includes(found),
    reason: part?.reason ?? '',
  };
}

function proposalOf(run: Run, group: AnswerGroup, taken: readonly Found[]): Proposal {
  const supported = group.judgement.entailment >= run.settings.answer.supported;
  const likely = group.confidence >= run.settings.answer.abstainBelow;
  return {
    answer: group.answer,
    passages: group.at.map((p) => taken[p]!.passage.id),
    sources: group.sources,
    reader: group.features.reader,
    judgement: group.judgement,
    trust: group.features.trust,
    score: group.confidence,
    fate: !supported
      ? 'not supported by its passage'
      : likely
        ? 'supported'
        : 'supported, but too unlikely',
  };
}
