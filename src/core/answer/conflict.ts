import type { AnswerGroup } from './decide';
import { containsAnswer } from '../lib/normalize';
import { sameAnswer } from './group';
import { compareDates, type PartialDate } from './dates';

/** What is known of a group's best passage when two groups disagree. */
export interface SideFacts {
  readonly group: AnswerGroup;
  readonly trust: number;
  /** Latest date in the passage or of its document. */
  readonly date: PartialDate | null;
  /** It says of itself that it amends something older. */
  readonly amends: boolean;
}

export interface ResolvedConflict {
  readonly kind: 'disagreement' | 'amended';
  /** Preferred side first. */
  readonly sides: readonly SideFacts[];
  readonly reason: string;
}

/**
 * Which groups answer the same question differently, with evidence of their own: supported by the
 * judge, about as much of the question as the leader, of the same form, from a passage that the leader
 * does not share, not far less likely, and told apart by the judge: what one side states contradicts
 * the other.
 * @param least lowest share of the leader's confidence that still counts as a side
 */
export function conflictingGroups(
  groups: readonly AnswerGroup[],
  supported: number,
  least: number,
): AnswerGroup[] {
  const leader = groups[0];
  if (!leader) return [];
  return sameMatter(groups, supported, least, 0.75)
    .filter((g) => contradicts(leader, g) || contradicts(g, leader))
    .slice(0, 3);
}

/**
 * Groups whose passage says that the leader's answer no longer holds: it denies it, or contradicts it
 * clearly. A notice takes much of the question as known, so half of the leader's words are enough.
 * @param least lowest share of the leader's confidence
 */
export function replacingGroups(
  groups: readonly AnswerGroup[],
  supported: number,
  least: number,
): AnswerGroup[] {
  const leader = groups[0];
  if (!leader) return [];
  return sameMatter(groups, supported, least, 0.5).filter(
    ({ best }) => leader.deniedBy[best] || (leader.judged[best]?.contradiction ?? 0) >= supported,
  );
}

/**
 * Groups that answer the question otherwise, from a passage of their own; each answer once.
 * @param topic least share of the leader's words of the question that their sentences hold
 */
function sameMatter(
  groups: readonly AnswerGroup[],
  supported: number,
  least: number,
  topic: number,
): AnswerGroup[] {
  const leader = groups[0];
  if (!leader) return [];
  const sides = groups.filter(
    (g, i) =>
      i > 0 &&
      g.features.fits >= leader.features.fits &&
      g.features.topic >= topic * leader.features.topic &&
      g.judgement.entailment >= supported &&
      (g.confidence >= least * leader.confidence || readAsClearly(g, leader)) &&
      !compatible(g.answer, leader.answer) &&
      g.at.some((p) => !leader.at.includes(p)),
  );
  return sides.filter((g, i) => !sides.slice(0, i).some((h) => compatible(g.answer, h.answer)));
}

/** Marks of planted text lower an answer's confidence; that it was read is told all the same. */
const readAsClearly = (g: AnswerGroup, leader: AnswerGroup): boolean =>
  g.features.reader >= 0.8 * leader.features.reader;

/** The same, or one says more than the other: "channel 8" and "08:30 on channel 8". */
const compatible = (a: string, b: string): boolean =>
  sameAnswer(a, b) || containsAnswer(a, b) || containsAnswer(b, a);

/** A newer statement that says of itself that it replaces something; one that is trusted less replaces nothing. */
export function amendsOther(side: SideFacts, other: SideFacts): boolean {
  return (
    side.amends &&
    side.trust >= other.trust - 0.1 &&
    side.date !== null &&
    other.date !== null &&
    compareDates(side.date, other.date) > 0
  );
}

/** The passage that states `a` contradicts the claim of `b`. */
const contradicts = (a: AnswerGroup, b: AnswerGroup): boolean => {
  const judgement = b.judged[a.best];
  return (
    judgement !== null && judgement !== undefined && judgement.contradiction > judgement.entailment
  );
};

/**
 * Which side is preferred and why: a newer statement that says it amends comes first; then trust,
 * then the number of independent sources, then the decision's own order.
 */
export function resolveConflict(sides: readonly SideFacts[]): ResolvedConflict {
  const [leader, ...others] = sides;
  const amending =
    sides.find((side) => side !== leader && amendsOther(side, leader!)) ??
    (leader && others.length > 0 && others.every((other) => amendsOther(leader, other))
      ? leader
      : undefined);
  if (amending) {
    const rest = sides.filter((s) => s !== amending);
    return {
      kind: 'amended',
      sides: [amending, ...rest],
      reason: `The statement of ${amending.date} is newer and says that it replaces what was before (${rest.flatMap((s) => s.date ?? []).join(', ')}).`,
    };
  }
  return { kind: 'disagreement', sides, reason: reasonFor(leader!, others) };
}

function reasonFor(leader: SideFacts, others: readonly SideFacts[]): string {
  const rival = others[0];
  if (!rival) return '';
  const reasons: string[] = [];
  const gap = leader.trust - rival.trust;
  if (gap >= 0.05)
    reasons.push(
      `its source is trusted more (${percent(leader.trust)} against ${percent(rival.trust)})`,
    );
  if (leader.group.sources > rival.group.sources)
    reasons.push(
      `it stands in ${leader.group.sources} independent sources, the other in ${rival.group.sources}`,
    );
  if (leader.group.features.planted < rival.group.features.planted)
    reasons.push('the other text argues about the answer instead of reporting it');
  if (leader.group.judgement.entailment - rival.group.judgement.entailment >= 0.1)
    reasons.push('the check against its passage is clearer');
  return reasons.length > 0
    ? `Preferred because ${reasons.join(', and ')}.`
    : 'Neither side is clearly better supported; look at both.';
}

const percent = (x: number) => `${Math.round(100 * x)} %`;
