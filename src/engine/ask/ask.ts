import { toClaim, toStatement } from '../../core/answer/claims';
import { composeSentence, createCiter, sourceFlags, type Support } from '../../core/answer/compose';
import { conflictingGroups, resolveConflict } from '../../core/answer/conflict';
import { amends, calendarDates } from '../../core/answer/dates';
import {
  decide,
  type AnswerGroup,
  type RawProposal,
  type ReadPassage,
} from '../../core/answer/decide';
import { fitsQuestion } from '../../core/answer/fits';
import { denies, plantedMarks } from '../../core/answer/planted';
import { readQuestion, type QuestionShape } from '../../core/answer/question';
import { independentSources } from '../../core/answer/sources';
import { bestWindow, windowAround, type Window } from '../../core/answer/window';
import { stems } from '../../core/lib/words';
import type { Settings } from '../../core/settings';
import type {
  Answer,
  Citation,
  Conflict,
  DocumentRecord,
  Judgement,
  Proposal,
} from '../../core/types';
import type { AskEvent } from '../../link/ask';
import type { Models } from '../models/types';
import type { Indexes } from '../pipeline/indexes';
import { createJudge, type Judge } from './judge';
import { groupProposals, readSpans, type ProposalGroup } from './propose';
import { dot, findCandidates, type Found, type TrustSource } from './search';

export interface AskDeps {
  readonly models: Models;
  readonly indexes: Indexes;
  readonly trust: TrustSource;
  readonly now: () => number;
}

export interface AskInput {
  readonly id: string;
  readonly question: string;
  readonly standalone: string;
  readonly allowed?: (index: number) => boolean;
}

/** What the stages of one question share. */
interface Run extends AskDeps {
  readonly settings: Settings;
  readonly shape: QuestionShape;
  readonly judge: Judge;
  readonly signal: AbortSignal;
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
  const shape = readQuestion(input.standalone);
  const run: Run = { ...deps, settings, shape, judge: createJudge(deps.models), signal };

  onEvent({ type: 'stage', stage: 'searching', detail: `${deps.indexes.size} passages` });
  const vector = await deps.models.embed([input.standalone], signal);
  const candidates = findCandidates(
    deps.indexes,
    input.standalone,
    vector,
    deps.trust,
    settings,
    input.allowed,
  );
  clock.lap('search');

  onEvent({ type: 'stage', stage: 'choosing', detail: `${candidates.length} candidates` });
  const taken = candidates.slice(0, settings.answer.read);
  clock.lap('choose');

  onEvent({ type: 'stage', stage: 'reading', detail: `${taken.length} passages` });
  const spans = await readSpans(deps.models, input.standalone, taken, settings.answer, signal);
  clock.lap('read');

  onEvent({ type: 'stage', stage: 'checking', detail: `${spans.length} proposals` });
  const groups = await weigh(run, taken, groupProposals(spans, 8));
  clock.lap('check');

  const answer = compose(run, input, candidates, taken, groups, clock);
  onEvent({ type: 'stage', stage: 'done', detail: '' });
  onEvent({ type: 'answer', answer });
  return answer;
}

/** Judges each proposed answer against each read passage and decides between them. */
async function weigh(
  run: Run,
  taken: readonly Found[],
  proposed: readonly ProposalGroup[],
): Promise<AnswerGroup[]> {
  const { settings, shape, indexes } = run;
  const sources = independentSources(
    taken.map((f) => f.passage.document),
    (i, j) => dot(indexes.vector(taken[i]!.index), indexes.vector(taken[j]!.index)),
    settings.answer.copyCosine,
  );
  const passages: ReadPassage[] = taken.map((f, i) => {
    const marks = plantedMarks(f.passage.text, shape.text);
    return {
      relevance: f.relevance,
      trust: f.trust,
      source: sources[i]!,
      echo: marks.echo,
      order: marks.order !== null,
      aboutAnswer: marks.aboutAnswer !== null,
    };
  });
  const judged = settings.answer.verify
    ? await judgeAll(run, taken, proposed)
    : proposed.map(() => taken.map(() => null));
  return decide({
    passages,
    groups: proposed.map((group, g) => ({
      answer: group.answer,
      proposals: group.proposals,
      judged: judged[g]!,
      fits: fitsQuestion(shape.kind, group.answer, shape.options),
      deniedBy: taken.map((f) => denies(f.passage.text, group.answer)),
    })),
  });
}

