import { toClaim } from '../../core/answer/claims';
import { bestWindow } from '../../core/answer/window';
import { calendarDates, compareDates } from '../../core/answer/dates';
import { fill, type Plan } from '../../core/answer/decompose';
import { sameAnswer } from '../../core/answer/group';
import { numbersIn } from '../../core/answer/guard';
import { stems } from '../../core/lib/words';
import type { Judgement } from '../../core/types';
import { takeHop, type Hop } from './hop';
import type { Run } from './run';
import { findCandidates, type Found } from './search';

/** One sentence of a worked-out answer: what it says and the passage it rests on. */
export interface Step {
  readonly text: string;
  /** What the judge was asked. */
  readonly claim: string;
  readonly found: Found;
  readonly start: number;
  readonly end: number;
  readonly judgement: Judgement;
}

/** An answer that was worked out in steps, each checked on its own. */
export interface WorkedOut {
  readonly answer: string;
  readonly steps: readonly Step[];
  /** Product over the steps, in (0, 1). */
  readonly confidence: number;
}

/**
 * Carries out a plan, step by step, over the whole library. null when a step finds nothing that the
 * judge supports: then the question is read as a whole.
 */
export async function workOut(run: Run, plan: Plan): Promise<WorkedOut | null> {
  switch (plan.kind) {
    case 'bridge':
      return workBridge(run, plan);
    case 'compare':
      return workComparison(run, plan);
    case 'same':
      return workSame(run, plan);
    case 'both':
      return workBoth(run, plan);
  }
}

async function workBridge(run: Run, plan: Plan & { kind: 'bridge' }): Promise<WorkedOut | null> {
  const inner = await takeHop(run, plan.inner, subjectOf(plan.inner));
  if (!inner) return null;
  const outer = await takeHop(run, fill(plan.outer, inner.answer), inner.answer);
  return (
    outer && {
      answer: outer.answer,
      steps: [stepOf(inner), stepOf(outer)],
      confidence: sure(inner, outer),
    }
  );
}

/** "Who is the director of X?" -> "X". */
const subjectOf = (question: string): string => /\bof\s+(.+?)\s*\?*$/i.exec(question)?.[1] ?? '';

/** The value that `ask` asks of an option, by way of `via` when the option is not asked itself. */
async function valueOf(
  run: Run,
  option: string,
  via: string | null,
  ask: string,
): Promise<Hop[] | null> {
  const hops: Hop[] = [];
  let subject = option;
  if (via) {
    const hop = await takeHop(run, fill(via, option), option);
    if (!hop) return null;
    hops.push(hop);
    subject = hop.answer;
  }
  const last = await takeHop(run, fill(ask, subject), subject);
  return last && [...hops, last];
}

async function workComparison(
  run: Run,
  plan: Plan & { kind: 'compare' },
): Promise<WorkedOut | null> {
  const [a, b] = plan.options;
  const left = await valueOf(run, a, plan.via, plan.ask);
  const right = left && (await valueOf(run, b, plan.via, plan.ask));
  if (!left || !right) return null;
  const order = compareValues(left.at(-1)!.answer, right.at(-1)!.answer, plan.value);
  if (order === null || order === 0) return null;
  const first = plan.pick === 'least' ? order < 0 : order > 0;
  const hops = [...left, ...right];
  return { answer: first ? a : b, steps: hops.map(stepOf), confidence: sure(...hops) };
}

/** Sign of left - right; null when one of them is no such value. */
function compareValues(left: string, right: string, value: 'date' | 'number'): number | null {
  if (value === 'date') {
    const [x] = calendarDates(left);
    const [y] = calendarDates(right);
    return x === undefined || y === undefined ? null : compareDates(x, y);
  }
  const [x] = numbersIn(left);
  const [y] = numbersIn(right);
  return x === undefined || y === undefined ? null : Math.sign(Number(x) - Number(y));
}

async function workSame(run: Run, plan: Plan & { kind: 'same' }): Promise<WorkedOut | null> {
  const [a, b] = plan.options;
  const left = await valueOf(run, a, plan.via, plan.ask);
  const right = left && (await valueOf(run, b, plan.via, plan.ask));
  if (!left || !right) return null;
  const hops = [...left, ...right];
  const equal = sameAnswer(left.at(-1)!.answer, right.at(-1)!.answer);
  return { answer: equal ? 'yes' : 'no', steps: hops.map(stepOf), confidence: sure(...hops) };
}

/** "{x} is an orchid" judged for each: yes when both are entailed, no when one is contradicted or left open. */
async function workBoth(run: Run, plan: Plan & { kind: 'both' }): Promise<WorkedOut | null> {
  const steps: Step[] = [];
  for (const option of plan.options) {
    const step = await judgeStatement(run, fill(plan.statement, option), option);
    if (!step) return null;
    steps.push(step);
  }
  const yes = steps.every((s) => s.judgement.entailment >= run.settings.answer.supported);
  const sureOf = (s: Step) => (yes ? s.judgement.entailment : 1 - s.judgement.entailment);
  const confidence = yes
    ? steps.reduce((p, s) => p * sureOf(s), 1)
    : Math.max(...steps.map(sureOf));
  return { answer: yes ? 'yes' : 'no', steps, confidence };
}

/** The most related window of the best passages about `about`, judged against a statement. */
export async function judgeStatement(
  run: Run,
  statement: string,
  about: string,
): Promise<Step | null> {
  const vector = await run.models.embed([statement], run.signal);
  const named = stems(about);
  const taken = findCandidates(run.indexes, statement, vector, run.trust, run.settings, run.allowed)
    .filter((found) => namesSubject(run, found, named))
    .slice(0, 3);
  if (taken.length === 0) return null;
  const windows = taken.map((found, at) =>
    bestWindow(
      found.passage,
      at,
      stems(statement),
      run.indexes.document(found.passage.document)?.title ?? '',
      run.settings.answer.around,
      run.settings.answer.windowChars,
    ),
  );
  const judgements = await run.judge.judge(
    windows.map((w) => ({ premise: w.premise, hypothesis: statement })),
    run.signal,
  );
  const clear = (j: Judgement) => Math.max(j.entailment, j.contradiction);
  const best = judgements.reduce((top, j, i) => (clear(j) > clear(judgements[top]!) ? i : top), 0);
  const window = windows[best]!;
  return {
    text: taken[best]!.passage.text.slice(window.start, window.end),
    claim: statement,
    found: taken[best]!,
    start: window.start,
    end: window.end,
    judgement: judgements[best]!,
  };
}

function namesSubject(run: Run, found: Found, named: ReadonlySet<string>): boolean {
  const text = stems(
    `${run.indexes.document(found.passage.document)?.title ?? ''} ${found.passage.text}`,
  );
  return [...named].every((s) => text.has(s));
}

const sure = (...hops: readonly Hop[]): number =>
  hops.reduce((p, hop) => p * hop.group.confidence, 1);

function stepOf(hop: Hop): Step {
  const spans = hop.found.passage.sentences;
  const sentence = spans.find(([, end]) => end > hop.span[0]) ?? [0, hop.found.passage.text.length];
  return {
    text: hop.found.passage.text.slice(sentence[0], Math.max(sentence[1], hop.span[1])),
    claim: toClaim(hop.question, hop.answer),
    found: hop.found,
    start: sentence[0],
    end: Math.max(sentence[1], hop.span[1]),
    judgement: hop.group.judgement,
  };
}
