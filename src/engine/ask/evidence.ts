import type { AnswerGroup } from '../../core/answer/decide';
import type { Evidence, EvidenceCandidate, Proposal } from '../../core/types';
import type { Chosen } from './choose';
import type { Run } from './run';
import type { Found } from './search';

export interface EvidenceParts extends Pick<Evidence, 'chains' | 'tree' | 'stages' | 'models'> {
  readonly chosen: Chosen;
  /** What was read: those chosen, and what chains and the search brought in. */
  readonly taken: readonly Found[];
  readonly groups: readonly AnswerGroup[];
}

/** Keeps every part of every score, for "how this answer came about". */
export function keepEvidence(run: Run, parts: EvidenceParts): Evidence {
  const { chosen, taken, groups, chains, tree, stages, models } = parts;
  const more = taken.filter((found) => !chosen.order.some((c) => c.index === found.index));
  return {
    candidates: [...chosen.order, ...more].map((found) => candidateOf(run, found, chosen, taken)),
    proposals: groups.map((group) => proposalOf(run, group, taken)),
    budget: chosen.budget,
    chains,
    tree,
    stages,
    nliCalls: run.judge.calls,
    models,
  };
}

function candidateOf(
  run: Run,
  found: Found,
  chosen: Chosen,
  read: readonly Found[],
): EvidenceCandidate {
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
    taken: read.some((r) => r.index === found.index),
    reason: reasonOf(found, chosen, read),
  };
}

function reasonOf(found: Found, chosen: Chosen, read: readonly Found[]): string {
  const reason = chosen.parts.get(found.index)?.reason;
  const wasRead = read.some((r) => r.index === found.index);
  if (reason === undefined) return 'taken: a chain rests on it';
  if (chosen.taken.includes(found))
    return wasRead ? reason : 'left out: more than the reader reads';
  return wasRead ? 'taken: the search asked for more' : reason;
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
