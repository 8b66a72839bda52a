import { readQuestion } from '../../core/answer/question';
import type { AnswerGroup } from '../../core/answer/decide';
import { fold } from '../../core/lib/words';
import type { Span } from '../../core/types';
import { groupProposals, readSpans } from './propose';
import type { Run } from './run';
import { findCandidates, type Found } from './search';
import { weigh } from './weigh';

/** A question of one step, answered from one passage. */
export interface Hop {
  readonly question: string;
  readonly answer: string;
  readonly group: AnswerGroup;
  readonly found: Found;
  /** Where the answer stands, offsets into the passage's text. */
  readonly span: Span;
}

/** Passages one step reads. */
const hopPassages = 4;

/**
 * Answers one step from the whole library: passages that name what the step is about come first, so
 * that the second hop finds documents that the question does not name.
 * @returns null when nothing is supported
 */
export async function takeHop(run: Run, question: string, about: string): Promise<Hop | null> {
  const vector = await run.models.embed([question], run.signal);
  const step: Run = { ...run, shape: readQuestion(question), vector };
  const candidates = findCandidates(
    run.indexes,
    question,
    vector,
    run.trust,
    run.settings,
    run.allowed,
  );
  const taken = namingFirst(step, candidates, about).slice(0, hopPassages);
  if (taken.length === 0) return null;
  const spans = await readSpans(run.models, question, taken, run.settings.answer, run.signal);
  const fitting = spans.filter((span) => fold(span.answer) !== fold(about));
  const { groups } = await weigh(step, taken, groupProposals(fitting, 4));
  const best = groups.find(
    (g) => g.features.fits === 1 && g.judgement.entailment >= run.settings.answer.supported,
  );
  if (!best) return null;
  const proposal = best.proposals.find((p) => p.at === best.best) ?? best.proposals[0]!;
  return {
    question,
    answer: best.answer,
    group: best,
    found: taken[proposal.at]!,
    span: [proposal.start, proposal.end],
  };
}

/** Candidates whose title is, then whose text names, what the step is about; the rest keep their order behind. */
function namingFirst(run: Run, candidates: readonly Found[], about: string): Found[] {
  const wanted = bare(about);
  if (wanted === '') return [...candidates];
  const rank = (found: Found) => {
    const title = bare(run.indexes.document(found.passage.document)?.title ?? '');
    if (title === wanted) return 0;
    return `${title} ${fold(found.passage.text)}`.includes(wanted) ? 1 : 2;
  };
  const ranks = new Map(candidates.map((c) => [c, rank(c)]));
  return candidates.slice().sort((a, b) => ranks.get(a)! - ranks.get(b)!);
}

/** "film Move (1970 Film)" -> "move": what titles are compared by. */
const bare = (name: string): string =>
  fold(name)
    .replace(/^(?:the\s+)?(?:film|movie|song|album|book|novel)\s+/, '')
    .replace(/\s*\([^)]*\)\s*$/, '')
    .replace(/^the\s+/, '')
    .replace(/["“”]/g, '')
    .trim();