async function judgeAll(
  run: Run,
  taken: readonly Found[],
  proposed: readonly ProposalGroup[],
): Promise<(Judgement | null)[][]> {
  const pairs = proposed.flatMap((group) =>
    taken.map((found, at) => ({
      premise: windowFor(run, found, at, group).premise,
      hypothesis: toClaim(run.shape.text, group.answer),
    })),
  );
  const flat = await run.judge.judge(pairs, run.signal);
  return proposed.map((_, g) => taken.map((_, p) => flat[g * taken.length + p]!));
}

/** Where in a passage a claim is looked for: around the span it was read from, else the most related sentence. */
function windowFor(run: Run, found: Found, at: number, group: ProposalGroup): Window {
  const { answer: settings } = run.settings;
  const title = run.indexes.document(found.passage.document)?.title ?? '';
  const own = group.proposals.find((p) => p.at === at);
  if (own)
    return windowAround(
      found.passage,
      at,
      own.start,
      own.end,
      title,
      settings.around,
      settings.windowChars,
    );
  const wanted = new Set([...run.shape.stems, ...stems(group.answer)]);
  return bestWindow(found.passage, at, wanted, title, settings.around, settings.windowChars);
}

function compose(
  run: Run,
  input: AskInput,
  candidates: readonly Found[],
  taken: readonly Found[],
  groups: readonly AnswerGroup[],
  clock: Clock,
): Answer {
  const { settings, shape } = run;
  const verify = settings.answer.verify;
  const citer = createCiter();
  const supportsOf = (group: AnswerGroup) => supportFor(run, taken, group);
  const leader = groups.find((g) => !verify || g.judgement.entailment >= settings.answer.supported);
  const answered = leader !== undefined && leader.confidence >= settings.answer.abstainBelow;

  const rivals =
    answered && verify
      ? conflictingGroups(
          [leader, ...groups.filter((g) => g !== leader)],
          settings.answer.supported,
          settings.answer.conflictShare,
        )
      : [];
  const resolved =
    answered && rivals.length > 0
      ? resolveConflict([leader, ...rivals].map((group) => sideFacts(run, taken, group)))
      : null;
  const shown = resolved?.sides[0]?.group ?? leader;

  const sentences = [];
  let conflict: Conflict | null = null;
  const flags = [];
  if (answered && shown) {
    const supports = supportsOf(shown);
    sentences.push(
      ...groupBySentence(supports).map((group) =>
        composeSentence(
          group[0]!.passage.text.slice(group[0]!.start, group[0]!.end),
          group,
          citer.cite,
          shape.text,
          verify ? settings.answer.supported : 0,
        ),
      ),
    );
    flags.push(...sourceFlags(supports, shape.text, shown.sources, settings.trust.low));
    if (resolved)
      conflict = {
        kind: resolved.kind,
        reason: resolved.reason,
        sides: resolved.sides.map((side, i) => ({
          answer: side.group.answer,
          citations: supportsOf(side.group).map(citer.cite),
          sources: side.group.sources,
          trust: side.trust,
          date: side.date,
          preferred: i === 0,
        })),
      };
  }
  return {
    id: input.id,
    question: input.question,
    standalone: input.standalone,
    kind: answered ? 'answered' : 'abstained',
    short: answered && shown ? shown.answer : '',
    sentences,
    citations: citer.citations,
    conflict,
    nearest: answered ? [] : nearestPassages(run, candidates),
    confidence: (answered ? shown?.confidence : leader?.confidence) ?? 0,
    flags,
    evidence: {
      candidates: candidates.map((f, i) => ({
        passage: f.passage.id,
        document: f.passage.document,
        title: run.indexes.document(f.passage.document)?.title ?? '',
        page: f.passage.page,
        excerpt: f.passage.text.slice(0, 200),
        cosine: f.cosine,
        bm25: f.bm25,
        fused: f.fused,
        trust: f.trust,
        score: f.score,
        tokens: f.passage.tokens,
        redundancy: 0,
        group: i,
        taken: taken.includes(f),
        reason: taken.includes(f) ? 'taken' : 'left out: lower value',
      })),
      proposals: groups.map((g) => proposalOf(g, taken, g === shown && answered, run)),
      budget: {
        tokens: taken.reduce((sum, f) => sum + f.passage.tokens, 0),
        maxTokens: settings.context.tokens,
        redundancy: 0,
        maxRedundancy: settings.context.redundancy,
      },
      chains: [],
      tree: [],
      stages: clock.stages,
      nliCalls: run.judge.calls,
      models: {},
    },
    asked: run.now(),
  };
}

