import { toClaim } from '../../core/answer/claims';
import type { AnswerGroup, RawProposal } from '../../core/answer/decide';
import { sameAnswer } from '../../core/answer/group';
import { coverage, stems } from '../../core/lib/words';
import { createRandom } from '../../core/lib/random';
import { search } from '../../core/reasoning/mcts';
import { createDraftJudge, createDraftMoves, type Draft } from '../../core/reasoning/mcts-draft';
import type { EvidenceSentence } from '../../core/reasoning/mcts-reward';
import type { Judgement, SearchNode } from '../../core/types';
import { createPause } from '../breathe';
import { groupProposals, readSpans } from './propose';
import type { Run } from './run';
import type { Found } from './search';
import { weigh } from './weigh';

/** What a search over answers found: more passages, read and weighed, and the tree that led there. */
export interface SearchedAnswers {
  readonly taken: readonly Found[];
  readonly groups: readonly AnswerGroup[];
  readonly tree: readonly SearchNode[];
}

/**
 * NLI-guided tree search over answers (Self-Correcting RAG, section 3.3) without a language model: a
 * sentence is a claim read from the draft's passages, "retrieve" brings in the next candidates, the
 * judge rewards. What it read is weighed together at the end.
 *
 * With `search.when` = "always" the best rewarded claim leads, as in the paper; with "open" (default)
 * the search is run where the first reading left the question open, and the decision stays.
 */
export async function searchAnswers(
  run: Run,
  candidates: readonly Found[],
  first: readonly Found[],
  known: readonly RawProposal[],
): Promise<SearchedAnswers> {
  const { settings, signal } = run;
  const byKey = new Map(candidates.map((found) => [found.passage.id as string, found]));
  const read = new Map<string, readonly RawProposal[]>();
  first.forEach((found, at) =>
    read.set(
      found.passage.id,
      known.filter((p) => p.at === at),
    ),
  );

  /** Proposals of the draft's passages; passages that were not read yet are read now. */
  async function proposalsOf(draft: Draft): Promise<RawProposal[]> {
    const unread = draft.passages.filter((key) => !read.has(key)).map((key) => byKey.get(key)!);
    const spans = await readSpans(run.models, run.shape.text, unread, settings.answer, signal);
    unread.forEach((found, at) =>
      read.set(
        found.passage.id,
        spans.filter((p) => p.at === at),
      ),
    );
    return draft.passages.flatMap((key, at) => read.get(key)!.map((p) => ({ ...p, at })));
  }

  const moves = createDraftMoves(
    {
      // A short answer is one claim: nothing is written behind it.
      async write(draft, count) {
        if (draft.sentences.length > 0) return [];
        const groups = groupProposals(await proposalsOf(draft), count);
        return groups.map(({ answer, proposals }) => ({
          text: toClaim(run.shape.text, answer),
          prior: Math.max(0.01, ...proposals.map((p) => p.probability)),
        }));
      },
      retrieve: (draft, count) =>
        Promise.resolve(
          draft.sentences.length > 0
            ? []
            : candidates
                .map((found) => found.passage.id as string)
                .filter((key) => !draft.passages.includes(key))
                .slice(0, count),
        ),
    },
    settings.search,
  );
  const cache = new Map<string, Judgement>();
  const judge = createDraftJudge(
    {
      evidenceFor: (claim, passages) =>
        rankedSentences(
          claim,
          passages.map((key) => byKey.get(key)!),
          settings.trust.enabled,
        ),
      async entail(pairs) {
        const judgements = await run.judge.judge(pairs, signal);
        return judgements.flatMap((j) => [j.entailment, j.neutral, j.contradiction]);
      },
      cache,
    },
    settings.search,
  );
  const result = await search<Draft>({
    root: { sentences: [], passages: first.map((found) => found.passage.id), finished: false },
    propose: moves,
    judge,
    isAnswer: (draft) => draft.sentences.length > 0,
    random: createRandom(settings.search.seed),
    settings: settings.search,
    pause: createPause(signal),
    now: run.now,
  });

  const taken = [...read.keys()].map((key) => byKey.get(key)!);
  const all = taken.flatMap((found, at) => read.get(found.passage.id)!.map((p) => ({ ...p, at })));
  const { groups } = await weigh(run, taken, groupProposals(all, settings.answer.groups));
  const claim = settings.search.when === 'always' ? result.best?.state.sentences[0] : undefined;
  return { taken, groups: claim ? leadWith(groups, claim, run) : groups, tree: result.tree };
}

/** The claim's group first; the others keep their order. */
function leadWith(groups: readonly AnswerGroup[], claim: string, run: Run): AnswerGroup[] {
  const leads = (g: AnswerGroup) =>
    g.proposals.some(
      (p) =>
        toClaim(run.shape.text, p.answer) === claim ||
        sameAnswer(toClaim(run.shape.text, g.answer), claim),
    );
  return [...groups.filter(leads), ...groups.filter((g) => !leads(g))];
}

/** Sentences of the passages, those that share most with the claim first. */
function rankedSentences(
  claim: string,
  passages: readonly Found[],
  trusted: boolean,
): EvidenceSentence[] {
  const wanted = stems(claim);
  return passages
    .flatMap(({ passage, trust }) =>
      passage.sentences.map(([start, end]) => {
        const text = passage.text.slice(start, end);
        return {
          text,
          passage: passage.id as string,
          trust: trusted ? trust : 1,
          share: coverage(wanted, text),
        };
      }),
    )
    .sort((a, b) => b.share - a.share);
}
