import { decompose } from '../../core/answer/decompose';
import { toStatement } from '../../core/answer/claims';
import type { AnswerGroup, RawProposal } from '../../core/answer/decide';
import { readQuestion } from '../../core/answer/question';
import type { Settings } from '../../core/settings';
import type { Answer, Evidence } from '../../core/types';
import type { AskEvent } from '../../link/ask';
import { chooseEvidence } from './choose';
import { composeAnswer, leaderOf } from './compose-answer';
import { keepEvidence } from './evidence';
import { draftAnswer } from './draft';
import { createJudge } from './judge';
import { groupProposals, readSpans } from './propose';
import type { AskDeps, Run } from './run';
import { findCandidates, type Found } from './search';
import { searchAnswers } from './search-answers';
import { askTables } from './tables';
import { weigh } from './weigh';
import { judgeStatement, workOut, type WorkedOut } from './work-out';

export interface AskInput {
  readonly id: string;
  readonly question: string;
  /** The question with its follow-up resolved. */
  readonly standalone: string;
  /** How the follow-up was read, for the person; null when it stood alone. */
  readonly note: string | null;
  /** Which passages may be used; all when left out. */
  readonly allowed?: (index: number) => boolean;
}

/**
 * Answers a question from the library: candidates, chosen evidence, proposals, judgement, decision,
 * answer. Every number that decided is kept in `answer.evidence`.
 */
export async function answerQuestion(
  deps: AskDeps,
  input: AskInput,
  settings: Settings,
  onEvent: (event: AskEvent) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const clock = createClock(deps.now);
  const question = input.standalone;
  onEvent({ type: 'stage', stage: 'searching', detail: `${deps.indexes.size} passages` });
  const vector = await deps.models.embed([question], signal);
  const run: Run = {
    ...deps,
    settings,
    shape: readQuestion(question),
    vector,
    judge: createJudge(deps.models),
    allowed: input.allowed,
    signal,
  };

  const candidates = findCandidates(
    deps.indexes,
    question,
    vector,
    deps.trust,
    settings,
    input.allowed,
  );
  clock.lap('search');

  onEvent({ type: 'stage', stage: 'choosing', detail: `${candidates.length} candidates` });
  const chosen = chooseEvidence(deps.indexes, candidates, question, settings.context);
  clock.lap('choose');
  const own = chosen.taken.slice(0, settings.answer.read);
  const chained = settings.chains.enabled
    ? await deps.chainer?.chains(question, vector, candidates, settings, signal, input.allowed)
    : undefined;
  const taken = [...own, ...passagesOfChains(run, own, chained?.passages ?? [])];
  clock.lap('chains');

  const { worked, computed, refused } = await workFirst(run, candidates, onEvent);
  if (worked) onEvent({ type: 'draft', short: worked.answer, checked: true });
  clock.lap('steps');

  // What was computed or worked out step by step is checked already: there is nothing left to read.
  const read = worked ? { spans: [], groups: [] } : await readAnswers(run, taken, onEvent, clock);

  const searched =
    worked || !wantsSearch(run, read.groups)
      ? null
      : await searchAnswers(run, candidates, taken, read.spans);
  if (searched) clock.lap('search answers');
  const found = searched ?? { taken, groups: read.groups, tree: [] };

  const evidence = keepEvidence(run, {
    chosen,
    taken: found.taken,
    chains: chained?.chains ?? [],
    tree: found.tree,
    groups: found.groups,
    stages: clock.stages,
    models: await modelNames(deps, settings),
  });
  const note = [input.note, refused].filter(Boolean).join(' ') || null;
  const composed = await composeAnswer(run, input, {
    candidates,
    taken: found.taken,
    groups: found.groups,
    worked,
    computed,
    note,
    evidence,
  });
  const writer = settings.answer.draft === 'writer' ? (deps.writer?.() ?? null) : null;
  if (writer) onEvent({ type: 'stage', stage: 'writing', detail: composed.short });
  const answer = writer ? await draftAnswer(run, composed, writer) : composed;
  if (writer) clock.lap('word');
  onEvent({ type: 'stage', stage: 'done', detail: '' });
  onEvent({ type: 'answer', answer });
  return answer;
}