function proposalOf(
  group: AnswerGroup,
  taken: readonly Found[],
  shown: boolean,
  run: Run,
): Proposal {
  const supported = group.judgement.entailment >= run.settings.answer.supported;
  return {
    answer: group.answer,
    passages: group.at.map((p) => taken[p]!.passage.id),
    sources: group.sources,
    reader: group.features.reader,
    judgement: group.judgement,
    trust: group.features.trust,
    score: group.confidence,
    fate: shown
      ? 'shown'
      : supported
        ? 'supported, but less likely'
        : 'not supported by its passage',
  };
}

/** The evidence of an answer: per passage that proposes it, the sentence it stands in; the best first. */
function supportFor(run: Run, taken: readonly Found[], group: AnswerGroup): Support[] {
  const seen = new Set<number>();
  const proposals = group.proposals
    .filter((p) => !seen.has(p.at) && seen.add(p.at))
    .sort(
      (a, b) => Number(b.at === group.best) - Number(a.at === group.best) || b.reader - a.reader,
    )
    .slice(0, run.settings.answer.cited);
  return proposals.map((p) => sentenceSupport(run, taken[p.at]!, p, group));
}

function sentenceSupport(
  run: Run,
  found: Found,
  proposal: RawProposal,
  group: AnswerGroup,
): Support {
  const inner = windowAround(
    found.passage,
    proposal.at,
    proposal.start,
    proposal.end,
    '',
    0,
    Infinity,
  );
  return {
    passage: found.passage,
    document: run.indexes.document(found.passage.document)!,
    start: inner.start,
    end: inner.end,
    judgement: group.judgement,
    trust: found.trust,
  };
}

/** Sentences that say the same to the letter are shown once with all their citations. */
function groupBySentence(supports: readonly Support[]): Support[][] {
  const groups = new Map<string, Support[]>();
  for (const support of supports) {
    const text = support.passage.text.slice(support.start, support.end).trim();
    groups.set(text, [...(groups.get(text) ?? []), support]);
  }
  return [...groups.values()];
}

function sideFacts(run: Run, taken: readonly Found[], group: AnswerGroup) {
  const found = taken[group.best]!;
  const document = run.indexes.document(found.passage.document);
  const dates = calendarDates(found.passage.text);
  return {
    group,
    trust: found.trust,
    date: document?.date ?? dates.sort().at(-1) ?? null,
    amends: amends.test(found.passage.text),
  };
}

function nearestPassages(run: Run, candidates: readonly Found[]): Citation[] {
  const citer = createCiter();
  const none: Judgement = { entailment: 0, neutral: 1, contradiction: 0 };
  for (const found of candidates.slice(0, 3)) {
    const document: DocumentRecord | undefined = run.indexes.document(found.passage.document);
    if (!document) continue;
    const window = bestWindow(found.passage, 0, run.shape.stems, '', 0, Infinity);
    citer.cite({
      passage: found.passage,
      document,
      start: window.start,
      end: window.end,
      judgement: none,
      trust: found.trust,
    });
  }
  return citer.citations;
}

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

void toStatement;
