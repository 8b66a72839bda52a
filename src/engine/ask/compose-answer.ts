import { toClaim } from '../../core/answer/claims';
import { composeSentence, createCiter, sourceFlags, type Support } from '../../core/answer/compose';
import {
  amendsOther,
  conflictingGroups,
  replacingGroups,
  resolveConflict,
  type ResolvedConflict,
} from '../../core/answer/conflict';
import { saysNew } from '../../core/answer/dates';
import type { AnswerGroup } from '../../core/answer/decide';
import { bestWindow } from '../../core/answer/window';
import type {
  Answer,
  AnswerSentence,
  Citation,
  Conflict,
  Evidence,
  Flag,
  Judgement,
} from '../../core/types';
import type { AskInput } from './ask';
import type { Run } from './run';
import { supportFor, supportOf } from './support';
import type { Found } from './search';
import { dateOf } from './weigh';
import type { WorkedOut } from './work-out';

/** Everything the stages found out, before it is told. */
export interface Findings {
  readonly candidates: readonly Found[];
  readonly taken: readonly Found[];
  readonly groups: readonly AnswerGroup[];
  /** An answer worked out in steps or computed, which goes before the groups. */
  readonly worked: WorkedOut | null;
  readonly computed: boolean;
  readonly note: string | null;
  readonly evidence: Evidence;
}

type Told = Pick<
  Answer,
  'kind' | 'short' | 'sentences' | 'citations' | 'conflict' | 'nearest' | 'confidence' | 'flags'
>;

/** Turns what was found into what the person sees. */
export async function composeAnswer(
  run: Run,
  input: AskInput,
  findings: Findings,
): Promise<Answer> {
  const told = findings.worked
    ? tellWorkedOut(run, findings.worked, findings.computed)
    : await tellGroups(run, findings);
  return {
    id: input.id,
    question: input.question,
    standalone: input.standalone,
    ...told,
    note: findings.note,
    offer: offerFor(run, told, findings.candidates.length),
    // The quotes were judged after the evidence was kept.
    evidence: { ...findings.evidence, nliCalls: run.judge.calls },
    asked: run.now(),
  };
}

function tellWorkedOut(run: Run, worked: WorkedOut, computed: boolean): Told {
  const citer = createCiter();
  const supports = worked.steps.map((step) =>
    supportOf(run, step.found, step.start, step.end, step.judgement),
  );
  const sentences = worked.steps.map((step, i) =>
    composeSentence(
      step.text,
      step.claim,
      [supports[i]!],
      citer.cite,
      run.shape.text,
      run.settings.answer.supported,
      computed ? 'computed' : 'judged',
    ),
  );
  return {
    kind: 'answered',
    short: worked.answer,
    sentences: computed ? mergeEqual(sentences) : sentences,
    citations: citer.citations,
    conflict: null,
    nearest: [],
    confidence: worked.confidence,
    flags: sourceFlags(
      supports,
      run.shape.text,
      new Set(supports.map((s) => s.document.id)).size,
      run.settings.trust.low,
    ).filter((flag) => flag.kind !== 'single-source'),
  };
}

/** A computed answer says one thing over several rows. */
function mergeEqual(sentences: readonly AnswerSentence[]): AnswerSentence[] {
  const [first, ...rest] = sentences;
  if (!first || rest.some((s) => s.text !== first.text)) return [...sentences];
  return [{ ...first, citations: sentences.flatMap((s) => s.citations), flags: [] }];
}

/** The answer that would be shown, or null where the question stays open. */
export function leaderOf(run: Run, groups: readonly AnswerGroup[]): AnswerGroup | null {
  const { verify, supported, abstainBelow, minTopic } = run.settings.answer;
  const leader = groups.find((g) => g.judgement.entailment >= (verify ? supported : 0));
  const likely = leader && leader.confidence >= abstainBelow && leader.features.topic >= minTopic;
  return likely ? leader : null;
}