/** Passages that chains rest on and that were not chosen anyway; they are read behind the others. */
function passagesOfChains(run: Run, own: readonly Found[], passages: readonly number[]): Found[] {
  const known = new Set(own.map((found) => found.index));
  return passages
    .filter((index) => !known.has(index) && (run.allowed?.(index) ?? true))
    .slice(0, run.settings.answer.readChained)
    .map((index) => ({
      index,
      passage: run.indexes.passage(index),
      cosine: null,
      denseRank: null,
      bm25: null,
      sparseRank: null,
      fused: 0,
      relevance: 0,
      trust: run.settings.trust.enabled ? run.trust.trustOf(index) : 0.5,
      score: 0,
      reworded: 0,
    }));
}

/** Spans that the reader proposes, equal ones together, judged and decided between. */
async function readAnswers(
  run: Run,
  taken: readonly Found[],
  onEvent: (event: AskEvent) => void,
  clock: Clock,
): Promise<{ readonly spans: readonly RawProposal[]; readonly groups: readonly AnswerGroup[] }> {
  const { answer: settings } = run.settings;
  onEvent({ type: 'stage', stage: 'reading', detail: `${taken.length} passages` });
  const spans = await readSpans(run.models, run.shape.text, taken, settings, run.signal);
  clock.lap('read');
  const proposed = groupProposals(spans, settings.groups);
  if (proposed[0]) onEvent({ type: 'draft', short: proposed[0].answer, checked: false });
  onEvent({ type: 'stage', stage: 'checking', detail: `${proposed.length} answers` });
  const { groups } = await weigh(run, taken, proposed);
  clock.lap('check');
  return { spans, groups };
}

function wantsSearch(run: Run, groups: readonly AnswerGroup[]): boolean {
  const { enabled, when } = run.settings.search;
  return enabled && (when === 'always' || leaderOf(run, groups) === null);
}

interface Worked {
  readonly worked: WorkedOut | null;
  readonly computed: boolean;
  /** Why a table was not computed; null otherwise. */
  readonly refused: string | null;
}

/** Tables, questions of several steps, and yes or no: what no single span answers. */
async function workFirst(
  run: Run,
  candidates: readonly Found[],
  onEvent: (event: AskEvent) => void,
): Promise<Worked> {
  const nothing: Worked = { worked: null, computed: false, refused: null };
  if (!run.settings.answer.steps) return nothing;
  const table = await askTables(run, candidates);
  if (table && 'refused' in table) return { ...nothing, refused: table.refused };
  if (table) return { worked: table, computed: true, refused: null };
  const plan = decompose(run.shape.text);
  if (plan) {
    onEvent({ type: 'stage', stage: 'chaining', detail: 'step by step' });
    return { ...nothing, worked: await workOut(run, plan) };
  }
  const statement = run.shape.kind === 'yesno' ? toStatement(run.shape.text) : null;
  return statement ? { ...nothing, worked: await yesOrNo(run, statement) } : nothing;
}

/** A statement that the library entails or contradicts clearly; null when it leaves it open. */
async function yesOrNo(run: Run, statement: string): Promise<WorkedOut | null> {
  const step = await judgeStatement(run, statement, run.shape.names[0] ?? '');
  if (!step) return null;
  const { entailment, contradiction } = step.judgement;
  if (Math.max(entailment, contradiction) < run.settings.answer.supported) return null;
  const yes = entailment > contradiction;
  // A clear "no" rests on its evidence as much as a clear "yes" does.
  const judgement = yes
    ? step.judgement
    : { ...step.judgement, entailment: contradiction, contradiction: entailment };
  return {
    answer: yes ? 'yes' : 'no',
    steps: [{ ...step, judgement }],
    confidence: Math.max(entailment, contradiction),
  };
}

/** The language model is only named where it has a part. */
async function modelNames(deps: AskDeps, settings: Settings): Promise<Evidence['models']> {
  const { roles } = await deps.models.describe();
  return Object.fromEntries(
    Object.entries(roles).flatMap(([role, model]) =>
      model && (role !== 'write' || asksWriter(settings))
        ? [[role, `${model.id} (${model.device})`]]
        : [],
    ),
  );
}

const asksWriter = ({ answer, chains, facts }: Settings): boolean =>
  answer.draft === 'writer' ||
  (chains.enabled && chains.selector === 'writer') ||
  facts.extractor === 'writer' ||
  facts.evaluator === 'writer';

interface Clock {
  readonly stages: { name: string; ms: number }[];
  lap(name: string): void;
}

function createClock(now: () => number): Clock {
  let last = now();
  const stages: { name: string; ms: number }[] = [];
  return {
    stages,
    lap(name) {
      const at = now();
      stages.push({ name, ms: at - last });
      last = at;
    },
  };
}
