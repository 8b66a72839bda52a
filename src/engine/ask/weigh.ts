import { toClaim } from '../../core/answer/claims';
import {
  chooseByReader,
  decide,
  type AnswerGroup,
  type DecisionInput,
  type RawProposal,
  type ReadPassage,
} from '../../core/answer/decide';
import { calendarDates, saysNew, type PartialDate } from '../../core/answer/dates';
import { fitsQuestion } from '../../core/answer/fits';
import { aboutQuestion, denies, plantedMarks } from '../../core/answer/planted';
import { independentSources } from '../../core/answer/sources';
import { bestWindow, windowAround, type Window } from '../../core/answer/window';
import { containsAnswer } from '../../core/lib/normalize';
import { coverage, fold, stems } from '../../core/lib/words';
import type { Judgement } from '../../core/types';
import type { ProposalGroup } from './propose';
import type { Run } from './run';
import { dot, type Found } from './search';

/** Answers with what was found out about each, best first, and what the decision looked at. */
export interface Weighed {
  readonly groups: readonly AnswerGroup[];
  readonly input: DecisionInput;
}

/** Judges each proposed answer against the passages that were read and decides between them. */
export async function weigh(
  run: Run,
  taken: readonly Found[],
  proposed: readonly ProposalGroup[],
): Promise<Weighed> {
  const all = proposed.map((group) => {
    const windows = taken.map((found, at) => windowFor(run, found, at, group));
    const fit = (p: RawProposal) => fitsQuestion(run.shape, p.answer, windows[p.at]!.premise);
    return { group, windows, fits: Math.max(...group.proposals.map(fit)) };
  });
  // "When" without a date is no answer, however sure the reader is: it does not even compete.
  const fitting = run.settings.answer.verify ? all.filter(({ fits }) => fits > 0) : all;
  const judged = run.settings.answer.verify
    ? await judgeAll(run, taken, fitting)
    : fitting.map(() => taken.map(() => null));
  const input: DecisionInput = {
    passages: describePassages(run, taken),
    groups: fitting.map(({ group, windows, fits }, g) => ({
      answer: group.answer,
      proposals: group.proposals,
      judged: judged[g]!,
      fits,
      topic: windows.map((window) => coverage(run.shape.stems, window.premise)),
      deniedBy: taken.map((f) => denies(f.passage.text, group.answer)),
      namedBy: taken.map((f) => containsAnswer(f.passage.text, group.answer)),
    })),
  };
  const groups = decide(input);
  const { aggregate } = run.settings.answer;
  return { groups: aggregate === 'sources' ? groups : chooseByReader(groups, aggregate), input };
}

function describePassages(run: Run, taken: readonly Found[]): ReadPassage[] {
  const { indexes, settings, shape } = run;
  const sources = independentSources(
    taken.map((f) => f.passage.document),
    (i, j) => dot(indexes.vector(taken[i]!.index), indexes.vector(taken[j]!.index)),
    settings.answer.copyCosine,
  );
  return taken.map((f, i) => {
    const marks = plantedMarks(f.passage.text, shape.text);
    return {
      relevance: f.relevance,
      trust: f.trust,
      source: sources[i]!,
      reworded: f.reworded,
      echo: marks.echo,
      density: aboutQuestion(
        f.passage.sentences.map(([start, end]) => f.passage.text.slice(start, end)),
        shape.text,
      ),
      order: marks.order !== null,
      aboutAnswer: marks.aboutAnswer !== null,
      amends: saysNew(f.passage.text, shape.stems) && dateOf(run, f) !== null,
      cosine: dot(run.vector, indexes.vector(f.index)),
      named: namedShare(run, f),
    };
  });
}

/** Of the document, else the latest that its passage names. */
export function dateOf({ indexes }: Run, { passage }: Found): PartialDate | null {
  const document = indexes.document(passage.document);
  return document?.date ?? calendarDates(passage.text).sort().at(-1) ?? null;
}

function namedShare({ indexes, shape }: Run, { passage }: Found): number {
  if (shape.names.length === 0) return 1;
  const title = indexes.document(passage.document)?.title ?? '';
  const text = fold(`${title} ${passage.headings.join(' ')} ${passage.text}`);
  return shape.names.filter((name) => text.includes(fold(name))).length / shape.names.length;
}

/**
 * A claim is judged against every passage that proposes or names its answer, and against the
 * `rivals` most relevant others, which may contradict it.
 */
async function judgeAll(
  run: Run,
  taken: readonly Found[],
  fitting: readonly { readonly group: ProposalGroup; readonly windows: readonly Window[] }[],
): Promise<(Judgement | null)[][]> {
  const asked = fitting.map(({ group }) =>
    taken.map(
      (found, at) =>
        at < run.settings.answer.rivals ||
        group.proposals.some((p) => p.at === at) ||
        containsAnswer(found.passage.text, group.answer),
    ),
  );
  const pairs = fitting.flatMap(({ group, windows }, g) =>
    windows.flatMap(({ premise }, at) =>
      asked[g]![at] ? [{ premise, hypothesis: toClaim(run.shape.text, group.answer) }] : [],
    ),
  );
  const judgements = (await run.judge.judge(pairs, run.signal)).values();
  return asked.map((row) => row.map((yes) => (yes ? judgements.next().value! : null)));
}

/** Where in a passage a claim is looked for: around the span it was read from, else the most related sentence. */
function windowFor(run: Run, found: Found, at: number, group: ProposalGroup): Window {
  const { around, windowChars } = run.settings.answer;
  const title = run.indexes.document(found.passage.document)?.title ?? '';
  const own = group.proposals.find((p) => p.at === at);
  if (own) return windowAround(found.passage, at, own.start, own.end, title, around, windowChars);
  const wanted = new Set([...run.shape.stems, ...stems(group.answer)]);
  return bestWindow(found.passage, at, wanted, title, around, windowChars);
}