async function tellGroups(run: Run, { candidates, taken, groups }: Findings): Promise<Told> {
  const { answer: settings } = run.settings;
  const supported = settings.verify ? settings.supported : 0;
  const leader = leaderOf(run, groups);
  if (!leader) return abstain(run, candidates, groups[0]?.confidence ?? 0);
  const resolved = settings.verify ? resolve(run, taken, leader, groups) : null;
  const shown = resolved?.sides[0]?.group ?? leader;

  const citer = createCiter();
  const supports = await supportFor(run, taken, shown);
  const others = new Map<AnswerGroup, readonly Support[]>();
  for (const { group } of resolved?.sides ?? [])
    others.set(group, group === shown ? supports : await supportFor(run, taken, group));
  const sentences = bySentence(supports).map((same) =>
    composeSentence(
      quoteOf(same[0]!),
      toClaim(run.shape.text, shown.answer),
      same,
      citer.cite,
      run.shape.text,
      supported,
    ),
  );
  return {
    kind: 'answered',
    short: shown.answer,
    sentences,
    conflict: resolved && tellConflict(resolved, (group) => others.get(group)!.map(citer.cite)),
    citations: citer.citations,
    nearest: [],
    // What replaces an older statement is as sure as the matter itself.
    confidence: Math.max(shown.confidence, resolved?.kind === 'amended' ? leader.confidence : 0),
    flags: flagsOf(run, taken, supports, shown),
  };
}

/** Who else answers, and which side is preferred; null when nobody does. */
function resolve(
  run: Run,
  taken: readonly Found[],
  leader: AnswerGroup,
  groups: readonly AnswerGroup[],
): ResolvedConflict | null {
  const { supported, conflictShare, amendShare } = run.settings.answer;
  const others = groups.filter((g) => g !== leader);
  const rivals = conflictingGroups([leader, ...others], supported, conflictShare);
  const amending = replacingGroups([leader, ...others], supported, amendShare).filter((g) =>
    amendsOther(sideFacts(run, taken, g), sideFacts(run, taken, leader)),
  );
  const sides = [leader, ...new Set([...amending.slice(0, 1), ...rivals])];
  return sides.length > 1
    ? resolveConflict(sides.map((group) => sideFacts(run, taken, group)))
    : null;
}

/** Flags of what is shown, and of passages that were read and gave orders, shown or not. */
function flagsOf(
  run: Run,
  taken: readonly Found[],
  supports: readonly Support[],
  shown: AnswerGroup,
): Flag[] {
  const own = sourceFlags(supports, run.shape.text, shown.sources, run.settings.trust.low);
  const others = taken
    .filter((f) => !supports.some((s) => s.passage.id === f.passage.id))
    .map((f) => supportOf(run, f, 0, f.passage.text.length, neutral));
  const orders = sourceFlags(others, run.shape.text, 2, 0).filter(
    (flag) => flag.kind === 'order-in-text',
  );
  return [...own, ...orders];
}

function tellConflict(
  resolved: ResolvedConflict,
  citationsOf: (group: AnswerGroup) => number[],
): Conflict {
  return {
    kind: resolved.kind,
    reason: resolved.reason,
    sides: resolved.sides.map((side, i) => ({
      answer: side.group.answer,
      citations: citationsOf(side.group),
      sources: side.group.sources,
      trust: side.trust,
      date: side.date,
      preferred: i === 0,
    })),
  };
}

function abstain(run: Run, candidates: readonly Found[], confidence: number): Told {
  return {
    kind: 'abstained',
    short: '',
    sentences: [],
    citations: [],
    conflict: null,
    nearest: nearestPassages(run, candidates),
    confidence,
    flags: [],
  };
}

const quoteOf = (support: Support): string =>
  support.passage.text.slice(support.start, support.end);

/** Sentences that say the same to the letter are shown once with all their citations. */
function bySentence(supports: readonly Support[]): Support[][] {
  const groups = new Map<string, Support[]>();
  for (const support of supports) {
    const text = quoteOf(support).trim();
    groups.set(text, [...(groups.get(text) ?? []), support]);
  }
  return [...groups.values()];
}

function sideFacts(run: Run, taken: readonly Found[], group: AnswerGroup) {
  const found = taken[group.best]!;
  return {
    group,
    trust: found.trust,
    date: dateOf(run, found),
    amends: saysNew(found.passage.text, run.shape.stems),
  };
}

const neutral: Judgement = { entailment: 0, neutral: 1, contradiction: 0 };

function nearestPassages(run: Run, candidates: readonly Found[]): Citation[] {
  const citer = createCiter();
  for (const found of candidates.slice(0, 3)) {
    const { start, end } = bestWindow(found.passage, 0, run.shape.stems, '', 0, Infinity);
    citer.cite(supportOf(run, found, start, end, neutral));
  }
  return citer.citations;
}

/** Where nothing was found and there is more to read, reading it is offered. */
function offerFor(run: Run, told: Told, candidates: number): string | null {
  const { read, readFurther } = run.settings.answer;
  return told.kind === 'abstained' && read < readFurther && candidates > read
    ? 'Shall I read further passages?'
    : null;
}
