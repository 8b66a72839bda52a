import type { Random } from '../lib/random';
import type { Judgement } from '../types';
import { answerReward, limitEvidence, sentenceReward, type EvidenceSentence } from './mcts-reward';
import type { Move, SearchSettings } from './mcts-tree';

/** A partial answer and the passages that it is checked against. */
export interface Draft {
  readonly sentences: readonly string[];
  /** Keys of the passages in the context. */
  readonly passages: readonly string[];
  readonly finished: boolean;
}

export interface DraftWriter {
  /** At most `count` next sentences, likeliest first; `prior` > 0. */
  readonly write: (
    draft: Draft,
    count: number,
    random: Random,
  ) => Promise<readonly { readonly text: string; readonly prior: number }[]>;
  /** At most `count` keys of passages that are not in the draft yet, best first. */
  readonly retrieve: (draft: Draft, count: number) => Promise<readonly string[]>;
}

/**
 * The three actions of the paper as moves: write the next sentence (`proposals` of them), retrieve
 * more evidence, finish. "Finish" is offered once something is written. Retrieving and finishing
 * have the mean prior of the sentences.
 */
export function createDraftMoves({ write, retrieve }: DraftWriter, settings: SearchSettings) {
  return async (draft: Draft, random: Random): Promise<Move<Draft>[]> => {
    const written = await write(draft, settings.proposals, random);
    const moves: Move<Draft>[] = written.map(({ text, prior }) => ({
      action: 'write',
      text,
      prior,
      state: { ...draft, sentences: [...draft.sentences, text] },
      final: false,
    }));
    const prior =
      moves.length > 0 ? moves.reduce((sum, move) => sum + move.prior, 0) / moves.length : 1;
    const more = settings.retrieve > 0 ? await retrieve(draft, settings.retrieve) : [];
    if (more.length > 0)
      moves.push({
        action: 'retrieve',
        text: more.join(', '),
        prior,
        state: { ...draft, passages: [...draft.passages, ...more] },
        final: false,
      });
    if (draft.sentences.length > 0)
      moves.push({
        action: 'finish',
        text: '',
        prior,
        state: { ...draft, finished: true },
        final: true,
      });
    return moves;
  };
}

export interface DraftEvidence {
  /** Evidence sentences for a sentence among the draft's passages, best first, of any number. */
  readonly evidenceFor: (
    sentence: string,
    passages: readonly string[],
  ) => readonly EvidenceSentence[];
  /** n x 3, row-major: probabilities of entailment, neutral, contradiction. */
  readonly entail: (
    pairs: readonly { readonly premise: string; readonly hypothesis: string }[],
  ) => Promise<ArrayLike<number>>;
  /** Judgements by `judgementKey`, kept from question to question if the caller likes. */
  readonly cache: Map<string, Judgement>;
}

/**
 * Rewards of drafts; every pair that is not in the cache yet goes to the judge in one call.
 * @returns a `judge` for `search`
 */
export function createDraftJudge(
  { evidenceFor, entail, cache }: DraftEvidence,
  settings: SearchSettings,
) {
  return async (drafts: readonly Draft[]): Promise<number[]> => {
    const checks = drafts.map((draft) =>
      draft.sentences.map((sentence) => ({
        sentence,
        evidence: limitEvidence(evidenceFor(sentence, draft.passages), settings),
      })),
    );
    await judgeAll(checks.flat(), entail, cache);
    return checks.map((sentences) =>
      answerReward(
        sentences.map(({ sentence, evidence }) =>
          sentenceReward(
            evidence.map(({ text, trust }) => ({
              judgement: cache.get(judgementKey(text, sentence))!,
              trust,
            })),
            settings,
          ),
        ),
        settings,
      ),
    );
  };
}

async function judgeAll(
  checks: readonly { sentence: string; evidence: readonly EvidenceSentence[] }[],
  entail: DraftEvidence['entail'],
  cache: Map<string, Judgement>,
): Promise<void> {
  const wanted = new Map<string, { premise: string; hypothesis: string }>();
  for (const { sentence, evidence } of checks)
    for (const { text } of evidence) {
      const key = judgementKey(text, sentence);
      if (!cache.has(key)) wanted.set(key, { premise: text, hypothesis: sentence });
    }
  if (wanted.size === 0) return;
  const rows = await entail([...wanted.values()]);
  if (rows.length !== 3 * wanted.size)
    throw new RangeError(`Got ${rows.length} probabilities when expected ${3 * wanted.size}.`);
  [...wanted.keys()].forEach((key, i) =>
    cache.set(key, {
      entailment: rows[3 * i]!,
      neutral: rows[3 * i + 1]!,
      contradiction: rows[3 * i + 2]!,
    }),
  );
}

/** Key of a judged pair; no text holds the separator. */
export function judgementKey(premise: string, hypothesis: string): string {
  return `${premise}\u0000${hypothesis}`;
}
