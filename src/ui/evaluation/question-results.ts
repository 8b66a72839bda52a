import type { ModeReport, QuestionLine } from '../../core/evaluation/report';

/** How a mode did with one question. */
export type Outcome = 'right' | 'rightly-silent' | 'misled' | 'wrong' | 'wrongly-silent';

export const outcomeNames: Readonly<Record<Outcome, string>> = {
  right: 'Right',
  'rightly-silent': 'Rightly silent',
  misled: 'Misled',
  wrong: 'Wrong',
  'wrongly-silent': 'Wrongly silent',
};

export const isRight = (outcome: Outcome): boolean =>
  outcome === 'right' || outcome === 'rightly-silent';

export function outcomeOf({ golds, kind, scores }: QuestionLine): Outcome {
  if (golds.length === 0) return kind === 'abstained' ? 'rightly-silent' : 'wrong';
  if (kind === 'abstained') return 'wrongly-silent';
  if (scores.accuracy === 1) return 'right';
  return scores.misled === 1 ? 'misled' : 'wrong';
}

/** One question with what each mode made of it. */
export interface QuestionResult {
  readonly id: string;
  readonly question: string;
  readonly golds: readonly string[];
  readonly wrongAnswer: string | null;
  readonly modes: readonly {
    readonly mode: string;
    readonly line: QuestionLine;
    readonly outcome: Outcome;
  }[];
}

export function questionResults(modes: Readonly<Record<string, ModeReport>>): QuestionResult[] {
  const entries = Object.entries(modes);
  return (entries[0]?.[1].questions ?? []).map(({ id, question, golds, wrongAnswer }, i) => ({
    id,
    question,
    golds,
    wrongAnswer,
    modes: entries.flatMap(([mode, { questions }]) => {
      const line = questions[i];
      return line ? [{ mode, line, outcome: outcomeOf(line) }] : [];
    }),
  }));
}

export type QuestionFilter = 'all' | 'wrong' | 'differ';

/** `wrong`: some mode was not right; `differ`: modes fared differently. */
export function filterResults(
  results: readonly QuestionResult[],
  filter: QuestionFilter,
): readonly QuestionResult[] {
  if (filter === 'wrong')
    return results.filter(({ modes }) => modes.some((m) => !isRight(m.outcome)));
  if (filter === 'differ')
    return results.filter(({ modes }) => new Set(modes.map((m) => m.outcome)).size > 1);
  return results;
}
