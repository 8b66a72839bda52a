import { verdictOf } from '../../core/answer/compose';
import { toClaim } from '../../core/answer/claims';
import { goldOf, type QuestionPassage, type QuestionRow } from '../../core/evaluation/questions';
import { scoreQuestion, type Outcome } from '../../core/evaluation/metrics';
import type { QuestionLine } from '../../core/evaluation/report';
import type { Settings } from '../../core/settings';
import type { Answer } from '../../core/types';
import type { Models } from '../models/types';

/** A library that questions are asked of, however it was made. */
export interface AskableLibrary {
  ask(question: string, id: string, settings: Settings, signal: AbortSignal): Promise<Answer>;
  /** The id that the question set knows a document by. */
  idOf(document: string): string;
}

/**
 * Asks one question of a library and scores the answer. Labels reach the metrics only: the engine
 * never sees the row.
 */
export async function evaluateQuestion(
  library: AskableLibrary,
  models: Pick<Models, 'entail'>,
  row: QuestionRow,
  settings: Settings,
  now: () => number,
  signal: AbortSignal,
): Promise<QuestionLine> {
  const started = now();
  const answer = await library.ask(row.question, row.id, settings, signal);
  const ms = now() - started;
  const judged = await judgeCitations(answer, models, settings, signal);
  const outcome = outcomeOf(answer, library, judged, ms);
  return {
    id: row.id,
    question: row.question,
    golds: row.answers,
    wrongAnswer: row.wrongAnswer,
    answer: answer.short,
    kind: answer.kind,
    confidence: round(answer.confidence),
    sentences: answer.sentences.map((s) => ({
      text: s.text,
      verdict: s.verdict,
      citations: s.citations,
      flags: s.flags.map((f) => `${f.kind}: ${f.text}`),
    })),
    citations: answer.citations.map((c, i) => ({
      document: library.idOf(c.document),
      quote: c.quote,
      entailment: round(judged[i]?.entailment ?? 0),
      trust: round(c.trust),
    })),
    conflict: answer.conflict?.sides.map((side) => side.answer) ?? [],
    flags: answer.flags.map((f) => `${f.kind}: ${f.text}`),
    scores: scoreQuestion(goldOf(row), outcome),
    stages: Object.fromEntries(answer.evidence.stages.map((s) => [s.name, s.ms])),
  };
}

/** Six digits: what a report shows, and what two runs of the same seed agree on. */
const round = (x: number) => Math.round(x * 1e6) / 1e6;

interface JudgedCitation {
  readonly entailment: number;
  readonly verdict: 'supported' | 'contradicted' | 'unsupported';
}

/**
 * Every citation is judged again after the fact, quote against "question answer", also in modes that
 * do not verify: so that modes can be compared, and so that nothing is entailed by construction.
 */
async function judgeCitations(
  answer: Answer,
  models: Pick<Models, 'entail'>,
  settings: Settings,
  signal: AbortSignal,
): Promise<JudgedCitation[]> {
  if (answer.citations.length === 0) return [];
  const scores = await models.entail(
    answer.citations.map((c) => ({
      premise: c.quote.includes(c.title) ? c.quote : `${c.title}. ${c.quote}`,
      hypothesis: claimOf(answer, c.number),
    })),
    signal,
  );
  return answer.citations.map((_, i) => {
    const judgement = {
      entailment: scores[3 * i]!,
      neutral: scores[3 * i + 1]!,
      contradiction: scores[3 * i + 2]!,
    };
    return {
      entailment: judgement.entailment,
      verdict: verdictOf(judgement, settings.answer.supported),
    };
  });
}

/** What a citation is cited for: a sentence's claim; on the other side of a conflict, that side's answer. */
function claimOf(answer: Answer, citation: number): string {
  const sentence = answer.sentences.find((s) => s.citations.includes(citation));
  const side = answer.conflict?.sides.find((s) => s.citations.includes(citation));
  return sentence?.claim ?? toClaim(answer.standalone, side?.answer ?? answer.short);
}

const isComputed = (answer: Answer, citation: number): boolean =>
  answer.sentences.some((s) => s.basis === 'computed' && s.citations.includes(citation));

function outcomeOf(
  answer: Answer,
  library: AskableLibrary,
  judged: readonly JudgedCitation[],
  ms: number,
): Outcome {
  const ranking: string[] = [];
  const rankingTokens: number[] = [];
  for (const candidate of answer.evidence.candidates) {
    const id = library.idOf(candidate.document);
    const at = ranking.indexOf(id);
    if (at >= 0) rankingTokens[at]! += candidate.tokens;
    else {
      ranking.push(id);
      rankingTokens.push(candidate.tokens);
    }
  }
  const own = answer.sentences.flatMap((s) => s.citations);
  return {
    answer: answer.short,
    abstained: answer.kind === 'abstained',
    ranking,
    rankingTokens,
    cited: [
      ...new Set(
        answer.citations.filter((c) => own.includes(c.number)).map((c) => library.idOf(c.document)),
      ),
    ],
    // A computed answer rests on cells, not on a claim that a judge could weigh.
    citedEntailed: judged
      .filter((_, i) => !isComputed(answer, i + 1))
      .map((j) => j.verdict === 'supported'),
    sentencesContradicted: answer.sentences
      .filter((s) => s.basis === 'judged')
      .map((s) => {
        const verdicts = s.citations.map((n) => judged[n - 1]?.verdict);
        return verdicts.includes('contradicted') && !verdicts.includes('supported');
      }),
    contextTokens: answer.evidence.budget.tokens,
    nliCalls: answer.evidence.nliCalls,
    ms,
  };
}

/**
 * One library for all rows: equal passages (title and text) are kept once, and the rows' ids follow,
 * so that a gold passage counts under whichever row brought it.
 */
export function sharedPool(
  rows: readonly QuestionRow[],
  pool: readonly QuestionPassage[],
): { readonly rows: readonly QuestionRow[]; readonly passages: readonly QuestionPassage[] } {
  const first = new Map<string, QuestionPassage>();
  for (const passage of [...rows.flatMap((row) => row.passages), ...pool]) {
    const key = contentOf(passage);
    if (!first.has(key)) first.set(key, passage);
  }
  return {
    passages: [...first.values()],
    rows: rows.map((row) => ({
      ...row,
      passages: row.passages.map((p) => ({ ...p, id: first.get(contentOf(p))!.id })),
    })),
  };
}

const contentOf = (passage: QuestionPassage) => `${passage.title}\n${passage.text.trim()}`;
